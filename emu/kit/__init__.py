"""The 6502 test kit, with or without pytest: docs/program/testing.md.

plugin asmtests     pytest: the fixture ``c64``, tests written in .s files
machine_pool machine flat  a machine to test on: made once, gone back to for each test; flat memory
input_script golden logs compare coverage    keys and sticks, pictures, accesses, profile, LCOV
symbols labels listing   names and source lines of ca65 and ld65
types        names of types in many signatures      errors  the kit's
"""
