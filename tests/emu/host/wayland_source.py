"""A small window of Wayland from which files are dragged: ``python -m ...wayland_source FILE``.

It speaks the protocol itself, so no library is needed.  A press of a button on it begins the drag;
what it offers is text/uri-list.  It says what has happened, a word a line: ``shown`` the window is
there, ``entered`` the pointer is on it, ``dragged`` a drag has begun, ``accepted`` who is below the
pointer takes names of files, ``sent`` they were written, ``late`` nobody waited for them any more,
``finished`` the drop was taken, ``cancelled`` it was not.

Source: wayland.xml and xdg-shell.xml of freedesktop.org: numbers of requests and events.
"""

import array
import itertools
import os
import socket
import struct
import sys
from pathlib import Path

SIZE = 64  # pixels of the window, in each direction
COLOUR = (0xE0, 0x30, 0x90)
MIME = "text/uri-list"
DISPLAY = 1
COPY = 1
PRESSED = 1


def words(*values):
    """Return arguments of a request: numbers and strings."""
    data = b""
    for value in values:
        if isinstance(value, str):
            text = value.encode() + b"\0"
            data += struct.pack("<I", len(text)) + text + bytes(-len(text) % 4)
        else:
            data += struct.pack("<I", value)
    return data


def text_at(data, at):
    """Return the string in an event's arguments."""
    (length,) = struct.unpack_from("<I", data, at)
    return data[at + 4 : at + 3 + length].decode()


class Source:
    """The client; its objects by name in ``ids``."""

    def __init__(self, paths):
        self.list = "".join(f"{Path(path).as_uri()}\r\n" for path in paths).encode()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        folder, name = os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]
        self.socket.connect(str(Path(folder) / name))
        self.numbers = itertools.count(2)
        self.ids, self.fds, self.waiting = {"display": DISPLAY}, [], b""
        self.request("display", 1, self.new("registry"))

    def new(self, name):
        """Return the number of a new object."""
        self.ids[name] = next(self.numbers)
        return self.ids[name]

    def request(self, name, opcode, *values, fds=()):
        """Send a request to an object."""
        data = words(*values)
        head = struct.pack("<II", self.ids[name], (len(data) + 8) << 16 | opcode)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self.socket.sendmsg([head + data], rights)

    def events(self):
        """Yield (name of the object, opcode, arguments)."""
        while True:
            data, rights, _, _ = self.socket.recvmsg(65536, socket.CMSG_SPACE(16))
            if not data:
                return
            for _, _, content in rights:
                self.fds += array.array("i", content[: len(content) // 4 * 4])
            self.waiting += data
            while len(self.waiting) >= 8:
                number, head = struct.unpack_from("<II", self.waiting)
                if len(self.waiting) < head >> 16:
                    break
                event, self.waiting = self.waiting[8 : head >> 16], self.waiting[head >> 16 :]
                names = [name for name, known in self.ids.items() if known == number]
                yield (names or ["?"])[0], head & 0xFFFF, event

    def run(self):
        """Show the window and do what the events ask for."""
        wanted = {"wl_compositor": 1, "wl_shm": 1, "xdg_wm_base": 1, "wl_seat": 1,
                  "wl_data_device_manager": 3}  # fmt: skip
        for name, opcode, data in self.events():
            if (name, opcode) == ("display", 0):
                raise RuntimeError(text_at(data, 8))
            if (name, opcode) == ("registry", 0):
                number, interface = struct.unpack_from("<I", data)[0], text_at(data, 4)
                if interface in wanted:
                    version = wanted.pop(interface)
                    made = self.new(interface)
                    self.request("registry", 0, number, interface, version, made)
                    if not wanted:
                        self.open()
            elif (name, opcode) == ("xdg_wm_base", 0):
                self.request("xdg_wm_base", 3, *struct.unpack("<I", data))
            elif (name, opcode) == ("xdg_surface", 0):
                self.request("xdg_surface", 4, *struct.unpack("<I", data))
                self.paint()
            elif (name, opcode) == ("pointer", 0):
                print("entered", flush=True)
            elif (name, opcode) == ("pointer", 3):
                serial, _, _, state = struct.unpack("<IIII", data)
                if state == PRESSED:
                    self.drag(serial)
            elif (name, opcode) == ("source", 0) and data[:4] != bytes(4):
                print("accepted", flush=True)
            elif name == "source" and opcode == 1:
                print("sent" if self.send(self.fds.pop(0)) else "late", flush=True)
            elif name == "source" and opcode in (2, 4):
                print("cancelled" if opcode == 2 else "finished", flush=True)

    def open(self):
        """Ask for the window and the pointer."""
        self.request("wl_seat", 0, self.new("pointer"))
        self.request("wl_data_device_manager", 1, self.new("device"), self.ids["wl_seat"])
        self.request("wl_compositor", 0, self.new("surface"))
        made = self.new("xdg_surface")
        self.request("xdg_wm_base", 2, made, self.ids["surface"])
        self.request("xdg_surface", 1, self.new("toplevel"))
        self.request("surface", 6)

    def paint(self):
        """Fill the window with its colour."""
        if "buffer" not in self.ids:
            memory = os.memfd_create("source")
            red, green, blue = COLOUR
            os.write(memory, bytes((blue, green, red, 255)) * SIZE**2)
            made = self.new("pool")
            self.request("wl_shm", 0, made, 4 * SIZE**2, fds=[memory])
            self.request("pool", 0, self.new("buffer"), 0, SIZE, SIZE, 4 * SIZE, 1)
            os.close(memory)
        self.request("surface", 1, self.ids["buffer"], 0, 0)
        self.request("surface", 2, 0, 0, SIZE, SIZE)
        self.request("surface", 6)
        print("shown", flush=True)

    def send(self, receiver):
        """Write the names into a pipe; returns False if nobody reads there any more."""
        try:
            os.write(receiver, self.list)
        except BrokenPipeError:
            return False
        finally:
            os.close(receiver)
        return True

    def drag(self, serial):
        """Begin to drag: the button is down."""
        self.request("wl_data_device_manager", 0, self.new("source"))
        self.request("source", 0, MIME)
        self.request("source", 2, COPY)
        self.request("device", 0, self.ids["source"], self.ids["surface"], 0, serial)
        print("dragged", flush=True)


if __name__ == "__main__":
    Source(sys.argv[1:]).run()
