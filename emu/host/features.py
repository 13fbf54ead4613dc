"""The list of what the window can do beside showing the machine."""

FEATURES = ()
