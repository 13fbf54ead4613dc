"""What all of GO 64 stands on: it is in ``disk`` because ``c64`` and ``emu`` import ``disk``.

errors   Go64Error, above all others
numbers  what a user or a file has written as digits
pure     ``GO64_PURE=1``: runs that are not compiled
"""
