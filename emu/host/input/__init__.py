"""What the user does.

input        keys, joysticks and mouse          keymap keysets  tables of keys
pads         gamepads              pointer      mouse and paddles
paste        the clipboard, typed  screen_keys  a keyboard for the mouse
"""
