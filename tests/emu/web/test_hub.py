"""What all clients of a served machine are told, without a machine or a connection."""

import json
import time
from types import SimpleNamespace

from emu.web.server import Hub


class Told:
    """A client that keeps what it is told."""

    def __init__(self):
        self.refused_at, self.texts = float("-inf"), []

    def say(self, text):
        self.texts.append(json.loads(text))


def test_why_a_key_is_refused_is_told_at_once_but_once_a_second_at_most(monkeypatch):
    hub, client, now = Hub(SimpleNamespace(), SimpleNamespace()), Told(), 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    hub.clients[7] = client
    for later, told in ((0.0, 1), (0.5, 1), (0.49, 1), (0.01, 2), (0.9, 2), (5.0, 3)):
        now += later
        hub.refuse(7, f"at {now}")
        assert len(client.texts) == told
    assert client.texts[0] == {"t": "no", "why": "at 1000.0"}
    hub.refuse(8, "gone by now")  # says nothing
