"""The SDL that pygame runs on, for the little that pygame does not offer."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path

import pygame

from emu.host.types import Size

FORGETS_CONTEXTS = (2, 5)  # pygame-ce up to this version; what later ones do is not known


def library() -> ctypes.CDLL:
    """Return SDL 2; OSError or AttributeError if it cannot be reached."""
    if pygame.get_sdl_version()[0] != 2:
        raise OSError("SDL 2 only")
    if os.name == "nt":
        return ctypes.CDLL(str(Path(pygame.__file__).with_name("SDL2.dll")))
    return ctypes.CDLL(pygame.base.__file__)  # finds what that is linked with


def resize_window(size: Size) -> bool:
    """Make the window with OpenGL (width, height) large; returns whether that could be done.

    pygame would give it another context, whose shaders are compiled anew: 50 ms instead of one.
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
