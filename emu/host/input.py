"""What the user does: keys, joysticks, mouse, and the keys of the emulator itself."""

import pygame

from c64.api import keys_for_char
from emu.host.actions import Action, next_of, on_off
from emu.host.keymap import COMMON_KEYS, JOYSTICK_KEYS, JOYSTICK_SETS, POSITIONAL_KEYS

HOLD_FRAMES = 3  # a tap of the host is held this long, so that every scanner sees it
AXIS_LIMIT = 0.5
SHIFT_KEYS = ("LSHIFT", "RSHIFT")
SHIFT_LOCK = "SHIFT_LOCK"
DIRECTIONS = ("up", "down", "left", "right", "fire")


def by_pygame(table):
    """Return the table with pygame's key numbers for its names."""
    return {getattr(pygame, f"K_{name}"): value for name, value in table.items()}


class KeyState:
    """The host's keys that are down, and which C64 keys that makes.

    A character key decides about SHIFT by itself: on the C64 ``:`` has none, on the host
    it may have, and the other way round for ``"``.

    SHIFT LOCK changes at each press of its key and is never held: to press it again with the
    keys that stay down would let it go.
    """

    def __init__(self, keyboard):
        self._keyboard = keyboard
        self._held = {}  # host key -> (C64 keys, decides about SHIFT)
        self._age = {}
        self._leaving = set()

    def press(self, host, names, symbolic=False):
        """A host key went down; ``names`` are the C64 keys it stands for."""
        if SHIFT_LOCK in names:
            self._keyboard.hold(SHIFT_LOCK)
        self._held[host] = (tuple(n for n in names if n != SHIFT_LOCK), symbolic)
        self._age[host] = 0
        self._leaving.discard(host)
        self._apply()

    def release(self, host):
        """A host key went up."""
        if host in self._held:
            self._leaving.add(host)

    def release_all(self):
        """Forget every key (the window lost the focus)."""
        self._held.clear()
        self._leaving.clear()
        self._apply()

    def again(self):
        """Press on the C64 what the host's keys say, and nothing else."""
        self._apply()

    def tick(self):
        """Once a frame: let go of keys that were held long enough."""
        gone = {h for h in self._leaving if self._age[h] >= HOLD_FRAMES}
        for host in self._held:
            self._age[host] += 1
        for host in gone:
            del self._held[host]
            self._leaving.discard(host)
        if gone:
            self._apply()

    def _apply(self):
        wanted = set()
        for names, _ in self._held.values():
            wanted.update(names)
        deciding = [names for names, symbolic in self._held.values() if symbolic]
        if deciding:
            wanted.difference_update(SHIFT_KEYS)
            wanted.update(n for n in deciding[-1] if n in SHIFT_KEYS)
        self._keyboard.release()
        self._keyboard.hold(*wanted)


class Input:
    """Reads pygame's events and acts on the App."""

    def __init__(self, app):
        pygame.joystick.init()
        self._app = app
        self._keys = KeyState(app.machine.keyboard)
        self._common = by_pygame(COMMON_KEYS)
        self._sets = {name: by_pygame(table) for name, table in JOYSTICK_KEYS.items()}
        self._alt_keys, self._plain_keys = {}, {}
        self._pads = {}
        self._mouse_on = app.args.mouse
        app.machine.mouse.plug(self._mouse_on)
        self._grab(self._mouse_on)
        pygame.key.set_repeat()

    def actions(self):
        """Return the Actions about keys, joysticks and mouse."""
        settings = self._app.settings
        return (
            Action(
                "joystick-port",
                "joystick port 1/2",
                self._swap_ports,
                "j",
                group="input",
                state=lambda: str(settings.joy_port),
                choices=lambda: ("1", "2"),
                choose=lambda word: self._put_port(int(word)),
            ),
            Action(
                "joystick-keys",
                "joystick keys",
                self._next_joystick_keys,
                "k",
                group="input",
                state=lambda: settings.joy_keys,
                choices=lambda: JOYSTICK_SETS,
                choose=self._put_joystick_keys,
            ),
            Action(
                "keyboard",
                "keys: symbol/position",
                self._swap_keyboard,
                "y",
                group="input",
                state=lambda: "position" if settings.positional else "symbol",
                choices=lambda: ("symbol", "position"),
                choose=lambda word: self._put_keyboard(word == "position"),
            ),
            Action(
                "mouse",
                "1351 mouse",
                self._swap_mouse,
                "m",
                group="input",
                state=lambda: on_off(self._mouse_on),
            ),
        )

    def take_keys(self, actions):
        """Let the keys of Actions do what they are for; ALT+F4 and ALT+RETURN as everywhere."""
        self._alt_keys = by_pygame(actions.by_key("key"))
        self._alt_keys[pygame.K_F4] = actions["quit"].run
        self._alt_keys[pygame.K_RETURN] = actions["fullscreen"].run
        self._plain_keys = by_pygame(actions.by_key("plain"))

    # -- events ----------------------------------------------------------------------

    def poll(self):
        """Handle everything since the last frame."""
        for event in pygame.event.get():
            self._handle(event)
        self._keys.tick()

    def restored(self):
        """The machine's state was replaced: pressed is what the user presses now, no more."""
        machine, pressed = self._app.machine, pygame.key.get_pressed()
        self._keys.again()
        for port in (1, 2):
            machine.joystick(port).release()
        for key, directions in self._sets[self._app.settings.joy_keys].items():
            if pressed[key]:
                self._stick().press(*directions)
        for button in ("left", "right"):
            machine.mouse.release(button)
        machine.mouse.plug(self._mouse_on)

    def wait(self):
        """Take events while the monitor is open: closing the window waits for its end."""
        for event in pygame.event.get():
            if event.type == pygame.WINDOWEXPOSED:
                self._app.window.expose()
            elif event.type == pygame.QUIT:
                self._app.overlay.say("leave the monitor first (x)")

    def _handle(self, event):
        kind = event.type
        if any(feature.handle(event) for feature in self._app.features):
            return
        if kind == pygame.QUIT:
            self._app.leave()
        elif kind == pygame.KEYDOWN:
            self._key_down(event)
        elif kind == pygame.KEYUP:
            self._key_up(event)
        elif kind == pygame.DROPFILE:
            self._app.load(event.file)
        elif kind == pygame.WINDOWEXPOSED:
            self._app.window.expose()
        elif kind == pygame.WINDOWFOCUSLOST:
            self._keys.release_all()
            for port in (1, 2):
                self._app.machine.joystick(port).release()
        elif kind in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED):
            self._find_pads()
        elif kind in (pygame.JOYAXISMOTION, pygame.JOYHATMOTION) or kind in (
            pygame.JOYBUTTONDOWN,
            pygame.JOYBUTTONUP,
        ):
            self._read_pad(event.instance_id)
        elif self._mouse_on:
            self._mouse(event)

    def _key_down(self, event):
        app = self._app
        plain = self._plain_keys.get(event.key)
        if app.overlay.help_shown and event.key != pygame.K_F12:
            app.overlay.toggle_help()
        if event.mod & pygame.KMOD_ALT and event.key in self._alt_keys:
            self._alt_keys[event.key]()
        elif plain is not None:
            plain()
        elif event.key in self._sets[app.settings.joy_keys]:
            for direction in self._sets[app.settings.joy_keys][event.key]:
                self._stick().press(direction)
        else:
            self._c64_key(event)

    def _c64_key(self, event):
        if event.key in self._common:
            names = self._common[event.key]
            self._keys.press(event.key, names, symbolic="LSHIFT" in names and len(names) > 1)
        elif self._app.settings.positional:
            if event.scancode in POSITIONAL_KEYS:
                self._keys.press(event.key, (POSITIONAL_KEYS[event.scancode],))
        else:
            names = self._symbol(event)
            if names:
                self._keys.press(event.key, names, symbolic=True)

    def _symbol(self, event):
        """Return the C64 keys for the character the host made of the key, or None."""
        char = event.unicode
        if event.mod & pygame.KMOD_CTRL or not char or ord(char[0]) < 32:
            # With CTRL held the host makes no character: take the one on the key cap.
            char = chr(event.key) if 32 <= event.key < 127 else ""
        return keys_for_char(char, shift_capitals=True) if len(char) == 1 else None

    def _key_up(self, event):
        table = self._sets[self._app.settings.joy_keys]
        if event.key in table:
            for direction in table[event.key]:
                self._stick().release(direction)
        self._keys.release(event.key)

    # -- joysticks and mouse -----------------------------------------------------------

    def _stick(self, pad=0):
        port = self._app.settings.joy_port
        return self._app.machine.joystick(port if pad == 0 else 3 - port)

    def _find_pads(self):
        sticks = [pygame.joystick.Joystick(i) for i in range(pygame.joystick.get_count())]
        self._pads = {stick.get_instance_id(): (i, stick) for i, stick in enumerate(sticks)}

    def _read_pad(self, instance):
        if instance not in self._pads:
            self._find_pads()
        number, pad = self._pads.get(instance, (None, None))
        if pad is None or number > 1:
            return
        x = pad.get_axis(0) if pad.get_numaxes() > 1 else 0.0
        y = pad.get_axis(1) if pad.get_numaxes() > 1 else 0.0
        if pad.get_numhats():
            hat = pad.get_hat(0)
            x, y = x + hat[0], y - hat[1]
        fire = any(pad.get_button(i) for i in range(min(pad.get_numbuttons(), 4)))
        on = (y < -AXIS_LIMIT, y > AXIS_LIMIT, x < -AXIS_LIMIT, x > AXIS_LIMIT, fire)
        stick = self._stick(number)
        for direction, pressed in zip(DIRECTIONS, on, strict=True):
            if pressed:
                stick.press(direction)
            else:
                stick.release(direction)

    def _mouse(self, event):
        mouse = self._app.machine.mouse
        if event.type == pygame.MOUSEMOTION:
            mouse.move(*event.rel)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            name = {1: "left", 3: "right"}.get(event.button)
            if name and event.type == pygame.MOUSEBUTTONDOWN:
                mouse.press(name)
            elif name:
                mouse.release(name)

    def _grab(self, on):
        pygame.event.set_grab(on)
        pygame.mouse.set_visible(not on)

    # -- keys of the emulator ------------------------------------------------------------

    def _swap_ports(self):
        self._put_port(3 - self._app.settings.joy_port)

    def _put_port(self, port):
        for number in (1, 2):
            self._app.machine.joystick(number).release()
        self._app.settings.joy_port = port
        self._app.overlay.say(f"joystick in port {port}")

    def _next_joystick_keys(self):
        self._put_joystick_keys(next_of(JOYSTICK_SETS, self._app.settings.joy_keys))

    def _put_joystick_keys(self, name):
        self._app.settings.joy_keys = name
        self._app.overlay.say(f"joystick keys: {name}")

    def _swap_keyboard(self):
        self._put_keyboard(not self._app.settings.positional)

    def _put_keyboard(self, positional):
        self._app.settings.positional = positional
        self._keys.release_all()
        self._app.overlay.say(f"keys by {'position' if positional else 'symbol'}")

    def _swap_mouse(self):
        self._mouse_on = not self._mouse_on
        self._app.machine.mouse.plug(self._mouse_on)
        self._grab(self._mouse_on)
        self._app.overlay.say(f"1351 mouse {'on' if self._mouse_on else 'off'}")
