"""Saved states (.go64).

write     a machine to a file
restore   a machine from one
header    what the file says of itself
own_roms  GO 64's own ROMs within a file, so that a later version can open it
seal      tells the user's own files from a stranger's
"""
