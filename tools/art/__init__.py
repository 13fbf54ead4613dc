"""Pictures: drawn, checked against the VIC-II, and made into data.

art glyphs   drawn characters and sprites      faces  portraits
pictures     whole screens                     perspective  the table in perspective
artcheck     what the VIC-II can show          contrast picturestats  can it be read, how colourful
icon animation  pictures for the desktop and the README
"""
