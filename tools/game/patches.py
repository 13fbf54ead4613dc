"""[patches] of a preset: other figures for the board in its games.

    [patches.price]         # by square, as in data/board.toml; mortgage and fee follow from it
    39 = 380
    [patches.rent]          # the six of a street, by square
    39 = [60, 220, 620, 1450, 1750, 2050]
    [patches.pay]           # of a tax, by square
    4 = 150
    [patches.house]         # what a house costs, by group
    blue = 150
    [patches.rents]         # of all stations by number held, of utilities: times the dice
    stations = [30, 60, 120, 240]

``rows`` compares the board's tables (tools/game/gamedata.py) with and without them; the
differences are written to the tables in memory during such a game (presets/patches.inc).
"""

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

from tools.game import gamedata, presets

LINES = {"price": gamedata.DEEDS, "rent": ("street",), "pay": ("tax",)}  # {entry: kinds of square}
KEYS = (*LINES, "house", "rents")
OF_STATE = "fee_value"  # the rules work it out again when a game begins (fees_set)
MOST = 128  # rows: a loop ends by bpl
HOUSE = range(2, 251, 2)  # half of it is a byte, and no fraction
RENTS = {"stations": (4, 255), "utilities": (2, 20)}  # how many, and the highest


class Row(NamedTuple):
    """Byte ``at`` of the table ``label``, which is ``new`` instead of ``own``."""

    label: str
    at: int
    own: int
    new: int


def patched(board: dict[str, Any], wanted: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The board with the preset's figures; PresetError if they are wrong."""
    found = copy.deepcopy(board)
    unknown = sorted({*wanted} - {*KEYS})
    presets.need(not unknown, where, f"{', '.join(unknown)}: only {', '.join(KEYS)} are known")
    for key, entries in wanted.items():
        here = f"{where}: {key}"
        presets.need(isinstance(entries, dict), here, f"must be a table: [patches.{key}]")
        for name, value in entries.items():
            put(found, key, name, value, here)
    try:
        gamedata.check_board(found)
    except gamedata.DataError as error:
        raise presets.PresetError(f"{where}: {str(error).removeprefix('board.toml: ')}") from None
    return found


def put(board: dict[str, Any], key: str, name: str, value: Any, where: str) -> None:
    """One figure into the board."""
    if key == "house":
        groups = [name for name, group in board["groups"].items() if group["house"]]
        presets.need(name in groups, where, f"{name} is not one of {', '.join(groups)}")
        presets.need(type(value) is int and value in HOUSE, where,
                     f"{name} is {value!r}, must be even, 2-250")  # fmt: skip
        board["groups"][name]["house"] = value
    elif key == "rents":
        presets.need(name in RENTS, where, f"{name} is not one of {', '.join(RENTS)}")
        count, most = RENTS[name]
        good = isinstance(value, list) and all(type(v) is int and 0 < v <= most for v in value)
        presets.need(good and len(value) == count, where,
                     f"{name} must be {count} figures of 1-{most}")  # fmt: skip
        board["rents"][name] = value
    else:
        squares = board["square"]
        known = [str(n) for n, square in enumerate(squares) if square["kind"] in LINES[key]]
        presets.need(name in known, where, f"{name} has no {key}: it is one of {', '.join(known)}")
        figures = value if key == "rent" else [value]
        good = isinstance(figures, list) and all(type(v) is int for v in figures)
        presets.need(good, where, f"{name} is {value!r}, must be "
                     f"{'six figures' if key == 'rent' else 'a figure'}")  # fmt: skip
        squares[int(name)][key] = value


def rows(preset: presets.Preset) -> list[Row]:
    """[Row] of a preset."""
    if not preset.patches:
        return []
    where = f"presets/{preset.stem}.toml: [patches]"
    board = gamedata.board()
    own = gamedata.board_columns(board)
    new = gamedata.board_columns(patched(board, preset.patches, where))
    found = [
        Row(label, index, *pair)
        for label, values in own.items()
        if label != OF_STATE
        for index, pair in enumerate(zip(values, new[label], strict=True))
        if pair[0] != pair[1]
    ]
    presets.need(found, where, "every figure is that of data/board.toml")
    presets.need(len(found) <= MOST, where, f"changes {len(found)} bytes of tables, at most {MOST}")
    return found


def the_patched() -> presets.Preset | None:
    """The preset of the game that has patches, or None."""
    return next((preset for preset in presets.the_presets() if preset.patches), None)


def tables() -> dict[str, int]:
    """{label: bytes} of the tables that are written to."""
    preset = the_patched()
    if preset is None:
        return {}
    sizes = {name: len(values) for name, values in gamedata.board_columns(gamedata.board()).items()}
    return {row.label: sizes[row.label] for row in rows(preset)}


def include() -> str:
    """The include for the 6502 sources: PATCHED and the others are 0 if there are none."""
    preset = the_patched()
    found = rows(preset) if preset else []
    code = presets.more().index(preset.code) if preset and preset.code else 0
    listed = "".join(f"        PATCH {r.label} + {r.at}, {r.own}, {r.new}\n" for r in found)
    return (
        f"PATCHED         = {len(found)}\n"
        f"PATCHED_PRESET  = {preset.number if preset else 0}\n"
        f"PATCHED_FAMILY  = {presets.family_of(preset) if preset else 0}\n"
        f"PATCHED_FILE    = {code}\n"
        f".macro PATCH_ROWS\n{listed}.endmacro\n"
    )
