"""Messages between page and server that somebody made up (tests/fuzz/web_messages.py)."""

import pytest

from emu.web.protocol import BadMessage
from tests.fuzz import web_messages


def test_each_message_is_taken_or_refused_in_a_line_and_each_page_sees_the_picture():
    told = [web_messages.one_case(seed) for seed in range(60)]
    taken, refused = map(sum, zip(*told, strict=True))
    assert taken > 100 and refused > 100  # neither all right nor all absurd


def test_a_server_that_breaks_at_a_message_is_seen(monkeypatch):
    def broken(text):
        if '"tap"' in text:
            raise KeyError("x")
        raise BadMessage("no")

    monkeypatch.setattr(web_messages, "parse", broken)
    with pytest.raises(KeyError):
        for seed in range(40):
            web_messages.one_case(seed)
