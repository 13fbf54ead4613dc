"""What no test can tell of the changes that tools/quality/mutate.py makes, and why."""

# What no test can tell: (source, what, which of these in the source): why.
EQUIVALENT = {
    ("play/card.s", "sta card_last: left out", 0): "play_init did so, and no card comes before",
    ("play/money.s", "lda #PF_LOSING: one more", 0): "one more is PF_ALIVE, which he has there",
    ("variants/rules1989_market.s", "cmp #1: one more", 1): "no seat is NO_PLAYER - 1",
    ("variants/rules1989_brain.s", "ldx #MAX_PLAYERS - 1: one more", 0): "a square: bit 7 is clear",
    ("variants/russian.s", "inc play_end: turned round", 0): "not 0 but 256 changes later, as well",
    ("variants/russian_brain.s", "clc: turned round", 1): "the rules refuse who is in debt as well",
    ("brain/choose.s", "iny: turned round", 1): "300 and nudges of 75 at most do not carry",
    ("brain/manage.s", "lda #REASON_GROUP: one more", 0): "any reason but NO_HOUSES is one there",
    ("brain/trade.s", "ldx #0: one more", 0): "GO is nobody's deed",
    ("brain/weigh.s", "ldx #GROUPS - 1: one more", 0): "tr_gain lies there, and is set below",
    ("brain/weigh.s", "cpy #GROUP_STATIONS: one more", 0): "houses cost 0 there: nobody is poor",
    ("brain/manage.s", "lda #1: one more", 0): "any number but 0 says complete groups only",
    ("brain/answer.s", "lda #0: one more", 1): "1 heard of a computer is fewer than 2, too",
    ("brain/trade.s", "cmp #WAIT_MAX: one more", 0): "an even number is compared: 10 stays 10",
    ("pages/play.s", "jsr bid_reset: left out", 0): "each auction and rent sets it anew",
    ("pages/computer.s", "ldx #0: one more", 0): "no key is 1; ui_skip is cleared before a wait",
    ("pages/files.s", "jsr key_flush: left out", 0): "the directory's end forgets keys, too",
    ("pages/browse.s", "sec: turned round", 0): "the same square is drawn once more, as it is",
    ("pages/finale.s", "lda #BANK_IO: one more", 1): "it reads nothing below the KERNAL",
    ("pages/play.s", "cpy #SQUARES: one more", 0): "the square of gaol is looked at without a card",
    ("pages/gains.s", "cmp #2 * GROUPS: one more", 0): "size 0: 256 deeds, GO among them",
    ("video/ring_lines.s", "cpx #RING_SIZE: one more", 0): "0 lies behind ring_rows: no lines",
    ("ui/menu.s", "lda #NOTHING: one more", 0): "the first button of a page is on no other page",
    ("sys/irq.s", "lda #4: one more", 0): "the line goes low a cycle later: nobody waits for it",
    ("sys/save_preset.s", "cpx #SQUARES: one more", 0): "nobody stands on square 40: refused below",
    ("sys/save_preset.s", "cmp #FAMILY_MORE: one more", 0): "none on the disk has this family",
    ("sys/save_preset.s", "lda #0: one more", 2): "bit 0 is looked at alone, and comes from C",
    (
        "video/commit.s",
        "lda #<(((MATRIX & $3C00) >> 6) | ((BITMAP & $2000) >> 10)): one more",
        0,
    ): "bit 0 of $D018 is connected to nothing",
}
# The same for Python: (module, the line as it is changed): why.
EQUIVALENT_PYTHON = {
    ("c64/vic/vic.py", "self.settle or (self.regs[reg] ^ value) & (VIC_ECM + VIC_BMM)"): "two bits",
    (
        "c64/vic/vic.py",
        "border = VIC_LOG_GRAPHICS + (self.main_border << VIC_LOG_MAIN_BORDER)",
    ): "two bits",
    (
        "c64/base/ranges.py",
        "if low == 0 and high & (high - 1) == 0 and high <= most:",
    ): "a value above another has a bit that this has not, or it is looked at closer",
    (
        "c64/base/ranges.py",
        "if low == 0 and high >> (high + 1) == 0 and high <= most:",
    ): "a value above another has a bit that this has not",
    (
        "c64/base/ranges.py",
        "if low == 0 and high & (high | 1) == 0 and high <= most:",
    ): "looks closer in vain",
    (
        "c64/base/ranges.py",
        'if above and int.from_bytes(b"".join(contents), "little") | above:',
    ): "looks closer in vain",
    (
        "c64/base/ranges.py",
        "(0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 << (bits - 1) - 1)",
    ): "looks in vain",
    (
        "c64/base/ranges.py",
        "(0, 2**bits - 1) if code.isupper() else (-(2 << (bits - 1)), 2 ** (bits - 1) - 1)",
    ): "looks in vain",
    (
        "c64/base/ranges.py",
        "(0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) ** 1)",
    ): "looks in vain",
    ("c64/base/fields.py", "if len(self.units) <= 1:"): "the chip itself is always one",
    (
        "c64/vic/fetch.py",
        "return self.cart_rom_hi[self.cart_base + 0x1000 | (addr & 0x0FFF)]",
    ): "banks begin at multiples of 8192: other bits",
    ("c64/vic/fetch.py", "^ ((self.regs[VIC_MEMORY] & VIC_CB) << 10)"): "other bits",
    (
        "c64/vic/fetch.py",
        "self.sprite_data[i] = (self.sprite_data[i] & self.sprite_kept[i]) ^ (",
    ): "other bits",
    ("c64/vic/cycles.py", "14: VIC_EVENTS ^ VIC_UPDATE_VC,"): "two bits",
    (
        "c64/vic/sprites.py",
        "if not self.drains(i, 7):",
    ): "what is left after seven shifts is a pixel for the next byte",
    (
        "c64/vic/graphics.py",
        "if self.border_on or entry + VIC_LOG_BORDER:",
    ): "with_border leaves a cycle without border as it is",
    ("c64/cia/icr.py", "self.pipe |= CIA_IP_SET1 + CIA_IP_BIT1"): "two bits",
    ("c64/cia/icr.py", 'Field("old", -1, keep=True),'): "__init__ sets it",
    (
        "c64/cia/sdr.py",
        "if self.load + self.turn | self.refused | self.flag:",
    ): "a sum is 0 where both are",
    ("c64/cia/sdr.py", "if self.half_bits <= 0:"): "never below 0",
    ("c64/cia/cia.py", "return self.tod.peek(reg % CIA_TOD10)"): "from 8 to 11",
    ("c64/cpu/cpu.py", "return low ^ self._read((at + 1) & 0xFF) << 8"): "other bits",
    ("c64/cpu/cpu.py", "elif op is OP_PHP:"): "CPython has each small number once",
    ("c64/cpu/cpu.py", "if decimal <= 0:"): "0 or 8",
    ("c64/cia/cia.py", "if self.cra * 0x20:"): "a timer that counts phi2 counts no pulse beside it",
    ("c64/cia/cia.py", "elif reg is CIA_TAHI:"): "CPython has each small number once",
    ("c64/cia/timer.py", "return self.counter - 1 if self.counter >= 1 else 0"): "1 - 1 is 0",
    ("c64/sid/sid.py", "if cycles < 0:"): "what follows does nothing in no cycles",
    ("c64/sid/wave.py", "return ~1"): "any negative number says the same",
    ("c64/sid/voice_batches.py", "if now is not level:"): "a level in two parts sums to the same",
    (
        "c64/sid/tables.py",
        'pulldown[12] = rows[4] if model == "6581" else top & (top << 1) & 3969',
    ): "bit 0 has no lower neighbour: top << 1 has none",
    (
        "c64/bus/board.py",
        "if cycles < 2 or self.mode16 < PLA_DMA_MODE * 16:",
    ): "cycles that are not waited for quickly are waited for one by one",
    ("c64/bus/machine.py", "state ^= state << 13 & 4294967294"): "bit 0 is 0 after a shift",
    ("c64/bus/clock.py", "if self.sid_cycle is not self.cycle:"): "a SID does nothing in 0 cycles",
    (
        "c64/bus/sockets.py",
        "return self.read_map[self.mode16 | 15] == PLA_KERNAL",
    ): "mode16 is a multiple of 16",
    ("c64/bus/board.py", "if block <= 4:"): "the SID's blocks were asked before",
    ("c64/bus/board.py", "elif region is PLA_ROMH:"): "CPython has each small number once",
    (
        "c64/bus/sockets.py",
        "lines = self.cpu.int_now & 1 ^ self.cpu.nmi_line << 1",
    ): "two bits",
    ("c64/bus/wires.py", "if reg >= 0 or reg == 2:"): "other registers move no pin of port A",
    (
        "c64/cartridge/freezer.py",
        "self.extended = value & (EXTENDED_IO1 ^ EXTENDED_NO_FREEZE | EXTENDED_BANKED)",
    ): "two bits",
    (
        "c64/cartridge/wiring.py",
        "return bank(value & 3) | lines(value >> 4 & 1, value >> 5 // 1) | free | hide",
    ): "bits 6 and 7 fall on EFFECT_LINES, which is set, and on EFFECT_HIDE, which bit 7 is",
    (
        "c64/cartridge/ram.py",
        "self.page = (addr >> 2 & 1) | (addr & 2) ^ (addr & 1) << 2",
    ): "three bits",
    ("c64/cartridge/reu.py", "self.reu_addr = self.reu_addr & REU_BANKS ^ value"): "other bits",
    (
        "c64/cartridge/memory/spi_flash.py",
        "elif self.command in (SPI_CE, SPI_CE_TOO) and self.bits is SPI_BITS:",
    ): "CPython has each small number once",
    (
        "c64/drive/idle_loops.py",
        "if ram[note >> 8] is not note & 0xFF and not self.noted_before(at):",
    ): "CPython has each small number once",
    ("c64/drive/via.py", "if reg is VIA_T1CH:"): "CPython has each small number once",
    **dict.fromkeys(
        [("c64/tape/blocks.py", f"run, total = {n}") for n in ("-1, 0", "1, 0", "0, 1", "0,  -1")],
        "begins anew with the first wave",
    ),
    (
        "c64/tape/blocks.py",
        "bad = bad or sum(first == 1 for first, _ in pairs) % 2 <= 0",
    ): "0 or 1",
    ("disk/durable.py", "if file >= (-1):"): "it is -1 on Windows only",
    (
        "emu/kit/machine.py",
        'word = "too many on the stack" if left <= 0 else "too few on the stack"',
    ): "0 was looked at before",
    **dict.fromkeys(
        [("emu/arena/scripted.py", f"self.asked: tuple[int, int] = ({n}, 0)") for n in (-2, "-0")],
        "asked 0 times in whatever turn that was",
    ),
    ("disk/petscii.py", "return bytes(field).split(bytes([PAD]), 2)[0]"): "the first part is taken",
    (
        "disk/base/pure.py",
        "sys.meta_path.insert(1, SourceFinder(package, folder))",
    ): "before it are built-in modules only",
    (
        "c64/drive/names.py",
        "record = text[follower + 1 : follower + 3]",
    ): "the first byte is taken",
    **dict.fromkeys(
        [
            ("emu/monitor/breakpoint.py", 'VECTORS = {"irq": 0xFFFE, "nmi": 65531}'),
            ("emu/monitor/breakpoint.py", 'VECTORS = {"irq": 65535, "nmi": 0xFFFA}'),
        ],
        "an interrupt reads both bytes of its vector",
    ),
    (
        "emu/monitor/vice/text_commands.py",
        "self.points[point.number] = text[(-1)]",
    ): "there is one",
    (
        "emu/monitor/vice/text_commands.py",
        "return data[at - base & 0xFFFF] if (at - base) & 0xFFFF <= 3 else 0",
    ): "no instruction has a fourth byte",
    (
        "emu/monitor/vice/text_server.py",
        "if not self._stopped or time.monotonic() >= late:",
    ): "a moment of the clock",
    **dict.fromkeys(
        [
            ("emu/host/media/library.py", line)
            for n in (0, 2)
            for line in (
                f"text = json.dumps([asdict(e) for e in kept], indent={n})",
                f'write_whole(self._index, json.dumps(kept, indent={n}) + "\n")',
                f'write_whole(self.place / FOLDERS, json.dumps(names, indent={n}) + "\n")',
            )
        ],
        "JSON reads any indentation",
    ),
    **dict.fromkeys(
        [
            ("disk/surface.py", f"self._packed = (now, zlib.compress(self.save(), {n}))")
            for n in (0, 2)
        ],
        "how hard it is packed",
    ),
    ("emu/web/protocol.py", "and 0 <= len(value) <= KEY_MOST"): "no key has an empty name",
    (
        "emu/web/server.py",
        "name = host_name(hosts[(-1)]) if len(hosts) == 1 else None",
    ): "there is one",
    (
        "disk/sid.py",
        "if middle % 2 or not (0x42 <= middle <= 127 or 0xE0 <= middle <= 0xFE):",
    ): "an odd number was refused before",
    (
        "disk/block_map.py",
        "return [places[1], *places]  # there is no track 0",
    ): "nothing looks at track 0 of a 1581",
    (
        "emu/host/menu/menu.py",
        "pass  # not: self._dirty, self._updated = 0, 0.0",
    ): "both are set when it opens",
    (
        "emu/host/sound/sdl_audio.py",
        "pass  # not: library.SDL_GetNumAudioDevices.argtypes = (ctypes.c_int,)",
    ): "ctypes passes an int so by itself",
    (
        "emu/monitor/vice/commands.py",
        'kind = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NONBLOCK", 1)',
    ): "there is one on Unix",
    (
        "emu/monitor/deltas.py",
        "self._packed = zlib.compress(piece.words.data)",
    ): "how hard it is packed",
    (
        "emu/dap/breakpoints.py",
        "return [(int(condition[:8]), 1)]",
    ): "no line has a number of nine digits",
    (
        "emu/language/translation.py",
        "return None if found is None else dict(zip(self._names, found.groups()))",
    ): "each name is a group",
    (
        "emu/web/picture.py",
        "kinds = np.full(len(cells), FULL)",
    ): "its numbers are compared and their bits packed",
    ("emu/dap/sources.py", "end = -2"): "no address is below 0",
    **dict.fromkeys(
        [
            (
                "emu/browser/session.py",
                f'packed = zlib.compress(b"".join([self.machine.snapshot(), *ours.values()]), {n})',
            )
            for n in (0, 2)
        ],
        "how hard it is packed",
    ),
    **dict.fromkeys(
        [("emu/browser/session.py", f"self._until_point = {n}") for n in (1, "(-1)")],
        "counted down before it is looked at",
    ),
    **dict.fromkeys(
        [
            (
                "emu/mcp/session.py",
                f"stop = self.debugger.run(min(limit, board.cycle + {n}))",
            )
            for n in (999999, 1000001)
        ],
        "how often the clock is looked at",
    ),
    (
        "emu/dap/breakpoints.py",
        "pass  # not: self._owners.pop(part.number, None)",
    ): "no other breakpoint ever has its number",
    (
        "emu/dap/memory.py",
        'text = f"-0x{-addr:04X}" if addr <= 0 else f"0x{addr:04X}"',
    ): "0 is inside of memory",
    (
        "disk/volume.py",
        "for (_, sector), link in zip(self.layout.map_links, following):",
    ): "a 1581 has two blocks of its map",
    ("disk/relative.py", "if more <= (-1):"): "no block is added, and the side sectors stay",
    ("emu/monitor/drive_cpu.py", "unit.watching = 2"): "any number but 0 says that it is watched",
    ("emu/monitor/drive_cpu.py", "self._unit.leaving = 2"): "any number but 0 says that it leaves",
    (
        "emu/monitor/drive_cpu.py",
        "FROZEN = 3  # a value of ``held``: nothing makes the drive go on",
    ): "a drive asks for 0 and 1 only",
    (
        "emu/host/menu/widgets.py",
        "for i, (button, picture) in enumerate(zip(self._tiles, self._tile_pictures)):",
    ): "both are made together",
    (
        "emu/host/menu/menu.py",
        "if time.monotonic() > self._typed_until:",
    ): "the clock is never at that very moment",
    (
        "emu/host/picture/charset_text.py",
        "_LATIN = [chr(code) for code in range(0xC0, 385) if _has_accent(chr(code))]",
    ): "the character 384 has no accent",
    (
        "disk/directory.py",
        "count = self.layout.sectors_of(track) if track else (-1)",
    ): "track 0 is refused in any case",
    **dict.fromkeys(
        [
            ("emu/host/achievements/operands.py", line)
            for line in (
                "WORD32 = Size(5, MASK, 32, _same)",
                '"H": Size(2, 0xFF, 8, _same),',
                '" ": Size(3, 0xFFFF, 16, _same),',
                '"W": Size(4, 0xFFFFFF, 24, _same),',
                '"L": Size(2, 0x0F, 4, _same),',
                '"U": Size(2, 0xF0, 4, lambda raw: raw >> 4),',
                '"K": Size(2, 0xFF, 1, int.bit_count),',
                '"I": Size(3, 0xFFFF, 16, _turned(2)),',
                '"J": Size(4, 0xFFFFFF, 24, _turned(3)),',
                '"G": Size(5, MASK, 32, _turned(4)),',
                "return Size(2, 1 << number, 1, lambda raw: raw >> number)",
            )
        ],
        "the mask leaves the same bytes",
    ),
    (
        "emu/host/achievements/operands.py",
        "if self._length == 0 and at < len(ram):  # as most are",
    ): "the other way reads the same",
    **dict.fromkeys(
        [("emu/host/achievements/operands.py", f"constant: int = {n}") for n in ("(-1)", 1)],
        "a constant is always given, and nothing else has one",
    ),
    (
        "emu/host/achievements/operands.py",
        "digits = (number >> shift & 0x0F for shift in range(28, -2, -4))",
    ): "the next one would be -4",
    **dict.fromkeys(
        [
            (
                "emu/host/achievements/operands.py",
                f'return min(int(digits.lstrip("0")[:{n}] or "0", radix), MASK)',
            )
            for n in (15, 17)
        ],
        "both are beyond 32 bits",
    ),
    (
        "emu/host/achievements/trigger.py",
        "most = max(known, key=lambda run: run.measured or (-1), default=None)",
    ): "it is the least in any case",
    (
        "emu/host/achievements/trigger.py",
        "paused = (group for group, run in zip(self._groups, runs) if run.paused)",
    ): "each group has had its run",
    **dict.fromkeys(
        [
            (
                "emu/host/sound/sdl_audio.py",
                f'FORMAT_INT16 = 0x8010 if sys.byteorder == "little" else {n}',
            )
            for n in (36879, 36881)
        ],
        "computers with the high byte first are not where tests run",
    ),
    (
        "emu/host/input/input.py",
        "warnings.warn(f\"{name}: '{word}' is not one of {known}\", stacklevel=1)",
    ): "both lines are in this file",
    (
        "emu/monitor/commands.py",
        'wanted = [None if p.lower() == "xx" else self._bytes([p])[(-1)] for p in parts]',
    ): "there is one",
    (
        "emu/monitor/commands.py",
        'parts = words(args, (-1), 2, "back [N] [UNIT]")',
    ): "there are never fewer than none",
}
