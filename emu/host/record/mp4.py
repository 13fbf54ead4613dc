"""Records picture and sound as an MP4 (H.264, AAC), by the ffmpeg of imageio-ffmpeg.

Frames are numbered, not timed: the rate is the machine's own, the fraction of its clock and the
cycles of a frame, which ffmpeg keeps exactly.  A thread sends pictures to ffmpeg as palette
indices, so that a slow ffmpeg does not hold up the machine; sound goes to a WAV.  At the end both
become one file.  If that is not possible, they stay where they are.
"""

from __future__ import annotations

import errno
import os
import queue
import shutil
import subprocess
import threading
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import numpy as np

from disk.durable import rename
from emu.errors import HostError
from emu.host.record.wav import WavWriter
from emu.host.types import Palette, Picture, Samples, Size

if TYPE_CHECKING:
    from c64.api_views import FilePath

SCALE = 2  # H.264 has one colour for four pixels
WAITING_AT_MOST = 150  # frames; then the machine waits
QUIET = ("-hide_banner", "-loglevel", "error")
PICTURE = (
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "16",
    "-bf",
    "0",
    "-pix_fmt",
    "yuv420p",
)
# Whole up to its last fragment, whenever it ends; without B-frames, whose delay it could not tell.
WHOLE_SO_FAR = ("-movflags", "+frag_keyframe+empty_moov", "-g", "250", "-bf", "0")
SOUND = ("-c:v", "copy", "-c:a", "aac", "-b:a", "160k", "-movflags", "+faststart")


def ffmpeg() -> str:
    """Return the path of ffmpeg; HostError without the extra."""
    try:
        import imageio_ffmpeg
    except ImportError:
        raise HostError("an MP4 needs ffmpeg: pip install 'go64[video]'") from None
    try:
        path: str = imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError:
        raise HostError("an MP4 needs ffmpeg, which imageio-ffmpeg does not have here") from None
    return path


class Mp4Writer:
    """Collects pictures and sound.  HostError without ffmpeg, OSError if nothing can be written.

    size      (width, height) of the pictures;  aspect  width of a pixel over its height
    frame_hz  Fraction: frames per second;  rate  Hz of the sound;  channels  of it
    """

    def __init__(
        self,
        path: FilePath,
        size: Size,
        frame_hz: Fraction,
        rate: int,
        aspect: float,
        channels: int = 1,
    ) -> None:
        self._ffmpeg = ffmpeg()
        self._path = Path(path)
        self._folder = self._path.with_name(f".{self._path.name}.part")
        self._folder.mkdir(exist_ok=True)
        try:
            self._wav = WavWriter(self._folder / "sound.wav", rate, channels)
            self._errors = open(self._folder / "errors.txt", "w+")  # noqa: SIM115
            self._process = self._start(size, frame_hz, aspect)
            self._pipe = cast("IO[bytes]", self._process.stdin)  # not None: PIPE makes it
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._queue: queue.Queue[bytes | None] = queue.Queue(WAITING_AT_MOST)
        self._broken = False
        self._thread = threading.Thread(target=self._feed, daemon=True)
        self._thread.start()

    def _start(self, size: Size, frame_hz: Fraction, aspect: float) -> subprocess.Popen[bytes]:
        # -framerate takes no fraction of more than six digits: frames are counted in periods.
        period = f"{frame_hz.denominator}/{frame_hz.numerator}"
        ratio = f"{round(aspect * 10000)}/10000"
        scaled = f"scale=iw*{SCALE}:ih*{SCALE}:flags=neighbor,setsar={ratio}"
        timed = f"settb={period},setpts=N"
        raw = ("-f", "rawvideo", "-pix_fmt", "pal8", "-s", f"{size[0]}x{size[1]}")
        command: list[str | Path] = [
            self._ffmpeg, "-y", *QUIET, *raw, "-framerate", str(round(frame_hz)), "-i", "pipe:0",
            "-vf", f"{scaled},{timed}", "-fps_mode", "passthrough", "-enc_time_base", period,
            "-video_track_timescale", str(frame_hz.numerator),
            *PICTURE, *WHOLE_SO_FAR, self._folder / "picture.mp4",
        ]  # fmt: skip
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self._errors
        )

    def _feed(self) -> None:
        while (data := self._queue.get()) is not None:
            if self._broken:
                continue
            try:
                self._pipe.write(data)
            except OSError:
                self._broken = True

    def frame(self, indices: Picture, palette: Palette, samples: Samples) -> None:
        """Take a frame."""
        if self._broken:
            raise OSError(errno.EPIPE, self._why())
        # ffmpeg's pal8: the pixels, and after them 256 colours of four bytes
        colours = np.zeros((256, 4), dtype=np.uint8)
        colours[:16, :3] = np.asarray(palette)[:, ::-1]
        colours[:, 3] = 255
        self._queue.put(indices.tobytes() + colours.tobytes())
        self._wav.frame(indices, palette, samples)

    def _why(self) -> str:
        """Return ffmpeg's reason in one line."""
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().splitlines() if line.strip()]
        return lines[-1] if lines else "ffmpeg has ended"

    def close(self) -> None:
        """Make one file of both; this may take a second."""
        self._queue.put(None)
        self._thread.join()
        with suppress(OSError):  # ffmpeg has ended, and _join reports why
            self._pipe.close()
        self._process.wait()
        try:
            self._wav.close()
            self._join()
        finally:
            self._errors.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _join(self) -> None:
        inputs = ("-i", self._folder / "picture.mp4", "-i", self._folder / "sound.wav")
        whole = self._folder / "whole.mp4"
        done = subprocess.run(
            [self._ffmpeg, "-y", "-nostdin", *QUIET, *inputs, *SOUND, "-f", "mp4", whole],
            check=False, stderr=self._errors,
        )  # fmt: skip
        if done.returncode:
            raise OSError(errno.EIO, f"{self._why()}; the recording so far is in {self._folder}")
        with whole.open("rb+") as file:
            os.fsync(file.fileno())
        rename(whole, self._path)
