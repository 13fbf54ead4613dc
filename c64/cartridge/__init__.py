"""The expansion port and what plugs into it.

port        the empty port: the base of every cartridge        registry  from a .crt to a cartridge
wiring, rom ROM banks and a register: a table, and what obeys it       chips  the chips of a .crt
freezer easyflash gmod2 gmod3 pagefox special    a family each
reu georam ram    RAM expansions         memory/  flash and EEPROM chips that cartridges carry
Not emulated: LEDs, jumpers, clock ports; batteries of RAM cartridges.
"""
