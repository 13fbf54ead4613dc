"""The expansion port and what plugs into it.

port        the empty port: the base of every cartridge
crt_type    what a type of the .crt format is: a row, which stands in the file of its class
registry    all rows; from a .crt to a cartridge, and back to a file
expansion   from a configuration to what is in the port
wiring, rom ROM banks and a register: a table, and what obeys it
freezer easyflash gmod2 gmod3 pagefox special    a family each, with its rows
eapi        the driver for its flash that an EasyFlash's file is given
not_emulated      the types that are known by name only
reu georam ram    RAM expansions, which come without a .crt
memory/     flash and EEPROM chips that cartridges carry
How to add one is told in docs/use/cartridges.md.
Not emulated: LEDs, jumpers, clock ports; batteries of RAM cartridges.
"""
