"""Pictures: drawing, checking against the VIC-II, conversion to data.

art glyphs   drawn characters and sprites      faces  portraits
pictures     whole screens                     perspective  the table in perspective
artcheck     what the VIC-II can show          contrast picturestats  legibility, share of colours
icon animation  pictures for the desktop and the README
"""
