"""Recordings of inputs in the window: begin and end one, and replay one."""

from pathlib import Path

from emu.errors import HostError
from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature
from emu.host.record.capture import file_now
from emu.host.types import Samples
from emu.replay.player import Player
from emu.replay.recorder import Recorder
from emu.shared.recording_file import (
    ENDING,
    check_recordable,
    outcome,
    play_recording,
    recording_writer,
)


class RecordInputs(Feature):
    """ALT+F2 and ``--record FILE``: records all inputs in a file."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._recorder: Recorder | None = None
        self._path = Path()  # of its file

    def actions(self) -> tuple[Action, ...]:
        """Return the Action that begins and ends."""
        return (
            Action("record-inputs", "record inputs", self.swap, "F2", group="record",
                   state=lambda: on_off(self._recorder is not None),
                   enabled=lambda: self.app.feature(Replay).player is None),
        )  # fmt: skip

    def ready(self) -> None:
        """Begin the recording that the options name."""
        if self.app.args.record:
            self._begin(Path(self.app.args.record))

    def swap(self) -> None:
        """Begin, or end and write the file."""
        if self._recorder is not None:
            self._end(self._recorder)
            return
        try:
            self._begin(file_now(ENDING))
        except HostError as error:
            self.app.overlay.say(str(error))

    def _begin(self, path: Path) -> None:
        check_recordable(self.app.machine)
        self._recorder, self._path = Recorder(self.app.machine), path
        self.app.overlay.say(f"recording {path.name}")

    def _end(self, recorder: Recorder) -> None:
        self._recorder = None
        app, path = self.app, self._path
        try:
            recording = recorder.finish()
            write = recording_writer(path, app.machine, recording, self._title())
        except HostError as error:
            app.tell(str(error))
            return

        def work() -> None:
            try:
                write()
            except HostError as error:
                app.tell(str(error))
            else:
                app.tell(recorder.full or f"{path.name}: {recorder.steps} frames")

        app.worker.do(work)

    def _title(self) -> str:
        return self.app.started.name if self.app.started else ""

    def after_frame(self, samples: Samples) -> None:
        """Let the recorder know that the frame is over."""
        if self._recorder is not None:
            self._recorder.end()
            if self._recorder.full:
                self._end(self._recorder)

    def restarted(self) -> None:
        """The machine may have gone back."""
        if self._recorder is not None:
            self._recorder.rewound()

    def title(self) -> str:
        """Return the sign of a recording, for the window's title."""
        if self._recorder is None:
            return ""
        return f"recording inputs {int(self._recorder.steps * self.app.pacer.period)} s"

    def close(self) -> None:
        """Write the file."""
        if self._recorder is not None:
            self._end(self._recorder)


class Replay(Feature):
    """``--replay FILE`` and the menu: replays a recording.

    player  emu.replay.player.Player, or None
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.player: Player | None = None

    def actions(self) -> tuple[Action, ...]:
        """Return the Action that ends a replay; the menu has a list of files to begin with."""
        return (
            Action("replay-end", "end the replay", self._stop, group="record",
                   enabled=lambda: self.player is not None),
        )  # fmt: skip

    def ready(self) -> None:
        """Begin the replay for which this machine was made."""
        found = self.app.args.recording
        if found is not None:
            self.player = play_recording(self.app.machine, found)
            self._altered(self.player)
            self.app.overlay.say(f"replay: {found.path.name}")

    def _stop(self) -> None:
        if self.player is not None:
            self.player.stop()
            self._over(self.player)

    def before_frame(self) -> None:
        """Do what is due, so that the frame is as long as when it was recorded."""
        if self.player is not None:
            try:
                self.player.prepare()
            except HostError as error:
                self.player.stop(str(error))  # after_frame reports it
                return
            self._altered(self.player)

    def limit(self) -> int | None:
        """Return the cycle at which this stretch of the recording ended."""
        return None if self.player is None else self.player.limit

    def _altered(self, player: Player) -> None:
        """Tell rewind what was done besides pressing keys."""
        if player.altered:
            self.app.machine_changed()
            for number, slot in self.app.machine.drives.items():
                if slot.kind is not None:
                    self.app.watch(number)

    def after_frame(self, samples: Samples) -> None:
        """Compare the machine with the recording."""
        player = self.player
        if player is None:
            return
        diverged = player.diverged
        player.end()
        if diverged is None and player.diverged is not None:
            self.app.tell(outcome(player))
        if player.over:
            self._over(player)

    def _over(self, player: Player) -> None:
        self.player = None
        self.app.tell(outcome(player))
        self.app.input.restored()

    def restarted(self) -> None:
        """The machine may have gone back."""
        if self.player is not None:
            self.player.rewound()
            if self.player.over:
                self._over(self.player)

    def title(self) -> str:
        """Return the progress, for the window's title."""
        if self.player is None:
            return ""
        period = self.app.pacer.period
        now, whole = (int(n * period) for n in (self.player.step, self.player.steps))
        return f"replay {now} of {whole} s"
