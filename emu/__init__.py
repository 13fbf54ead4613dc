"""The host: window, sound, input, command line, and the tools around the machine."""
