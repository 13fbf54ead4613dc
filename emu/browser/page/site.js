"use strict";
// The page of `make web`: files, drives, states, settings round one <go64-machine>.

const by = (id) => document.getElementById(id);
const machine = by("machine"), storage = new Storage64();
const KEEP_EVERY = 3000;   // ms between two looks at what has been written to disks
const DISKS = /\.(d64|d71|d81|g64|p64|x64)$/i;
const OPTIONS = {  // of the machine, whose change switches it off and on; their words come with the facts
  model: "Model", sid: "SID", sid_filter: "6581 filter", digiboost: "8580 digiboost", drive: "Drive 8", reu: "REU",
  palette: "Palette" };
const ROMS = { kernal: "KERNAL", basic: "BASIC", chargen: "Characters", dos: "1541 DOS" };
const SETTINGS = {
  keyboardMode: ["Keyboard", ["symbol", "position"]], stickKeys: ["Joystick keys", ["off", "cursor", "wasd", "numpad"]],
  stickPort: ["in port", ["2", "1"]], look: ["Picture", ["plain", "scanlines"]],
  hidden: ["When hidden", ["pause", "go on"]] };
const settings = readSettings({ options: {}, roms: {}, keyboardMode: "symbol", stickKeys: "off", stickPort: "2", look: "plain", hidden: "pause" });
let touchStick = false, said = 0, drivesWere = "", menuWas = "";

// -- words -------------------------------------------------------------------------------------

function note(text, no = false) {
  by("note").textContent = text;
  by("note").className = no ? "no" : "";
  const mine = ++said;
  setTimeout(() => { if (mine === said) by("note").textContent = by("note").className = ""; }, 7000);
}

const wrong = (error) => note(error.message, true);
const tried = (what) => Promise.resolve().then(what).catch(wrong);

function make(tag, text, about = {}) {
  const made = Object.assign(document.createElement(tag), about);
  if (text) made.textContent = text;
  return made;
}

function title() {
  const name = machine.facts ? machine.facts.title : "";
  by("turn").textContent = machine.starting ? `Loading ${name}` : machine.paused ? `${name} (paused)` : name;
}

// -- files -------------------------------------------------------------------------------------

async function open(files) {
  const [first, ...others] = [...files];
  if (!first) return;
  for (const file of others) {  // further disks of the same program
    const content = new Uint8Array(await file.arrayBuffer());
    await storage.keep(await machine.put(file.name, content), content, false);
  }
  note(`${first.name} …`);
  const content = new Uint8Array(await first.arrayBuffer());
  await storage.keep(await machine.open(first.name, content), content, false);
  note("");
  await keep();
  await showFiles();
  machine.focus();
}

async function showFiles() {
  const rows = (await storage.all("files")).sort((a, b) => b.when - a.when);
  by("files").replaceChildren(...rows.slice(0, 12).map((row) => item(row.name, "", [
    ["Start", () => machine.open(row.name, row.content)], ["Download", () => download(row.name, row.content)],
    ["Forget", () => storage.remove("files", row.name).then(showFiles)]])));
  await showDrives(rows);
}

function item(name, more, buttons) {
  const row = make("div", "", { className: "item" }), text = make("span", name);
  if (more) text.append(make("small", more));
  row.append(text, ...buttons.map(([word, act]) => {
    const button = make("button", word, { type: "button", onclick: () => tried(act).then(() => machine.focus()) });
    button.setAttribute("aria-label", `${word}: ${name}`);
    return button;
  }));
  return row;
}

async function showDrives(rows = null) {
  const disks = (rows || await storage.all("files")).map((row) => row.name).filter((name) => DISKS.test(name));
  const drives = machine.facts ? machine.facts.drives : {};
  by("drives").replaceChildren(...["8", "9", "10", "11"].map((device) => {
    const row = make("div", "", { className: "item" }), list = make("select");
    const now = drives[device] || "";
    for (const name of new Set(["", now, ...disks])) list.append(new Option(name || "no disk", name, false, name === now));
    list.setAttribute("aria-label", `Disk in drive ${device}`);
    list.onchange = () => tried(() => machine.insert(Number(device), list.value));
    row.append(make("span", `Drive ${device}`), list);
    return row;
  }));
}

function download(name, content) {
  const link = make("a", "", { href: URL.createObjectURL(new Blob([content])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// What programs have written to disks since the last look.
async function keep() {
  if (!machine.facts) return;
  const names = await machine.changed();
  for (const name of names) await storage.keep(name, await machine.take(name), true);
  if (names.length) await showFiles();
}

// -- states ------------------------------------------------------------------------------------

async function save() {
  await keep();
  const content = await machine.state(), when = new Date();
  const name = `${machine.facts.title}, ${when.toLocaleString()}`;
  await storage.put("states", { name, content, when: when.getTime(), picture: machine.picture.toDataURL("image/png") });
  await showStates();
  note("Saved.");
}

async function showStates() {
  const rows = (await storage.all("states")).sort((a, b) => b.when - a.when);
  by("states").replaceChildren(...rows.map((row) => {
    const made = item(row.name, "", [
      ["Go on", () => machine.restore(row.content)],
      ["Download", () => download(`${row.name.replace(/[^\w.-]+/g, "-")}.go64web`, row.content)],
      ["Forget", () => storage.remove("states", row.name).then(showStates)]]);
    made.prepend(make("img", "", { src: row.picture, alt: "" }));
    return made;
  }));
}

// -- settings ----------------------------------------------------------------------------------

function choice(label, values, now, change) {
  const list = make("select");
  for (const value of values) list.append(new Option(value || "usual", value, false, value === now));
  const id = `choice-${label.replace(/\W/g, "")}`;
  list.id = id;
  list.onchange = () => tried(() => change(list.value));
  return [make("label", label, { htmlFor: id }), list];
}

// What an option can be: until the machine is there, what it was.
function words(name) {
  return machine.facts ? machine.facts.choices[name] : [settings.options[name]].filter(Boolean);
}

function showSettings() {
  by("options").replaceChildren(
    ...Object.entries(OPTIONS).flatMap(([name, label]) =>
      choice(label, ["", ...words(name)], settings.options[name] || "", (value) => configure({ [name]: value }, {}))),
    ...Object.entries(ROMS).flatMap(([name, label]) => rom(name, label)));
  by("settings").replaceChildren(...Object.entries(SETTINGS).flatMap(([name, [label, values]]) =>
    choice(label, values, settings[name], (value) => { settings[name] = value; apply(); })));
}

function rom(name, label) {
  const file = make("input", "", { type: "file", id: `rom-${name}` });
  const text = make("label", `${label}: ${settings.roms[name] || "built in"}`, { htmlFor: file.id });
  file.onchange = () => tried(async () => {
    const chosen = file.files[0];
    if (!chosen) return configure({}, { [name]: "" });
    const content = new Uint8Array(await chosen.arrayBuffer());
    const kept = await machine.put(`${name}-${chosen.name}`, content);
    await configure({}, { [name]: kept });
    await storage.keep(kept, content, true);
  });
  return [text, file];
}

// A list's words are text, and the machine wants a switch as one.
function forMachine(options, roms) {
  return { ...options, ...roms, digiboost: options.digiboost === "on" };
}

async function configure(options, roms) {
  const wanted = { ...settings.options, ...options }, files = { ...settings.roms, ...roms };
  await machine.configure(forMachine(wanted, files));
  settings.options = wanted;
  settings.roms = files;
  writeSettings(settings);
  showSettings();
}

function apply() {
  machine.keyboardMode = settings.keyboardMode;
  machine.stickKeys = settings.stickKeys;
  machine.stickPort = Number(settings.stickPort);
  machine.pausesWhenHidden = settings.hidden === "pause";
  machine.setAttribute("look", settings.look);
  writeSettings(settings);
}

// -- the picture's size: whole dots where there is room ------------------------------------------

function fit() {
  const narrow = matchMedia(ONE_COLUMN).matches;
  const [, , width, height] = machine.facts ? machine.facts.size : [0, 0, 384, 272];
  const box = by("stage").getBoundingClientRect(), tallest = narrow ? innerHeight * 0.5 : box.height - by("note").offsetHeight - 12;
  const size = Math.max(0.5, Math.min(box.width / width, tallest / height));
  const even = Math.floor(size * devicePixelRatio) / devicePixelRatio, used = !narrow && even > 0.82 * size ? even : size;
  machine.style.width = `${width * used}px`;
}
addEventListener("resize", fit);

// -- buttons -----------------------------------------------------------------------------------

const ACTIONS = {
  pause: (button) => toggled(button, machine.paused ? machine.resume() : machine.pause(), machine.paused),
  warp: (button) => toggled(button, machine.warp(!machine.warped), machine.warped),
  rewind: async () => { if (!await machine.rewind()) note("There is nothing to go back to yet."); },
  full: () => machine.fullScreen(),
  screenshot: async () => download("go64.png", await machine.screenshot()),
  reset: () => machine.reset(), freeze: () => machine.freeze(),
  game: () => machine.game(), basic: () => machine.basic(),
  open: () => by("file").click(), save,
  blank: async () => {
    const name = `disk-${Date.now().toString(36)}.d64`;
    await machine.blank(name);
    await storage.keep(name, await machine.take(name), true);
    await showFiles();
    note(`${name} can be put into a drive now.`);
  } };

function toggled(button, done, on) {
  button.setAttribute("aria-pressed", String(on));
  title();
  return done;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  tried(() => ACTIONS[button.dataset.do](button)).then(() => {
    if (button.dataset.do !== "open" && event.detail) machine.focus();
  });
});
by("open").onclick = () => by("file").click();
by("file").onchange = () => tried(() => open(by("file").files)).then(() => { by("file").value = ""; });
by("mute").onclick = () => {
  const off = machine.toggleAttribute("muted");
  by("mute").textContent = off ? "Sound off" : "Sound on";
  by("mute").setAttribute("aria-pressed", String(off));
};
by("stick").onclick = () => {
  touchStick = !touchStick;
  by("stick").setAttribute("aria-pressed", String(touchStick));
  note(touchStick ? `The cross and RETURN are a joystick in port ${settings.stickPort} now.` : "The cross and RETURN are keys again.");
};
by("more").onclick = () => {
  by("keyboard").hidden = !by("keyboard").hidden;
  by("more").setAttribute("aria-expanded", String(!by("keyboard").hidden));
};
by("keyboard").replaceChildren(...keyboardRows([...KEYBOARD, ["F2", "F4", "F6", "F8"], ["SHIFT_LOCK", "CTRL", "CBM", "RESTORE"], ["+", "-", "*", "/", "=", ":", ";", ",", "@"]]));

const STICK_BUTTONS = { UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right", RETURN: "fire", SPACE: "fire" };
const touched = new Map();

function touch(source, key, down) {
  if (!down && !touched.has(source)) return;
  const stick = down ? touchStick && STICK_BUTTONS[key] : touched.get(source).stick;
  if (down) touched.set(source, { key, stick });
  else touched.delete(source);
  if (stick) machine.joystick(Number(settings.stickPort), ...[...touched.values()].map((it) => it.stick).filter(Boolean));
  else if (down) machine.hold(key);
  else machine.release(key);
}

by("controls").addEventListener("pointerdown", (event) => {
  machine.unlock();
  const button = event.target.closest("[data-key]");
  if (!button) return;
  event.preventDefault();
  button.classList.add("held");
  touch(event.pointerId, button.dataset.key, true);
  const up = (after) => {
    if (after.pointerId !== event.pointerId) return;
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    button.classList.remove("held");
    touch(event.pointerId, button.dataset.key, false);
  };
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
});
// A key or a screen reader presses buttons, too.
by("controls").addEventListener("click", (event) => {
  const button = event.target.closest("[data-key]");
  if (!button || event.detail) return;
  touch(button, button.dataset.key, true);
  setTimeout(() => touch(button, button.dataset.key, false), 80);
});

// Our game's own buttons: what can be pressed now.
function gameMenu() {
  const now = JSON.stringify(machine.facts.menu);
  if (now === menuWas) return;
  menuWas = now;
  by("menu").replaceChildren(...menuButtons(machine.facts.menu || []));
}

// A tap on the picture is a click in our game.
machine.addEventListener("pointerdown", (event) => {
  if (!machine.facts || !machine.facts.menu) return;
  const [left, top] = machine.facts.window, [x, y] = machine.dotOf(event);
  if (x >= left && x < left + 320 && y >= top && y < top + 200) machine.tap(x - left, y - top);
});

// -- dropping ----------------------------------------------------------------------------------

addEventListener("dragover", (event) => { event.preventDefault(); by("veil").hidden = false; });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) by("veil").hidden = true; });
addEventListener("drop", (event) => {
  event.preventDefault();
  by("veil").hidden = true;
  if (event.dataTransfer.files.length) tried(() => open(event.dataTransfer.files));
});

// -- the beginning -----------------------------------------------------------------------------

machine.addEventListener("facts", () => {
  title();
  fit();
  gameMenu();
  const drives = JSON.stringify(machine.facts.drives);
  if (drives !== drivesWere) showDrives();
  drivesWere = drives;
});
machine.addEventListener("starting", title);
machine.addEventListener("note", (event) => note(event.detail));
const stopped = () => { by("turn").textContent = "Stopped"; };
machine.addEventListener("fault", stopped);
document.addEventListener("visibilitychange", () => { if (document.hidden) tried(keep); });

async function begin() {
  apply();
  fit();
  showSettings();
  await customElements.whenDefined("go64-machine");
  await machine.ready.catch((error) => { stopped(); throw error; });
  showSettings();
  for (const row of await storage.all("files")) await machine.put(row.name, row.content);
  const chosen = forMachine(settings.options, settings.roms);
  if (Object.values(chosen).some(Boolean)) await machine.configure(chosen).catch(wrong);
  await tried(() => start(new URL(location).searchParams.get("run")));
  machine.focus({ preventScroll: true });
  await Promise.all([showFiles(), showStates()]);
  setInterval(() => tried(keep), KEEP_EVERY);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js").catch(() => {});
}

// ?run=URL names a file of this site; anything else would be somebody else's choice.
async function start(address) {
  if (!address) return machine.game();
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) {
    await machine.game();
    throw new Error(`?run=${address}: not a file of this site`);
  }
  return machine.load(url);
}

begin().catch(wrong);
window.go64 = { machine, storage, settings };
