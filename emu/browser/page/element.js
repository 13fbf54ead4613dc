// <go64-machine src="demo.prg" controls>: a Commodore 64 on any page (docs/use/browser.md).
// tools/web/site.py puts queue.js and keys.js before it, all within one function.

const HERE = new URL("./", document.currentScript.src);
const COMMON = {
  Enter: ["RETURN"], NumpadEnter: ["RETURN"], Backspace: ["DEL"], Insert: ["LSHIFT", "DEL"],
  Home: ["HOME"], ArrowRight: ["CRSR_RIGHT"], ArrowDown: ["CRSR_DOWN"],
  ArrowLeft: ["LSHIFT", "CRSR_RIGHT"], ArrowUp: ["LSHIFT", "CRSR_DOWN"],
  F1: ["F1"], F2: ["LSHIFT", "F1"], F3: ["F3"], F4: ["LSHIFT", "F3"], F5: ["F5"],
  F6: ["LSHIFT", "F5"], F7: ["F7"], F8: ["LSHIFT", "F7"], Escape: ["STOP"],
  ControlLeft: ["CBM"], ShiftLeft: ["LSHIFT"], ShiftRight: ["RSHIFT"], Space: ["SPACE"],
  PageUp: ["RESTORE"], End: ["POUND"], Delete: ["UP_ARROW"] };
const POSITION = {
  Backquote: "LEFT_ARROW", Minus: "+", Equal: "-", BracketLeft: "@", BracketRight: "*",
  Semicolon: ":", Quote: ";", Backslash: "=", Comma: ",", Period: ".", Slash: "/" };
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") POSITION[`Key${letter}`] = letter;
for (const digit of "0123456789") POSITION[`Digit${digit}`] = digit;
const STICK_KEYS = {  // bits: up, down, left, right, fire
  off: {},
  cursor: { ArrowUp: 1, ArrowDown: 2, ArrowLeft: 4, ArrowRight: 8, ControlRight: 16, Numpad0: 16 },
  wasd: { KeyW: 1, KeyS: 2, KeyA: 4, KeyD: 8, Space: 16, ShiftLeft: 16 },
  numpad: {
    Numpad8: 1, Numpad2: 2, Numpad4: 4, Numpad6: 8, Numpad7: 5, Numpad9: 9, Numpad1: 6,
    Numpad3: 10, Numpad0: 16, Numpad5: 16, ControlRight: 16 } };
// Names of keys on a page of ours, where they are not the machine's own.
const PAGE_KEYS = {
  UP: ["LSHIFT", "CRSR_DOWN"], DOWN: ["CRSR_DOWN"], LEFT: ["LSHIFT", "CRSR_RIGHT"],
  RIGHT: ["CRSR_RIGHT"], F2: ["LSHIFT", "F1"], F4: ["LSHIFT", "F3"], F6: ["LSHIFT", "F5"],
  F8: ["LSHIFT", "F7"], "?": ["LSHIFT", "/"] };
const LARGEST = 64 << 20;  // bytes of a file
const NO_SERVER = "a browser starts it from a web server only. Type in this page's folder: python3 -m http.server"
  + " -- and open http://localhost:8000";

const STYLE = `
:host { display: inline-block; position: relative; width: 768px; max-width: 100%; outline: none; }
:host([hidden]) { display: none; }
#box { position: relative; width: 100%; background: #000; border-radius: inherit; overflow: hidden; }
canvas { display: block; width: 100%; height: auto; border-radius: inherit; }
:host(:focus-visible:not([keys=page])) #box { outline: 3px solid #ffd866; outline-offset: 2px; }
#lines { position: absolute; inset: 0; pointer-events: none; display: none; }
:host([look="scanlines"]) #lines { display: block; }
#wait { position: absolute; inset: 0; display: grid; place-content: center; gap: .7rem; text-align: center;
  color: #f2f1ff; font: 600 1rem/1.4 system-ui, sans-serif; background: #10122b80; padding: 1rem;
  align-content: end; text-shadow: 0 1px 3px #000; }
#wait[hidden] { display: none; }
progress { width: min(16rem, 60vw); height: .7rem; accent-color: #ffd866; justify-self: center; }
#bar { display: none; gap: .4rem; padding: .4rem 0; flex-wrap: wrap; }
:host([controls]) #bar { display: flex; }
#bar button { font: 600 .85rem system-ui, sans-serif; padding: .45rem .7rem; border: 0; border-radius: .6rem;
  background: #34397c; color: #f2f1ff; cursor: pointer; }
#bar button:focus-visible { outline: 3px solid #ffd866; }
`;

class Go64Machine extends HTMLElement {
  static observedAttributes = ["src", "look", "muted"];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = `<div id="box"><canvas width="384" height="272" role="img"
      aria-label="The picture of the Commodore 64"></canvas><canvas id="lines" width="1" height="544" aria-hidden="true"></canvas>
      <div id="wait" role="status"><span id="words">Loading the machine</span><progress max="1" value="0"></progress></div></div>
      <div id="bar"><button data-do="toggle">Pause</button><button data-do="reset">Reset</button>
      <button data-do="mute">Sound off</button><button data-do="full">Full screen</button></div>`;
    this._canvas = root.querySelector("canvas");
    this._pen = this._canvas.getContext("2d", { alpha: false });
    this._small = document.createElement("canvas");
    this._smallPen = this._small.getContext("2d", { alpha: false });
    this._small.width = 384;
    this._small.height = 272;
    this._wait = root.getElementById("wait");
    this._calls = new Map();
    this._next = 0;
    this._held = new Map();
    this._sticks = { keys: [0, 0, 0], page: [0, 0, 0], pads: [0, 0, 0], told: [0, 0, 0] };
    this._expected = 5.9e6;
    this._bytes = 0;
    this.paused = false;
    this.warped = false;
    this.facts = null;
    this.sound = null;
    this.keyboardMode = "symbol";
    this.stickKeys = "off";
    this.stickPort = 2;
    this.pausesWhenHidden = true;
    root.getElementById("bar").addEventListener("click", (event) => this._button(event));
    this._drawLines(root.getElementById("lines"));
  }

  // -- life ------------------------------------------------------------------------------------

  connectedCallback() {
    if (this._worker) return;
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    if (!this.hasAttribute("role")) this.setAttribute("role", "application");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Commodore 64");
    const where = this.getAttribute("keys") === "page" ? window : this;
    where.addEventListener("keydown", (event) => this._keyDown(event));
    window.addEventListener("keyup", (event) => this._keyUp(event));
    window.addEventListener("blur", () => this.releaseAll());
    if (where === this) this.addEventListener("blur", () => this.releaseAll());
    this.addEventListener("pointerdown", () => { this.unlock(); this.focus({ preventScroll: true }); });
    document.addEventListener("visibilitychange", () => this._visible());
    if (navigator.getGamepads) addEventListener("gamepadconnected", () => this._pads(), { once: true });
    new ResizeObserver(() => this._fit()).observe(this._canvas);
    if (this.hasAttribute("poster")) this._poster(this.getAttribute("poster"));
    this.ready = this._start();
    this.ready.catch((error) => this._fail(error.message));
  }

  attributeChangedCallback(name, before, now) {
    if (name === "src" && before !== null && now && this.facts) this.load(now).catch(() => {});
    if (name === "muted" && this.sound) {
      this.sound.on = now === null;
      if (this.sound.node) this._wire();
    }
  }

  async _start() {
    if (location.protocol === "file:") throw new Error(NO_SERVER);
    this._worker = new Worker(new URL("worker.js", HERE));
    this._worker.onmessage = (event) => this._hear(event.data);
    this._worker.onerror = (event) => this._fail(event.message || "the worker could not be loaded");
    await this._ask("start", true);
    this._wait.hidden = true;
    this._tell("loaded");
    this.sound = new Sound(this.facts.rate, new URL("queue.js", HERE).href);
    this.sound.on = !this.hasAttribute("muted");
    const source = this.getAttribute("src");
    if (source) await this.load(source);
    this._tell("ready");
    return this;
  }

  _fail(text) {
    this._wait.hidden = false;
    this.shadowRoot.getElementById("words").textContent = `The machine cannot run: ${text}`;
    this.shadowRoot.querySelector("progress").hidden = true;
    this._tell("fault", text);
  }

  _tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  _ask(call, ...args) {
    const id = this._next++;
    this._worker.postMessage({ id, call, args }, args.filter((part) => part instanceof MessagePort));
    return new Promise((yes, no) => this._calls.set(id, { yes, no }));
  }

  _hear(said) {
    if (said.event === undefined) {
      const call = this._calls.get(said.id);
      this._calls.delete(said.id);
      if (said.error !== undefined) call.no(new Error(said.error));
      else call.yes(said.result);
    } else if (said.event === "frame") {
      this._show(said);
    } else if (said.event === "facts") {
      this._learn(said.facts);
    } else if (said.event === "progress") {
      this._bytes += said.bytes;
      this.shadowRoot.querySelector("progress").value = Math.min(0.97, this._bytes / this._expected);
      this._tell("progress", this._bytes);
    } else if (said.event === "fault") {
      this._fail(said.text);
    }
  }

  _learn(facts) {
    this.facts = facts;
    const [, , width, height] = facts.size;
    if (!this._image || this._image.width !== width || this._image.height !== height) {
      this._small.width = width;
      this._small.height = height;
      this._fit();
      this._image = new ImageData(width, height);
      this._dots = new Uint32Array(this._image.data.buffer);
    }
    this._inks = Uint32Array.from(facts.palette, (rgb) =>
      (0xff000000 | (rgb & 255) << 16 | (rgb & 0xff00) | rgb >> 16) >>> 0);
    this._started(facts.starting);
    this._tell("facts", facts);
    for (const note of facts.notes) this._tell("note", note);
  }

  _show({ picture, samples, starting, frames }) {
    if (picture.length !== this._dots.length) return;  // of the model before
    const { _dots: dots, _inks: inks } = this;
    for (let i = 0; i < picture.length; i++) dots[i] = inks[picture[i]];
    this._smallPen.putImageData(this._image, 0, 0);
    this._draw();
    if (this.sound) {
      if (samples) this.sound.push(samples);
      else if (samples === null) this.sound.pause();
    }
    this._started(starting);
    this._tell("frame", frames);
  }

  _started(starting) {
    if (starting === this.starting) return;
    this.starting = starting;
    this._tell("starting", starting);
  }

  // The canvas has so many dots that every pixel of the C64 is a whole number of them.
  _fit() {
    const shown = this._canvas.clientWidth * devicePixelRatio, { width, height } = this._small;
    const dots = Math.max(1, Math.min(6, Math.ceil(shown / width - 0.05)));
    if (this._canvas.width !== width * dots || this._canvas.height !== height * dots) {
      this._canvas.width = width * dots;
      this._canvas.height = height * dots;
    }
    this._draw();
  }

  _draw() {
    this._pen.imageSmoothingEnabled = false;
    this._pen.drawImage(this._small, 0, 0, this._canvas.width, this._canvas.height);
  }

  // A picture that is shown while the machine loads.
  async _poster(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    if (this.facts) return;
    this._smallPen.drawImage(image, 0, 0);
    this._draw();
  }

  // Every second line of the screen is darker, two to a line of the picture.
  _drawLines(canvas) {
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#0006";
    for (let row = 1; row < canvas.height; row += 2) pen.fillRect(0, row, 1, 1);
    canvas.style.height = "100%";
  }

  _visible() {
    if (!this.pausesWhenHidden || !this.facts || this.paused) return;
    this.releaseAll();
    this._ask("pause", document.hidden);
    if (document.hidden && this.sound) this.sound.pause();
  }

  _button(event) {
    const what = event.target.dataset.do;
    if (what === "toggle") {
      if (this.paused) this.resume(); else this.pause();
      event.target.textContent = this.paused ? "Resume" : "Pause";
    } else if (what === "reset") this.reset();
    else if (what === "mute") {
      this.toggleAttribute("muted");
      event.target.textContent = this.hasAttribute("muted") ? "Sound on" : "Sound off";
    } else if (what === "full") this.fullScreen();
  }

  // -- keys ------------------------------------------------------------------------------------

  // Sound may begin when the user does something.
  unlock() {
    if (!this.sound || !this.sound.on) return;
    this.sound.start().then(() => { if (!this._wired) this._wire(); }, () => { this.sound.ready = null; });
  }

  // Have the machine's thread play its sound itself, or no more where it is off.
  _wire() {
    this._wired = this.sound.on;
    this._ask("play", this._wired ? this.sound.port() : null);
    if (!this.sound.on) this.sound.pause();
  }

  _keyDown(event) {
    this.unlock();
    const target = event.composedPath()[0];
    if (target instanceof HTMLElement && target.closest("input, select, textarea, dialog[open], [contenteditable]")) return;
    if (target instanceof HTMLElement && target.closest("button, summary, a") && ["Enter", "Space"].includes(event.code)) return;
    if (event.metaKey || event.altKey && !event.getModifierState("AltGraph") || event.ctrlKey && event.code !== "ControlLeft" && event.code !== "ControlRight" && !event.getModifierState("AltGraph")) return;
    if (!this.facts) return;
    const stick = (STICK_KEYS[this.stickKeys] || {})[event.code];
    if (stick) {
      event.preventDefault();
      if (!event.repeat) this._stick("keys", this.stickPort, stick, true);
      return;
    }
    const typed = [...event.key].length === 1 ? event.key : null;
    const place = this.keyboardMode === "position" ? POSITION[event.code] : null;
    const names = COMMON[event.code] || (place ? [place] : null);
    if (!names && !typed) return;
    event.preventDefault();
    if (event.repeat) return;
    this._held.set(event.code, true);
    if (names) this._ask("keyDown", event.code, names);
    else this._ask("charDown", event.code, typed);
  }

  _keyUp(event) {
    const stick = (STICK_KEYS[this.stickKeys] || {})[event.code];
    if (stick) this._stick("keys", this.stickPort, stick, false);
    if (this._held.delete(event.code)) this._ask("keyUp", event.code);
  }

  _stick(source, port, bits, down) {
    const held = this._sticks[source];
    held[port] = down ? held[port] | bits : held[port] & ~bits;
    this._move(port);
  }

  _move(port) {
    const { keys, page, pads, told } = this._sticks, now = keys[port] | page[port] | pads[port];
    if (now === told[port] || !this.facts) return;
    told[port] = now;
    this._ask("joystick", port, now);
  }

  // The first pad has the port of the stick's keys, the second the other.
  _pads() {
    const found = [...navigator.getGamepads()].filter(Boolean), { pads } = this._sticks;
    const [first, second] = [this.stickPort, 3 - this.stickPort];
    pads[first] = stickOf(found[0]);
    pads[second] = stickOf(found[1]);
    this._move(1);
    this._move(2);
    requestAnimationFrame(() => this._pads());
  }

  // -- what programs call: docs/use/browser.md ---------------------------------------------------

  // Start a file of this or another site that allows it: a URL.
  async load(address) {
    const url = new URL(address, document.baseURI);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: the server says ${response.status}`);
    const name = decodeURIComponent(url.pathname.split("/").pop()) || "file";
    return this.open(name, new Uint8Array(await response.arrayBuffer()));
  }

  // Start a file: its name, which tells its kind, and its bytes; or a File.
  async open(file, content) {
    const name = typeof file === "string" ? file : file.name;
    if (typeof file !== "string" && file.size > LARGEST) throw new Error(`${name}: larger than 64 MiB`);
    const bytes = content || new Uint8Array(await file.arrayBuffer());
    const kept = await this._ask("put", name, bytes);
    await this._ask("open", kept);
    return kept;
  }

  game() { return this._ask("game"); }
  basic() { return this._ask("basic"); }
  reset() { return this._ask("reset"); }
  powerCycle() { return this._ask("powerCycle"); }
  freeze() { return this._ask("freeze"); }
  rewind() { return this._ask("rewind"); }
  configure(options) { return this._ask("configure", options); }
  put(name, content) { return this._ask("put", name, content); }
  take(name) { return this._ask("take", name); }
  changed() { return this._ask("changed"); }
  insert(device, name) { return this._ask("insert", device, name); }
  blank(name) { return this._ask("blank", name); }
  state() { return this._ask("state"); }
  restore(state) { return this._ask("restore", state); }
  type(text) { return this._ask("type", text); }
  text() { return this._ask("text"); }
  frame() { return this._ask("frame"); }
  tick(frames = 1) { return this._ask("tick", frames); }
  python(source) { return this._ask("python", source); }
  figures() { return this._ask("figures"); }
  poke(address, bytes) { return this._ask("poke", address, Uint8Array.from(bytes)); }
  memory(from, to = from + 1) { return this._ask("peek", from, to); }

  tap(x, y) { return this._ask("tap", x, y); }

  // Where on the picture a pointer is, in dots.
  dotOf(event) {
    const box = this._canvas.getBoundingClientRect(), { width, height } = this._small;
    return [Math.floor((event.clientX - box.left) / box.width * width), Math.floor((event.clientY - box.top) / box.height * height)];
  }

  hold(key) { return this._ask("keyDown", `page ${key}`, PAGE_KEYS[key] || [key]); }
  release(key) { return this._ask("keyUp", `page ${key}`); }
  async press(...keys) {
    for (const key of keys) {
      await this.hold(key);
      await new Promise((yes) => setTimeout(yes, 80));
      await this.release(key);
    }
  }

  // Switches of a stick: "up down left right fire"; none: let go.
  joystick(port, ...names) {
    this._sticks.page[port] = names.reduce((bits, name) => bits | 1 << ["up", "down", "left", "right", "fire"].indexOf(name), 0);
    this._move(port);
  }

  releaseAll() {
    this._held.clear();
    for (const held of Object.values(this._sticks)) held.fill(0);
    if (this.facts) this._ask("releaseAll");
  }

  pause() { this.paused = true; if (this.sound) this.sound.pause(); return this._ask("pause", true); }
  resume() { this.paused = false; return this._ask("pause", false); }
  warp(on) { this.warped = on; return this._ask("warp", on); }

  fullScreen() {
    if (document.fullscreenElement) return document.exitFullscreen();
    return this.requestFullscreen ? this.requestFullscreen() : Promise.resolve();
  }

  // The picture as a PNG, twice as large.
  screenshot() {
    const large = document.createElement("canvas"), pen = large.getContext("2d");
    large.width = 2 * this._small.width;
    large.height = 2 * this._small.height;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this._small, 0, 0, large.width, large.height);
    return new Promise((yes) => large.toBlob(yes, "image/png"));
  }

  // The canvas of the picture as it is, a dot a pixel.
  get picture() { return this._small; }
}

customElements.define("go64-machine", Go64Machine);
