"""What is put into drives and the datasette.

disks        write protection and saved games
fliplist     the disks of a title   disk_swap  they take turns in a drive
tape         the datasette's page   tape_file  a tape of the host
library      what was started before, with covers     progress  how far a LOAD has come
"""
