"use strict";
// The machine's thread: Pyodide, emu/browser/session.py, and the clock.
// In: {id, call, args} of CALLS.  Out: {id, result} or {id, error}, and {event, ...}.

const RUNTIME = new URL("runtime/", self.location);
const PACKED = {  // file, as unpacked -> type
  "pyodide.js": "text/javascript", "pyodide.asm.js": "text/javascript",
  "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip",
  "machine.zip": "application/zip" };
const SITE_PACKAGES = "/go64", FOLDER = "/home/files";
const LATE = 100;          // ms behind the clock at which lost time is let go
const NOTICE_EVERY = 5;    // pictures between two looks at the game's menu
const WARP_SLICE = 14;     // ms of frames between two pictures in warp
// The value of its last expression, as the prompt of Python shows it.
const EVALUATE = `
from pyodide.code import eval_code
value = eval_code(program, globals())
None if value is None else repr(value)`;
const OUTPUT_MOST = 100000; // characters of a Python program's output

let python = null, session = null, facts = null, output = "";
let speaker = null;         // a port to the audio worklet; without one the page passes samples on
let paused = false, warp = false, starting = false, due = 0, timer = 0, waiting = false, shown = 0;
const figures = { frames: 0, busy: 0, since: performance.now(), loaded: 0, python: 0, started: 0 };  // ms

// -- loading ---------------------------------------------------------------------------------

const loaded = {};

async function load(name) {
  const response = await self.fetch(new URL(`${name}.gz`, RUNTIME));
  if (!response.ok) throw new Error(`${name}: the server says ${response.status}`);
  const parts = [], reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    postMessage({ event: "progress", bytes: value.length });
  }
  let blob = new Blob(parts);
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b)  // some servers have unpacked it already
    blob = await new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  loaded[name] = new Blob([blob], { type: PACKED[name] });
}

// Pyodide asks for its files by fetch: it gets what is here already.
const fetchOutside = self.fetch.bind(self);

function fetchInside(request, options) {
  const url = new URL(typeof request === "string" ? request : request.url || request, RUNTIME);
  const name = url.href.startsWith(RUNTIME.href) ? url.href.slice(RUNTIME.href.length) : "";
  if (!loaded[name]) return fetchOutside(request, options);
  return Promise.resolve(new Response(loaded[name], { headers: { "Content-Type": PACKED[name] } }));
}

function script(name) {
  const address = URL.createObjectURL(loaded[name]);
  importScripts(address);
  URL.revokeObjectURL(address);
}

// Emscripten's part of Pyodide is a script up to Python 3.13 and a module from 3.14 on.
async function emscripten() {
  const blob = loaded["pyodide.asm.js"];
  if (!(await blob.slice(-200).text()).includes("export default")) return script("pyodide.asm.js");
  const address = URL.createObjectURL(blob);
  const made = (await import(address)).default;
  URL.revokeObjectURL(address);
  return made;
}

async function start(withGame) {
  await Promise.all(Object.keys(PACKED).map(load));
  figures.loaded = performance.now();
  self.fetch = fetchInside;
  script("pyodide.js");
  const createPyodideModule = await emscripten();
  python = await loadPyodide({
    ...createPyodideModule && { createPyodideModule }, indexURL: RUNTIME.href, stdout: say, stderr: say, env: { HOME: "/home" } });
  figures.python = performance.now();
  const archive = new Uint8Array(await loaded["machine.zip"].arrayBuffer());
  python.unpackArchive(archive, "zip", { extractDir: SITE_PACKAGES });
  for (const name of Object.keys(loaded)) delete loaded[name];
  python.globals.set("use_game", withGame);
  session = python.runPython(`
import os, pathlib, sys
sys.path.insert(0, "${SITE_PACKAGES}")
from c64.base.stored_tables import use_stored
use_stored(pathlib.Path("${SITE_PACKAGES}/c64/stored_tables.pickle").read_bytes())
import c64
from emu.browser.session import Session
session = Session("${FOLDER}", "${SITE_PACKAGES}/disk/go64.d64")
os.chdir("${FOLDER}")
machine = session.machine
session`);
  look();
  figures.started = due = performance.now();
  again(0);
}

function say(text) {
  if (output.length < OUTPUT_MOST) output += text + "\n";
}

// -- the clock -------------------------------------------------------------------------------

const channel = new MessageChannel();
channel.port1.onmessage = () => { waiting = false; loop(); };

function again(wait) {
  clearTimeout(timer);
  if (wait > 0) timer = setTimeout(loop, wait);
  else if (!waiting) {  // at once, but after what the page has to say
    waiting = true;
    channel.port2.postMessage(0);
  }
}

function loop() {
  if (paused || !session) return;
  const now = performance.now();
  try {
    if (warp || starting) {
      do frame(); while (performance.now() - now < WARP_SLICE && (warp || starting));
      sound();  // what nobody can follow is not played
      due = performance.now();
      show(null);
      again(0);
    } else {
      if (now - due > LATE) due = now;
      let frames = 0;
      while (due <= now && !starting) { frame(); frames++; due += 1000 / facts.hz; }
      if (frames) show(sound());
      again(Math.max(1, due - performance.now()));
    }
  } catch (error) {
    fault(error);
  }
  figures.busy += performance.now() - now;
}

function frame() {
  starting = session.frame();
  figures.frames++;
}

function fault(error) {
  paused = true;
  postMessage({ event: "fault", text: words(error) });
}

function sound() {
  const bytes = session.sound(), samples = bytes.toJs();
  bytes.destroy();
  const shorts = new Int16Array(samples.buffer, samples.byteOffset, samples.length >> 1);
  const floats = new Float32Array(shorts.length);
  for (let i = 0; i < shorts.length; i++) floats[i] = shorts[i] / 32768;
  return floats;
}

// The visible picture, a byte a pixel.
function pixels() {
  const [left, top, width, height] = facts.size, { pitch, lines } = facts;
  const proxy = session.picture(), view = proxy.getBuffer("u8");
  const out = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (top + row) % lines * pitch + left;
    out.set(view.data.subarray(from, from + width), row * width);
  }
  view.release();
  proxy.destroy();
  return out;
}

function show(samples) {
  if (++shown % NOTICE_EVERY === 0 && session.noticed()) look();
  const picture = pixels(), passed = [picture.buffer];
  if (speaker) {
    speaker.postMessage(samples, samples ? [samples.buffer] : []);
    samples = undefined;
  } else if (samples) passed.push(samples.buffer);
  postMessage({ event: "frame", picture, samples, starting, frames: figures.frames }, passed);
}

// -- what the page asks ----------------------------------------------------------------------

function look() {
  facts = JSON.parse(session.describe());
  postMessage({ event: "facts", facts });
}

function words(error) {
  const lines = String(error.message || error).trim().split("\n");
  return lines[lines.length - 1].replace(/^[\w.]*(Error|Exception|[A-Z]\w+): /, "");
}

function bytesOf(proxy) {
  const bytes = proxy.toJs();
  proxy.destroy();
  return bytes;
}

function listOf(proxy) {
  const list = proxy.toJs();
  proxy.destroy();
  return list;
}

// Have Python take bytes: what it was given is freed at once, as JavaScript's collector sees only
// its few bytes here and lets megabytes of it wait.
function withBytes(content, what) {
  const given = python.toPy(content);
  try { return what(given); } finally { given.destroy(); }
}

// A change of the machine, after which the page sees the picture of now.
function changes(what) {
  const result = what();
  look();
  show(null);
  if (!paused) again(0);
  return result;
}

const CALLS = {
  start: (withGame) => start(withGame),
  game: () => changes(() => session.start_game()),
  basic: () => changes(() => session.basic()),
  put: (name, content) => withBytes(content, (bytes) => session.put(name, bytes)),
  open: (name) => changes(() => session.open(name)),
  insert: (device, name) => changes(() => session.insert(device, name)),
  blank: (name) => session.blank(name),
  take: (name) => bytesOf(session.take(name)),
  changed: () => listOf(session.changed()),
  configure: (options) => changes(() => session.configure(JSON.stringify(options))),
  reset: () => changes(() => session.reset()),
  powerCycle: () => changes(() => session.power_cycle()),
  freeze: () => changes(() => session.freeze()),
  rewind: () => changes(() => session.rewind()),
  keyDown: (host, names) => { session.key_down(host, names); },
  charDown: (host, char) => session.char_down(host, char),
  keyUp: (host) => { session.key_up(host); },
  releaseAll: () => { session.release_all(); },
  joystick: (port, bits) => { session.joystick(port, bits); },
  tap: (x, y) => { session.tap(x, y); },
  type: (text) => { session.type_text(text); },
  state: () => bytesOf(session.save_state()),
  restore: (content) => changes(() => withBytes(content, (bytes) => session.load_state(bytes))),
  peek: (from, to) => bytesOf(session.peek(from, to)),
  poke: (from, content) => withBytes(content, (bytes) => session.poke(from, bytes)),
  text: () => session.text(),
  tick: (frames) => { for (let n = 0; n < frames; n++) frame(); sound(); show(null); },
  frame: () => ({ width: facts.size[2], height: facts.size[3], indices: pixels(), palette: facts.palette }),
  warp: (on) => { warp = on; again(0); },
  play: (port) => { speaker = port; },
  pause: (on) => { paused = on; due = performance.now(); if (!on) again(0); },
  figures: () => ({ ...figures, now: performance.now(), memory: python._module.HEAPU8.length }),
  python: (source) => runPython(source),
};

function runPython(source) {
  output = "";
  let failed = "";
  try {
    python.runPython("machine = session.machine");
    python.globals.set("program", source);
    const result = python.runPython(EVALUATE);
    if (result !== undefined) say(result);
  } catch (error) {
    failed = String(error.message || error);
  }
  python.runPython("session.adopt(machine)");
  look();
  show(null);
  return { output, error: failed };
}

onmessage = async ({ data: { id, call, args } }) => {
  try {
    const result = await CALLS[call](...args);
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, error: words(error) });
    if (session) look();
  }
};
