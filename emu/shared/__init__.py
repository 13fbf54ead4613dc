"""What the window, the headless run, the monitors and the web server share.

folder_use   what becomes of a folder: a file of it, or a list
folder_walk  the files of whole trees of folders
setup        from options to a machine       disks  write protection and saved games
state/       saved states (.go64)            recording_file  recordings of inputs (.go64rec)
checksummed  the container of both           whole_file  files never seen half written
tape_file    a tape of the host              key_state  the host's keys that are down
pacing       when the next frame is due    jam  what follows when the CPU jams
strays       what to say when a program enters our ROMs at no entry
observing    profiles, events and heat maps of a run without a window
"""
