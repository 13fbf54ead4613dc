"""What is put into drives and the datasette.

fliplist     the disks of a title   disk_swap  they take turns in a drive
tape         the datasette's page   tunes      songs, lists of tunes, voices that are not heard
library      what was started before, with covers     library_page  where the menu shows them
scan         the files of whole trees of folders, for lists
moved        the library's files that lie elsewhere now
drop         what becomes of dropped files            file_page     a file, a disk's directory
file_settings  what belongs to one file, by its content
by_content   the JSON file of such things
progress     how far a LOAD has come
"""
