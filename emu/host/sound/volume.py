"""The sound's volume: keys, menu and a setting."""

from emu.host.actions import Action
from emu.host.feature import Feature

STEP = 10  # percent


class Volume(Feature):
    """Makes the sound louder and softer."""

    def actions(self) -> tuple[Action, ...]:
        """Return the Actions about the volume."""
        return (
            Action(
                "volume",
                "volume",
                lambda: self.put(self._now() % 100 + STEP),
                group="sound",
                state=lambda: f"{self._now()} %",
                choices=lambda: [f"{percent} %" for percent in range(0, 101, STEP)],
                choose=lambda word: self.put(int(word.split()[0])),
            ),
            Action("louder", "louder", lambda: self.put(self._now() + STEP), "EQUALS", "", "sound"),
            Action("softer", "softer", lambda: self.put(self._now() - STEP), "MINUS", "", "sound"),
        )

    def ready(self) -> None:
        """Take the volume from the settings."""
        self.app.sound.volume = self._now()

    def _now(self) -> int:
        return self.app.settings.volume

    def put(self, percent: int) -> None:
        """Set the volume in percent."""
        percent = max(0, min(100, percent))
        self.app.settings.volume = self.app.sound.volume = percent
        self.app.overlay.say(f"volume {percent} %")
