"""The ROMs of Commodore's drives by their SHA-1, whole and in halves.

Sources: MAME's c1541.cpp, c1571.cpp, c1581.cpp (facts of the chips); VICE's data/DRIVES for those
that are kept whole.  No byte of a ROM is in this project.
"""

# 16 KiB: they fit a 1541's board.
WHOLE = {
    "3477c14e0c79faa445224dad16534f04ed143e44": "1540 325302-01 and 325303-01",
    "ab16f56989b27d89babe5f89c5a8cb3da71a82f0": "1541 325302-01 and 901229-05 (355640-01)",
    "8e893932de8cce244117fcea4c46b7c39c6a7765": "1541C 251968-01",
    "38a7a489c7bbc8661cf63476bf1eb07b38b1c704": "1541C 251968-02",
    "d3b78c3dbac55f5199f33f3fe0036439811f7fb3": "1541-II 251968-03",
    "b1a5b826304d3df2a27d7163c6a81a532e040d32": "1541-II JiffyDOS 6.01",
    "95407e59a9c1d26a0e4bcf2c244cfe8942576e2c": "1541 SpeedDOS-Plus+",
}
# 8 KiB each, in sockets of their own: $C000-$DFFF, then one of those at $E000-$FFFF.
LOW = {"8e0547430135ba462525c224e76356bd3d430f11": "325302-01"}
HIGH = {
    "56dfe79b26f50af4e83fd9604857756d196516b9": "1540 325303-01",
    "7a1054c6156b51c25410caec0f609efb079d3a77": "1541 901229-01",
    "91321142e226168b1139c30c83896933f317d000": "1541 901229-02",
    "03d17bd745066f1ead801c5183ac1d3af7809744": "1541 901229-03",
    "f5d60777440829e46dc91285e662ba072acd2d8b": "1541 901229-05",
    "c7f94f4f51d6de4cdc21ecbb7e57bb209f0530c0": "1541 901229-06",
    "db6cfaa6d9b78d58746c811de29f3b1f44d99ddf": "1541 JiffyDOS 6.01",
    "99d3d848344c68410b686cda812f3788b41fead3": "1541 DigiDOS",
    "04c892c4b3d7c74750576521fa081f07d8ca8557": "1541 Rolo DOS 2.7",
}
# 32 KiB: of drives with other boards.
OTHERS = {
    "5fc06dc82ff6840f183bd43a4d9b8a16956b2f56": "1570 315090-01",
    "e649ef4419d65829d2afd65e07d31f3ce147d6eb": "1571 310654-03",
    "f1be619c106641a685f6609e4d43d6fc9eac1e70": "1571 310654-05",
    "d4b79b60cf1eaa399d0932200eb7811e00455249": "1571 JiffyDOS 6.01",
    "14ee7a0fb7e1c59c51fbf781f944387037daa3ee": "1571 in a C128DCR, 318047-01",
    "823b178561302b403e6bfd8dd741d757efef3958": "1571 in a C128DCR, JiffyDOS 6.01",
    "a331d0d46ead1f0275b4ca594f87c6694d9d9594": "1581 beta",
    "3fc088349ab83e8f5948b7670c866a3c954e6164": "1581 318045-01",
    "01228eae6f066bd9b7b2b6a7fa3f667e41dad393": "1581 318045-02",
    "65bbf2be7bcd5bdcbff609d6c66471ffb9d04bfe": "1581 JiffyDOS 6.01",
}
