"""GCR by the book, bit by bit: what the ROM's tables and shifts are compared with."""

CODES = (
    "01010", "01011", "10010", "10011", "01110", "01111", "10110", "10111",
    "01001", "11001", "11010", "11011", "01101", "11101", "11110", "10101",
)  # fmt: skip


def gcr(data):
    """Return bytes as GCR; their number must be a multiple of four."""
    bits = "".join(CODES[byte >> 4] + CODES[byte & 15] for byte in data)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def data_block(sector, mark=7):
    """Return the 325 GCR bytes of a data block that holds the 256 bytes."""
    check = 0
    for byte in sector:
        check ^= byte
    return gcr(bytes([mark, *sector, check, 0, 0]))


def header(disk_id, track, sector):
    """Return the ten GCR bytes of a sector's header."""
    check = disk_id[0] ^ disk_id[1] ^ track ^ sector
    return gcr(bytes([8, check, sector, track, disk_id[1], disk_id[0], 15, 15]))
