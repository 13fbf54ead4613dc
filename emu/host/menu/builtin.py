"""The pages of the menu: one per group of actions, and those that need files or a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c64.config import CONFIG_CHOICES
from emu.host.actions import on_off
from emu.host.media.file_page import file_page
from emu.host.menu.files import CARTRIDGES, DISKS, RECORDINGS, STARTABLE, browse
from emu.host.menu.page import CLOSE, Opener, Page, Row, only_read, row_of
from emu.host.menu.roms_page import rom_name, roms_page
from emu.host.menu.sids_page import sids_page
from emu.host.picture.overlay import KEYS_HELP
from emu.host.settings_table import SECTIONS, SETTINGS
from emu.language.translation import language_name, translated, use
from emu.shared.disks import is_bundled
from emu.shared.setup import cart_path

if TYPE_CHECKING:
    from c64.api_views import DriveSlot, FilePath
    from emu.host.actions import Action
    from emu.host.feature import AppProtocol
    from emu.host.settings import Settings
    from emu.host.settings_table import Setting, Value

# group of actions -> title; others follow in the order in which they come
GROUPS = {
    "drives": "Drives",
    "machine": "Machine",
    "time": "Time",
    "picture": "Picture",
    "sound": "Sound",
    "input": "Input",
    "record": "Record",
}
LAST_GROUPS = {"help": "Help", "quit": "Quit"}
AFTER = {"Tape": "Drives"}  # page of a feature -> the page that it follows
RECENT = 12
OF_THE_MODEL = ("vic", "cia", "sid", "sid_filter")  # settings whose empty value is the model's


SpecialRows = Callable[["AppProtocol", Opener], list[Row]]


def top_pages(app: AppProtocol, menu: Opener) -> list[Page]:
    """Return the Pages of the menu's list."""
    groups = app.actions.groups()
    special: dict[str, SpecialRows] = {
        "drives": drive_rows,
        "machine": machine_rows,
        "record": record_rows,
    }
    pages = [Page("Start", lambda: start_rows(app, menu))]
    pages += [page for feature in app.features for page in feature.pages()]
    shown = {*GROUPS, *LAST_GROUPS, "tape"}  # the tape has a page of its own
    between = [name for name in groups if name not in shown]
    for group in [*GROUPS, *between]:
        if group in groups or group in special:
            title = GROUPS.get(group, group.capitalize())
            pages.append(Page(title, _rows_of(app, menu, group, special.get(group))))
    for title, before in AFTER.items():
        _move(pages, title, before)
    pages.append(Page("Settings", lambda: setting_rows(app)))
    pages.append(Page("Help", lambda: help_rows(app, menu)))
    pages.append(Page("Quit", lambda: quit_rows(app, menu)))
    return pages


def _move(pages: list[Page], title: str, before: str) -> None:
    """Put a page right behind another, if both are there."""
    titles = [page.title for page in pages]
    if title in titles and before in titles:
        page = pages.pop(titles.index(title))
        pages.insert([page.title for page in pages].index(before) + 1, page)


def _rows_of(
    app: AppProtocol, menu: Opener, group: str, special: SpecialRows | None
) -> Callable[[], list[Row]]:
    """Return the function for the rows of a group: the special ones, then its actions."""

    def rows() -> list[Row]:
        more = special(app, menu) if special else []
        actions = app.actions.groups().get(group, ())
        return [*more, *(_row_of(menu, action) for action in actions if action.name != "menu")]

    return rows


def _row_of(menu: Opener, action: Action) -> Row:
    """Return the Row of an Action; if it only does something, it leaves the menu first."""
    row = row_of(action)
    return row if action.state else replace(row, run=_leaving(menu, action.do))


def _leaving(menu: Opener, function: Callable[[], object]) -> Callable[[], object]:
    """Return a function that leaves the menu and calls one, which may open it again."""
    return lambda: menu.behind(function)


def question(title: str, yes: str, do: Callable[[], object]) -> Page:
    """Return a Page that asks before something that would lose the running program."""
    return Page(title, lambda: [Row(yes, do), Row("no, leave it as it is", lambda: CLOSE)])


# -- Start -----------------------------------------------------------------------------


def start_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return what can be started."""
    rows = [
        Row("open a file ...", lambda: browse(app, "Open", STARTABLE, _loading(app))),
        Row("the property game", lambda: _loading(app)(None)),
        Row("BASIC", _again(app, file=None, basic_prompt=True, cart=None)),
    ]
    recent = [path for path in app.library.paths()[:RECENT] if not is_bundled(path)]
    if recent:
        rows.append(Row("recent files", heading=True))
        load = _loading(app)
        rows += [
            Row(path.name, partial(load, path), more=partial(file_page, app, path), name=True)
            for path in recent
        ]
    return rows


def _loading(app: AppProtocol) -> Callable[[FilePath | None], object]:
    def load(path: FilePath | None) -> object:
        return CLOSE if app.load(path) else None  # if it fails, the user can choose another

    return load


# -- Drives ----------------------------------------------------------------------------


def drive_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return the rows for drives 8 and 9."""
    drives = app.machine.drives
    return [row for number in (8, 9) for row in _rows_of_drive(app, menu, drives[number])]


def _rows_of_drive(app: AppProtocol, menu: Opener, slot: DriveSlot) -> list[Row]:
    title, heading = f"Drive {slot.number}", f"drive {slot.number}"
    insert = _inserting(app, menu, slot.number)
    return [
        Row(heading, heading=True),
        Row(
            "disk",
            lambda: browse(app, title, DISKS, insert, folders=True),
            lambda: disk_name(slot),
        ),
        Row("take it out", slot.eject, enabled=slot.image is not None),
        Row(
            "kind",
            lambda: None,
            lambda: slot.kind or "none",
            lambda: CONFIG_CHOICES["drive"],
            lambda kind: app.attach(slot.number, slot.image, kind=kind),
        ),
    ]


def disk_name(slot: DriveSlot) -> str:
    """Return the name of the disk in a drive."""
    if slot.image is None:
        return "none"
    return Path(slot.image.path or slot.image.name).name


def _inserting(app: AppProtocol, menu: Opener, device: int) -> Callable[[FilePath], None]:
    def insert(path: FilePath) -> None:
        app.insert(path, device)
        menu.back()

    return insert


# -- Record ----------------------------------------------------------------------------


def record_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return the row that replays a recording of inputs."""
    take = _loading(app)
    return [Row("replay inputs ...", lambda: browse(app, "Replay", RECORDINGS, take))]


# -- Machine ---------------------------------------------------------------------------


def machine_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return the rows about the machine's hardware; a change switches it off and on."""
    config = app.args.config

    def change(title: str, field: str) -> Callable[[str], None]:
        def choose(word: str) -> None:
            value = None if word == "model's" else word
            if value != getattr(config, field):
                menu.show(_restart_question(app, f"{title}: {word}", field, value))

        return choose

    def row(title: str, field: str, words: tuple[str, ...]) -> Row:
        now = getattr(config, field)
        return Row(
            title, lambda: None, lambda: now or "model's", lambda: words, change(title, field)
        )  # fmt: skip

    own = ("model's",)
    kernal = rom_name(None if config.kernal is None else str(config.kernal), "KERNAL ")
    cart = cart_path(app.args)
    pull = [] if config.cart is None else [Row("pull the cartridge", _again(app, cart=None))]
    return [
        row("model", "model", CONFIG_CHOICES["model"]),
        row("SID", "sid", (*own, *CONFIG_CHOICES["sid"])),
        row("SID filter", "sid_filter", (*own, *CONFIG_CHOICES["sid_filter"])),
        _digiboost(app, menu),
        Row("ROMs", lambda: roms_page(app, menu), lambda: kernal),
        Row("SIDs", lambda: sids_page(app), lambda: str(len(app.machine.sids))),
        Row(
            "cartridge",
            lambda: browse(app, "Cartridge", CARTRIDGES, _loading(app)),
            lambda: "none plugged in" if cart is None else cart.name,
        ),
        *pull,
        Row("switch off and on", lambda: question("Off and on?", "yes, off and on", _again(app))),
    ]


def _digiboost(app: AppProtocol, menu: Opener) -> Row:
    """Return the row of the 8580's digiboost."""
    word = on_off(app.args.config.digiboost)

    def choose(chosen: str) -> None:
        if chosen != word:
            title = f"digiboost: {chosen}"
            menu.show(_restart_question(app, title, "digiboost", chosen == on_off(True)))

    return Row("digiboost (8580)", lambda: None, lambda: word, lambda: ("off", "on"), choose)


def _again(app: AppProtocol, **changes: object) -> Callable[[], object]:
    """Return a function that starts again with other options and leaves the menu."""

    def run() -> object:
        app.start_again(**changes)
        return CLOSE

    return run


def _restart_question(app: AppProtocol, title: str, field: str, value: str | bool | None) -> Page:
    def restart() -> object:
        if field in ("model", "sid", "sid_filter"):
            setattr(app.settings, field, value or "")
        if isinstance(value, bool):
            setattr(app.settings, field, value)
        app.start_again(**{field: value})
        return CLOSE

    return question(title, "yes, switch off and on", restart)


# -- Settings and Quit -----------------------------------------------------------------


def help_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return all keys; a row does what its key does."""
    rows = [
        Row("messages so far", lambda: messages_page(app), lambda: str(len(app.overlay.messages))),
        Row("keys of the C64", heading=True),
    ]
    rows += [Row(what, keys=key) for key, what in KEYS_HELP]
    rows.append(Row("keys of the window", heading=True))
    with_keys = [action for action in app.actions if action.keys_text]
    return rows + [
        Row(a.title, _leaving(menu, a.do), enabled=a.possible(), keys=a.keys_text)
        for a in with_keys
    ]


def messages_page(app: AppProtocol) -> Page:
    """Return the Page with the messages so far, the newest first, each in full."""

    def rows() -> list[Row]:
        found = []
        for when, text in reversed(app.overlay.messages):
            found += [Row(when, heading=True), Row(translated(text), only_read, name=True)]
        return found

    return Page("Messages", rows, empty="no message so far", wrap=True)


def setting_rows(app: AppProtocol) -> list[Row]:
    """Return the settings with a choice of values; a change takes effect at the next start."""
    settings = app.settings
    rows = [Row(f"{_where(settings)}, next start", heading=True)]
    for section, title in SECTIONS.items():
        chosen = [s for s in SETTINGS if s.section == section and _is_choice(s)]
        if section != "memory" and chosen:
            rows.append(Row(title, heading=True))
            rows += [_setting_row(settings, setting) for setting in chosen]
    return rows


def _is_choice(setting: Setting) -> bool:
    return bool(setting.words) or isinstance(setting.default, bool)


def _where(settings: Settings) -> str:
    """Return where the settings will be saved."""
    return "not kept" if settings.path is None else Path(settings.path).name


def _none_of(setting: Setting) -> str:
    """Return the word for a setting's empty value."""
    own = {"language": "the system's"}
    return own.get(setting.name, "model's" if setting.name in OF_THE_MODEL else "none")


def _word_of(setting: Setting, value: Value) -> str:
    """Return what the menu calls a setting's value; a language has its own name for itself."""
    if not value:
        return _none_of(setting)
    return language_name(str(value)) if setting.name == "language" else str(value)


def _setting_row(settings: Settings, setting: Setting) -> Row:
    kind = type(setting.default)
    words: dict[str, Value]
    if kind is bool:
        words = {"off": False, "on": True}
    else:
        words = {_word_of(setting, word): word for word in setting.words}
    back = {value: word for word, value in words.items()}

    def choose(word: str) -> None:
        setattr(settings, setting.name, words[word])
        if setting.name == "language":
            use(settings.language)  # at once, for those who cannot read the menu

    return Row(
        setting.title,
        lambda: None,
        lambda: back[getattr(settings, setting.name)],
        lambda: tuple(words),
        choose,
    )


def quit_rows(app: AppProtocol, menu: Opener) -> list[Row]:
    """Return the rows of the last page."""
    rows = [Row("back to the machine", lambda: CLOSE, keys="F10")]
    return rows + [_row_of(menu, action) for action in app.actions.groups().get("quit", ())]
