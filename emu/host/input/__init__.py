"""What the user does.

typed_keys   what is typed arrives as typed, and in a game all keys that are held
input        keys, joysticks and mouse          keymap keysets  tables of keys
key_names    names of keys in the user's language
pads         gamepads              pointer      mouse, paddles, light pens
devices      words for what the mouse may be, and for what is at the user port
macros       keys and joystick moves, recorded under a key
paste        the clipboard, typed  screen_keys  a keyboard for the mouse
"""
