"""The SDL that pygame runs on, for the little that pygame does not offer."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path

import pygame

from emu.host.types import Size

RENDERERS_THAT_WAIT = (b"direct3d", b"direct3d11", b"direct3d12", b"metal")  # without OpenGL
MOST_WINDOWS = 1000  # that were opened before: SDL counts them
FORGETS_CONTEXTS = (2, 5)  # pygame-ce up to this version; what later ones do is not known


class _RendererInfo(ctypes.Structure):
    """SDL_RendererInfo of SDL 2."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("flags", ctypes.c_uint32),
        ("formats", ctypes.c_uint32 * 17),
        ("largest", ctypes.c_int * 2),
    )


def library() -> ctypes.CDLL:
    """Return SDL 2; OSError or AttributeError if it cannot be reached."""
    if pygame.get_sdl_version()[0] != 2:
        raise OSError("SDL 2 only")
    if os.name == "nt":
        return ctypes.CDLL(str(Path(pygame.__file__).with_name("SDL2.dll")))
    return ctypes.CDLL(pygame.base.__file__)  # finds what that is linked with


def _window(sdl: ctypes.CDLL) -> int | None:
    """Return the handle of the window, None if there is none."""
    sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
    windows = map(sdl.SDL_GetWindowFromID, map(ctypes.c_uint32, range(1, MOST_WINDOWS)))
    return next((found for found in windows if found), None)


def raise_window() -> None:
    """Bring the window to the front and have the keys go to it, as far as the system allows."""
    with suppress(OSError, AttributeError):
        sdl = library()
        if window := _window(sdl):
            sdl.SDL_RaiseWindow(ctypes.c_void_p(window))


def resize_window(size: Size) -> bool:
    """Make the window with OpenGL (width, height) large; returns whether that could be done.

    pygame would give it another context and compile the shaders again: 50 ms instead of one.
    """
    with suppress(OSError, AttributeError):
        sdl = library()
        sdl.SDL_GL_GetCurrentWindow.restype = ctypes.c_void_p
        if window := sdl.SDL_GL_GetCurrentWindow():
            sdl.SDL_SetWindowSize(ctypes.c_void_p(window), *map(ctypes.c_int, size))
            return pygame.display.get_window_size() == tuple(size)
    return False


def drop_context() -> None:
    """Delete the window's OpenGL context, to be called just before a window without one is opened.

    pygame forgets it then (it deletes it before another with OpenGL): 6 MB each time.
    """
    if tuple(pygame.version.vernum)[:2] > FORGETS_CONTEXTS:
        return
    with suppress(OSError, AttributeError):
        sdl = library()
        for name in ("SDL_GL_GetCurrentWindow", "SDL_GL_GetCurrentContext"):
            getattr(sdl, name).restype = ctypes.c_void_p
        window, context = sdl.SDL_GL_GetCurrentWindow(), sdl.SDL_GL_GetCurrentContext()
        if window and context:
            sdl.SDL_GL_MakeCurrent(ctypes.c_void_p(window), None)
            sdl.SDL_GL_DeleteContext(ctypes.c_void_p(context))


def wait_for_display(on: bool) -> bool:
    """Have showing a picture wait for the display's refresh, or not; returns whether SDL can.

    Where SDL would only sleep for as long as a refresh should take, it cannot.
    """
    with suppress(OSError, AttributeError):
        sdl = library()
        for name in ("SDL_GL_GetCurrentContext", "SDL_GetRenderer"):
            getattr(sdl, name).restype = ctypes.c_void_p
        if sdl.SDL_GL_GetCurrentContext():
            return bool(sdl.SDL_GL_SetSwapInterval(int(on)) == 0)
        window = _window(sdl)
        renderer = ctypes.c_void_p(window and sdl.SDL_GetRenderer(ctypes.c_void_p(window)))
        info = _RendererInfo()
        if renderer and sdl.SDL_GetRendererInfo(renderer, ctypes.byref(info)) == 0:
            waits = info.name in RENDERERS_THAT_WAIT
            return waits and sdl.SDL_RenderSetVSync(renderer, int(on)) == 0
    return False
