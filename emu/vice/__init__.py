"""What makes a script or a tool that starts VICE's x64sc work with ``go64``.

option_table    every option of x64sc, and what becomes of it here
command_line    a command line in VICE's words, in ours
"""
