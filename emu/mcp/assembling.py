"""A client's 6502 source through ca65 and ld65 (cc65), bounded in size, time and memory.

The assembler could read any file of the host into the program (``.incbin "/etc/passwd"``), so
``.include`` and ``.incbin`` may only name files that the client sends with the source.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from emu.errors import UsageError
from emu.kit.symbols import Symbols, linked_blocks, source_lines, symbols_from_dbg
from emu.kit.types import Block

SOURCE_MOST = 1 << 20  # characters of all files
FILES_MOST = 32
OUTPUT_MOST = 4 << 20  # bytes of a file that a tool writes
MEMORY_MOST = 1 << 30
SECONDS = 20
WORDS_MOST = 4000  # characters of what the tools say
CONFIG = """\
MEMORY {{
    ZP:  start = $02, size = $FE;
    RAM: start = ${start:04X}, size = ${size:04X}, file = %O;
}}
SEGMENTS {{
    ZEROPAGE: load = ZP,  type = zp,  optional = yes;
    CODE:     load = RAM, type = rw,  optional = yes;
    RODATA:   load = RAM, type = ro,  optional = yes;
    DATA:     load = RAM, type = rw,  optional = yes;
    BSS:      load = RAM, type = bss, optional = yes;
}}
"""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,60}")
_READS_FILE = re.compile(r"\.inc(?:lude|bin)", re.IGNORECASE)
_LITERAL = re.compile(r"\.inc(?:lude|bin)[ \t]+\"([^\"\n]*)\"[ \t]*(?:,[^\"\n]*)?(?:;[^\n]*)?$",
                      re.IGNORECASE | re.MULTILINE)  # fmt: skip


def assemble(
    source: str, start: int, files: Mapping[str, str] | None = None
) -> tuple[list[Block], Symbols]:
    """Return ([(address, bytes)], Symbols) of a source; UsageError with the tools' words.

    start  address of the segment CODE, with RODATA, DATA and BSS behind it
    files  {name: text} for its ``.include`` and ``.incbin``
    """
    if not 0x0200 <= start <= 0xFFF0:
        raise UsageError(f"start ${start:04X}: must be $0200 to $FFF0")
    texts = {**(files or {}), "main.s": source}
    _check(texts)
    with tempfile.TemporaryDirectory(prefix="go64mcp") as name:
        folder = Path(name)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "link.cfg").write_text(CONFIG.format(start=start, size=0x10000 - start))
        _run(["ca65", "-g", "-o", "main.o", "main.s"], folder)
        _run(["ld65", "-C", "link.cfg", "--dbgfile", "main.dbg", "-o", "main.bin", "main.o"],
             folder)  # fmt: skip
        symbols = symbols_from_dbg(folder / "main.dbg", folder)
        blocks = linked_blocks(symbols, folder)
        for path, _ in set(symbols.lines.values()):
            source_lines(path)  # which keeps them: the folder goes
    return blocks, symbols


def _check(texts: Mapping[str, str]) -> None:
    """Raise UsageError for sources that are too large, or read other files than these."""
    if len(texts) > FILES_MOST or sum(map(len, texts.values())) > SOURCE_MOST:
        raise UsageError(
            f"source: more than {FILES_MOST} files or {SOURCE_MOST} characters, the most"
        )
    for name in texts:
        if not _NAME.fullmatch(name) or name in ("link.cfg", "main.o", "main.dbg", "main.bin"):
            raise UsageError(f"file '{name[:60]}': use letters, digits, '.', '-' and '_'")
    for name, text in texts.items():
        wanted = _LITERAL.findall(text)
        if len(wanted) != len(_READS_FILE.findall(text)) or set(wanted) - set(texts):
            raise UsageError(
                f'{name}: .include and .incbin take one literal name, of a file in "files"'
            )


def _limit() -> None:
    """Bound what a tool takes; called in its process before it starts."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_MOST, OUTPUT_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def _run(command: Sequence[str], folder: Path) -> None:
    tool = shutil.which(command[0])
    if tool is None:
        raise UsageError(f"{command[0]} not found: install cc65 (Debian: apt-get install cc65)")
    try:
        result = subprocess.run(
            [tool, *command[1:]], cwd=folder, check=False, timeout=SECONDS,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=None if sys.platform == "win32" else _limit,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise UsageError(f"{command[0]}: took more than {SECONDS} seconds") from None
    if result.returncode:
        words = result.stdout.decode(errors="replace").strip()[:WORDS_MOST]
        raise UsageError(words or f"{command[0]}: ended with status {result.returncode}")
