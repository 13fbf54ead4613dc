"""The host: what stands between a machine and the person before it.

app          the window's loop
headless     without a window      terminal  the monitor on the terminal
error_window  why go64 cannot start, in a window, where nobody would read stderr
actions      named things to do    feature features  parts of the window, and their list
types        of signatures: sound, pictures
settings     the user's file       settings_table    what may be in it
worker       a thread that writes files, as no frame waits for them
trim_heap    memory given back to the system

picture/     window, overlay, and how the picture looks
menu/        the menu in the window: pages and widgets
state/       saved states and rewind
input/       keys, joysticks, pads, mouse, paste
record/      pictures, sound and inputs to files
sound/       samples to the sound card
media/       disks and tapes, and what was started before
achievements/  what a player has managed
cheats/      find a value in memory and hold it
timing/      single frames, slow motion, and what keeps frames from being late
"""
