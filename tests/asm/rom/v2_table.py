"""What BASIC's entries leave, one call a row (tests/asm/rom/test_basic_entries_v2.py).

As "Mapping the Commodore 64", the lists of BASIC ROM routines at sta.c64.org and Commodore's
Programmer's Reference Guide describe them.
"""

from tests.asm.rom.floats import pack
from tests.asm.rom.v2_calls import Call, Jump

HERE, THERE, FREE = 0xC000, 0xC010, 0xC300
MINUS, PLUS, TIMES, NOT = b"\xab", b"\xaa", b"\xac", b"\xa8"
# a frame of FOR for the variable at $1234 as it lies on the stack: token, variable, step with its
# sign, limit, line, text
FRAME = "81 3412 8180000000 01 8420000000 0a00 0809"


def push(digits):
    """Machine code that pushes bytes, so that the first lies on top."""
    return "".join(f"a9{byte:02x}48" for byte in reversed(bytes.fromhex(digits)))


def pull(count, at=FREE):
    """Machine code that pulls what a routine has left on the stack into memory."""
    return "".join(f"688d{(at + i) & 255:02x}{(at + i) >> 8:02x}" for i in range(count))


def five(value):
    """A number in memory, in hex."""
    return pack(value).hex()


def text(string):
    """Characters in hex."""
    return string.encode("ascii").hex()


FOUND = "bd02018d40c3bd03018d41c3" + pull(20)  # the frame at X: its variable
KEEP_S, GET_S = "ba8e60c3", "ae60c39a"  # the stack is emptied
PROGRAM = [
    Call(
        0xA38A,
        memory={0x49: "3412"},
        code=push("0000" + FRAME),
        after=FOUND,
        left={"z": 1},
        at={0xC340: "3412"},
    ),
    Call(
        0xA38A,
        memory={0x49: "0000"},
        code=push("0000" + FRAME),
        after=FOUND,
        left={"z": 1},
        at={0x49: "3412", 0xC340: "3412"},
    ),
    Call(
        0xA38A,
        memory={0x49: "7856"},
        code=push("0000" + FRAME + "8d12"),
        after=FOUND + pull(2),
        left={"z": 0, "a": 0x8D},
    ),
    Call(
        0xA663,
        lines=True,
        code=KEEP_S,
        after=GET_S,
        at={0x2D: "1508" * 3, 0x41: "0008", 0x3E: "00"},
    ),
    Call(
        0xA677,
        lines=True,
        code=KEEP_S,
        after=GET_S,
        at={0x41: "0008", 0x16: "19", 0x3E: "00", 0x10: "00"},
    ),
    Call(0xA7EF, a=0x97, c=1, text=b"\x97828,7", at={0x033C: "07"}, left={"text": 6}),
    Call(0xA827, a=0x34, y=0x12, at={0x41: "3412"}, left={"a": 0x34, "y": 0x12}),
    Call(0xA8BC, lines=True, memory={0x14: "1400"}, at={0x7A: "0608"}),
    Call(0xA8BC, lines=True, memory={0x14: "1500"}, left={"error": 17}),
    Call(0xA8E0, left={"error": 12}),
    Call(0xA8E3, left={"error": 17}),
    Call(
        0xA971,
        a=0x35,
        text=b"56,",
        memory={0x14: "0300"},
        at={0x14: "6401"},
        left={"text": 2, "a": 44},
    ),
    Call(
        0xA971, a=0x2C, c=1, text=b",", memory={0x14: "0300"}, at={0x14: "0300"}, left={"text": 0}
    ),
]
VARIABLES = [
    Call(
        0xA9C2, fac=-2.5, memory={0x49: "00c0"}, code="", a=0, shows=0xA9C2, at={HERE: five(-2.5)}
    ),
    Call(
        0xA9D0, memory={0x49: "00c0", 0x64: "1234", HERE: "aaaa"}, at={HERE: "aa34"}, left={"y": 1}
    ),
    Call(
        0xA9DA,
        memory={0x49: "00c0", 0x64: "1900", 0x19: "050203", 0x16: "1c", 0x17: "1900"},
        at={HERE: "050203", 0x16: "19"},
    ),
    Call(
        0xA9DA,
        memory={0x49: "13bf", 0x64: "10c0", THERE: "0620c0", 0xC020: text("010203"), 0x71: "00"},
        at={0xA0: "036894"},
    ),
    Call(0xA9DA, memory={0x49: "13bf", 0x64: "10c0", THERE: "0520c0"}, left={"error": 14}),
    Call(0xA9E7, memory={0x22: "00c0", HERE: text("010000"), 0x71: "00"}, at={0xA0: "034bc0"}),
    Call(0xAA1D, y=2, fac=5, memory={0x22: "00c0", HERE: text("007")}, left={"fac": 12}),
    Call(0xAA1D, memory={0x22: "00c0", HERE: text("/")}, left={"error": 14}),
    Call(0xAA68, a=0x10, y=0xC0, memory={0x49: "00c0", THERE: "034567"}, at={HERE: "034567"}),
    Call(0xB827, x=9, memory={0x14: "00c0"}, at={HERE: "09"}, left={"y": 0}),
    Call(0xB090, a=0x51, text=b"QR:", left={"text": 2}, at={0x45: "5152"}),
    Call(0xB090, a=0x51, x=0x51, text=b"QR(3):", left={"text": 5}, at={0x45: "5152"}),
    Call(0xB092, a=0x51, text=b"QR%:", memory={0x0C: "00"}, left={"text": 3}, at={0x45: "d1d2"}),
    Call(0xB194, memory={0x0B: "02", 0x5F: "fac0"}, left={"a": 3, "y": 0xC1}, at={0x58: "03c1"}),
    Call(0xB1B5, text=b"300:", at={0x64: "012c"}, left={"text": 3}),
    Call(0xB1B5, text=MINUS + b"3", left={"error": 14}),
    Call(0xB1D1, text=b"(3):", memory={0x45: "5A00", 0x0B: "00000000"}, left={"text": 3}),
    Call(
        0xB34C,
        y=7,
        memory={0x5F: "00c0", HERE: "000000000000000b", 0x71: "2c01"},
        left={"x": 0xE4, "y": 0x0C, "a": 0x0C},
    ),
    Call(0xB355, a=1, memory={0x28: "2c", 0x71: "0300"}, left={"x": 0x84, "y": 3, "a": 3}),
    Call(0xB355, a=0x10, memory={0x28: "00", 0x71: "1000"}, left={"error": 16}),
    Call(0xB3E1, text=b"\xa5Q(X)", left={"text": 2}, at={0x45: "d100"}),
    Call(0xB44F, memory={0x4E: "00c0"}, stacked="0102030405", at={HERE: "0102030405"}),
]
A_FUNCTION = "c100 00c0 0990 00  5800 0000000000"  # FN A at $C000, and X
VARIABLES += [
    Call(
        0xB3F4,
        text=b"\xa5A(4)",
        memory={
            0x2D: "0090",
            0x2F: "0e90",
            0x31: "0e90",
            0x9000: A_FUNCTION,
            HERE: text("X") + "aa" + text("3") + "00",
        },
        left={"fac": 7, "text": 5},
    ),
]
ARRAY = "5a00 0000 01 000b"  # Z with 11 elements, its length still to come
ARRAYS = [
    Call(
        0xB2AA,
        a=0,
        x=55,
        c=0,
        memory={
            0x31: "0090",
            0x5F: "0090",
            0x58: "0790",
            0x0C: "5a",
            0x71: "3700",
            0x9000: ARRAY + "ff" * 60,
        },
        at={0x9002: "3e00", 0x31: "3e90", 0x9007: "00" * 55, 0x903E: "ff"},
    ),
    Call(
        0xB2EA,
        y=4,
        memory={0x5F: "0090", 0x58: "0790", 0x9000: ARRAY, 0x45: "5a00", 0x0D: "00", 0x0E: "00"},
        stacked="0300",
        left={"a": 0x16, "y": 0x90},
        at={0x47: "1690"},
    ),
    Call(
        0xB2EA,
        y=4,
        memory={0x5F: "0090", 0x58: "0790", 0x9000: ARRAY, 0x45: "5a00", 0x0D: "00", 0x0E: "00"},
        stacked="0b00",
        left={"error": 18},
    ),
]
PRINTING = [
    Call(0xAA9D, text=b":", left={"shown": "", "text": 0}, at={0xD6: "01"}),
    Call(0xAA9D, text=b"5", left={"shown": " 5"}),
    *(
        Call(entry, a=0x3B, y=1, text=b";7;", left={"shown": " 7"}, at={0xD6: "00"})
        for entry in (0xAAA2, 0xAAA4)
    ),
    Call(
        0xAACA,
        x=3,
        memory={0x0200: text("ABCDE")},
        at={0x0200: "4142430045"},
        left={"x": 0xFF, "y": 1},
    ),
    Call(0xAAE5, a=0x0D, left={"a": 0xF2}),
    Call(
        0xAB25,
        x=5,
        memory={0x22: "00c0", HERE: text("HELLO!")},
        left={"shown": "HELLO", "x": 0, "y": 5},
    ),
    Call(0xAB25, x=0, memory={0x22: "00c0", HERE: text("HELLO!")}, left={"shown": ""}),
    Call(0xAB28, x=3, y=2, memory={0x22: "00c0", HERE: text("HELLO!")}, left={"shown": "LL"}),
    Call(0xABB5, memory={0x13: "03"}, at={0x13: "00"}, left={"x": 0}),
    Call(0xACF4, left={"shown": "?EXTRA IGNORED"}),
    Call(0xBDDA, a=0x00, y=0xC0, memory={HERE: text("TEXT") + "00"}, left={"shown": "TEXT"}),
]
READING = [
    Call(0xAB4D, memory={0x11: "98", 0x3F: "1400"}, at={0x39: "1400"}, left={"error": 11}),
    Call(0xAB4D, memory={0x11: "00", 0x13: "02"}, left={"error": 24}),
    Call(
        0xAB4D,
        memory={0x11: "00", 0x3D: "5544"},
        at={0x7A: "5544"},
        left={"shown": "?REDO FROM START"},
    ),
    Call(
        0xAC0F,
        a=0x98,
        x=0x7F,
        y=0xC1,
        text=b"A",
        memory={0xC17F: text(",5") + "00"},
        left={"text": 1},
        at={0x41: "81c1"},
    ),
    Call(
        0xAC0D,
        x=0x7F,
        y=0xC1,
        text=b"A",
        memory={0xC17F: text(",5") + "00"},
        left={"text": 1},
        at={0x11: "00"},
    ),
    Call(0xACFB, a=5, x=6, y=7, left={"a": 5, "x": 6, "y": 7}),
    Call(
        0xAC15,
        text=b"A$",
        memory={0x11: "98", 0x43: "7fc1", 0xC17F: text(",HI") + "00"},
        left={"text": 2},
        at={0x41: "82c1"},
    ),
    Call(
        0xAC51,
        text=b",7",
        memory={0x11: "98", 0x43: "80c1", 0x4B: "80c1", 0xC180: "00", 0x49: "00c0", 0x0D: "0000"},
        at={HERE: five(7)},
    ),
    Call(
        0xAC91,
        text=b"",
        memory={0x11: "98", 0x43: "80c1", 0x4B: "80c1", 0xC180: "00"},
        at={0x7A: "80c1"},
    ),
]
EXPRESSIONS = [
    Call(
        0xADA9,
        x=0x79,
        text=b"2" + TIMES + b"3" + PLUS + b"1",
        before=True,
        stacked="84a000000000" + "69b8",
        left={"fac": 16, "text": 3},
    ),
    Call(
        0xAE20,
        y=0,
        fac=10,
        text=b"2" + TIMES + b"3" + PLUS + b"1",
        before=True,
        memory={0x4D: "00"},
        left={"fac": 16, "text": 3},
    ),
    Call(0xAE33, y=0, fac=-10, after=pull(6), left={"x": 0x79}, at={FREE: "84a0000000ff"}),
    Call(0xAE38, a=0x77, fac=-10, after=pull(6), at={FREE: "84a000000077"}),
    Call(0xAE43, fac=10, memory={0x22: "50c3", 0xC350: "6868686868" + "60"}, left={}),
    Call(
        0xAD9E,
        shows=0xADB8,
        text=b"9" + PLUS + b"1",
        left={"fac": 6, "text": 3},
        hook="207300207300a9005820a2b3".replace("5820a2b3", "a00520a2b3") + "68684cb8ad",
    ),
    Call(
        0xAD9E,
        shows=0xADBB,
        text=b"9" + PLUS + b"1",
        left={"fac": 6, "text": 3},
        hook="207300207300a00520a2b3" + "6868207900" + "4cbbad",
    ),
    Call(
        0xAD9E,
        shows=0xADFA,
        text=b"?4" + PLUS + b"1",
        left={"fac": -3},
        hook="207300a0156868" + "4cfaad",
    ),
    Call(0xAD9E, shows=0xAED0, text=b"?4", left={"fac": -5}, hook="207300" + "4cd0ae"),
    Call(0xAD9E, shows=0xAF0D, text=b"?4", left={"fac": -4}, hook="207300" + "4c0daf"),
    Call(0xAD9E, shows=0xAF0F, text=b"?4", left={"fac": -5}, hook="207300a018" + "4c0faf"),
    Call(0xAD9E, shows=0xAECC, text=NOT + b"4", left={"fac": -5}, hook="207300" + "4cccae"),
    Call(0xAE8A, text=b"5:", before=True, left={"fac": 5}),
    Call(0xAE8D, a=0x35, text=b"5:", left={"fac": 5, "text": 1}),
    Call(0xAE8D, a=0xB4, c=1, text=b"\xb4(" + MINUS + b"3)", left={"fac": -1, "text": 5}),
    Call(0xAE92, a=0xFF, c=1, text=b"\xff", left={"text": 1}, at={0x61: "82"}),
    Call(0xAEAD, a=0x2E, c=1, text=b".5", left={"fac": 0.5, "text": 2}),
    Call(0xAEBD, a=0x22, c=1, text=b'"AB"X', left={"text": 4}, at={0x0D: "ff", 0x61: "0201c1"}),
    Call(0xAED4, fac=4, left={"fac": -5}),
    Call(0xAEE3, a=0xB6, text=b"\xb6(" + MINUS + b"3)", left={"fac": 3, "text": 5}),
    Call(0xAEEA, a=0xB6, text=b"\xb6(" + MINUS + b"3)", left={"fac": 3, "text": 5}),
    Call(0xAF14, memory={0x64: "13bf"}, left={"c": 1}),
    Call(0xAF14, memory={0x64: "0090"}, left={"c": 0}),
    Call(0xAF7E, y=0, c=1, memory={0x62: "00010203"}, left={"fac": 0x010203}),
    Call(0xAF84, memory={0xA0: "010203"}, left={"a": 3, "x": 2, "y": 0}, at={0x62: "00010203"}),
    Call(0xAF87, a=3, x=2, y=1, left={"y": 0}, at={0x62: "00010203"}),
    Call(0xAFA7, a=0xB6, text=b"\xb6(" + MINUS + b"3)", left={"fac": 3, "text": 5}),
    Call(0xAFA7, a=0xC8, text=b'\xc8("HELLO",2)', left={"text": 12}, at={0x19: "02"}),
    Call(0xAFD6, y=0x6C, fac=-3, left={"fac": 3}),
    Call(0xB016, arg=3, fac=2, memory={0x12: "01"}, left={"fac": -1}),
    Call(0xB016, arg=3, fac=2, memory={0x12: "06"}, left={"fac": 0}),
    Call(0xB061, x=0, memory={0x12: "02"}, left={"fac": -1}),
]
STRINGS_BELOW_9000 = {0x33: "0090", 0x31: "0020"}
STRINGS = [
    Call(0xB46F, memory={0xFF: text("HELLO") + "00"}, left={}, at={0x61: "05"}),
    Call(
        0xB4BF,
        y=3,
        memory={0x6F: "00c0", HERE: text("ABCD"), 0x33: "0090", 0x31: "0020"},
        at={0x61: "03fd8f", 0x8FFD: text("ABC"), 0x33: "fd8f", 0x0D: "ff"},
    ),
    Call(0xB52A, x=0, a=0x90, at={0x33: "0090"}),
    Call(
        0xB67A,
        memory={0x6F: "10c0", THERE: "0300c0", HERE: text("ABC"), 0x35: "40c3"},
        at={0xC340: text("ABC"), 0x35: "43c3"},
    ),
    Call(
        0xB68C,
        a=3,
        memory={0x22: "00c0", HERE: text("ABC"), 0x35: "40c3"},
        at={0xC340: text("ABC"), 0x35: "43c3"},
    ),
    Call(0xB6DB, a=0x1C, y=0, memory={0x16: "1f1c00"}, left={"z": 1}, at={0x16: "1c1900"}),
    Call(0xB6DB, a=0x19, y=0, memory={0x16: "1f1c00"}, left={"z": 0}, at={0x16: "1f1c00"}),
    Call(
        0xB6F0,
        a=0x41,
        stacked="0000",
        memory={0x33: "0090", 0x31: "0020"},
        at={0x61: "01ff8f", 0x8FFF: "41"},
        left={},
    ),
    Call(
        0xAD9E,
        shows=0xB63D,
        text=b'"AB"' + PLUS + b'"CD"',
        memory={0x33: "0090", 0x31: "0020"},
        at={0x61: "04", 0x8FFC: text("ABCD")},
    ),
    Call(0xB7E2, memory={0x71: "3412"}, at={0x7A: "3412"}, left={"x": 0x34, "y": 0x12}),
    Call(0xB798, left={"error": 14}),
    Call(0xAD9E, shows=0xB700, text=b'\xc8("HELLO",2)', at={0x61: "02"}, left={"text": 12}),
    Call(0xAD9E, shows=0xB72C, text=b'\xc9("HELLO",2)', at={0x61: "02"}, left={"text": 12}),
    Call(0xAD9E, shows=0xB737, text=b'\xca("HELLO",2,9)', at={0x61: "04"}, left={"text": 14}),
    Call(
        0xB706,
        a=1,
        x=2,
        memory={0x50: "10c0", THERE: "0500c0", HERE: text("HELLO")} | STRINGS_BELOW_9000,
        at={0x61: "02", 0x8FFE: text("EL")},
    ),
    Call(
        0xB706,
        c=1,
        x=9,
        memory={0x50: "10c0", THERE: "0500c0", HERE: text("HELLO")} | STRINGS_BELOW_9000,
        at={0x61: "05", 0x8FFB: text("HELLO")},
    ),
    Call(
        0xB761,
        text=b")X",
        code=push("0000073412"),
        left={"a": 7, "x": 7, "y": 0, "text": 1},
        at={0x50: "3412"},
    ),
]
NUMBERS = [
    Call(0xB877, a=0x82, x=0x69, fac=1, arg=1, left={"fac": 3}),
    Call(0xB8D2, c=1, memory={0x61: "8240000000" + "00", 0x70: "00"}, left={"fac": 1}),
    Call(0xB8D2, c=0, memory={0x61: "82c0000000" + "00", 0x70: "00"}, left={"fac": -1}),
    Call(0xB8F9, a=0, fac=5, left={"fac": 0}, at={0x66: "00"}),
    Call(0xB8FB, a=0xFF, fac=5, left={"fac": -5}),
    Call(0xB936, c=0, fac=5, left={"fac": 5}),
    Call(0xB936, c=1, fac=4, memory={0x70: "00"}, at={0x61: "84c000000000"}),
    Call(0xB938, c=1, fac=4, memory={0x70: "01"}, at={0x61: "84c000000000", 0x70: "00"}),
    Call(0xB938, c=1, memory={0x61: "ff"}, left={"error": 15}),
    Call(0xB947, memory={0x61: "8180000000" + "00", 0x70: "00"}, at={0x61: "8180000000ff"}),
    Call(0xB94D, memory={0x61: "8180000001" + "00", 0x70: "00"}, at={0x61: "817fffffff00"}),
    Call(0xB96F, memory={0x61: "818000ffff00"}, at={0x61: "818001000000"}, left={"z": 0}),
    Call(0xB96F, memory={0x61: "81ffffffff00"}, at={0x61: "810000000000"}, left={"z": 1}),
    Call(
        0xB983,
        a=0,
        c=1,
        memory={0x26: "11223344", 0x68: "00", 0x70: "55"},
        at={0x26: "00112233", 0x70: "44"},
    ),
    Call(
        0xB999,
        a=0xFC,
        x=0x61,
        memory={0x61: "8140000000", 0x68: "00", 0x70: "80"},
        left={"a": 8},
        at={0x62: "04000000"},
    ),
    Call(
        0xB9B0,
        a=0x80,
        y=0xFE,
        x=0x61,
        c=0,
        memory={0x61: "8120000000"},
        at={0x62: "10000000"},
        left={"a": 0x20},
    ),
    Call(0xBA30, a=0x82, fac=2.5, arg=4, left={"fac": 10}),
    Call(
        0xBA59,
        a=0,
        c=1,
        memory={0x26: "11223344", 0x68: "00", 0x70: "55"},
        at={0x26: "00112233", 0x70: "44"},
    ),
    Call(
        0xBA59,
        a=0x80,
        y=1,
        arg=1,
        memory={0x26: "00000000", 0x70: "00"},
        at={0x26: "40000000", 0x70: "00"},
    ),
    Call(
        0xBA5E,
        a=0xFF,
        arg=1,
        memory={0x26: "00000000", 0x70: "00"},
        at={0x26: "7f800000", 0x70: "00"},
    ),
    Call(0xBA8B, a=5, x=6, y=7, left={"a": 5, "x": 6, "y": 7}),
    Call(0xBAB7, fac=2, arg=4, at={0x61: "85", 0x66: "00"}),
    Call(0xBAB7, fac=-2, arg=4, at={0x61: "85", 0x66: "ff"}),
    Call(0xBAB9, a=0x83, y=1, fac=2, arg=4, at={0x61: "85"}),
    Call(0xBAB9, a=0xFF, y=1, fac=1e38, arg=1e38, left={"error": 15}),
    Call(0xBAB9, a=0x05, y=1, memory={0x61: "05"}, stacked="0000", left={"fac": 0}),
    Call(0xBAD4, memory={0x66: "00"}, left={"error": 15}),
    Call(0xBAD4, memory={0x61: "80", 0x66: "ff"}, stacked="0000", left={"fac": 0}),
    Call(0xBAED, a=0x83, fac=1, arg=1, left={"fac": 10}),
    Call(0xBB07, a=0, y=0xC0, x=0, arg=-10, memory={HERE: five(4)}, left={"fac": 2.5}),
    Call(0xBB07, a=0, y=0xC0, x=0xFF, arg=-10, memory={HERE: five(4)}, left={"fac": -2.5}),
    Call(0xBB14, a=0x83, fac=4, arg=10, left={"fac": 2.5}),
    Call(0xBB8F, memory={0x61: "83", 0x26: "40000000", 0x66: "00", 0x70: "00"}, left={"fac": 2}),
    Call(
        0xBBD7,
        fac=-2.5,
        x=0,
        y=0xC0,
        memory={0x70: "ff"},
        at={HERE: five(-2.5), 0x70: "00"},
        left={"y": 0},
    ),
    Call(0xBBFE, a=0xFF, arg=7.5, left={"fac": -7.5, "x": 0}, at={0x70: "00"}),
    Call(0xBC23, memory={0x61: "8180000000" + "00", 0x70: "00"}, at={0x61: "818000000100"}),
    Call(0xBC23, c=1, memory={0x61: "81ffffffff" + "00", 0x70: "00"}, at={0x61: "828000000000"}),
    Call(0xBC31, a=0x80, left={"a": 0xFF, "z": 0}),
    Call(0xBC31, a=0x00, left={"a": 1, "z": 0}),
    Call(0xBC5D, y=0xC0, fac=3, memory={0x24: "00", HERE: five(5)}, left={"a": 0xFF}),
    Call(0xBDDF, y=0, fac=-12, at={0xFF: text("-12") + "00"}, left={"a": 0, "y": 1}),
    Call(0xBDDF, y=5, fac=0, at={0x0104: text(" 0") + "00"}, left={"a": 0, "y": 1}),
    Call(
        0xBE68,
        y=0x24,
        memory={0x62: "00034bc0", 0x5D: "0600", 0x71: "ff"},
        at={0xFF: text("010000") + "00"},
    ),
    Call(0xBF04, a=0x41, y=3, at={0x0102: "4100"}, left={"a": 0, "y": 1}),
]
EVERY_CALL = PROGRAM + VARIABLES + ARRAYS + PRINTING + READING + EXPRESSIONS + STRINGS + NUMBERS

TO_LINE_10 = {0x5F: "0108", 0x14: "0a00"}
EVERY_JUMP = [
    Jump(0xA43A, x=11, screen=["", "?SYNTAX  ERROR", "READY."]),
    Jump(0xA469, a=0x00, y=0xC0, memory={HERE: text("TEXT") + "00"}, screen=["TEXT", "READY."]),
    Jump(0xA496, memory={0x7A: "0002", 0x0200: text("PRINT5") + "00"}, screen=[" 5", "", "READY."]),
    Jump(
        0xA49F,
        memory={0x7A: "0002", 0x14: "0a00", 0x0200: text("END") + "00"},
        until=0xA480,
        at={0x0801: "07080a0080000000", 0x2D: "0908"},
    ),
    Jump(
        0xA52A,
        lines=True,
        memory={0x0801: "99", 0x2F: "5555"},
        until=0xA480,
        at={0x0801: "0708", 0x2D: "1508" * 3},
    ),
    Jump(
        0xA6C9,
        lines=True,
        memory={0x5F: "0108", 0x14: "ffff"},
        screen=["", "10 END", "20 PRINT", "30 END", "READY."],
    ),
    Jump(0xA6D7, y=1, lines=True, memory=TO_LINE_10, screen=["10 END", "", "READY."]),
    Jump(0xA6EF, a=0xD8, lines=True, memory=TO_LINE_10 | {0x49: "04"}, screen=["X", "", "READY."]),
    Jump(0xA6F3, a=0x58, y=4, lines=True, memory=TO_LINE_10, screen=["X", "", "READY."]),
    Jump(0xA724, a=0x99, y=4, lines=True, memory=TO_LINE_10, screen=["PRINT", "", "READY."]),
    Jump(0xA84B, c=0, screen=["", "READY."]),
    Jump(0xA84B, c=1, screen=["", "BREAK", "READY."]),
    Jump(0xA897, lines=True, text=b"20", until=0xA7AE, at={0x7A: "0608"}),
    Jump(0xABCE, text=b"A", memory={0x39: "0a00"}, screen=["?"]),
]


def words(*addresses):
    """Addresses as they lie in memory, in hex."""
    return b"".join(at.to_bytes(2, "little") for at in addresses).hex()


def marked(*strings):
    """Texts whose last letters have bit 7, in hex."""
    return b"".join(s[:-1].encode() + bytes([ord(s[-1]) | 0x80]) for s in strings).hex()


KEYWORDS = """
END FOR NEXT DATA INPUT# INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP ON WAIT LOAD
SAVE VERIFY DEF POKE PRINT# PRINT CONT LIST CLR CMD SYS OPEN CLOSE GET NEW TAB( TO FN SPC( THEN NOT
STEP + - * / ^ AND OR > = < SGN INT ABS USR FRE POS SQR RND LOG EXP COS SIN TAN ATN PEEK LEN STR$
VAL ASC CHR$ LEFT$ RIGHT$ MID$ GO
"""
MESSAGE_TEXT = """
TOO MANY FILES,FILE OPEN,FILE NOT OPEN,FILE NOT FOUND,DEVICE NOT PRESENT,NOT INPUT FILE
NOT OUTPUT FILE,MISSING FILE NAME,ILLEGAL DEVICE NUMBER,NEXT WITHOUT FOR,SYNTAX
RETURN WITHOUT GOSUB,OUT OF DATA,ILLEGAL QUANTITY,OVERFLOW,OUT OF MEMORY,UNDEF'D STATEMENT
BAD SUBSCRIPT,REDIM'D ARRAY,DIVISION BY ZERO,ILLEGAL DIRECT,TYPE MISMATCH,STRING TOO LONG
FILE DATA,FORMULA TOO COMPLEX,CAN'T CONTINUE,UNDEF'D FUNCTION,VERIFY,LOAD
"""
MESSAGES = MESSAGE_TEXT.strip().replace("\n", ",").split(",")
MESSAGES_AT = 0xA19E
PLACES = [MESSAGES_AT + sum(map(len, MESSAGES[:n])) for n in range(len(MESSAGES))]
# an operator: its priority and its address less one
OPERATORS = "79 B86A 79 B853 7B BA2B 7B BB12 7F BF7B 50 AFE9 46 AFE6 7D BFB4 5A AED4 64 B016"
STATEMENTS = (
    "A831 A742 AD1E A8F8 ABA5 ABBF B081 AC06 A9A5 A8A0 A871 A928 A81D A883 A8D2 A93B A82F A94B B82D"
    " E168 E156 E165 B3B3 B824 AA80 AAA0 A857 A69C A65E AA86 E12A E1BE E1C7 AB7B A642"
)
FUNCTIONS = (
    "BC39 BCCC BC58 0310 B37D B39E BF71 E097 B9EA BFED E264 E26B E2B4 E30E B80D B77C B465 B7AD B78B"
    " B6EC B700 B72C B737"
)
# address: hex, as the Programmer's Reference Guide and "Mapping the Commodore 64" list it
TABLES = {
    0xA000: words(0xE394, 0xE37B),
    0xA00C: words(*(int(at, 16) - 1 for at in STATEMENTS.split())),
    0xA052: words(*(int(at, 16) for at in FUNCTIONS.split())),
    0xA080: "".join(
        priority + words(int(at, 16) - 1)
        for priority, at in zip(OPERATORS.split()[::2], OPERATORS.split()[1::2], strict=True)
    ),
    0xA09E: marked(*KEYWORDS.split()) + "00",
    0xA0D0: f"{ord('E') | 0x80:02x}",  # RESTORE
    0xA19E: marked(*MESSAGES),
    0xA326: text("A") + f"{ord('D') | 0x80:02x}",  # the end of LOAD
    0xA328: words(*PLACES, 0xA383),
    0xA364: "0d" + text("OK") + "0d00" + text("  ERROR") + "00" + text(" IN ") + "00",
    0xA376: "0d0a" + text("READY.") + "0d0a00",
    0xA381: "0d0a" + text("BREAK") + "00",
    0xACFC: text("?EXTRA IGNORED") + "0d00",
    0xAD0C: text("?REDO FROM START") + "0d00",
}
