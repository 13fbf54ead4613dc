"""What a user does to an App, for tests."""

import pygame


def frames(app, count=1):
    """Do what the App's loop does, so often."""
    for _ in range(count):
        app.input.poll()
        if any([f.instead_of_frame() for f in app.features]):
            app._show()
        else:
            app._run_frame()


def press(app, *keys, mod=0, unicode="", scancode=0):
    """Press and release keys of the host by their names ("return", "f10"), one after the other."""
    for name in keys:
        key = pygame.key.key_code(name)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            event = pygame.event.Event(
                kind, key=key, mod=mod, unicode=unicode, scancode=scancode
            )  # fmt: skip
            pygame.event.post(event)
        frames(app)


def click(app, position, button=1):
    """Click at a place of the window."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=position, button=button))
        frames(app)
