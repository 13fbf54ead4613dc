"""The 6502 test kit: what the pytest plugin ``emu.pytest_c64`` is made of.

Usable without pytest: ``machine.Kit(station.station(station.Setup(prg=(("x.prg", None),))))``.
"""
