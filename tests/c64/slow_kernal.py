"""Our ROMs with a KERNAL that starts as Commodore's does; no original ROM may be here.

What matters of them is rebuilt: two seconds in which the zero page is 0 while memory is
tested, and an editor's loop at another place.
"""

import re
import subprocess
from pathlib import Path

from c64.roms import RomSet, load_roms

ROOT = Path(__file__).parents[2]

# The start of the machine as in Commodore's KERNAL, and the input loop as others have it.
SLOW_KERNAL = """\
        .org  {start}
        sei
        cld
        ldx #$FF
        txs
        lda #0
        tay
clear:  sta $0002,y
        sta $0200,y
        sta $0300,y
        iny
        bne clear
        lda #>$0400
        sta $C2
test:   lda ($C1),y
        tax
        lda #$55
        sta ($C1),y
        eor ($C1),y
        bne test
        lda #$AA
        sta ($C1),y
        eor ($C1),y
        bne test
        txa
        sta ($C1),y
        iny
        bne test
        inc $C2
        lda $C2
        cmp #>$A000
        bne test
        sty $C1
        jmp {reset}
wait:   jsr idle
        lda $C6
        sta $CC
        sta $0292
        beq wait
        jmp $E5D6
idle:   nop
        rts
        .assert * <= {end}, error, "no room for it"
        .out .sprintf("%d", wait)
"""
EDITOR_WAIT = bytes.fromhex("A5C6 85CC 8D9202 F0F7")  # at $E5CD


def room():
    """Return (address, address after it) in BASIC's or KERNAL's ROM of what no start needs."""
    memory_map = (ROOT / "build" / "rom" / "rom.map").read_text()
    found = re.search(r"^ENTRY_E30E +([0-9A-F]{6})  ([0-9A-F]{6})", memory_map, re.MULTILINE)
    assert found, "the arctangent is no segment any more"
    return int(found[1], 16), int(found[2], 16) + 1


def slow_roms(tmp_path, other_editor=False):
    """Return our ROMs with a KERNAL that starts in two seconds, as Commodore's do.

    other_editor  True: it waits for keys somewhere else than at $E5CD, with a subroutine
    """
    own = load_roms()
    start, end = room()  # our ROMs are full: the code takes the arctangent's place
    source, program = tmp_path / "slow.s", tmp_path / "slow.bin"
    reset = own.kernal[0x1FFC] | own.kernal[0x1FFD] << 8
    source.write_text(SLOW_KERNAL.format(start=start, end=end, reset=reset))
    commands = (
        ["ca65", source, "-o", tmp_path / "slow.o"],
        ["ld65", "-t", "none", "-o", program, tmp_path / "slow.o"],
    )
    said = [subprocess.run(c, check=True, capture_output=True, text=True).stdout for c in commands]
    kernal, basic, code = bytearray(own.kernal), bytearray(own.basic), program.read_bytes()
    rom, base = (kernal, 0xE000) if start >= 0xE000 else (basic, 0xA000)
    rom[start - base : start - base + len(code)] = code
    kernal[0x1FFC:0x1FFE] = start.to_bytes(2, "little")
    if other_editor:
        assert kernal[0x5CD : 0x5CD + len(EDITOR_WAIT)] == EDITOR_WAIT
        kernal[0x5CD:0x5D0] = b"\x4c" + int(said[0]).to_bytes(2, "little")
    return RomSet(bytes(kernal), bytes(basic), own.chargen, own=False)
