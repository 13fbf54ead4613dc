"""Save states in the window, and rewind (their files: emu/shared/state).

slots        keys and page of ten for each program
rewind       goes back in time while a key is held
"""
