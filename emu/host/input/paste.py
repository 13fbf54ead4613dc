"""Paste: the text of the clipboard is typed, at warp, as if the user did.

Characters that a C64 lacks become the nearest that it has, or are left out; a long text is cut.
"""

import unicodedata

import pygame

from emu.host.actions import Action
from emu.host.feature import AppProtocol, Feature
from emu.host.input.keymap import c64_char

AFTER_RETURN = "{wait 10}"  # BASIC puts a line into its program meanwhile
VIC_MEMORY, LOWER_CASE = 0xD018, 0x02  # the register, and the bit of the second half of a charset


def typed(text: str, lower_case: bool, limit: int) -> tuple[str, int]:
    """Return (script for ``C64.type``, characters that are left out).

    lower_case  the screen shows small and capital letters: capitals need SHIFT
    limit       characters at most; what is beyond them counts as left out
    """
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    cut, text = max(0, len(text) - limit), text[:limit]
    script, missing = [], 0
    for char in text:
        near = "\n" if char == "\n" else c64_char(char)
        if near is None:
            missing += 1
        elif near == "\n":
            script.append(f"\n{AFTER_RETURN}")
        elif lower_case and "A" <= near <= "Z":
            script.append(f"{{SHIFT+{near}}}")
        else:
            script.append(near)
    return "".join(script), missing + cut


def clipboard() -> str:
    """Return the text of the host's clipboard, "" if there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""


class Paste(Feature):
    """ALT+V and SHIFT+INSERT type the clipboard; once more stops it."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._lines: list[str] = []
        self._warp_before: bool | None = None

    def actions(self) -> tuple[Action, ...]:
        """Return the Action that pastes."""
        return (Action("paste", "paste text", self.paste, "v", group="input"),)

    def handle(self, event: pygame.event.Event) -> bool:
        """SHIFT+INSERT pastes, too."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_INSERT:
            if event.mod & pygame.KMOD_SHIFT:
                self.paste()
                return True
        return False

    def paste(self) -> None:
        """Begin to type the clipboard; stop if it is being typed."""
        app = self.app
        if self._lines:
            self._end()
            app.overlay.say("paste: stopped")
            return
        lower_case = bool(app.machine.memory[VIC_MEMORY] & LOWER_CASE)
        script, missing = typed(clipboard(), lower_case, app.settings.paste_limit)
        if not script:
            app.overlay.say("paste: the clipboard has no text")
            return
        self._lines = [line for line in script.split(AFTER_RETURN) if line][::-1]
        self._warp_before, app.warp = app.warp, True
        left_out = f"{missing} character{'' if missing == 1 else 's'} left out"
        app.overlay.say(f"paste: {left_out}" if missing else "paste")

    def before_frame(self) -> None:
        """Give the machine the next line when it has typed the last."""
        if self._warp_before is None or self.app.machine.typing:
            return
        if self._lines:
            line = self._lines.pop()
            self.app.machine.type(line + (AFTER_RETURN if line.endswith("\n") else ""), wait=False)
        else:
            self._end()

    def restarted(self) -> None:
        """Another program runs: the text was not for it."""
        if self._warp_before is not None:
            self._end()

    def _end(self) -> None:
        self._lines = []
        if self._warp_before is not None:
            self.app.warp, self._warp_before = self._warp_before, None
