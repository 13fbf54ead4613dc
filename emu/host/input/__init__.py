"""What the user does.

typed_keys   what is typed arrives as typed, and in a game all keys that are held
input        keys, joysticks and mouse          keymap keysets  tables of keys
pads         gamepads              pointer      mouse and paddles
paste        the clipboard, typed  screen_keys  a keyboard for the mouse
"""
