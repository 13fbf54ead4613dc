"""go64.crt: the game as a cartridge, an EasyFlash (called by tools/build.py).

The program is that of the disk, byte for byte, except for the areas FAST and FAST_BOOT and for
PATCHES.  In those areas a reader of the cartridge's files (asm/game/cartridge/reader.s) replaces
the drive's protocol.  PATCHES call routines that are faster in ROM (asm/game/cartridge/quick.s).

    low chip            the files, not packed, with code that copies them (cartridge_files.py)
    high chip, bank 0   from power-on to the game's first byte; EAPI at $1800; the name for menus
    and further banks   the files of pages in play, as code (cartridge_pages.py), what draws their
                        cells (cartridge_draw.py), what empties a page or lays the trading table
                        (cartridge_screen.py) and its deeds (cartridge_deeds.py), and texts as they
                        are shown (cartridge_texts.py)
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from c64.cartridge.eapi import EAPI_PLACE, own_driver
from disk.crt import Crt, CrtChip, write_crt
from tools.art.pictures import read_table
from tools.game import build_game, gamerules, memorymap, pack, textpack, words
from tools.game.cartridge_deeds import (
    SEEN,
    Deeds,
    Look,
    Owned,
    deed_banks,
    lying,
    read_look,
    step_cells,
)
from tools.game.cartridge_draw import CODE_PAGE, Draw, draw_banks
from tools.game.cartridge_files import BANK, LOW, PAGE, empty_tables, low_chip
from tools.game.cartridge_pages import HIGH, LAST_BANK, high_banks
from tools.game.cartridge_screen import Screen, Table, screen_banks, table_bank
from tools.game.cartridge_texts import Books, file_books, language_books, memory, shelve, told

NAME = "go64.crt"
TITLE = "GO 64"
EASYFLASH, FLASH = 32, 2  # the hardware type, the kind of its chips
SIGN_WIDTH = 14  # asm/game/cartridge/saves.inc
GRID_HEAD, GRID_CELL = 5, 4  # asm/game/ui/grid.s
NAME_SIZE = 16  # behind EAPI ("EasyFlash Programmer's Guide")
FILE_GAME, FILE_DRAW = 16, 63  # asm/game/sys/drive_fast.inc; pictures follow the game
# asm/game/cartridge/cartridge.inc, table.s
FILE_EMPTY, FILE_LOG_EMPTY, FILE_LOG, FILE_TABLE = 62, 61, 60, 59
# Parts of the program that the cartridge has otherwise: {file ending: (from a label on, up to
# another)}.
PATCHES = {
    "seek": ("text_find", "text_append"),
    "find": ("text_append", "text_expand"),
    "at": ("text_at", "text_rest"),
    "line": ("text_rest", "sign_set"),
    "empty": ("screen_empty", "aside_close"),
    "log": ("log_open", "help_need"),
}
EMPTY_BANKS = 3  # that empty a page: two any, one that of history
BUFFERS = ("CELLS", "COLORS", "MATRIX", "SHOWN", "BITMAP")
DRAWN = (
    "dirty_left", "dirty_right", "vid_left", "vid_right", "vid_limit", "old_ptr", "names_wanted",
)  # fmt: skip
SIGN_AT, SIGN_SIZE = 3, 8  # in the names (TEXT_HEADER in asm/game/data/text/text.inc)
PAGES = ("TRADE", "DISK", "FINALE", "DEAL", "HELP", "DESK", "PERSPECTIVE")
PREFETCHED = ("BOARD", "US", "BRAIN")
# What the game calls in FAST, and what its reader uses of the game.
CALLS = (
    "fast_alive", "fast_page", "fast_gone", "fast_fill", "fast_command", "fast_get", "fast_boot",
)  # fmt: skip
SHARED = (
    "bar_at", "bar_end", "save_name", "save_over", "save_size", "saved_count", "saved_more",
    "event_space",
    # of auto.s: what a saved game consists of, and when one is due
    "state_begin", "variant_end", "board_side", "dice_shown", "log_type", "log_seats", "log_param",
    "log_lo", "log_hi", "guide_left", "mode_depth", "mode_kind", "mode_active", "turn_phase",
    "turn_doubles", "turn_count", "player_flags", "auto_made", "auto_turn", "auto_offer",
    "mouse_forget",
    # of talks.s, and of what play.inc asserts
    "offer_cards", "offer_give_hi", "offer_give_lo", "offer_partner", "offer_want_lo",
    "play_active", "prefs", "settings", "switch_family", "talk_before", "talk_bidder",
    # of sign.s
    "video_commit", "dirty_left", "dirty_right",
    # of reader.s
    "ring_lines",
    # of table.s
    "table_cells", "grid_open", "grid_at", "worth_ink", "headers_draw", "trade_refresh",
    "offer_begin", "offer_end", "offer_marks", "square_level", "square_mortgaged", "table_seat",
    # of quick.s
    "text_find", "text_open", "text_buffer",
    "aside_open", "aside_close", "file_ask", "log_page", "overlay_mark",
)  # fmt: skip
ZERO_PAGE = (
    "rect_x", "unpack_src", "unpack_dst", "unpack_bits", "unpack_count", "unpack_offset",
    "bid_lo", "bid_hi", "stage_square", "computer_stop", "irq_phase",
    "names_wanted", "ui_ptr", "panel_shown", "ui_skip",
    "ev_type", "ev_player", "ev_other", "ev_lo", "ev_hi",
    "text_ptr", "cur_x", "cur_y", "cell_ptr", "color_ptr", "ink", "ground", "vid_count", "vid_keep",
    "vid_limit",
)  # fmt: skip


def files(out: Path) -> dict[int, list[pack.Block]]:
    """Return {number: [(address, bytes)]} of all files, as the game asks for them, with patches."""
    known = gamerules.constants()
    numbers = {name: number for number, (name, _) in build_game.OVERLAYS.items()}
    numbers |= {"words": known["FILE_WORDS"], "us": known["FILE_US"]}
    found = {}
    for language in words.LANGUAGES:
        letter = build_game.LETTERS[language]
        for name, blocks, _ in build_game.later_files(out, language):
            number = numbers[name.removeprefix(letter)]
            found[number | (known["FILE_GERMAN"] if letter else 0)] = blocks
    for number in (known["FILE_TRADE"], known["FILE_TRADE"] | known["FILE_GERMAN"]):
        found[number] = with_table(out, found[number])
    program = tuple(area for area in build_game.AREAS if area not in build_game.PLACED)
    found[FILE_GAME] = patched(build_game.linked_blocks(out, program), patches(out))
    for place, painting in enumerate(read_table()):
        packed = (out / f"{painting.name.lower()}.pak").read_bytes()
        found[FILE_GAME + 1 + place] = pack.unpack_blocks(packed)
    return found


def pages(found: dict[int, list[pack.Block]]) -> set[int]:
    """Return the numbers of the files, in both languages, that somebody in play waits for."""
    known = gamerules.constants()
    numbers = {known[f"FILE_{name}"] for name in PAGES} | {FILE_LOG}
    return {number for number in found if number & ~known["FILE_GERMAN"] in numbers}


def prefetched(found: dict[int, list[pack.Block]]) -> set[int]:
    """Return the numbers of the files, in both languages, that come while people read."""
    known = gamerules.constants()
    numbers = {known[f"FILE_{name}"] for name in PREFETCHED}
    return {number for number in found if number & ~known["FILE_GERMAN"] in numbers}


def sign_words() -> str:
    """Return the source of what sign.s shows, for each set of names."""
    rows = []
    for language in words.SETS.values():
        text = f" {words.cartridge_text(language, 'saving', SIGN_WIDTH - 2)} ".ljust(SIGN_WIDTH)
        rows.append(words.byte_lines(text.encode("ascii")))
    return "; made by tools/game/cartridge.py\nsign_words:\n" + "".join(rows)


def high_chip(root: Path, out: Path) -> bytes:
    """Assemble and link bank 0 of the high chip, and put EAPI into it."""
    folder = root / "asm" / "game" / "cartridge"
    labels = gamerules.labels(out / "game.lbl")
    values = memorymap.symbols(build_game.MAP)
    values |= {f"at_{name}": labels[name] for name in CALLS}
    values |= {name: labels[name] for name in SHARED}
    ends = {label for both in PATCHES.values() for label in both} | {"table_whole", "cell_draw"}
    values |= {f"at_{label}": labels[label] for label in ends}
    values["at_fast_boot_end"] = memorymap.segment_place(out / "game.map", "UI_BOOT")[0]
    build_game.write_zero_page(out, "cartridge_zp", ZERO_PAGE, labels)
    build_game.write_text(out / "gen" / "cartridge_words.inc", sign_words())
    objects = [build_game.assemble(root, source, out) for source in sorted(folder.glob("*.s"))]
    build_game.link(root, out, "cartridge", folder / "cartridge.cfg", objects, values)
    linked = (out / "cartridge").read_bytes()
    between = own_driver() + b"EF-Name:" + TITLE.encode().ljust(NAME_SIZE, b"\0")
    return linked[:EAPI_PLACE] + between + linked[EAPI_PLACE + len(between) :]


def signs_of(found: Mapping[int, list[pack.Block]]) -> list[bytes]:
    """Return for each set of names (SET_*) its sign for money."""
    known = gamerules.constants()
    board, us, german = (known[f"FILE_{name}"] for name in ("BOARD", "US", "GERMAN"))
    names = [content for number in (board, us, board | german) for _, content in found[number][:1]]
    assert [content[SIGN_AT - 1] for content in names] == [*range(len(names))]
    return [content[SIGN_AT:][:SIGN_SIZE] for content in names]


def drawing(out: Path, signs: Sequence[bytes], pause: int) -> list[bytes]:
    """Return the banks of the high chip that draw cells; ``signs`` as from signs_of."""
    labels = gamerules.labels(out / "game.lbl")
    places = {name: build_game.MAP[name].start for name in BUFFERS}
    places |= {name: labels[name] for name in DRAWN}
    glyphs = (out / "gen" / "glyphs.inc").read_text()
    bars = re.search(r"^GLYPH_CHEST0 = \$(..)$", glyphs, re.MULTILINE)
    assert bars
    font = (out / "game.font").read_bytes()
    return draw_banks(Draw(font, int(bars[1], 16), signs, places, pause))


def table_of(out: Path, look: Look, steps: Sequence[bytes]) -> Table:
    """Return the trading table, from the overlay TRADE; ``steps``: the texts of its book."""
    labels = gamerules.labels(out / "game.lbl")
    size = (look.deeds + len(look.cards) + look.steps) * GRID_CELL
    blocks = build_game.linked_blocks(out, build_game.linked("TRADE"))
    head = memory(blocks, labels["table_cells"], GRID_HEAD)
    content = memory(blocks, labels["table_cells"] + GRID_HEAD, size)
    side = [tuple(content[at : at + GRID_CELL]) for at in range(0, len(content), GRID_CELL)]
    other = [(left + head[-1], *rest) for left, *rest in side]
    numbers = memory(blocks, labels["money_label_lo"], look.steps)
    texts = [steps[number] for number in numbers]
    return Table(side + other, texts, look.ground, look.hole, look.step, look.rows)


def deeds_of(out: Path, own: Mapping[str, int], look: Look, table: Table) -> Deeds:
    """Return the deeds that may lie on a table; ``own``: the cartridge's labels."""
    labels = gamerules.labels(out / "game.lbl")
    blocks = build_game.linked_blocks(out, build_game.linked("MAIN"))
    groups = len(look.groups)
    squares = memory(blocks, labels["group_squares"], look.deeds)
    sizes = memory(blocks, labels["group_size"], groups)
    colors = memory(blocks, labels["group_color"], groups)
    return Deeds(
        lying(table, look, Owned(squares, sizes, colors, labels)),
        look,
        step_cells(table),
        (out / "game.font").read_bytes(),
        {name: own[name] for name in SEEN},
        (out / "cartridge.deeds").read_bytes(),
    )


def screens(out: Path, own: Mapping[str, int], steps: Sequence[bytes]) -> list[bytes]:
    """Return the banks of the high chip that empty a page, and those that lay a table.

    own     the cartridge's labels;  steps  the texts of TRADE
    """
    labels = gamerules.labels(out / "game.lbl")
    at = {name: build_game.MAP[name].start for name in BUFFERS}
    at |= {name: labels[name] for name in ("dirty_left", "dirty_right", "vid_count", "vid_keep")}
    at |= {name: own[name] for name in ("rom_pause", "screen_near", "screen_show")}
    screen = Screen(at, (out / "cartridge.screen").read_bytes())
    look = read_look((out / "cartridge.look").read_bytes())
    table = table_of(out, look, steps)
    laid = table_bank(screen, table, (out / "game.font").read_bytes())
    return [*screen_banks(screen), laid, *deed_banks(deeds_of(out, own, look, table), screen)]


def books(out: Path, found: dict[int, list[pack.Block]]) -> dict[int, Books]:
    """Return the books that each file brings, by its number."""
    known = gamerules.constants()
    result = {}
    for language in words.LANGUAGES:
        german = known["FILE_GERMAN"] if build_game.LETTERS[language] else 0
        program = build_game.PROGRAMS[language]
        resident = build_game.linked_blocks(out, build_game.linked("WORDS"), program)
        pairs = resident[0][1][: 2 * textpack.PAIRS]
        none = {known["FILE_WORDS"] | german, *build_game.MORE}
        for number, blocks in found.items():
            if number & known["FILE_GERMAN"] == german and number not in none:
                result[number] = file_books(blocks, pairs)
        title = result[known["FILE_TITLE"] | german]
        both = language_books(resident, title, pairs)
        result[known["FILE_WORDS"] | german] = both
        if language == words.LANGUAGES[0]:
            result[FILE_GAME] = both
    return result


def patches(out: Path) -> dict[int, bytes]:
    """Return {address: bytes} of what the cartridge has in the place of parts of MAIN."""
    labels = gamerules.labels(out / "game.lbl")
    return {
        labels[begin]: (out / f"cartridge.{ending}").read_bytes()
        for ending, (begin, _) in PATCHES.items()
    }


def patched(blocks: list[pack.Block], parts: Mapping[int, bytes]) -> list[pack.Block]:
    """Return blocks of memory with other parts: {address: bytes}."""
    out = dict(blocks)
    for place, content in parts.items():
        start = max(start for start in out if start <= place)
        whole, at = out[start], place - start
        if at + len(content) > len(whole):
            raise build_game.GameError(f"no file of the cartridge has ${place:04X}")
        out[start] = whole[:at] + content + whole[at + len(content) :]
    return list(out.items())


def table_patch(out: Path) -> dict[int, bytes]:
    """Return {address: bytes} of what the cartridge has in the place of table_whole in TRADE."""
    place = gamerules.labels(out / "game.lbl")["table_whole"]
    return {place: (out / "cartridge.table").read_bytes()}


def with_table(out: Path, blocks: list[pack.Block]) -> list[pack.Block]:
    """Return the blocks of TRADE with the table from ROM (asm/game/cartridge/table.s)."""
    at = gamerules.labels(out / "cartridge.lbl")["table_rest"]
    (start, first), *others = patched(blocks, table_patch(out))
    if start + len(first) > at:
        raise build_game.GameError("TRADE has no room for what the cartridge has behind it")
    return [(start, first), *others, (at, (out / "cartridge.rest").read_bytes())]


def log_parts(out: Path, found: dict[int, list[pack.Block]]) -> dict[int, int]:
    """Add what history needs of FINALE, in both languages; returns {its number: FINALE's}."""
    end = gamerules.labels(out / "game.lbl")["log_part_end"]
    known = gamerules.constants()
    numbers = {}
    for language in (0, known["FILE_GERMAN"]):
        part, whole = FILE_LOG | language, known["FILE_FINALE"] | language
        (start, content), *_ = found[whole]
        found[part] = [(start, content[: end - start])]
        numbers[part] = whole
    return numbers


def build_cartridge(root: Path) -> None:
    """Write build/game/go64.crt from what build_game has left there."""
    out = root / "build" / "game"
    banks = {0: high_chip(root, out)}
    own = gamerules.labels(out / "cartridge.lbl")
    tables, found = empty_tables(), files(out)
    texts = books(out, found)
    code = (out / "cartridge.texts").read_bytes()
    texts |= {part: texts[whole] for part, whole in log_parts(out, found).items()}
    stored = pages(found)
    shelf = shelve([content for each in texts.values() for content in each.values()], 1, code)
    banks |= dict(enumerate(shelf.banks, 1))
    for number, each in texts.items():
        found[number] = found[number] + told(each, shelf, own["text_banks"])
    asked = {number: found[number] for number in stored}
    banks |= high_banks(asked, own["rom_pause"], tables, len(banks))
    trade = texts[gamerules.constants()["FILE_TRADE"]]
    steps = trade[words.BOOKS.index("overlay") + 1].texts
    tables[0][FILE_EMPTY], tables[1][FILE_EMPTY] = len(banks), HIGH // PAGE
    tables[0][FILE_LOG_EMPTY], tables[1][FILE_LOG_EMPTY] = (
        len(banks) + EMPTY_BANKS - 1,
        HIGH // PAGE,
    )
    tables[0][FILE_TABLE], tables[1][FILE_TABLE] = len(banks) + EMPTY_BANKS, HIGH // PAGE
    banks |= dict(enumerate(screens(out, own, steps), len(banks)))
    first = len(banks)
    banks |= dict(enumerate(drawing(out, signs_of(found), own["rom_pause"]), first))
    if max(banks) > LAST_BANK:
        raise build_game.GameError(f"the cartridge's high chip needs {max(banks) + 1} banks")
    tables[0][FILE_DRAW], tables[1][FILE_DRAW] = first, CODE_PAGE
    others = {number: found[number] for number in found if number not in stored}
    low = low_chip(others, own["rom_pause"], tables, prefetched(found))
    lows = {at // BANK: low[at : at + BANK] for at in range(0, len(low), BANK)}
    chips = [
        CrtChip(FLASH, bank, place, chip[bank])
        for bank in sorted(lows | banks)
        for place, chip in ((LOW, lows), (HIGH, banks))
        if bank in chip
    ]
    crt = Crt(NAME, EASYFLASH, 1, 0, TITLE, tuple(chips))
    (out / NAME).write_bytes(write_crt(crt))
