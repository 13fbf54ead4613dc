"""What is loaded ahead, and what is left behind when the window closes."""

import gc
import subprocess
import sys
import threading

import pytest

from emu.host.timing import preload


@pytest.fixture
def pythons_own_interval():
    """Whatever windows that other tests left open have set: Python's 5 ms."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def frozen_afterwards(monkeypatch):
    """Freezing is Python's own here, where no other App does it; in the end, it is as it was."""
    monkeypatch.setattr(preload, "gc", gc)
    yield
    gc.collect()
    gc.freeze()


@pytest.mark.usefixtures("pythons_own_interval", "frozen_afterwards")
def test_a_settled_program_lets_a_thread_load_and_keeps_it(make_app, monkeypatch):
    seen = []
    monkeypatch.setattr(preload, "load", lambda: seen.append(threading.current_thread()))
    before = gc.get_freeze_count(), sys.getswitchinterval()
    app = make_app()
    feature = app.feature(preload.Preload)
    for _ in range(preload.SETTLED - 1):
        feature.after_frame(())
    assert not seen
    feature.after_frame(())
    feature._thread.join()
    assert len(seen) == 1 and seen[0] is not threading.main_thread()
    feature.after_frame(())
    assert gc.get_freeze_count() > before[0]
    assert sys.getswitchinterval() < before[1]
    app.close()
    assert (gc.get_freeze_count(), sys.getswitchinterval()) == (0, before[1])


def test_what_is_loaded_is_what_the_first_menu_and_picture_import():
    script = (
        "import sys; from emu.host.timing import preload;"
        "names = {'emu.host.menu.widgets', 'PIL.Image'};"
        "assert not names & set(sys.modules); preload.load(); assert names <= set(sys.modules);"
        "from PIL import Image; assert 'PNG' in Image.SAVE"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
