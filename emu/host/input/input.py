"""What the user does: keys, joysticks, mouse, and the keys of the emulator itself."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from c64.api import keys_for_char
from emu.host.actions import Action, Actions, next_of
from emu.host.input.devices import ADAPTERS, PENS, POINTERS, USUAL
from emu.host.input.keymap import COMMON_KEYS, POSITIONAL_KEYS, c64_char
from emu.host.input.keysets import DEFAULT_SET, all_sets, by_pygame
from emu.host.input.pads import BUTTON_KEYS, PLACES, Pad, Pads
from emu.host.input.pointer import Pointer
from emu.host.input.typed_keys import TypedKeys, kernal_scans
from emu.shared.key_state import SHIFT_LOCK

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

KEY_SETTINGS = ("joy_keys", "joy_keys_2", "joy_keys_3", "joy_keys_4")  # by place
MACRO = "macro"  # stands in for the host key that presses a macro's keys
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
WAKING = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.JOYBUTTONDOWN,
    pygame.CONTROLLERBUTTONDOWN,
)


# Rates that are whole frames at 50 Hz: 1, 2, 3 and 5 with fire, and as many without.
AUTOFIRE = ("off", "5 a second", "8 a second", "12 a second", "25 a second")


class Switches:
    """The closed switches of one joystick, each closed for at least a whole frame.

    Where frames come late, a tap may begin and end between two of them: the machine would not see
    it.
    """

    def __init__(self) -> None:
        self._on: set[str] = set()
        self._new: set[str] = set()

    def put(self, on: Iterable[str]) -> set[str]:
        """Close these and no others; returns those that are closed."""
        on = set(on)
        self._new |= on - self._on
        kept = {name for name in self._new if OPPOSITE.get(name) not in on}
        self._on = on | kept
        return self._on

    def tick(self) -> bool:
        """Note that a frame has seen them; returns whether ``put`` may now open some."""
        seen, self._new = bool(self._new), set()
        return seen

    def clear(self) -> None:
        """Open all of them at once."""
        self._on, self._new = set(), set()


class Input:
    """Reads pygame's events and acts on the App."""

    def __init__(self, app: AppProtocol) -> None:
        self._app = app
        settings = app.settings
        self._keys = TypedKeys(app.machine.keyboard, lambda: kernal_scans(app.machine))
        self._common = by_pygame(COMMON_KEYS)
        self._sets = all_sets(settings)
        self._check_sets()
        self._alt_keys: dict[int, Callable[[], None]] = {}
        self._plain_keys: dict[int, Callable[[], None]] = {}
        self._stick_keys_down: set[int] = set()
        self._played: Mapping[int, set[str]] = {}
        self._switches = tuple(Switches() for _ in range(PLACES))
        # frame in which fire was pressed, by place
        self._firing: list[int | None] = [None] * PLACES
        self.pads = Pads(self._port, app.overlay.say, self._places)
        self.pointer = Pointer(
            lambda: app.machine, settings.mouse_as, settings.mouse_port, self._picture_place,
            self._beam_at,
        )  # fmt: skip
        self._plug_adapter()
        pygame.key.set_repeat()

    def _check_sets(self) -> None:
        """Replace a set that does not exist, a mistake in the settings, by the usual one."""
        settings = self._app.settings
        for name in KEY_SETTINGS:
            usual = DEFAULT_SET if name == KEY_SETTINGS[0] else "off"
            word = getattr(settings, name)
            if word not in self._sets:
                known = ", ".join(self._sets)
                warnings.warn(f"{name}: '{word}' is not one of {known}", stacklevel=2)
                settings.override(**{name: usual})

    def actions(self) -> tuple[Action, ...]:
        """Return the Actions about keys, joysticks and mouse."""
        settings = self._app.settings

        def sets() -> tuple[str, ...]:
            return tuple(self._sets)

        return (
            Action(
                "joystick-port",
                "joystick port 1/2",
                lambda: self._put_port(3 - settings.joy_port),
                "j",
                group="input",
                state=lambda: str(settings.joy_port),
                choices=lambda: ("1", "2"),
                choose=lambda word: self._put_port(int(word)),
            ),
            Action(
                "joystick-keys",
                "joystick keys",
                lambda: self._put_joystick_keys(next_of(sets(), settings.joy_keys)),
                "k",
                group="input",
                state=lambda: settings.joy_keys,
                choices=sets,
                choose=self._put_joystick_keys,
            ),
            Action(
                "joystick-keys-2",
                "keys, other port",
                lambda: self._put_second_keys(next_of(sets(), settings.joy_keys_2)),
                group="input",
                state=lambda: settings.joy_keys_2,
                choices=sets,
                choose=self._put_second_keys,
            ),
            Action(
                "joystick-adapter",
                "joysticks 3 and 4",
                lambda: self._put_adapter(next_of(ADAPTERS, settings.joy_adapter)),
                group="input",
                state=lambda: settings.joy_adapter,
                choices=lambda: tuple(ADAPTERS),
                choose=self._put_adapter,
            ),
            *(self._further_keys(number, sets) for number in (3, 4)),
            Action(
                "autofire",
                "autofire",
                lambda: self._put_autofire(next_of(AUTOFIRE, _autofire_word(settings.autofire))),
                group="input",
                state=lambda: _autofire_word(settings.autofire),
                choices=lambda: AUTOFIRE,
                choose=self._put_autofire,
            ),
            Action(
                "keyboard",
                "keys: symbol/position",
                lambda: self._put_keyboard(not settings.positional),
                "y",
                group="input",
                state=lambda: "position" if settings.positional else "symbol",
                choices=lambda: ("symbol", "position"),
                choose=lambda word: self._put_keyboard(word == "position"),
            ),
            Action(
                "mouse",
                "the mouse is",
                lambda: self._put_pointer(next_of(USUAL, self.pointer.kind)),
                "m",
                group="input",
                state=lambda: self.pointer.kind,
                choices=lambda: POINTERS,
                choose=self._put_pointer,
            ),
            Action(
                "mouse-port",
                "mouse/paddle port",
                lambda: self._put_pointer(self.pointer.kind, 3 - self.pointer.port),
                group="input",
                state=lambda: str(self.pointer.port),
                choices=lambda: ("1", "2"),
                choose=lambda word: self._put_pointer(self.pointer.kind, int(word)),
                enabled=lambda: self.pointer.kind not in PENS,
            ),
        )

    def _further_keys(self, number: int, sets: Callable[[], tuple[str, ...]]) -> Action:
        """Return the Action that chooses the keys of joystick 3 or 4."""
        settings, name = self._app.settings, KEY_SETTINGS[number - 1]

        def put(word: str) -> None:
            setattr(settings, name, word)
            self._move_sticks()
            self._app.overlay.say(f"keys of joystick {number}: {word}")

        return Action(
            f"joystick-keys-{number}",
            f"keys of joystick {number}",
            lambda: put(next_of(sets(), getattr(settings, name))),
            group="input",
            state=lambda: str(getattr(settings, name)),
            choices=sets,
            choose=put,
            enabled=self._has_adapter,
        )

    def take_keys(self, actions: Actions) -> None:
        """Bind the keys of Actions; ALT+F4 and ALT+RETURN work as everywhere."""
        self._alt_keys = by_pygame(actions.by_key("key"))
        self._alt_keys[pygame.K_F4] = actions["quit"].do
        self._alt_keys[pygame.K_RETURN] = actions["fullscreen"].do
        self._plain_keys = by_pygame(actions.by_key("plain"))

    # -- events ----------------------------------------------------------------------

    def poll(self) -> None:
        """Handle everything since the last frame."""
        seen = any([switches.tick() for switches in self._switches])
        if seen or any(since is not None for since in self._firing):
            self._move_sticks()
        self._keys.tick()  # first: a key pressed now must still be seen for a frame
        for event in pygame.event.get():
            self._handle(event)

    def restored(self) -> None:
        """Press only what the user holds now: the machine's state was replaced."""
        self._keys.again()
        self._plug_adapter()
        self._move_sticks()
        self.pointer.release()
        self.pointer.plug()

    def wait(self) -> None:
        """Take events while the monitor is open: closing the window waits for its end."""
        for event in pygame.event.get():
            if event.type == pygame.WINDOWEXPOSED:
                self._app.window.expose()
            elif event.type == pygame.QUIT:
                self._app.overlay.say("leave the monitor first (x)")
            elif event.type in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED):
                self._device(event)

    def _handle(self, event: pygame.event.Event) -> None:
        kind = event.type
        if kind in WAKING:
            self._app.overlay.wake()
        if any(feature.handle(event) for feature in self._app.features):
            return
        if kind == pygame.QUIT:
            self._app.leave()
        elif kind == pygame.KEYDOWN:
            self._key_down(event)
        elif kind == pygame.KEYUP:
            self._key_up(event)
        elif kind == pygame.WINDOWEXPOSED:
            self._app.window.expose()
        elif kind == pygame.WINDOWFOCUSLOST:
            self.release_all()
        elif kind in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED):
            self._device(event)
        elif (pad := self.pads.pad_of(event)) is not None:
            pad.take(event)
            self._pad_key(pad, event)
            self._move_sticks()
        else:
            self.pointer.take(event)

    def _device(self, event: pygame.event.Event) -> None:
        """A pad was plugged in or pulled out."""
        if event.type == pygame.JOYDEVICEADDED:
            self.pads.add(event.device_index)
        else:
            self.pads.remove(event.instance_id)
            self._move_sticks()

    def release_all(self) -> None:
        """Let go of everything: the user has gone elsewhere."""
        self._keys.release_all()
        self.pads.release()
        self._stick_keys_down.clear()
        self.pointer.release()
        for switches in self._switches:
            switches.clear()
        for port in range(1, PLACES + 1):
            self._app.machine.joystick(port).release()

    def press_keys(self, host: Hashable, *names: str) -> None:
        """Press C64 keys for an input of the host other than its keyboard."""
        self._keys.press(host, names)

    def release_keys(self, host: Hashable) -> None:
        """Release what ``press_keys`` pressed; a short tap is held long enough to be seen."""
        self._keys.release(host)

    def play(self, keys: Sequence[str], moves: Mapping[int, set[str]]) -> None:
        """Press keys of the C64 and close {joystick: switches} in addition to the user's.

        They stay so until it is called again.
        """
        self._keys.forget(MACRO)
        if keys:
            self._keys.press(MACRO, keys, typed=False, fixed=True)
        self._played = moves
        self._move_sticks()

    def put_shift_lock(self, down: bool) -> None:
        """Bring SHIFT LOCK into a position, by pressing it if necessary."""
        keyboard = self._app.machine.keyboard
        if down != (SHIFT_LOCK in keyboard.down):
            keyboard.hold(SHIFT_LOCK)

    # -- the keyboard ------------------------------------------------------------------

    def shortcut(self, event: pygame.event.Event) -> bool:
        """Do what a shortcut of the emulator does; returns whether the key is one."""
        plain = self._plain_keys.get(event.key)
        if _with_alt(event) and event.key in self._alt_keys:
            self._alt_keys[event.key]()
        elif plain is not None:
            plain()
        else:
            return False
        return True

    def _key_down(self, event: pygame.event.Event) -> None:
        overlay = self._app.overlay
        if overlay.help_shown and event.key != pygame.K_F12:
            overlay.toggle_help()
        if self.shortcut(event):
            return
        if any(event.key in self._sets[name] for name in self._used_sets()):
            self._stick_keys_down.add(event.key)
            self._move_sticks()
        else:
            self._c64_key(event)

    def _c64_key(self, event: pygame.event.Event) -> None:
        positional = self._app.settings.positional  # as on a C64, ghosts included
        if event.key in self._common:
            common = self._common[event.key]
            decides = "LSHIFT" in common and len(common) > 1
            self._keys.press(event.key, common, symbolic=decides, typed=not positional)
        elif positional:
            if event.scancode in POSITIONAL_KEYS:
                self._keys.press(event.key, (POSITIONAL_KEYS[event.scancode],), typed=False)
        else:
            names = self._symbol(event)
            if names:
                if _alt_gr(event):  # on Windows it is CTRL and ALT, and CTRL is no C= then
                    self._keys.forget(pygame.K_LCTRL)
                self._keys.press(event.key, names, symbolic=True)

    def _symbol(self, event: pygame.event.Event) -> tuple[str, ...] | None:
        """Return the C64 keys for the character the host made of the key, or None."""
        char = event.unicode
        held = event.mod & pygame.KMOD_CTRL and not _alt_gr(event)
        if held or not char or ord(char[0]) < 32:
            # With CTRL held, and for a dead key, the host makes no character: take that of the cap.
            char = chr(event.key) if 32 <= event.key < 0x10000 else ""
        near = c64_char(char) if len(char) == 1 else None
        return None if near is None else keys_for_char(near, shift_capitals=True)

    def _key_up(self, event: pygame.event.Event) -> None:
        if event.key in self._stick_keys_down:
            self._stick_keys_down.discard(event.key)
            self._move_sticks()
        self._keys.release(event.key)

    # -- joysticks, pads, mouse --------------------------------------------------------

    def _port(self, place: int) -> int:
        """Return the joystick of a place: first the two in the control ports, then 3 and 4."""
        port = self._app.settings.joy_port
        return (port, 3 - port, 3, 4)[place]

    def _has_adapter(self) -> bool:
        return ADAPTERS[self._app.settings.joy_adapter] is not None

    def _places(self) -> int:
        """Return how many joysticks there are."""
        return PLACES if self._has_adapter() else 2

    def _used_sets(self) -> tuple[str, ...]:
        """Return the names of the key sets, by place."""
        settings = self._app.settings
        return tuple(getattr(settings, name) for name in KEY_SETTINGS[: self._places()])

    def _plug_adapter(self) -> None:
        """Plug in the adapter that the settings name."""
        self._app.machine.adapter.plug(ADAPTERS[self._app.settings.joy_adapter])

    def _move_sticks(self) -> None:
        """Close the switches of all joysticks as keys and pads are held now."""
        for place, name in enumerate(self._used_sets()):
            on = {d for key in self._stick_keys_down for d in self._sets[name].get(key, ())}
            for pad in self.pads.pads.values():
                on |= pad.closed() if pad.place == place else set()
            stick = self._app.machine.joystick(self._port(place))
            stick.release()
            closed = set(self._switches[place].put(on))
            if not self._fires(place, "fire" in closed):
                closed.discard("fire")
            stick.press(*closed, *self._played.get(self._port(place), ()))

    def _fires(self, place: int, held: bool) -> bool:
        """Tell whether fire is closed in this frame, which autofire alternates."""
        machine, rate = self._app.machine, self._app.settings.autofire
        if not held or not rate:
            self._firing[place] = None
            return held
        since = self._firing[place]
        if since is None:
            since = self._firing[place] = machine.frames
        half: int = max(1, round(machine.model.frame_hz / (2 * rate)))
        return int(machine.frames - since) // half % 2 == 0

    def _pad_key(self, pad: Pad, event: pygame.event.Event) -> None:
        """Press a key of the C64 for a button of a pad."""
        if pad.mapped and event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            names, host = BUTTON_KEYS.get(event.button), ("pad", pad.place, event.button)
            if names and event.type == pygame.CONTROLLERBUTTONDOWN:
                self.press_keys(host, *names)
            elif names:
                self.release_keys(host)

    def menu_step(self, event: pygame.event.Event) -> str | None:
        """Return what an event of a pad means in a menu: "up", "enter", "menu" ..., or None."""
        pad = self.pads.pad_of(event)
        return None if pad is None else pad.take(event)

    def held_directions(self) -> set[str]:
        """Return what is held on the pads: "up", "fire" ..."""
        return {word for pad in self.pads.pads.values() for word in pad.closed()}

    def mouse_in_use(self) -> bool:
        """True while the mouse belongs to the machine."""
        return self.pointer.kind != "off"

    def free_mouse(self, free: bool, who: str) -> None:
        """Give the mouse to a part of the window (a word), or back to the machine."""
        self.pointer.free(free, who)

    # -- keys of the emulator ------------------------------------------------------------

    def _put_port(self, port: int) -> None:
        for number in (1, 2):
            self._app.machine.joystick(number).release()
        self._app.settings.joy_port = port
        self._move_sticks()
        self._app.overlay.say(f"joystick in port {port}")

    def _put_joystick_keys(self, name: str) -> None:
        self._app.settings.joy_keys = name
        self._move_sticks()
        self._app.overlay.say(f"joystick keys: {name}")

    def _put_second_keys(self, name: str) -> None:
        self._app.settings.joy_keys_2 = name
        self._move_sticks()
        self._app.overlay.say(f"keys for the other port: {name}")

    def _put_autofire(self, word: str) -> None:
        self._app.settings.autofire = 0 if word == AUTOFIRE[0] else int(word.partition(" ")[0])
        self._move_sticks()
        self._app.overlay.say(f"autofire: {word}")

    def _put_adapter(self, word: str) -> None:
        for number in (3, 4):
            self._app.machine.joystick(number).release()
        self._app.settings.joy_adapter = word
        self._plug_adapter()
        self.pads.settle()
        self._move_sticks()
        self._app.overlay.say(f"joysticks 3 and 4: {word}")

    def _put_keyboard(self, positional: bool) -> None:
        self._app.settings.positional = positional
        self._keys.forget_held()
        self._app.overlay.say(f"keys by {'position' if positional else 'symbol'}")

    def _picture_place(self) -> tuple[int, int, int, int]:
        """Return (left, top, width, height) of the picture, in the mouse's coordinates."""
        target = self._app.window.target()
        return target.left, target.top, target.width, target.height

    def _beam_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Return X, as sprites have it, and raster line at a position of the window, or None."""
        pixel = self._app.window.pixel_of(position)
        if pixel is None:
            return None
        return self._app.machine.screen.beam_at(*pixel)

    def _put_pointer(self, kind: str, port: int | None = None) -> None:
        settings = self._app.settings
        settings.mouse_port = port or settings.mouse_port
        self.pointer.put(kind, settings.mouse_port)
        settings.mouse_as = kind
        where = "" if kind == "off" else f" in port {self.pointer.port}"
        self._app.overlay.say(f"mouse: {kind}{where}")


def _autofire_word(rate: int) -> str:
    """Return a rate in the menu's words."""
    return f"{rate} a second" if rate else AUTOFIRE[0]


def _alt_gr(event: pygame.event.Event) -> bool:
    """True if AltGr makes the character of a key: it is the right ALT, or CTRL and ALT."""
    if event.mod & pygame.KMOD_MODE:
        return True
    made = getattr(event, "unicode", "")  # events posted by a program may have none
    if not event.mod & pygame.KMOD_RALT or not made.isprintable():
        return False
    if event.key > sys.maxunicode:  # of the keypad, or one that has a name only
        return False
    return made not in ("", chr(event.key), chr(event.key).upper())


def _with_alt(event: pygame.event.Event) -> bool:
    return bool(event.mod & pygame.KMOD_ALT) and not _alt_gr(event)
