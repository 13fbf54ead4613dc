"""Find a value in memory, and change it or keep it as it is.

search   addresses by what has become of their bytes       pokes  what magazines print
feature  the pages of the menu, and what holds values fast
"""
