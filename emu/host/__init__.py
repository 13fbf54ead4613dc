"""The host: what stands between a machine and the person before it.

app          the window's loop
headless     without a window      terminal  the monitor on the terminal
setup        from options to a machine
actions      named things to do    feature features  parts of the window, and their list
settings     the user's file       settings_table    what may be in it
worker       a thread that writes files, as no frame waits for them
trim_heap    memory given back to the system
app_remote headless_remote monitor_client    each of them with an editor attached

picture/     window, overlay, and how the picture looks
menu/        the menu in the window: pages and widgets
state/       saved states, their files, and rewind
input/       keys, joysticks, pads, mouse, paste
record/      pictures, sound and inputs to files
sound/       samples to the sound card
media/       disks and tapes, and what was started before
timing/      when a frame is due, and what keeps it from being late
"""
