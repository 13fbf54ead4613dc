"""Numbers as users write them."""

import re

import pytest

from disk.base.numbers import whole


@pytest.mark.parametrize(
    ("text", "base", "value"),
    [("173", 10, 173), ("d420", 16, 0xD420), ("-5", 10, -5), ("+5", 10, 5), ("0x10", 0, 16),
     ("0b11", 0, 3), ("101", 2, 5)],
)  # fmt: skip
def test_digits_have_their_value(text, base, value):
    assert whole(text, base) == value


@pytest.mark.parametrize(
    "text", ["1_0", " 1", "1\n", "\u0661", "\uff11", "", "-", "x", "1-", "9" * 5000]
)
def test_what_python_takes_besides_is_refused(text):
    with pytest.raises(ValueError, match=rf"^{re.escape(text[:40])}$|invalid literal|limit"):
        whole(text)
