"""What leaves the site's audio worklet: recorded behind it, in each browser."""

import base64
import json
import time
from contextlib import closing

import numpy as np
import pytest

import c64
from emu.browser.session import Session
from tests.emu.browser.test_page import drop, ready
from tests.emu.host.sound.test_stereo import tune_for_three
from tests.emu.web.browsers import PATIENCE

pytestmark = [
    pytest.mark.long,
    pytest.mark.compiled_only("the site has the compiled machine"),
]
SECONDS = 60
# The page computes for a third of a second, twice: far longer than the worklet's lead of 90 ms.
BUSY = """
for (const wait of [1000, 2000]) setTimeout(() => {
  const end = performance.now() + 333;
  while (performance.now() < end);
}, wait);
"""
TRIES = 3  # the rest of this computer may take the time of a whole recording, not of three
GAP = 0.001  # seconds
TONE = 1000  # Hz, so that a sound that goes on crosses its mean each half of a millisecond
# 1 SYS2061; a triangle of 1,000 Hz at full volume, then a loop.
PROGRAM = bytes.fromhex(
    "0108 0b08 0100 9e 32303631 00 0000"
    "a90f 8d18d4 a9f0 8d06d4 a983 8d00d4 a941 8d01d4 a911 8d04d4 4c2408"
)
RECORDER = """
registerProcessor("recorder", class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.data = new Float32Array(options.processorOptions.samples);
    this.at = 0;
  }
  process(inputs) {
    const block = inputs[0][0] || new Float32Array(128);
    this.data.set(block.subarray(0, this.data.length - this.at), this.at);
    this.at += Math.min(block.length, this.data.length - this.at);
    if (this.at < this.data.length) return true;
    this.port.postMessage(this.data);
    return false;
  }
});
"""
# Records so many seconds behind the sound's node: go64.record becomes [rate, 16 bits in base64] as
# JSON.
RECORD = """
go64.record = (async () => {
  const { context, node } = go64.machine.sound;
  const url = URL.createObjectURL(new Blob([%s], { type: "text/javascript" }));
  if (!go64.recorder) await context.audioWorklet.addModule(url);
  go64.recorder = true;
  const samples = %d * context.sampleRate;
  const options = { numberOfOutputs: 1, processorOptions: { samples } };
  const recorder = new AudioWorkletNode(context, "recorder", options);
  node.connect(recorder);
  recorder.connect(context.destination);
  const data = await new Promise((yes) => { recorder.port.onmessage = (e) => yes(e.data); });
  const bytes = new Uint8Array(Int16Array.from(data, (v) => Math.round(v * 32767)).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return JSON.stringify([context.sampleRate, btoa(text)]);
})();
0
"""
# Whether it has, after some seconds: one answer must not take as long as a recording.
RECORDED = """
Promise.race([go64.record.then(() => true), new Promise((yes) => setTimeout(yes, 5000))])
"""


def longest_rest(sound, rate):
    """Return the longest time in seconds in which a sound does not cross its mean."""
    above = sound > sound.mean()
    crossings = np.flatnonzero(above[1:] != above[:-1])
    return np.diff(np.concatenate(([0], crossings, [len(sound)]))).max() / rate


def level(sound):
    """Return the effective value of a sound of 16 bits, without what is constant, in dB."""
    return 20 * np.log10(np.std(sound.astype(float)))


def native_level(tmp_path):
    """Return the level at which the native machine plays the program."""
    (tmp_path / "tone.prg").write_bytes(PROGRAM)
    machine = c64.C64(sample_rate=48000)
    machine.autostart(tmp_path / "tone.prg", settle=True)
    machine.tick(50)
    machine.audio()
    machine.tick(100)
    return level(machine.audio())


def test_a_rest_is_found_where_samples_were_missing():
    tone = np.sin(np.arange(48000) * 2 * np.pi * TONE / 48000)
    assert longest_rest(tone, 48000) < GAP
    tone[20000:20060] = tone[20000] * 0.995 ** np.arange(60)  # as the worklet fills a gap
    assert longest_rest(tone, 48000) > GAP


def play(page, name, content):
    """Drop a file and have it play; skips the test where the browser has no sound."""
    ready(page)
    page.key("Shift")
    page.until("!!go64.machine.sound.context", "the sound")
    page.ask("new Promise((yes) => setTimeout(yes, 3000))")
    if page.ask("go64.machine.sound.context.state") != "running":
        pytest.skip("this browser starts no sound: it has no device here (install pulseaudio)")
    drop(page, name, content)
    ready(page, name)
    page.ask("new Promise((yes) => setTimeout(yes, 3000))")


def recorded(page, seconds):
    """Return (rate, samples) of so many seconds of what leaves the worklet."""
    page.ask(RECORD % (json.dumps(RECORDER), seconds))
    end = time.monotonic() + PATIENCE + 3 * seconds
    while not page.ask(RECORDED):
        assert time.monotonic() < end, "the recording does not end"
    rate, packed = json.loads(page.ask("go64.record"))
    sound = np.frombuffer(base64.b64decode(packed), "<i2")
    assert len(sound) == seconds * rate
    return rate, sound


def test_a_tune_for_three_sids_is_heard_in_the_browser(browser, tmp_path):
    """The third alone plays; the page plays the mean of all."""
    tune = tune_for_three(0xD440)
    native = Session(str(tmp_path))
    native.open(native.put("three.sid", tune))
    for frame in range(250):
        native.frame()
        if frame < 150:
            native.sound()
    expected = level(np.frombuffer(native.sound(), "<i2"))
    with closing(browser()) as page:
        play(page, "three.sid", tune)
        count = "go64.machine.python('len(machine.sids)').then((said) => said.output.trim())"
        assert page.ask(count) == "3"
        for _ in range(TRIES):
            _, sound = recorded(page, 3)
            if abs(level(sound) - expected) < 0.5:
                break
        assert abs(level(sound) - expected) < 0.5
        assert page.errors == []


def test_a_page_that_is_busy_leaves_no_gap(browser):
    with closing(browser()) as page:
        play(page, "tone.prg", PROGRAM)
        for _ in range(TRIES):
            page.ask(BUSY)
            rate, sound = recorded(page, 3)
            rest = longest_rest(sound, rate)
            if rest <= GAP:
                break
        assert rest <= GAP, f"{1000 * rest:.2f} ms without a sound"
        assert page.errors == []


def test_a_muted_machine_is_silent_and_sounds_again(browser):
    with closing(browser()) as page:
        play(page, "tone.prg", PROGRAM)
        loud = [level(recorded(page, 1)[1])]
        page.ask("go64.machine.setAttribute('muted', '')")
        recorded(page, 1)  # what waited runs out
        silent = recorded(page, 1)[1]
        assert abs(silent.astype(int)).max() < 100
        page.ask("go64.machine.removeAttribute('muted')")
        recorded(page, 1)
        loud.append(level(recorded(page, 1)[1]))
        assert min(loud) > 55
        assert page.errors == []


def test_a_tone_leaves_the_worklet_without_a_gap_and_at_the_right_level(browser, tmp_path):
    with closing(browser()) as page:
        play(page, "tone.prg", PROGRAM)
        for _ in range(TRIES):
            rate, sound = recorded(page, SECONDS)
            rest = longest_rest(sound, rate)
            if rest <= GAP:
                break
        assert rest <= GAP, f"{1000 * rest:.2f} ms without a sound"
        assert abs(level(sound) - native_level(tmp_path)) < 0.5
        assert page.errors == []
