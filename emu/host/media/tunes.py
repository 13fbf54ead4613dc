"""SID tunes: the songs of one, the tunes of a list, how long they play, and which voices are heard.

A song that has a length ends then, and the next begins: of the tune, then of the list.  Lengths
come from the user's Songlengths.md5.  In a list of several tunes a song without one takes three
minutes, as with other players; a tune alone plays on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c64.autostart import FAST_CLOCK
from disk.errors import MediaError
from disk.loader import sources_in
from disk.sid import SidTune
from disk.sid_player import SONG_AT, place_player
from disk.song_lengths import SongLengths
from emu.host.actions import Action, next_of, on_off
from emu.host.feature import Feature

if TYPE_CHECKING:
    from c64.api_views import SidView
    from emu.host.feature import AppProtocol
    from emu.host.types import Samples

ENDING = ".sid"
UNKNOWN_SECONDS = 180.0  # of a song in a list whose length nobody knows
VOICES = 3
EVERY_SID = "all"


class Tunes(Feature):
    """What a player of tunes has, while the program that was started is one.

    files  the tunes that take turns
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.files: list[Path] = []
        self._tune: SidTune | None = None
        self._of: Path | None = None
        self._song_at = 0
        self._song = -1
        self._began = 0
        self._lengths: tuple[float, ...] = ()
        self._database: SongLengths | None = None
        self._title = ""
        self._heard_of = 0  # number of the SID whose voices are switched, 0: of all

    def actions(self) -> Sequence[Action]:
        """Return the Actions of a player."""

        def songs() -> bool:
            return self._tune is not None and self._tune.songs > 1

        def tunes() -> bool:
            return self._tune is not None and len(self.files) > 1

        voices = (
            Action(
                f"voice-{v + 1}", f"voice {v + 1}", partial(self._swap_voice, v), group="sound",
                state=partial(self._voice_word, v),
            )
            for v in range(VOICES)
        )  # fmt: skip
        return (
            Action(
                "song", "song", lambda: self._step(1), group="sound",
                state=self._song_word, choices=self._song_words,
                choose=lambda word: self._play(self._song_words().index(word)), enabled=songs,
            ),
            Action("song-before", "previous song", lambda: self._step(-1), group="sound",
                   enabled=songs),
            Action(
                "tune", "tune of the list", self._next_tune, group="sound",
                state=self._tune_word, choices=self._tune_words,
                choose=lambda word: self._load(self._tune_words().index(word)), enabled=tunes,
            ),
            Action(
                "voices-of", "voices of SID",
                lambda: self._take_voices(next_of(self._sid_words(), self._sid_word())),
                group="sound", state=self._sid_word, choices=self._sid_words,
                choose=self._take_voices, enabled=lambda: len(self.app.machine.sids) > 1,
            ),
            *voices,
        )  # fmt: skip

    # -- what plays ----------------------------------------------------------------------

    def ready(self) -> None:
        """Open the database of lengths, take the list, and see what was started."""
        path = self.app.settings.song_lengths
        if path:
            self.app.guarded(lambda: self._open_database(path), path)
        kept: list[Path] = getattr(self.app.args, "tunes", [])  # of the machine before this one
        if self.app.started in kept:
            self._of, self.files = self.app.started, kept
        off: list[int] = getattr(self.app.args, "voices_off", [])  # in that machine, too
        for sid, voices in zip(self.app.machine.sids, off, strict=False):
            sid.muted = voices
        self.restarted()

    def _open_database(self, path: str) -> None:
        self._database = SongLengths(Path(path).expanduser())

    def restarted(self) -> None:
        """Something else may have been started."""
        start = self.app.start
        media = None if start is None else start.media
        self._tune = media if isinstance(media, SidTune) else None
        self._song, self._title = -1, ""
        if self._tune is None:
            return
        fast = self.app.machine.model.clock_hz > FAST_CLOCK
        self._song_at = place_player(self._tune, fast).entry + SONG_AT
        self._lengths = () if self._database is None else self._database.of(self._tune.md5)
        started = self.app.started
        if started is not None and started not in self.files and started != self._of:
            self._of, self.files = started, _tunes_in(started)
        self.app.args.tunes = self.files

    def add(self, paths: Sequence[Path]) -> None:
        """Put further files behind the list, those that are tunes."""
        if self._tune is None:
            self.restarted()  # the disks' list calls before all features are ready
        if self._tune is not None:
            more = [path for path in paths if path.suffix.lower() == ENDING]
            self.files += more
            if more:
                self.app.overlay.say(f"a list of {len(self.files)} tunes")

    # -- time ----------------------------------------------------------------------------

    def after_frame(self, samples: Samples) -> None:
        """See which song plays, and go on when it has ended."""
        start = self.app.start
        if self._tune is None or start is None or not start.done:
            return
        machine = self.app.machine
        song = machine.ram[self._song_at]
        if song != self._song:
            self._song, self._began = song, machine.frames
        seconds = (machine.frames - self._began) / machine.model.frame_hz
        length = self._length()
        self._title = self._words(seconds, length)
        if length is not None and seconds >= length:
            self._ended()

    def _length(self) -> float | None:
        """Return the seconds of the song that plays, None if it plays on."""
        if self._song < len(self._lengths):
            return self._lengths[self._song]
        return UNKNOWN_SECONDS if len(self.files) > 1 else None

    def _ended(self) -> None:
        """Begin what comes next; after the last song of all nothing does, and it plays on."""
        if self._tune is not None and self._song + 1 < self._tune.songs:
            self._play(self._song + 1)
        elif self._at() + 1 < len(self.files):
            self._load(self._at() + 1)

    def _words(self, seconds: float, length: float | None) -> str:
        songs = 0 if self._tune is None else self._tune.songs
        clock = _clock(seconds) + ("" if length is None else f" / {_clock(length)}")
        title = f"song {self._song + 1} of {songs}, {clock}"
        return title if songs > 1 else clock

    def title(self) -> str:
        """Return which song plays and for how long."""
        return self._title

    # -- songs, tunes, voices --------------------------------------------------------------

    def _song_words(self) -> tuple[str, ...]:
        if self._tune is None:
            return ()
        return tuple(
            f"{n + 1}" + (f"  {_clock(self._lengths[n])}" if n < len(self._lengths) else "")
            for n in range(self._tune.songs)
        )

    def _song_word(self) -> str:
        words = self._song_words()
        return words[self._song] if 0 <= self._song < len(words) else ""

    def _step(self, by: int) -> None:
        if self._tune is not None:
            self._play((self._song + by) % self._tune.songs)

    def _play(self, song: int) -> None:
        """Begin a song of the tune."""
        self.app.load(self.app.started, song=song)

    def _tune_words(self) -> tuple[str, ...]:
        return tuple(f"{n} {path.stem}" for n, path in enumerate(self.files, 1))

    def _tune_word(self) -> str:
        words = self._tune_words()
        return words[self._at()] if self._at() < len(words) else ""

    def _at(self) -> int:
        """Return which file of the list plays."""
        started = self.app.started
        return self.files.index(started) if started in self.files else 0

    def _next_tune(self) -> None:
        self._load((self._at() + 1) % len(self.files))

    def _load(self, number: int) -> None:
        self.app.load(self.files[number])

    def _sid_words(self) -> tuple[str, ...]:
        """Return the words for whose voices are switched: of all SIDs, or of one."""
        sids = self.app.machine.sids
        return EVERY_SID, *(f"{n} ${sid.address:04X}" for n, sid in enumerate(sids, 1))

    def _sid_word(self) -> str:
        return self._sid_words()[self._heard_of]

    def _take_voices(self, word: str) -> None:
        self._heard_of = self._sid_words().index(word)

    def _switched(self) -> Sequence[SidView]:
        """Return the SIDs whose voices are switched."""
        sids = self.app.machine.sids
        return sids[self._heard_of - 1 : self._heard_of] if self._heard_of else sids

    def _voice_word(self, v: int) -> str:
        """Return whether a voice of these SIDs is heard, "partly" if not of all."""
        muted = {sid.muted >> v & 1 for sid in self._switched()}
        return "partly" if len(muted) > 1 else on_off(1 not in muted)

    def _swap_voice(self, v: int) -> None:
        """Let a voice of these SIDs be heard, or not."""
        heard = self._voice_word(v) != "on"
        for sid in self._switched():
            sid.muted = sid.muted & ~(1 << v) if heard else sid.muted | 1 << v
        self.app.args.voices_off = [sid.muted for sid in self.app.machine.sids]
        if self._heard_of:
            self.app.overlay.say(f"voice {v + 1} of SID {self._heard_of} {on_off(heard)}")
        else:
            self.app.overlay.say(f"voice {v + 1} {on_off(heard)}")


def _tunes_in(path: Path) -> list[Path]:
    """Return the tunes that a list names, or the one that a file is."""
    try:
        sources = sources_in(path)
    except (MediaError, OSError):
        return [path]
    found = [
        Path(source.path)
        for source in sources
        if source.member is None and Path(source.path).suffix.lower() == ENDING
    ]
    return found if len(found) > 1 else [path]


def _clock(seconds: float) -> str:
    """Return minutes and seconds: 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
