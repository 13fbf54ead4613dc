"""A part of the window that does one thing: rewind, recording, the menu ...

The App makes each one of ``emu.host.features.FEATURES`` and calls it at the moments below.
"""


class Feature:
    """Does nothing at any moment; a feature overrides what it needs.

    app  emu.host.app.App; its machine, settings, args, overlay, actions, window and sound
         are there, other features by ``app.feature(CLASS)``
    """

    plays = False  # True while it plays sound of its own instead of a frame's

    def __init__(self, app):
        self.app = app

    def actions(self):
        """Return the Actions that this feature brings."""
        return ()

    def pages(self):
        """Return menu pages of its own (emu.host.menu.page.Page), such as slots with pictures."""
        return ()

    def ready(self):
        """Everything is made; the first frame comes next."""

    def handle(self, event):
        """See an event of pygame before the machine does; True keeps it from the machine."""
        return False

    def before_frame(self):
        """A frame is about to run; not called while the machine is paused or held."""

    def limit(self):
        """Return the cycle at which the frame that comes is to end early, or None."""

    def after_frame(self, samples):
        """A frame has run; ``samples`` are its int16 sound, before mute and volume."""

    def sound(self, samples):
        """Return what to play of a frame's sound, int16; empty for nothing yet."""
        return samples

    def title(self):
        """Return a few words for the window's title, or ""."""
        return ""

    def instead_of_frame(self):
        """Return True to keep the machine from running now: the picture is shown again.

        Called while the machine is paused, too.
        """
        return False

    def picture(self):
        """Return a picture, uint8 palette indices, to show for the machine's, or None."""
        return None

    def overlay(self):
        """Return a Surface to lay over the picture now, or None.

        It is shown at the scale of the picture, in the middle; one that is as large as the
        window (``app.window.pixels``) is laid over it as it is.  Whenever its content changes
        it must be another Surface.
        """
        return None

    def restarted(self):
        """The machine was switched off and on, or its state replaced."""

    def close(self):
        """The window closes."""
