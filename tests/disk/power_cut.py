"""A model of the medium: what a power cut may leave of the writes of a process.

The calls of ``disk.durable`` are recorded while they happen.  A file's content is safe once its
fsync has ended, a name once that of its folder has.  Before that the system writes in whatever
order it likes: after a cut each file may have any part of what was written, and each folder any of
the changes of names since its last fsync, in their order for one name only.

Source: Pillai et al., "All File Systems Are Not Created Equal" (OSDI 2014), ALICE's model.
"""

import itertools
import os
from pathlib import Path


class Medium:
    """A folder on a medium that a power cut may hit between any two calls.

    names  {name: inode} that are safe;  pending  [((name, inode or None), ...)] that are not
    """

    def __init__(self, folder):
        self.folder = str(folder)
        self.safe = {p.name: p.read_bytes() for p in Path(folder).iterdir() if p.is_file()}
        self.names = {name: name for name in self.safe}  # a file from before is its own inode
        self.live = dict(self.names)
        self.pending = []
        self.content = dict(self.safe)  # {inode: what the process has written so far}
        self.synced = dict(self.safe)  # {inode: what is safe}
        self.open = {}  # {descriptor: inode, or None for the folder}
        self.states = []  # what each cut may leave: [{name: content}, ...], with a mark
        self._count = itertools.count()

    # -- the calls ---------------------------------------------------------------------------

    def patch(self, monkeypatch):
        """Have the calls of this process recorded; they are still made."""
        for name in ("open", "write", "fsync", "link", "replace", "unlink", "close"):
            monkeypatch.setattr(os, name, self._recorded(name, getattr(os, name)))

    def _recorded(self, name, real):
        def call(*args, **options):
            result = real(*args, **options)
            getattr(self, f"_{name}")(result, *args, **options)
            self.cut()
            return result

        return call

    def _name(self, path):
        path = os.path.abspath(os.fspath(path))
        return os.path.basename(path) if os.path.dirname(path) == self.folder else None

    def _open(self, file, path, flags, *_, **__):
        if os.path.abspath(os.fspath(path)) == self.folder:
            temporary = getattr(os, "O_TMPFILE", 0)
            if temporary and flags & temporary == temporary:
                self._new(file)
            else:
                self.open[file] = None
        elif name := self._name(path):
            if flags & os.O_CREAT and name not in self.live:
                self._change((name, self._new(file)))
            elif name in self.live:
                self.open[file] = self.live[name]

    def _new(self, file):
        inode = self.open[file] = f"inode {next(self._count)}"
        self.content[inode] = self.synced[inode] = b""
        return inode

    def _write(self, count, file, data):
        if self.open.get(file) is not None:
            self.content[self.open[file]] += bytes(data[:count])

    def _fsync(self, _, file):
        inode = self.open.get(file, "other")
        if inode is None:
            for changes in self.pending:
                _take(self.names, changes)
            self.pending.clear()
        elif inode != "other":
            self.synced[inode] = self.content[inode]

    def _link(self, _, source, target, **options):
        file = int(str(source).rpartition("/")[2])
        folder = options.get("dst_dir_fd")
        if folder is None or self.open.get(folder, "other") is None:
            self._change((os.path.basename(target), self.open[file]))

    def _replace(self, _, source, target):
        if (name := self._name(target)) is None:
            return
        inode = self.live[self._name(source)]
        self._change((name, inode), (self._name(source), None))  # one step of a journal

    def _unlink(self, _, path):
        if name := self._name(path):
            self._change((name, None))

    def _close(self, _, file):
        self.open.pop(file, None)

    def _change(self, *changes):
        self.pending.append(changes)
        _take(self.live, changes)

    # -- the cut -----------------------------------------------------------------------------

    def cut(self):
        """Note all that a cut now may leave."""
        self.states.extend(self.left())

    def left(self):
        """Return each {name: content} that a cut now may leave."""
        found = []
        for chosen in itertools.product((False, True), repeat=len(self.pending)):
            names = dict(self.names)
            for changes in itertools.compress(self.pending, chosen):
                _take(names, changes)
            files = [(name, self._contents(inode)) for name, inode in names.items()]
            for contents in itertools.product(*(parts for _, parts in files)):
                found.append(dict(zip((name for name, _ in files), contents, strict=True)))
        return found

    def _contents(self, inode):
        """Return what a file may hold: what is safe, all, nothing, or the first half."""
        safe, full = self.synced[inode], self.content[inode]
        return [safe] if safe == full else [safe, full, full[: len(full) // 2]]


def _take(names, changes):
    for name, inode in changes:
        if inode is None:
            names.pop(name, None)
        else:
            names[name] = inode
