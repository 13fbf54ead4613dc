"""The menu in the window.

menu         the menu itself       page  what it shows: rows
builtin files sids_page roms_page  its own pages
widgets font bar  how it looks     text  its words in rows of so many letters
place        where the user is on a page
row_list     its rows: which is selected, which lines are in sight
repeat       a step that goes on while its key is held
kept_views   those that were shown last
names        of files, as people look for them
keys         where keys lead, what the foot says, and the name that letters mean
deeds        what else can be done with a row; texts without a keyboard
"""
