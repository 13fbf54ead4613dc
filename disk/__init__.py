"""Image and program file formats of the C64, and the game disk's contents."""
