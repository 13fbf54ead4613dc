"""Our virtual drive answers random commands as the original DOS of a 1541 did.

The answers were taken in our true drive (tests/bench/dos_answers.py), whose DOS was 901229-05.
"""

import json

from tests.bench.dos_answers import ANSWERS, Virtual

# The fourth number of this one an original takes from what it did before; ours is 0.
STALE = b"U1:2  3,300:35:14\x1d\0"


def test_every_command_is_answered_as_by_an_original_dos():
    answers = json.loads(ANSWERS.read_text())
    ours = Virtual()
    unlike = {
        bytes.fromhex(text): (row, found)
        for text, row in answers.items()
        if (found := ours.answer(bytes.fromhex(text))) != row
    }
    assert set(unlike) <= {STALE}
    assert len(answers) > 900
