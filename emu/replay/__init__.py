"""Recordings of what was done to a machine, and their replay to the same bits.

fingerprint  what of a machine is compared, and summed up after every stretch
events       what was done, as bytes
recorder     notes it         player  does it again
The file (.go64rec) is emu/shared/recording_file.py.
Not here: folders of the host in a drive, which a recording cannot hold.
"""
