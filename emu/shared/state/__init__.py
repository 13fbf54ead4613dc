"""Saved states (.go64).

write    a machine to a file
restore  a machine from one
header   what the file says of itself
seal     tells the user's own files from a stranger's
"""
