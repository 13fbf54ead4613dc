"""The host: what stands between a machine and the person before it.

app          the window's loop     window sound input keymap overlay settings pacing  its parts
headless     without a window      terminal  the monitor on the terminal
setup        from options to a machine       disks  write protection and saved games
actions      named things to do      feature features  parts of the window, and their list
timeline     single frames, speeds   rewind       the way back while a key is held
app_remote headless_remote monitor_client    each of them with an editor attached
"""
