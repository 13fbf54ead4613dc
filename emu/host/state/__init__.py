"""Saved states in the window, and the way back (their files: emu/shared/state).

slots        keys and page of ten for each program
rewind       the way back while a key is held
"""
