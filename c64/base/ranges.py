"""The range of every field, by the class that has it: what a snapshot may hold.

A snapshot's checksum tells of damage, not of who wrote it, and compiled chips do not look where
their arrays end.  So no value from outside gets into a field that no machine could have put there.

A field that is not in the table of its class has the range of USUAL; of an array's elements the
same holds, but bytes may have any value where nothing is said.  What depends on the model, on
the size of a cartridge or on other fields is in RELATIONS.
"""

import operator
import struct
from functools import lru_cache

NEVER = 1 << 62
LONGEST = 1 << 50  # cycles: 36 years
FAR = 1 << 22  # cycles by which something can be behind or ahead of the machine: seconds

KINDS = {
    "bit": (0, 1),
    "two": (0, 3),
    "map": (0, 5),  # one of CART_SHADOWED to CART_KERNAL, c64/cartridge/port.py
    "dma": (0, 2),  # one of CART_DMA_NONE to CART_DMA_WANTED, the same
    "three": (0, 7),
    "nibble": (0, 15),
    "five": (0, 31),
    "six": (0, 63),
    "counts": (-127, 127),
    "seen": (-1, 511),  # a coordinate of a light pen; -1: no light
    "byte": (0, 255),
    "ten": (0, 1023),
    "twelve": (0, 4095),
    "word": (0, 0xFFFF),
    "twenty": (0, 0xFFFFF),
    "long": (0, 0xFFFFFF),
    "count": (0, (1 << 31) - 1),
    "any": (-(1 << 31), (1 << 31) - 1),
    "level": (-(1 << 34), 1 << 34),
    "sum": (-LONGEST, LONGEST),
    "cycle": (0, LONGEST),
    "time": (-NEVER, NEVER),
}
USUAL = KINDS["any"]
USUAL_OF_ARRAYS = {"B": KINDS["byte"], "q": KINDS["time"]}

# class: lines of a kind and the fields that have it
_TABLE = {
    "Board": """
        byte debugcart debug_value stop
        cycle cycle stolen sid_cycle
        any iec_pins
    """,
    "CPU": """
        word pc
        byte a x y sp p jammed reset_pending int_now int_prev nmi_line nmi_latch ane_constant
    """,
    "CpuPort": """
        byte ddr data driven lines sense
        cycle leaks6 leaks7 fall_off
    """,
    "VIC": """
        count frame_count
        bit irq touched main_border vborder vborder_next last_line raster_matched
        bit allow_bad_lines bad_line idle ba_low lp_level lp_done border_on
        byte irq_status ultimax ultimax2 control1_before phi1_data phi2_bus refresh
        byte sprite_dma sprite_display sprite_y_flop collided_sprites collided_data
        byte collisions_read collisions_tail seq_display seq_active seq_held seq_priority
        byte seq_multicolor seq_expand_x seq_x_flop seq_multi_flop
        byte eager settle stale lpx lpy
        byte gfx_shift gfx_multi_flop gfx_matrix ba_count
        nibble color_value gfx_color colors
        three rc xscroll
        five mode_ecm_bmm mode_next mode_mcm mode_mcm_late
        two seq_pixel gfx_pixel
        six vmli latch_vmli sprite_mc sprite_mcbase
        twenty cells cell_latch
        word bank
        long sprite_data seq_shift
        count log out
    """,
    "CIA": """
        byte pra prb ddra ddrb cra crb irq pa_in pb_in flag_in
        count ended idle slept
    """,
    "CiaTimer": "word counter latch\n twelve pipe\n byte toggle",
    "CiaIcr": "byte old flags mask line new ack hidden\n ten pipe",
    "CiaTod": """
        count clock_hz line_hz left rest
        byte time alarm held hold stopped ring
    """,
    "CiaSdr": """
        byte old data shifter half_bits output turn refused flag
        byte history cnt_out sp_out cnt_in sp_in
        nibble load
        bit waiting finish
    """,
    "SID": """
        long acc noise noise_latch
        word freq
        twelve pw noise_out pulse wave osc tri_saw
        byte control noise_pipe noise_test noise_driven silent env env_shown env_state env_next
        byte env_enabled gate attack_decay sustain_release divider
        byte divider_next state_pipe step_pipe divider_pipe routing mode_volume bus
        byte pot_x pot_y pot_x_shown pot_y_shown
        word rate_count rate_match rate_end divider_period
        three phase volume_from
        count noise_fade float_fade bus_hold pot_phase
        sum volume_sum
        level output_low
        cycle sample_clock
    """,
    "Keyboard": "six down\n bit locked restore",
    "SerialBus": """
        bit computer_atn computer_clk computer_data atn_low clk_low data_low
        time wakeup
    """,
    "Controls": "byte pot_x pot_y switch",
    "Joystick": "five bits",
    "Paddles": "five bits\n byte x y",
    "Mouse1351": "five bits\n two port\n six x y",
    "LineMouse": """
        two kind port step
        bit left right begin strobe
        counts x y
        byte out_x out_y
        cycle since
    """,
    "LightPen": "seen x y\n six low",
    "PlayerAdapter": "bit kind",
    "Datasette": """
        byte mode motor wire
        count at kept recorded
        time pulse_at stop_at wind_at
        cycle written_at passed zero
    """,
    "Drive": """
        bit clk data
        time wakeup
        byte state attention listening talking secondary accepting last
    """,
    "Drive1541": """
        bit clk data atn
        three posted
        time wakeup
        sum base
    """,
    "DriveBus": """
        byte value
        cycle cycle
        bit atn clk data was_in is_in protected
        three port port_before post_lines
        time port_at post_at overflow_at next_post changed_at
    """,
    "VIA": """
        byte ora orb ddra ddrb pa_in pb_in pa_latch pb_latch t1_pb7 t2_low t2_high t2_latch
        byte t1_fresh t1_reload t1_armed t2_fresh t2_under t2_armed t2_pulses pb6
        byte sr sr_state sr_wait sr_due acr pcr ifr ier irq ca1 ca2 cb1 cb2
        byte ca2_out cb1_out cb2_out pulse
        word t1 t1_latch
    """,
    "DriveHead": """
        two phase density
        bit moving motor writing ready noted raw_is_flux level passed
        sum place speed
        time swing_at ready_at stopped_at cell_at raw_at pulse_at shift_at noise_at next
        byte data_out out
        word shifter
        nibble count uf4
        cycle cell_rest
        count ahead cell noise
    """,
    "REU": """
        byte status command bank_latch int_mask control latch active turn started running
        byte held fault lows mine theirs
        dma dma
        bit irq
        word c64_addr length c64_start length_start
        long reu_addr reu_start
        count left
    """,
    "GeoRam": "byte page block",
    "RamCart": "byte read_only page control",
    "Isepic": "bit switch armed nmi\n three page",
    "DoubleQuickBrownBox": "bit exrom game\n map shadow",
    "Plus60K": "bit high",
    "Plus256K": "two low high video\n bit locked",
    "EasyFlash": "bit exrom game\n count bank",
    "Flash040": """
        nibble state base
        time until opens left
        byte toggle byte changed
        byte sectors pending
    """,
    "Gmod2": "bit exrom game\n map shadow\n count bank",
    "Gmod3": "bit exrom game wired\n map shadow\n word bank",
    "Eeprom": """
        byte state select clock operation enabled output status changed
        five count
        ten address
        time until
    """,
    "SpiFlash": """
        byte select clock command byte output enabled changed
        cycle bits
        long shift address
        time until
    """,
    "FreezerCartridge": """
        bit exrom game nmi
        map shadow
        bit vic_sees
        two mode
        byte bank active frozen ram_on ram_high extended written
    """,
    "Pagefox": "bit exrom game bank\n two chip\n map shadow",
    "EpyxFastLoad": "bit exrom game\n time until",
    "Zaxxon": "bit exrom game\n count romh_base",
    "Kingsoft": "bit exrom game\n map shadow\n count romh_base",
    "KernalCartridge": "bit exrom\n count voltage\n time since",
    "RomCartridge": "bit exrom game nmi\n count roml_base romh_base\n byte hidden",
}
_SPECIAL = {
    ("VIC", "cycle_in_line"): (0, 65),
    ("VIC", "draw_cycle"): (0, 65),
    ("VIC", "raster_line"): (0, 311),
    ("VIC", "sprite_x"): (0, 511),
    ("VIC", "seq_x"): (0, 511),
    ("VIC", "vc"): (0, 1023),
    ("VIC", "vcbase"): (0, 1023),
    ("VIC", "now"): (0, 127),
    ("VIC", "drawn"): (0, 127),
    ("VIC", "color_reg"): (-1, 63),
    ("SID", "cutoff"): (0, 2047),
    ("SID", "filter_band"): (-10 << 26, 10 << 26),  # 10 V
    ("SID", "filter_low"): (-10 << 26, 10 << 26),
    ("SID", "filter_earlier"): (0, 96 << 16),  # 96 V: four inputs, three blocks
    ("SID", "filter_wait"): (0, 19),
    ("SID", "cic"): (0, 1 << 40),  # 32 bits, and what eight cycles add
    ("SID", "output_high"): (-(1 << 51), 1 << 51),
    ("SID", "history_at"): (0, 143),
    ("DriveHead", "half"): (2, 84),
    ("DriveBus", "posts"): (0, 16),
    ("DriveHead", "noise"): (0, (1 << 32) - 1),
    ("Drive", "state"): (0, 22),
    ("Drive", "byte"): (-1, 511),  # $100: the last one; -1: there is none
    ("Drive", "bits"): (0, 8),
    ("Eeprom", "bits"): (0, (1 << 29) - 1),
    ("Datasette", "left"): (-(1 << 40), 1 << 40),
    ("GeoRam", "page"): (0, 63),
    ("LightPen", "kind"): (0, 6),  # of LIGHT_PENS, c64/input/light_pen.py
}


def _parsed():
    found = {}
    for kind, text in _TABLE.items():
        found[kind] = {}
        for line in text.strip().splitlines():
            word, *names = line.split()
            found[kind] |= dict.fromkeys(names, KINDS[word])
    for (kind, name), limits in _SPECIAL.items():
        found[kind][name] = limits
    return found


RANGES = _parsed()


def range_of(kinds, name, usual=USUAL):
    """Return (lowest, highest) of a field; kinds: names of the class and of those it is made of."""
    for kind in kinds:
        if name in RANGES.get(kind, ()):
            return RANGES[kind][name]
    return usual


@lru_cache(256)
def _limits(kinds, names):
    """Return (lowest values, highest values) of fields."""
    return tuple(zip(*(range_of(kinds, name) for name in names), strict=True)) or ((), ())


def check_numbers(kinds, names, values):
    """Return the name of the first field whose value is out of its range, or None."""
    low, high = _limits(kinds, names)
    if all(map(operator.le, low, values)) and all(map(operator.le, values, high)):
        return None
    rows = zip(names, low, values, high, strict=True)
    return next(f"{name} is {value}" for name, least, value, most in rows
                if not least <= value <= most)  # fmt: skip


def check_arrays(kinds, words, contents):
    """Return what of some arrays is out of its range, or None; ``words`` as in a layout."""
    above, by_bits, others = _bounded(kinds, words)
    # All at once: nearly every range is one of bits, and so much for one value costs 0.3 us.
    if above and int.from_bytes(b"".join(contents), "little") & above:
        others = by_bits + others
    for place, name, code, low, high in others:
        values = memoryview(contents[place]).cast(code)
        if min(values) < low or max(values) > high:
            return f"{name} has {min(values)} to {max(values)}"
    return None


@lru_cache(256)
def _bounded(kinds, words):
    """Return what tells arrays whose values are out of their ranges: (above, by bits, others).

    above    int: of all arrays' bytes, one behind the other and the lowest first, those bits that
             are clear in all values from 0 to 2**n - 1, for the arrays with such a range
    by bits  [(place, name, type code, lowest, highest)] of these arrays
    others   the same of those with another range; arrays that may hold anything are in neither
    """
    above, at, by_bits, others = 0, 0, [], []
    for place, word in enumerate(words):
        name, _, kind = word.partition(":")
        code, count = kind[0], int(kind[1:])
        bits = 8 * struct.calcsize(code)
        least, most = (
            (0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        )
        low, high = range_of(kinds, name, USUAL_OF_ARRAYS.get(code, USUAL))
        if low > least or high < most:
            if low == 0 and high & (high + 1) == 0 and high <= most:
                by_bits.append((place, name, code, low, high))
                for value in range(at, at + count * bits, bits):
                    above |= (2**bits - 1 - high) << value
            else:
                others.append((place, name, code, low, high))
        at += count * bits
    return above, by_bits, others


# -- what fields have to do with each other --------------------------------------------------------


def _vic(vic, v, board):
    model = board.model
    cycles = model.cycles_per_line
    late = (v["now"] - v["drawn"]) % 128  # cycles that are logged and not drawn yet
    return (
        (v["out"] - v["draw_cycle"]) % cycles == 1  # lines are drawn whole, from their first word
        and (v["draw_cycle"] + late - v["cycle_in_line"]) % cycles == 0
        and v["cycle_in_line"] <= cycles
        and v["draw_cycle"] <= cycles
        and v["raster_line"] < model.lines
        and v["out"] in range(model.lines * cycles)
        and v["bank"] % 0x4000 == 0
    )


def _sid(sid, v, board):
    return v["sample_clock"] <= 2 * (sid.clock_hz + 8 * sid.sample_rate)


def _board(chip, v, board):
    return abs(v["cycle"] - v["sid_cycle"]) < FAR and v["stolen"] <= v["cycle"]


def _rom(cart, v, board):
    rom = (("roml_base", getattr(cart, "roml", b"")), ("romh_base", getattr(cart, "romh", b"")))
    return all(0 <= v.get(name, 0) <= max(len(data) - 8192, 0) for name, data in rom)


def _flash(cart, v, board):
    chip = next(c for c in (getattr(cart, n, None) for n in ("low", "flash")) if c is not None)
    return v["bank"] % 8192 == 0 and v["bank"] <= len(chip.data) - 8192


def _ramcart(cart, v, board):
    return bool(cart.large) or v["control"] == 0  # a small one has no second bank


def _spi_flash(chip, v, board):
    return v["address"] < chip.size


_PLAYING, _WINDING = 1, (3, 4)  # modes of c64/tape/datasette.py, which is above this room


def _datasette(tape, v, board):
    """What is due is so because of the key that is down."""
    plays = v["pulse_at"] == NEVER or v["mode"] == _PLAYING
    return plays and (v["wind_at"] == NEVER or v["mode"] in _WINDING)


def _tod(tod, v, board):
    return v["clock_hz"] > 0 and v["line_hz"] in (50, 60)


def _head(head, v, board):
    return (v["place"] in range(2 << 32, (84 << 32) + 1) or not v["moving"]) and abs(
        v["speed"]
    ) < 1 << 36


RELATIONS = {
    "Board": _board,
    "VIC": _vic,
    "SID": _sid,
    "CiaTod": _tod,
    "DriveHead": _head,
    "EasyFlash": _flash,
    "Gmod2": _flash,
    "RamCart": _ramcart,
    "SpiFlash": _spi_flash,
    "Datasette": _datasette,
    "RomCartridge": _rom,
    "Zaxxon": _rom,
    "Kingsoft": _rom,
}


@lru_cache(256)
def relations_of(kinds):
    """Return the functions (unit, {name: number}, board) that tell whether numbers agree."""
    return tuple(RELATIONS[kind] for kind in kinds if kind in RELATIONS)


@lru_cache(256)
def kinds_of(kind):
    """Return the names of a class and of those it is made of."""
    return tuple(each.__name__ for each in kind.__mro__)
