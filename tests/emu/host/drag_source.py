"""Files that are dragged to a window of X11 and dropped there, as a file manager does it.

Source: freedesktop.org, "Drag-and-Drop Protocol for the X Window System" (XDND 5).
"""

import ctypes
import ctypes.util
import time

PATIENCE = 20  # seconds
VERSION = 5
SELECTION_REQUEST, CLIENT_MESSAGE, SELECTION_NOTIFY = 30, 33, 31
EIGHT_BITS, REPLACE = 8, 0  # of XChangeProperty
NOW = 0
Ulong, Long, Int = ctypes.c_ulong, ctypes.c_long, ctypes.c_int


class _Message(ctypes.Structure):
    """XClientMessageEvent."""

    _fields_ = (
        ("type", Int), ("serial", Ulong), ("sent", Int), ("display", ctypes.c_void_p),
        ("window", Ulong), ("kind", Ulong), ("format", Int), ("data", Long * 5),
    )  # fmt: skip


class _Request(ctypes.Structure):
    """XSelectionRequestEvent."""

    _fields_ = (
        ("type", Int), ("serial", Ulong), ("sent", Int), ("display", ctypes.c_void_p),
        ("owner", Ulong), ("asker", Ulong), ("selection", Ulong), ("target", Ulong),
        ("property", Ulong), ("time", Ulong),
    )  # fmt: skip


class _Answer(ctypes.Structure):
    """XSelectionEvent."""

    _fields_ = (
        ("type", Int), ("serial", Ulong), ("sent", Int), ("display", ctypes.c_void_p),
        ("asker", Ulong), ("selection", Ulong), ("target", Ulong), ("property", Ulong),
        ("time", Ulong),
    )  # fmt: skip


class _Event(ctypes.Union):
    """XEvent."""

    _fields_ = (
        ("type", Int), ("message", _Message), ("request", _Request), ("answer", _Answer),
        ("pad", Long * 24),
    )  # fmt: skip


def library():
    """Return Xlib, None where it is not installed."""
    name = ctypes.util.find_library("X11")
    return None if name is None else ctypes.CDLL(name)


class DragSource:
    """A window that files come from, on a display by its name.

    window  its number
    """

    def __init__(self, display):
        self._x = x = library()
        x.XOpenDisplay.restype = ctypes.c_void_p
        for name in ("XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
            getattr(x, name).restype = Ulong
        self._display = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
        root = Ulong(x.XDefaultRootWindow(self._display))
        zero = Ulong(0)
        self.window = x.XCreateSimpleWindow(
            self._display, root, 0, 0, Int(200), Int(100), 0, zero, zero
        )
        x.XMapWindow(self._display, Ulong(self.window))
        x.XSync(self._display, 0)

    def _atom(self, name):
        return self._x.XInternAtom(self._display, name.encode(), 0)

    def _target(self, position):
        """Return the window at a place of the screen that takes what is dropped, by its number.

        A window manager puts its frame round it: a window is looked for in that.
        """
        x, root = self._x, Ulong(self._x.XDefaultRootWindow(self._display))
        place, inner, child = (Int(), Int()), root, Ulong()
        while True:
            x.XTranslateCoordinates(
                self._display, root, inner, *map(Int, position), *map(ctypes.byref, place),
                ctypes.byref(child),
            )  # fmt: skip
            if not child.value:
                return inner.value
            inner = Ulong(child.value)

    def drop(self, position, paths):
        """Drag files to a place of the screen and let go."""
        window = self._target(position)
        uris = "".join(f"{path.as_uri()}\r\n" for path in paths).encode()
        kind, selection = self._atom("text/uri-list"), self._atom("XdndSelection")
        self._x.XSetSelectionOwner(self._display, Ulong(selection), Ulong(self.window), NOW)
        self._send(window, "XdndEnter", VERSION << 24, kind)
        x, y = position
        self._send(window, "XdndPosition", 0, x << 16 | y, NOW, self._atom("XdndActionCopy"))
        assert self._until("XdndStatus", uris).data[1] & 1, "the window does not want it"
        self._send(window, "XdndDrop", 0, NOW)
        self._until("XdndFinished", uris)

    def _send(self, window, kind, *rest):
        event = _Event()
        event.message = _Message(
            CLIENT_MESSAGE, 0, 1, self._display, window, self._atom(kind), 32,
            (Long * 5)(self.window, *rest),
        )  # fmt: skip
        self._x.XSendEvent(self._display, Ulong(window), 0, Long(0), ctypes.byref(event))
        self._x.XFlush(self._display)

    def _until(self, kind, uris):
        """Answer who asks for the files until a message comes; returns it."""
        event, end, wanted = _Event(), time.monotonic() + PATIENCE, self._atom(kind)
        while time.monotonic() < end:
            if not self._x.XPending(self._display):
                time.sleep(0.02)
                continue
            self._x.XNextEvent(self._display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                self._give(event.request, uris)
            elif event.type == CLIENT_MESSAGE and event.message.kind == wanted:
                return event.message
        raise AssertionError(f"no {kind}")

    def _give(self, request, uris):
        place = Ulong(request.property)
        self._x.XChangeProperty(
            self._display, Ulong(request.asker), place, Ulong(request.target), EIGHT_BITS,
            REPLACE, uris, len(uris),
        )  # fmt: skip
        event = _Event()
        event.answer = _Answer(
            SELECTION_NOTIFY, 0, 1, self._display, request.asker, request.selection,
            request.target, request.property, request.time,
        )  # fmt: skip
        to = Ulong(request.asker)
        self._x.XSendEvent(self._display, to, 0, Long(0), ctypes.byref(event))
        self._x.XFlush(self._display)

    def close(self):
        """Take the window away."""
        self._x.XCloseDisplay(self._display)
