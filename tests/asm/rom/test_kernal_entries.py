"""KERNAL addresses outside the jump table: what each leaves, by the published descriptions.

Sources: "Mapping the Commodore 64", the lists of KERNAL routines at sta.c64.org, the commented
listings at pagetable.com and unusedino.de (their comments).  With original ROMs in the folder
that GO64_ROMS names, each call is made on those, too, and must leave the same.
"""

import re
from pathlib import Path

import pytest

import c64
from tests.asm.rom.kernal_calls import DATA, Call, run

ROOT = Path(__file__).parents[3]
COLOURS = 0xD800
BOOT_FRAMES = 30
ROW_5, ROW_6 = 0x0400 + 5 * 40, 0x0400 + 6 * 40
STARTS = bytes(0x84 + row * 40 // 256 for row in range(25)) + b"\x87"  # every row begins a line
TABLE = bytes(range(0x40, 0x60))

CALLS = [
    # screen editor: a character, from the middle of its printing on
    Call(0xE684, a=0x22, memory={0xD4: b"\0"}, leaves={0xD4: b"\1"}, out={"a": 0x22}),
    Call(0xE684, a=0x41, memory={0xD4: b"\0"}, leaves={0xD4: b"\0"}, out={"a": 0x41}),
    *(
        Call(entry, a=2, push=(0x11, 0x22, 0x33), memory={0xC7: bytes([reverse]), 0xD3: b"\0"},
             leaves={0x0400: bytes([sign]), 0xD3: b"\1"},
             out={"a": 0x11, "x": 0x22, "y": 0x33, "c": 0})
        for entry, reverse, sign in ((0xE691, 0, 0x42), (0xE691, 1, 0xC2), (0xE693, 0, 2),
                                     (0xE693, 1, 0x82), (0xE697, 0, 0x82))
    ),
    Call(0xE7D4, a=0xC1, push=(0x11, 0x22, 0x33), leaves={0x0400: b"\x41", 0xD3: b"\1"},
         out={"a": 0x11, "x": 0x22, "y": 0x33, "c": 0}),
    Call(0xE6A8, push=(1, 2, 3), memory={0xD8: b"\1", 0xD4: b"\1"}, leaves={0xD4: b"\0"},
         out={"a": 1, "x": 2, "y": 3, "c": 0}),
    Call(0xE6B6, leaves={0xD3: b"\1", 0xD6: b"\0"}),
    Call(0xE6B6, memory={0xD3: b"\x27", 0x0292: b"\0"},
         leaves={0xD3: b"\x28", 0xD5: b"\x4f", 0xD6: b"\1", 0xD9: b"\x84\x04\x84"}),
    Call(0xE50C, x=5, y=3, c=1, leaves={0xD6: b"\5", 0xD3: b"\3"}, out={"x": 5, "y": 3}),
    Call(0xE6DA, x=6, memory={0xD5: b"\x27"},
         leaves={0xD5: b"\x4f", 0xD9: STARTS[:6] + b"\x04" + STARTS[7:], 0xD1: b"\xc8\x04"},
         out={"x": 5}),
    Call(0xE6ED, x=6, memory={0xD9: STARTS[:6] + b"\x04"}, leaves={0xD1: b"\xc8\x04"},
         out={"x": 5}),
    Call(0xE701, push=(1, 2, 3, 0xC0, 0x00), memory={0xD3: b"\0", 0xD6: b"\0"},
         leaves={0xD3: b"\0", 0xD6: b"\0"}, out={"a": 1, "x": 2, "y": 3}),
    Call(0xE701, memory={0xD3: b"\0", 0xD6: b"\3"}, leaves={0xD3: b"\x27", 0xD6: b"\2"}),
    Call(0xE773, y=2, push=(1, 2, 3), memory={0x0402: b"X", 0x0286: b"\5"},
         leaves={0x0402: b" ", COLOURS + 2: b"\5"}, out={"a": 1, "x": 2, "y": 3}),
    Call(0xE4DA, y=2, memory={0x0286: b"\5", COLOURS + 2: b"\1"}, leaves={COLOURS + 2: b"\5"},
         out={"y": 2}),
    *(
        Call(entry, a=code, push=(1, 2, 3), memory={0xD018: bytes([before])},
             leaves={0xD018: bytes([after])}, out={"a": 1, "x": 2, "y": 3})
        for entry, code, before, after in (
            (0xEC44, 0x0E, 0x15, 0x17), (0xEC44, 0x8E, 0x17, 0x15), (0xEC4F, 0x8E, 0x17, 0x15),
        )
    ),
    Call(0xEC4F, a=8, push=(1, 2, 3), memory={0x0291: b"\0"}, leaves={0x0291: b"\x80"}),
    Call(0xEC44, a=9, push=(1, 2, 3), memory={0x0291: b"\x80"}, leaves={0x0291: b"\0"}),
    # into which row the cursor goes to the left, to the right
    *(
        Call(entry, memory={0xD3: bytes([column]), 0xD6: bytes([row])}, leaves={0xD6: bytes([to])})
        for entry, column, row, to in (
            (0xE8A1, 0, 5, 4), (0xE8A1, 40, 5, 4), (0xE8A1, 1, 5, 5), (0xE8A1, 39, 5, 5),
            (0xE8B3, 39, 5, 6), (0xE8B3, 79, 5, 6), (0xE8B3, 40, 5, 5), (0xE8B3, 39, 25, 25),
        )
    ),
    Call(0xE8CB, a=0x1C, leaves={0x0286: b"\2"}, out={"a": 0x1C, "x": 2}),
    Call(0xE8CB, a=0x41, memory={0x0286: b"\7"}, leaves={0x0286: b"\7"}, out={"x": 0xFF}),
    Call(0xE958, push=(0x12, 0x34, 0x56, 0x78), leaves={0xAC: b"\x12\x34\x56\x78"}),
    # a row is inserted behind row 4; at $E967 behind the row in X
    *(
        Call(entry, x=4, memory={0xD6: b"\4", ROW_5: b"\x01" * 40, 0xD5: b"\x27"},
             leaves={ROW_5: b" " * 40, ROW_6: b"\x01" * 40, 0xD5: b"\x4f",
                     0xD9: STARTS[:5] + b"\x04" + STARTS[6:], 0xD6: b"\4"})
        for entry in (0xE965, 0xE967)
    ),
    Call(0xE981, x=5, memory={0x02A5: b"\5", ROW_5: b"\x01" * 40, COLOURS + 200: b"\2" * 40},
         leaves={ROW_5: b" " * 40, ROW_6: b"\x01" * 40, 0xD9: STARTS[:5] + b"\x04" + STARTS[6:]}),
    Call(0xE9C8, a=0x84, memory={0xAC: b"\xc8", 0xD1: b"\xf0\x04", ROW_5: b"\x07" * 40},
         leaves={ROW_6: b"\x07" * 40, 0xAC: b"\xc8\x04\xc8\xd8", 0xF3: b"\xf0\xd8"}),
    Call(0xE9E0, memory={0xAC: b"\xc8\x06", 0xD1: b"\xf0\x05"},
         leaves={0xAE: b"\xc8\xda", 0xF3: b"\xf0\xd9"}),
    Call(0xE51B, memory={0x0291: b"\x80", 0x028B: b"\0", 0x0289: b"\0", 0xD020: b"\5"},
         leaves={0x0291: b"\0", 0x028B: b"\4", 0x0289: b"\x0a", 0x028F: b"\x48\xeb", 0xD3: b"\0"}),
    Call(0xE5A0, memory={0x99: b"\4\4"}, leaves={0x99: b"\0\3"}),
    Call(0xE5A8, memory={0x99: b"\4\4"}, leaves={0x99: b"\4\4"}),
    Call(0xE5AA, x=0x21, memory={0xD020: b"\5\5"}, leaves={0xD020: b"\xfe\xf5"}, out={"x": 0}),
    # keyboard
    Call(0xEAE9, x=0x41, memory={0xCB: b"\x0a", 0x028D: b"\0", 0x028C: b"\0", 0xC6: b"\0"},
         leaves={0x028C: b"\x10", 0xC5: b"\x0a", 0xC6: b"\1", 0x0277: b"A"}),
    Call(0xEAF0, a=0x41, x=0x41, memory={0x028A: b"\x40", 0xC6: b"\0"}, leaves={0xC6: b"\0"}),
    Call(0xEAF0, a=0x20, x=0x20,
         memory={0x028A: b"\0", 0x028C: b"\0", 0x028B: b"\1", 0xC6: b"\0", 0xCB: b"\x3c"},
         leaves={0x028B: b"\4", 0xC6: b"\1", 0x0277: b" "}),
    Call(0xEB76, memory={0xCB: b"\0", 0xC5: b"\x40", 0xF5: b"\x81\xeb", 0xC6: b"\0"},
         leaves={0xC5: b"\0", 0xC6: b"\1", 0x0277: b"\x14"}),
    # RS-232: what drivers of programs call
    *(
        Call(0xEF4A, memory={0x0293: bytes([bits])}, out={"x": x})
        for bits, x in ((0x00, 9), (0x20, 8), (0x40, 7), (0x66, 6), (0x86, 9))
    ),
    Call(0xE4D3, a=7, leaves={0xA9: b"\7", 0xAB: b"\1"}),
    Call(0xEF3B, a=0x82, memory={0x02A1: b"\1"}, leaves={0x02A1: b"\x83"}),
    Call(0xEF7E, memory={0x02A1: b"\x82"}, leaves={0x02A1: b"\x90", 0xA9: b"\x92"}),
    Call(0xEF7E, memory={0x02A1: b"\0"}, leaves={0xA9: b"\x90"}),
    *(
        Call(0xFF2E, a=2 * half & 0xFF, c=half >> 7 & 1,
             memory={0x0295: half.to_bytes(2, "little")},
             leaves={0x0299: (2 * half + 200).to_bytes(2, "little")})
        for half in (0x014E, 0x02D1, 0x0040, 0x2619)
    ),
    Call(0xF21B, a=3, y=1, memory={0x99: b"\0"}, leaves={0x99: b"\3"}, out={"c": 0}),
    Call(0xF14E, y=7, memory={0xF7: b"\0\xc1", 0x029B: b"\2\1", DATA: b"ABC"},
         out={"a": 0x42, "y": 7, "c": 0}),
    Call(0xF1FC, push=(2, 3), memory={0x9E: b"\1"}, out={"a": 1, "x": 2, "y": 3, "c": 0}),
    Call(0xF00D, memory={0x0297: b"\1"}, leaves={0x0297: b"\x40"}, out={"c": 0}),
    Call(0xF086, memory={0xF7: b"\0\xc1", 0x029B: b"\2\1", 0x0297: b"\x08", DATA: b"ABC"},
         leaves={0x029B: b"\2\2", 0x0297: b"\0"}, out={"a": 0x42}),
    Call(0xF086, memory={0xF7: b"\0\xc1", 0x029B: b"\2\2", 0x0297: b"\1"},
         leaves={0x029B: b"\2\2", 0x0297: b"\x09"}, out={"a": 0}),
    Call(0xF0A4, a=9, memory={0x02A1: b"\x10"}, leaves={0x02A1: b"\0"}, out={"a": 9}),
    Call(0xF47D, x=0x34, y=0x12, leaves={0x0283: b"\x34\x12"}, out={"a": 0xF0, "c": 1}),
    Call(0xF483, memory={0x02A1: b"\x12"}, leaves={0x02A1: b"\0", 0xDD03: b"\6"}, out={"y": 0}),
    # messages, by their number in the table
    *(
        Call(0xF12F, y=number, leaves={0x0400 + at: screen}, out={"c": 0})
        for number, at, screen in (
            (0x17, 0, b"\x06\x0f\x12 "),
            (0x1B, 40, b"\x10\x12\x05\x13\x13 \x10\x0c\x01\x19 \x0f\x0e \x14\x01\x10\x05 "),
            (0x2E, 0, b"\x10\x12\x05\x13\x13 \x12\x05\x03\x0f\x12\x04 & \x10\x0c\x01\x19 "),
            (0x49, 40, b"\x0c\x0f\x01\x04\x09\x0e\x07 "),
            (0x51, 40, b"\x13\x01\x16\x09\x0e\x07 "),
            (0x59, 40, b"\x16\x05\x12\x09\x06\x19\x09\x0e\x07 "),
            (0x63, 40, b"\x06\x0f\x15\x0e\x04 "),
            (0x6A, 40, b"\x0f\x0b "),
        )
    ),
    Call(0xF12B, y=0x17, memory={0x9D: b"\0"}, leaves={0x0400: b"    "}),
    Call(0xF12B, y=0x17, memory={0x9D: b"\x80"}, leaves={0x0400: b"\x06\x0f\x12 "}),
    Call(0xF5AF, memory={0x9D: b"\x80", 0xB7: b"\2", 0xBB: b"\0\xc1", DATA: b"AB"},
         leaves={0x0428: b"\x13\x05\x01\x12\x03\x08\x09\x0e\x07 \x06\x0f\x12 \1\2 "}),
    Call(0xF5C1, memory={0xB7: b"\2", 0xBB: b"\0\xc1", DATA: b"AB"}, leaves={0x0400: b"\1\2 "}),
    Call(0xF5D2, memory={0x9D: b"\x80", 0x93: b"\1"}, leaves={0x0428: b"\x16\x05\x12\x09"}),
    Call(0xF5D2, memory={0x9D: b"\x80", 0x93: b"\0"}, leaves={0x0428: b"\x0c\x0f\x01\x04"}),
    Call(0xF68F, memory={0x9D: b"\x80", 0xB7: b"\1", 0xBB: b"\0\xc1", DATA: b"A"},
         leaves={0x0428: b"\x13\x01\x16\x09\x0e\x07 \1 "}),
    # files
    Call(0xF142, memory={0xC6: b"\2", 0x0277: b"AB"}, leaves={0xC6: b"\1"},
         out={"a": 0x41, "c": 0}),
    Call(0xF142, c=1, memory={0xC6: b"\0"}, out={"a": 0, "c": 0}),
    Call(0xF1D5, c=1, push=(0x41,), memory={0x94: b"\0"}, leaves={0x94: b"\x80\x41"},
         out={"a": 0x41, "c": 0}),
    Call(0xF219, memory={0xBA: b"\3", 0x99: b"\0"}, leaves={0x99: b"\3"}, out={"c": 0}),
    Call(0xF25B, memory={0xBA: b"\3", 0x9A: b"\4"}, leaves={0x9A: b"\3"}, out={"c": 0}),
    Call(0xF6F3, memory={0xC6: b"\5", 0x99: b"\3\3"}, leaves={0xC6: b"\0", 0x99: b"\0\3"}),
    Call(0xF248, x=8, memory={0x90: b"\0"}, leaves={0x99: b"\x08"}, out={"c": 0}),
    *(
        Call(entry, a=1, push=push, memory={0x98: b"\3", 0x0259: b"\1\2\3", 0x0263: b"\4\5\6",
                                            0x026D: b"\7\x08\x09"},
             leaves={0x98: b"\2", 0x0259: b"\1\3", 0x0263: b"\4\6", 0x026D: b"\7\x09"},
             out={"c": 0, "x": 1})
        for entry, push in ((0xF2F1, (1,)), (0xF2F2, ()))
    ),
    *(
        Call(entry, memory={0x9D: b"\0", 0x99: b"\0\3"}, out={"a": number, "c": 1})
        for number, entry in enumerate(range(0xF6FB, 0xF716, 3), 1)
    ),
    Call(0xF713, memory={0x9D: b"\x40"}, leaves={0x0428: b"\x09/\x0f \x05\x12\x12\x0f\x12 #9"},
         out={"a": 9, "c": 1}),
    # the datasette's buffer, STOP and the end of a tape
    Call(0xF7D0, memory={0xB2: b"\x3c\x03"}, out={"x": 0x3C, "y": 3, "c": 1}),
    Call(0xF7D0, memory={0xB2: b"\x3c\x01"}, out={"c": 0}),
    Call(0xF7D7, memory={0xB2: b"\x3c\x03"}, leaves={0xC1: b"\x3c\x03", 0xAE: b"\xfc\x03"},
         out={"a": 3, "x": 0x3C, "y": 3, "c": 0}),
    Call(0xF7D7, memory={0xB2: b"\x80\x04"}, leaves={0xC1: b"\x80\x04", 0xAE: b"\x40\x05"},
         out={"a": 5, "c": 0}),
    Call(0xF80D, memory={0xA6: b"\x10"}, leaves={0xA6: b"\x11"},
         out={"x": 0x3C, "y": 0x11, "c": 0, "z": 0}),
    Call(0xF80D, memory={0xA6: b"\xbf"}, leaves={0xA6: b"\xc0"}, out={"y": 0xC0, "c": 1, "z": 1}),
    # the message; STOP is down
    *(
        Call(entry, memory={0x91: b"\x7f", 0x029F: b"\x31\xea"},
             leaves={row: text, 0x02A0: b"\0"}, out={"c": 1, "a": 0})
        for entry, row, text in (
            (0xF817, 0x0428, b"\x10\x12\x05\x13\x13 \x10\x0c\x01\x19 \x0f\x0e"),
            (0xF838, 0x0400, b"\x10\x12\x05\x13\x13 \x12\x05\x03\x0f\x12\x04 & "),
        )
    ),
    Call(0xFB97, leaves={0xA3: b"\x08\0", 0xA8: b"\0\0", 0x9B: b"\0"}, x=5, y=6,
         memory={0xA3: b"\1\2", 0xA8: b"\3\4", 0x9B: b"\5"}, out={"a": 0, "x": 5, "y": 6}),
    # half a pulse: the line to the tape changes
    *(
        Call(entry, a=a, x=x, y=7, memory={0xBD: bytes([byte]), 1: bytes([before])},
             leaves={0xBD: bytes([byte]), 1: bytes([before ^ 8])},
             out={"a": before & 8 ^ 8, "y": 7, "z": before >> 3 & 1})
        for entry, a, x, byte in (
            (0xFBA6, 0, 0, 0), (0xFBA6, 0, 0, 1), (0xFBAD, 0, 0, 0), (0xFBAF, 0x90, 0, 0),
            (0xFBB1, 0x90, 2, 0),
        )
        for before in (0x37, 0x3F)
    ),
    Call(0xF82E, c=1, out={"a": 0x10, "c": 0, "z": 0}),  # no key is down
    Call(0xF8D0, memory={0x91: b"\xff"}, c=1, out={"c": 0}),
    Call(0xF8D0, push=(0xC0, 0x00), memory={0x91: b"\x7f", 0x029F: b"\x31\xea"},
         leaves={0x02A0: b"\0"}, out={"c": 1, "a": 0}),
    # the block's interrupts are over, STOP; behind FOUND the time is over, a key is down
    Call(0xF8BE, memory={0x91: b"\xff", 0x029F: b"\x31\xea", 0x0314: b"\x31\xea"}, c=1,
         out={"c": 0}),
    Call(0xF8BE, memory={0x91: b"\x7f", 0x029F: b"\x31\xea", 0x0314: b"\0\xc0"},
         leaves={0x02A0: b"\0", 0x0314: b"\x31\xea"}, out={"c": 1, "a": 0}),
    Call(0xE4E0, a=5, memory={0x91: b"\xff", 0xA1: b"\7"}, out={"a": 7}),
    Call(0xE4E0, a=5, memory={0x91: b"\xfe", 0xA1: b"\0"}, out={"a": 7}),
    Call(0xFB8E, memory={0xC1: b"\x34\x12"}, leaves={0xAC: b"\x34\x12"}),
    Call(0xFCD1, memory={0xAC: b"\x34\x12\x35\x12"}, out={"c": 0}),
    Call(0xFCD1, memory={0xAC: b"\x35\x12\x35\x12"}, out={"c": 1}),
    Call(0xFCDB, memory={0xAC: b"\xff\x12"}, leaves={0xAC: b"\0\x13"}),
    Call(0xFC93, memory={0x029F: b"\x31\xea", 0x0314: b"\0\0"}, leaves={0x0314: b"\x31\xea"}),
    Call(0xFC93, memory={0x029F: b"\0\0", 0x0314: b"\x31\xea"}, leaves={0x0314: b"\x31\xea"}),
    # start
    Call(0xFD15, memory={0x0314: bytes(32)}, leaves={0x0314: b"\x31\xea"}, out={"y": 0xFF}),
    Call(0xFD19, x=0x00, y=0xC1, memory={DATA: TABLE}, leaves={0x0314: TABLE},
         out={"y": 0xFF}),
    Call(0xFD1A, x=0x00, y=0xC1, c=1, leaves={DATA: b"\x31\xea"}, out={"y": 0xFF}),
    Call(0xFD8C, x=0x34, y=0x12, c=1,
         leaves={0x0283: b"\x34\x12", 0x0282: b"\x08", 0x0288: b"\x04"}, out={"a": 4}),
    Call(0xFD8D, x=0x00, y=0x80, c=1,
         leaves={0x0283: b"\0\x80", 0x0282: b"\x08", 0x0288: b"\x04"}, out={"a": 4}),
    Call(0xFD90, memory={0x0288: b"\0", 0x0282: b"\0"}, leaves={0x0282: b"\x08", 0x0288: b"\x04"},
         out={"a": 4}),
    *(
        Call(entry, memory={0xDC0E: b"\0", **more}, leaves={0xDC0E: b"\1", **more_left})
        for entry, more, more_left in (
            (0xFDD0, {0xDD02: b"\0", 0: b"\x2f\x36"}, {0xDD02: b"\x3f", 0: b"\x2f\x37"}),
            (0xFDDD, {}, {}),
        )
    ),
    Call(0xFE1C, a=0x40, memory={0x90: b"\2"}, leaves={0x90: b"\x42"}, out={"a": 0x42}),
    Call(0xFE21, a=0x80, leaves={0x0285: b"\x80"}),
    Call(0xFE25, x=0x34, y=0x12, leaves={0x0283: b"\x34\x12"}),
    Call(0xFE27, memory={0x0283: b"\x34\x12"}, out={"x": 0x34, "y": 0x12}),
    Call(0xFE2D, x=0x34, y=0x12, c=1, leaves={0x0283: b"\x34\x12"}),
    Call(0xFE00, a=1, x=2, y=3, leaves={0xB8: b"\1\3\2"}, out={"a": 1, "x": 2, "y": 3}),
    Call(0xFE07, memory={0x90: b"\x40"}, out={"a": 0x40}),
]  # fmt: skip


def ids(calls):
    """Name the calls by entry and number."""
    return [f"{call}-{number}" for number, call in enumerate(calls)]


def check(machine, call, got):
    """Fail unless the Call has left what it should: registers and flags ``got``, and memory."""
    assert {name: got[name] for name in call.out} == call.out
    for address, data in call.leaves.items():
        seen = machine[address : address + len(data)]
        if 0xD800 <= address < 0xDC00:  # four bits wide
            seen, data = bytes(b & 15 for b in seen), bytes(b & 15 for b in data)
        assert bytes(seen) == data, f"${address:04X}"


@pytest.mark.parametrize("call", CALLS, ids=ids(CALLS))
def test_an_entry_leaves_what_the_books_say(machine, call):
    machine.interrupts_off()
    check(machine, call, run(machine, call))


@pytest.mark.parametrize("call", CALLS, ids=ids(CALLS))
def test_the_original_leaves_the_same(original_machine, call):
    machine = original_machine()
    machine.interrupts_off()
    check(machine, call, run(machine, call))


def test_serial_commands_go_out_from_the_middle_too(machine, drive):
    machine.interrupts_off()
    machine.ram[0x90] = 0
    machine.call(0xED11, a=0x28)  # LISTEN 8 as the bus has it
    assert machine.ram[0x90] == 0
    machine.call(0xF654)
    assert machine.board.iec.devices[8] is drive and not drive.busy
    machine.bus.detach(8)
    machine.call(0xED11, a=0x28)
    assert machine.ram[0x90] & 0x80


@pytest.mark.parametrize("entry", [0xF1D5, 0xF1DB])
def test_a_character_for_rs232_goes_nowhere(machine, entry):
    call = Call(entry, a=2, push=(0x41,), leaves={0x94: b"\0"}, out={"a": 0x41, "c": 0})
    machine.interrupts_off()
    check(machine, call, run(machine, call))


def test_the_bus_is_given_up_with_bits_in_st(machine):
    machine.interrupts_off()
    machine.ram[0x90] = 0
    machine.poke(0xDD00, machine[0xDD00] & 0xC7 | 0x38)
    got = machine.call(0xEDB2, a=0x03, c=1)
    assert machine.ram[0x90] == 3 and not got.flags & 1
    assert machine[0xDD00] & 0x38 == 0
    machine.poke(0xDD00, machine[0xDD00] & 0xC7 | 0x30)
    machine.call(0xEE06, x=7)
    assert machine[0xDD00] & 0x38 == 0


def test_load_goes_on_from_the_files_address(machine, drive):
    machine.name("PROGRAM", secondary=0x60)
    machine.call(0xF3D5)
    machine.call(0xFFB4, a=8)
    machine.call(0xFF96, a=0x60)
    machine.ram[0xAE] = machine.call(0xEE13).a
    high = machine.call(0xFFA5).a
    machine.ram[0x93] = machine.ram[0x90] = 0
    got = machine.call(0xF4E3, a=high, x=1, limit=30_000_000)
    assert not got.flags & 1 and got.x | got.y << 8 == 0xC000 + 771
    assert bytes(machine.ram[0xC000:0xC010]) == bytes(range(16))


def test_the_end_of_save_lets_the_drive_go_and_closes_the_file(machine, drive):
    machine.name("SHORT", secondary=0x60)
    machine.call(0xF3D5)
    machine.call(0xFFB1, a=8)
    assert not machine.call(0xF63F).flags & 1
    assert not drive.busy


@pytest.mark.parametrize("entry", [0xFCF2, 0xFCF5, 0xFCF8, 0xFCFB, 0xFCFE])
def test_a_start_goes_on_from_its_middle(entry):
    machine = c64.C64(sample_rate=0)
    machine.tick(BOOT_FRAMES)
    machine.memory[0x0400:0x0800] = bytes(0x400)
    machine.registers.pc, machine.registers.sp = entry, 0xFF
    machine.board.cpu.p |= 4
    machine.tick(BOOT_FRAMES)
    assert "READY." in machine.screen.text()
    assert machine.at_prompt


def test_a_stopped_load_closes_the_file(machine, drive):
    machine.name("SHORT", secondary=0x60)
    machine.call(0xF3D5)
    got = machine.call(0xF633)
    assert got.a == 0 and got.flags & 1


def test_tapes_are_refused_at_the_place_where_programs_leave_them_to_the_kernal(machine):
    machine.ram[0x9D] = 0
    got = machine.call(0xF533, a=1)
    assert got.a == 9 and got.flags & 1


def test_bytes_that_programs_read_are_there(machine):
    assert machine[0xF616] == 0 and machine[0xF5F0] == 3
    # half a bit's time less 100 cycles, 300 and 1200 baud (Programmer's Reference Guide)
    for index, baud in ((12, 300), (16, 1200)):
        want = round(985248 / baud / 2 - 100)
        assert machine[0xE4EA + index] | machine[0xE4EB + index] << 8 == want
    assert bytes(machine[0xE4EC:0xE4EE]) == (9752).to_bytes(2, "little")
    assert bytes(machine[0xF0BD:0xF0C9]) == b"\rI/O ERROR \xa3"
    assert bytes(machine[0xE8DA:0xE8DC]) == b"\x90\x05"


def test_the_motor_is_switched_off(machine):
    machine.poke(1, machine[1] & ~0x20)
    machine.call(0xFCCA)
    assert machine[1] & 0x20


@pytest.mark.parametrize(
    ("entry", "a", "x", "byte", "cycles"),
    [
        (0xFBA6, 0, 0, 0, 0x60),
        (0xFBA6, 0, 0, 1, 0xB0),
        (0xFBAD, 0, 0, 0, 0xB0),
        (0xFBAF, 0x90, 5, 0, 0x90),
        (0xFBB1, 0x90, 2, 0, 0x290),
    ],
)
def test_half_a_pulse_of_a_tape_takes_its_time(machine, entry, a, x, byte, cycles):
    machine.interrupts_off()
    machine.ram[0xBD] = byte
    machine.call(entry, a=a, x=x)
    timer = machine.board.cia1.tb
    assert timer.latch == cycles
    assert machine[0xDC0F] == 9  # it runs once; what starts it is not read back


def test_fdf3_starts_the_timer_with_a_as_its_high_byte(machine):
    machine.call(0xFDF3, a=0x55)
    assert machine.board.cia1.ta.latch >> 8 == 0x55
    assert machine.board.cia1.icr.mask == 1


@pytest.mark.parametrize("entry", [0xFE56, 0xFE72, 0xFE9D, 0xFEB6, 0xFEBC])
def test_an_nmi_ends(machine, entry):
    machine.interrupts_off()
    machine.ram[0x02A1] = 0
    got = interrupted(machine, entry)
    assert (got.a, got.x, got.y) == (0x11, 0x22, 0x33)


def test_the_60_hz_service_goes_on_without_the_clock(machine):
    machine.interrupts_off()
    machine.poke(0xA0, 1, 2, 3)
    machine.poke(0xCC, 0, 5)  # the cursor is on, for five jiffies more
    got = interrupted(machine, 0xEA34)
    assert (got.a, got.x, got.y) == (0x11, 0x22, 0x33)
    assert bytes(machine.ram[0xA0:0xA3]) == bytes((1, 2, 3))
    assert machine.ram[0xCD] == 4


def interrupted(machine, entry):
    """Go to ``entry`` with a stack as an interrupt leaves it; returns what RTI came back with."""
    code = bytes.fromhex("a9c1 48 a910 48 08 a911 48 a922 48 a933 48 4c")
    machine.put(0xC000, code + entry.to_bytes(2, "little"))
    machine.put(0xC110, b"\x60")
    return machine.call(0xC000)


def test_every_entry_of_the_kernal_is_in_these_tests():
    sources = "".join(path.read_text() for path in (ROOT / "asm/rom/kernal").glob("*.s"))
    entries = re.findall(r"^(?:\w+:)? +entry(?:_within)? \$([0-9A-F]{4})", sources, re.MULTILINE)
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_kernal*.py"))
    called = {found.upper() for found in re.findall(r"0x([0-9A-Fa-f]{4})\b", tests)}
    called |= {f"{call.entry:04X}" for call in CALLS}
    assert len(entries) > 70
    assert set(entries) <= called, sorted(set(entries) - called)
