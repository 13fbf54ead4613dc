"""The event viewer: what happened when in a frame, over its picture.

Raster line and cycle of every register write, bad line, sprite DMA, interrupt and cycle that the
VIC took, as a numpy array, a PNG, or a page for the browser that needs nothing else.
"""

from __future__ import annotations

import base64
import html
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from emu.kit.errors import KitUsageError
from emu.kit.logs import CHIPS, Logged, _AccessLog
from emu.kit.types import AnyPath, Records, Words

if TYPE_CHECKING:
    from PIL.Image import Image

EVENT = np.dtype([
    ("cycle", "i8"), ("line", "i4"), ("column", "i4"), ("kind", "U8"), ("address", "u2"),
    ("value", "u1"), ("pc", "u2"),
])  # fmt: skip
# Kinds and their colours. "badline": the VIC fetches screen codes; "sprite": sprite data;
# "wait": the CPU repeats a read in the three cycles before either.
COLOURS = {
    "vic": (255, 80, 80), "sid": (90, 220, 90), "cia1": (255, 170, 0), "cia2": (255, 230, 80),
    "badline": (90, 120, 255), "sprite": (200, 90, 255), "wait": (120, 120, 120),
    "irq": (255, 255, 255), "nmi": (0, 255, 255),
}  # fmt: skip
FIRST_CODE, LAST_CODE = 15, 54  # columns in which a bad line fetches screen codes
SCALE = 2
_DIM = 3  # the picture's colours are divided by this under the events


class EventLog(_AccessLog):
    """A ``with`` block that notes events; ``events`` is their array, EVENT in order of cycles.

    ``address``, ``value`` and ``pc`` are those of a register write; of an interrupt ``pc`` is the
    instruction that it interrupts.  The picture is that of the last frame.
    """

    def __init__(self, kit: Logged) -> None:
        super().__init__(kit, 0, 0xFFFF, True, True)
        self.events: Records = np.empty(0, dtype=EVENT)
        self._picture: npt.NDArray[np.uint8] = np.zeros((0, 0, 3), dtype=np.uint8)
        self._frame = (0, 0)

    def __enter__(self) -> EventLog:
        super().__enter__()
        probe = self.kit.probe
        self._interrupts = len(probe.interrupts)
        self._kept = probe.keep_interrupts
        probe.keep_interrupts = 1
        self.kit.taps.refresh()
        return self

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        kit, probe = self.kit, self.kit.probe
        interrupts = probe.interrupts[self._interrupts :]
        probe.keep_interrupts = self._kept
        kit.taps.refresh()
        self.events = self._gather(self.words(), interrupts)
        screen, model = kit.screen, kit.board.model  # type: ignore[attr-defined]
        self._picture = screen.palette[screen.frame]
        size = model.lines * model.cycles_per_line
        line, column = kit.position(kit.board.cycle - 1)
        done = int(line) * model.cycles_per_line + int(column)  # cycles of the present frame
        end = kit.board.cycle - (done if done < size // 2 else done - size)
        self._frame = (end - size, end)

    def _gather(self, words: Words, interrupts: list[Any]) -> Records:
        word = words[:, 1]
        who, address = word >> 25 & 3, word & 0xFFFF
        written = (word >> 24 & 1 == 1) & (word >> 27 & 1 == 1)
        parts = []
        for chip, (first, last, mask) in CHIPS.items():
            mine = written & (address >= first) & (address <= last)
            parts.append(self._records(words[mine], chip, first | address[mine] & mask))
        taken = self._records(words[who == 1], "sprite", address[who == 1])
        code = (taken["column"] >= FIRST_CODE) & (taken["column"] <= LAST_CODE)
        taken["kind"][code] = "badline"
        waits = words[who == 2]
        parts += [taken, self._records(waits, "wait", waits[:, 1] & 0xFFFF)]
        for nmi, kind in ((False, "irq"), (True, "nmi")):
            rows = [(began, pc << 32) for _, began, pc, is_nmi in interrupts if bool(is_nmi) == nmi]
            of = np.array(rows, dtype=np.int64).reshape(-1, 2)
            parts.append(self._records(of, kind, of[:, 1] & 0xFFFF))
        events = np.concatenate(parts)
        ordered: Records = events[np.argsort(events["cycle"], kind="stable")]
        return ordered

    def _records(self, words: Words, kind: str, address: Words) -> Records:
        records = np.zeros(len(words), dtype=EVENT)
        records["cycle"], records["kind"], records["address"] = words[:, 0], kind, address
        records["value"], records["pc"] = words[:, 1] >> 16 & 0xFF, words[:, 1] >> 32 & 0xFFFF
        if len(words):
            records["line"], records["column"] = self.kit.position(words[:, 0])
        return records

    def of(self, *kinds: str) -> Records:
        """Return the events of these kinds."""
        for kind in kinds:
            if kind not in COLOURS:
                raise KitUsageError(
                    f"event '{kind}' does not exist; choose from {', '.join(COLOURS)}"
                )
        chosen: Records = self.events[np.isin(self.events["kind"], kinds)]
        return chosen

    def last_frame(self) -> Records:
        """Return the events of the last whole frame, which the picture shows."""
        begin, end = self._frame
        inside: Records = self.events[
            (self.events["cycle"] >= begin) & (self.events["cycle"] < end)
        ]
        return inside

    def image(self, *kinds: str) -> Image:
        """Return the events of the last frame over its picture; all kinds, or some."""
        from PIL import Image

        picture = np.repeat(np.repeat(self._picture // _DIM, SCALE, 0), SCALE, 1)
        events = self.last_frame()
        for kind in kinds or COLOURS:
            mine = events[events["kind"] == kind]
            for line, column in zip(mine["line"].tolist(), mine["column"].tolist(), strict=True):
                top, left = line * SCALE, (column - 1) * 8 * SCALE
                place = picture[top : top + SCALE, left + 1 : left + 8 * SCALE - 1]
                place[:] = COLOURS[kind]
        return Image.fromarray(picture)

    def page(self, title: str = "events of a frame") -> str:
        """Return the same as an HTML page that filters by kind and shows each event's facts."""
        out = io.BytesIO()
        _enlarged(self._picture // _DIM).save(out, "PNG", optimize=True)
        symbols, rows = self.kit.symbols, []
        named = {s.value: s.name for found in symbols.names.values() for s in found}
        for _, line, column, kind, address, value, pc in self.last_frame().tolist():
            words = ""
            if kind in CHIPS:
                words = f"${value:02X} to ${address:04X} {named.get(address, '')}".rstrip()
            if kind in CHIPS or kind in ("irq", "nmi"):
                source = symbols.source(pc)
                words += f" at ${pc:04X} {symbols.name_at(pc)}"
                words += f" {Path(source[0]).name}:{source[1]}" if source else ""
            rows.append([line, column, kind, words.strip()])
        colours = {kind: "#%02x%02x%02x" % rgb for kind, rgb in COLOURS.items()}  # noqa: UP031
        data = json.dumps({"scale": SCALE, "colours": colours, "events": rows})
        return (
            PAGE.replace("TITLE", html.escape(title))
            .replace("PICTURE", base64.b64encode(out.getvalue()).decode())
            .replace("DATA", data.replace("<", "\\u003c"))
        )

    def save(self, path: AnyPath) -> None:
        """Write the picture (.png), the page (.html) or the array of all events (.npy)."""
        place = Path(getattr(self.kit, "folder", None) or ".", path)
        if place.suffix == ".png":
            self.image().save(place)
        elif place.suffix == ".html":
            place.write_text(self.page(place.stem), encoding="utf-8")
        elif place.suffix == ".npy":
            np.save(place, self.events)
        else:
            raise KitUsageError(f"events {path}: must end in .png, .html or .npy")


def _enlarged(picture: npt.NDArray[np.uint8]) -> Image:
    from PIL import Image

    return Image.fromarray(np.repeat(np.repeat(picture, SCALE, 0), SCALE, 1))


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>TITLE</title>
<style>
body { background: #111; color: #ddd; font: 13px monospace; margin: 8px }
label { margin-right: 12px } #says { min-height: 3em; white-space: pre }
</style>
<h1>TITLE</h1><div id="kinds"></div><p id="says">move over an event</p>
<canvas id="view"></canvas>
<script id="data" type="application/json">DATA</script>
<script>
const data = JSON.parse(document.getElementById("data").textContent);
const view = document.getElementById("view"), draw = view.getContext("2d");
const says = document.getElementById("says"), scale = data.scale, off = new Set(["wait"]);
const picture = new Image();
const box = ([line, column]) => [(column - 1) * 8 * scale + 1, line * scale, 8 * scale - 2, scale];
function show() {
  draw.drawImage(picture, 0, 0);
  for (const event of data.events) if (!off.has(event[2])) {
    draw.fillStyle = data.colours[event[2]];
    draw.fillRect(...box(event));
  }
}
for (const [kind, colour] of Object.entries(data.colours)) {
  const count = data.events.filter((event) => event[2] === kind).length;
  const label = document.createElement("label"), tick = document.createElement("input");
  tick.type = "checkbox"; tick.checked = !off.has(kind);
  tick.onchange = () => { off[tick.checked ? "delete" : "add"](kind); show(); };
  label.style.color = colour;
  label.append(tick, ` ${kind} ${count}`);
  document.getElementById("kinds").append(label);
}
view.onmousemove = ({ offsetX, offsetY }) => {
  const line = Math.floor(offsetY / scale), column = Math.floor(offsetX / scale / 8) + 1;
  const here = data.events.filter((event) => event[0] === line && event[1] === column);
  says.textContent = `line ${line}, cycle ${column}\\n`
    + here.map((event) => `${event[2]} ${event[3]}`).join("\\n");
};
picture.onload = () => { view.width = picture.width; view.height = picture.height; show(); };
picture.src = "data:image/png;base64,PICTURE";
</script></html>
"""
