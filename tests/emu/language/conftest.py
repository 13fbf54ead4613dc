"""The language of the texts, put back after each test."""

import pytest

from emu.language import translation


@pytest.fixture(autouse=True)
def english_again():
    """Show English again after the test."""
    yield
    translation.use(translation.ENGLISH)
