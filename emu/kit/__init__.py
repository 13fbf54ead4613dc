"""The 6502 test kit, with or without pytest: docs/program/testing.md.

plugin asmtests     pytest: the fixture ``kit``, tests written in .s files
machine_pool machine flat  a test machine: booted once, restored for each test; flat memory
input_script golden logs compare coverage  keys and sticks, golden pictures, logs, profile, LCOV
symbols labels listing linker_records   names and source lines of ca65 and ld65
debug_formats            those of other assemblers and compilers
types        names of types in many signatures      errors  the kit's
mutate mutations budget  pytest --c64-mutate: changes of a program that tests must notice
rom_code     where an instruction in ROM is kept, so that it can be changed, too
observer events memory_map  events of a frame, heat map
profile profile_costs profile_formats  cycles by routine, with callers, as files
hypothesis_tests  each example of a Hypothesis test on a fresh machine
"""
