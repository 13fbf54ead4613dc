"""Saved states (.go64).

write        a machine to a file   restore  a machine from one      header  what the file says of it
checksummed  their container       slots slots_page  keys and page of ten for each program
rewind       the way back while a key is held
"""
