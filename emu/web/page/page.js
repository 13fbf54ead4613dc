"use strict";
// The page: one WebSocket, a picture, sound, keys, words.  All messages: emu/web/protocol.py.

const by = (id) => document.getElementById(id);
const PICTURE = 1, PACKED = 2, KEY = 4, SOUND = 8;  // emu/web/protocol.py
const BAD = 4000, ELSEWHERE = 4001, WRONG_LINK = 4003, TOO_MANY = 4008, FULL = 4010;
const SILENCE = 9000;      // ms without a word: the line is dead
const ANSWER_BYTES = 3000, ANSWER_MESSAGES = 4;
const NARROW_MARGIN = 8, WIDE_MARGIN = 16;  // pixels of border that are shown
const MODES = {
  setup: "The host sets up the game", first: "first roll", normal: "turn",
  auction: "bid", trade: "trade to decide", must_pay: "debt to pay", transfer: "deeds to choose",
  quit: "vote", rent: "rent to name", loan: "loan to decide", claim: "rent to claim",
  places: "houses to place", over: "The game is over" };
const ASKED = {  // everybody at once: who is asked, who looks on
  cry: ["Bid!", "All may bid"], houses: ["How many houses?", "All are asked for houses"] };

let socket = null, picture = null, sound = null, me = null, table = null;
let wait = 500, heard = 0, ended = false, unanswered = 0, unansweredBytes = 0;
let chain = Promise.resolve(), shown = null, held = new Map(), noteUntil = 0;
const figures = { pictures: 0, bytes: 0, soundBytes: 0, wholes: 0, drawn: 0, drops: 0 };

// -- the line --------------------------------------------------------------------------------

function connect() {
  const at = new URL("play", location.href);
  at.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  at.hash = "";
  const line = socket = new WebSocket(at);
  line.binaryType = "arraybuffer";
  heard = performance.now();
  line.onopen = () => line.send(JSON.stringify({ t: "hello", token: location.hash.slice(1) }));
  line.onmessage = (event) => {
    if (line !== socket) return;
    heard = performance.now();
    if (typeof event.data === "string") words(JSON.parse(event.data));
    else chain = chain.then(() => frame(new Uint8Array(event.data), line)).catch(broken);
  };
  line.onclose = (event) => { if (line === socket) closed(event.code, event.reason); };
}

function closed(code, reason) {
  held.clear();
  if (me) figures.drops++;
  if (code === ELSEWHERE) return end("This seat is open somewhere else now.", "Play here");
  if (code === WRONG_LINK) return end("This link does not belong to this game.\nAsk the host for a new one.", "Try again");
  if (code === FULL) return end("Too many people are connected. Try again later.", "Try again");
  if (code === BAD || code === TOO_MANY) return end(`The host's computer closed the connection: ${reason}.`, "Reconnect");
  veil(code === 1001 ? "The host has closed the game.\nWaiting for it to come back …" : "Connection lost.\nReconnecting …");
  turn("Connection lost", "");
  setTimeout(connect, wait);
  wait = Math.min(wait * 1.6, 5000);
}

function end(text, button) {
  ended = true;
  turn("Not connected", "");
  veil(text, button, () => { ended = false; connect(); });
}

function broken(error) {
  console.error(error);
  if (socket) socket.close();
}

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN && me) socket.send(JSON.stringify(message));
}

setInterval(() => {
  if (ended || !socket || socket.readyState > WebSocket.OPEN) return;
  if (performance.now() - heard > SILENCE) {
    const old = socket;
    socket = null;
    old.close();
    closed(1006, "");
  }
}, 1000);

// -- picture and sound ---------------------------------------------------------------------

async function frame(data, line) {
  const view = new DataView(data.buffer), kind = data[0], number = view.getUint32(1);
  let at = 6;
  for (let n = kind & SOUND ? data[5] : 0; n > 0; n--) {
    const size = view.getUint16(at);
    sound.packet(data.subarray(at + 2, at + 2 + size));
    at += 2 + size;
    figures.soundBytes += 2 + size;
  }
  figures.bytes += data.length;
  if (kind & PICTURE) {
    const part = data.subarray(at);
    const change = kind & PACKED ? await inflate(part) : part;
    if (line !== socket) return;
    if (kind & KEY) { picture.clear(); figures.wholes++; }
    picture.apply(change);
    figures.pictures++;
    if (!shown) shown = requestAnimationFrame(draw);
  }
  unanswered++;
  unansweredBytes += data.length;
  if (unanswered >= ANSWER_MESSAGES || unansweredBytes >= ANSWER_BYTES) {
    const answer = new DataView(new ArrayBuffer(4));
    answer.setUint32(0, number);
    if (line.readyState === WebSocket.OPEN) line.send(answer.buffer);
    unanswered = unansweredBytes = 0;
  }
}

const buffer = document.createElement("canvas"), canvas = by("picture");
let part = { left: 0, top: 0, width: 320, height: 200 };

function draw() {
  shown = null;
  buffer.getContext("2d").putImageData(picture.image, 0, 0);
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingEnabled = false;
  pen.drawImage(buffer, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height);
  figures.drawn = performance.now();
}

// The canvas has so many dots that every pixel of the C64 is a whole number of them.
function fit() {
  if (!picture) return;
  const narrow = matchMedia(ONE_COLUMN).matches;
  const [left, top] = me.window, margin = narrow ? NARROW_MARGIN : WIDE_MARGIN;
  part = { left: left - margin, top: top - margin, width: 320 + 2 * margin, height: 200 + 2 * margin };
  const box = by("screen").parentElement.getBoundingClientRect();
  const tallest = narrow ? innerHeight * 0.62 : box.height - by("note").offsetHeight - 12;
  const size = Math.max(0.5, Math.min(box.width / part.width, tallest / part.height));
  const dots = Math.max(1, Math.ceil(size * devicePixelRatio - 0.05));
  const even = Math.floor(size * devicePixelRatio) / devicePixelRatio;
  const used = !narrow && even > 0.82 * size ? even : size;  // whole dots where there is room
  canvas.width = part.width * dots;
  canvas.height = part.height * dots;
  canvas.style.width = `${part.width * used}px`;
  canvas.style.height = `${part.height * used}px`;
  draw();
}
addEventListener("resize", fit);

// -- what the server says -----------------------------------------------------------------

function words(said) {
  if (said.t === "welcome") welcome(said);
  else if (said.t === "table") { table = said; show(); }
  else if (said.t === "chat") chat(said);
  else if (said.t === "no") note(said.why, true);
}

function welcome(said) {
  me = said;
  wait = 500;
  unanswered = unansweredBytes = 0;
  by("lines").replaceChildren();  // the server tells the last ones again
  if (!picture || picture.width !== said.width || picture.height !== said.height) {
    picture = new Picture(said.width, said.height, said.palette);
    buffer.width = said.width;
    buffer.height = said.height;
  }
  if (!sound) sound = new PacketSound(said.rate);
  by("veil").hidden = true;
  by("controls").hidden = said.role === "watch";
  by("seats").hidden = said.role !== "host";
  if (!sound.on) send({ t: "sound", on: false });
  fit();
}

function counts(key) {
  if (!mayPress() || !amAsked()) return mayPress();
  const closes = (table.menu || []).some(([other]) => other === "D");
  return key === String(me.seat + 1) || OWN[table.mode].includes(key) || closes && CLOSING.includes(key);
}

const nameOf = (seat) => table && table.seats && table.seats[seat] ? table.seats[seat].name : `Seat ${seat + 1}`;
const mayPress = () => table && table.may !== "none";
// What counts of a seat's keys while all are asked, its own number aside: emu/web/simultaneous.py.
const OWN = { cry: ["RETURN"], houses: ["UP", "DOWN", "LEFT", "RIGHT"] }, CLOSING = ["RETURN", "D"];
const amAsked = () => me.role === "seat" && table.asked && table.asked.includes(me.seat);

function show() {
  const active = table.active ?? null;
  const mine = me.role === "seat" && (amAsked() || active === me.seat && mayPress());
  const whose = amAsked() ? me.seat : active;
  const colour = whose === null ? null : me.palette[table.seats[whose].colour];
  turn(asked(active, mine), mine ? "mine" : "", colour);
  canvas.classList.toggle("mine", mine);
  document.documentElement.style.setProperty("--mine", mine && colour !== "#000000" ? colour : "#ffd866");
  document.title = mine ? "● Your turn · GO 64" : "GO 64";
  menu();
  for (const button of by("controls").querySelectorAll("#pad [data-key], #keyboard [data-key]"))
    button.disabled = !counts(button.dataset.key);
  if (!mayPress()) letGo();
  if (me.role === "host") seats();
  if (performance.now() > noteUntil) note(whoAmI(), false);
}

function asked(active, mine) {
  if (table.mode === null) {
    const has = { none: "You watch", all: "You play", keys: "You have the keyboard",
      joy1: "You have joystick 1", joy2: "You have joystick 2" };
    return has[table.may] || "You watch";
  }
  if (table.asked) return ASKED[table.mode][mine ? 0 : 1];
  if (active === null) return MODES[table.mode];
  const seat = table.seats[active];
  if (mine) return table.mode === "normal" ? "Your turn" : `Your ${MODES[table.mode] || "turn"}`;
  return seat.cpu ? `${seat.name} (computer) is thinking` : `${seat.name}’s ${MODES[table.mode] || "turn"}`;
}

function whoAmI() {
  if (me.role === "host") return "You are the host: you may press for anybody.";
  if (me.role === "watch") return "You watch.";
  if (table.mode === null || table.mode === "setup") return `You have seat ${me.seat + 1}.`;
  const seat = table.seats[me.seat];
  if (!seat) return `Nobody plays seat ${me.seat + 1} in this game.`;
  if (seat.cpu) return `A computer plays for ${seat.name} now.`;
  return seat.alive ? `You are ${seat.name}.` : `${seat.name} is bankrupt. You watch.`;
}

function ink(colour) {
  const value = parseInt(colour.slice(1), 16);
  return (value >> 16) * 0.3 + (value >> 8 & 255) * 0.59 + (value & 255) * 0.11 > 120 ? "#14152e" : "#fff";
}

function turn(text, name, colour) {
  by("turn").textContent = text;
  by("turn").className = name;
  by("turn").style.color = name ? ink(colour) : "";
}

function note(text, no) {
  by("note").textContent = text;
  by("note").className = no ? "no" : "";
  if (no) {
    noteUntil = performance.now() + 3500;
    setTimeout(() => { if (performance.now() >= noteUntil && table) note(whoAmI(), false); }, 3600);
  }
}

function veil(text, button, press) {
  by("veil").hidden = false;
  by("veil-words").textContent = text;
  by("veil-button").hidden = !button;
  by("veil-button").textContent = button || "";
  by("veil-button").onclick = press || null;
}

// -- keys on the page ----------------------------------------------------------------------

let menuWas = "";

function menu() {
  const buttons = mayPress() && !table.shows ? table.menu || [] : [], now = JSON.stringify(buttons);
  if (now === menuWas) return;
  menuWas = now;
  by("menu").replaceChildren(...menuButtons(buttons));
}

by("keyboard").replaceChildren(...keyboardRows(KEYBOARD));

function press(source, key) {
  if (held.has(source)) return;
  held.set(source, key);
  send({ t: "key", k: key, d: 1 });
}

function release(source) {
  if (!held.has(source)) return;
  const key = held.get(source);
  held.delete(source);
  if (![...held.values()].includes(key)) send({ t: "key", k: key, d: 0 });
}

function letGo() {
  if (!held.size) return;
  held.clear();
  send({ t: "up" });
}

by("controls").addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-key]");
  if (!button || button.disabled) return;
  event.preventDefault();
  const stick = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, RETURN: 16 }[button.dataset.key];
  button.classList.add("held");
  if (stick && onlyStick()) { touched |= stick; move(); } else press(event.pointerId, button.dataset.key);
  const up = (after) => {
    if (after.pointerId !== event.pointerId) return;
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    button.classList.remove("held");
    touched &= ~(stick || 0);
    move();
    release(event.pointerId);
  };
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
});
// A key or a voice presses buttons, too.
by("controls").addEventListener("click", (event) => {
  const button = event.target.closest("[data-key]");
  if (!button || event.detail) return;
  press(button, button.dataset.key);
  setTimeout(() => release(button), 60);
});
by("more").onclick = () => {
  by("keyboard").hidden = !by("keyboard").hidden;
  by("more").setAttribute("aria-expanded", String(!by("keyboard").hidden));
};

const inWords = (target) => target instanceof HTMLElement && target.closest("input, select, dialog[open]");

// While all are asked, SHIFT and a number are the C64's, whatever this keyboard has there.
function lessKey(event) {
  const number = /^Digit([1-8])$/.exec(event.code);
  return number && event.shiftKey && table && table.asked ? "!\"#$%&'("[number[1] - 1] : null;
}

addEventListener("keydown", (event) => {
  startSound();
  if (inWords(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = lessKey(event) || NAMED[event.key] || (TYPED.test(event.key.toUpperCase()) ? event.key.toUpperCase() : null);
  if (!key || !me || me.role === "watch") return;
  const onButton = event.target instanceof HTMLElement && event.target.closest("button");
  if (onButton && (key === "RETURN" || key === "SPACE")) return;
  event.preventDefault();
  if (event.repeat) return;
  const stick = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, RETURN: 16, SPACE: 16 }[key];
  if (stick && onlyStick()) { typed |= stick; move(); } else press(event.code, key);
});
addEventListener("keyup", (event) => {
  const stick = { ArrowUp: 1, ArrowDown: 2, ArrowLeft: 4, ArrowRight: 8, Enter: 16, " ": 16 }[event.key];
  if (stick) { typed &= ~stick; move(); }
  release(event.code);
});
addEventListener("blur", letGo);

// A tap on the picture is a click in our game: the mouse goes there.
canvas.addEventListener("pointerdown", (event) => {
  if (!me || me.role === "watch" || !table || table.mode === null) return;
  const box = canvas.getBoundingClientRect();
  const x = part.left + (event.clientX - box.left) / box.width * part.width - me.window[0] | 0;
  const y = part.top + (event.clientY - box.top) / box.height * part.height - me.window[1] | 0;
  if (x >= 0 && x < 320 && y >= 0 && y < 200) send({ t: "tap", x, y });
});

// -- sticks -------------------------------------------------------------------------------

let touched = 0, typed = 0, padded = 0, moved = 0;
const onlyStick = () => table && (table.may === "joy1" || table.may === "joy2");

function move() {
  const now = touched | typed | padded;
  if (now === moved) return;
  moved = now;
  send({ t: "joy", v: now });
}

function pads() {
  padded = navigator.getGamepads().reduce((now, pad) => now | stickOf(pad), 0);
  move();
  requestAnimationFrame(pads);
}
if (navigator.getGamepads) addEventListener("gamepadconnected", pads, { once: true });

// -- sound ----------------------------------------------------------------------------------

function startSound() {
  if (sound && sound.on) sound.start().catch(() => { sound.ready = null; });
}
addEventListener("pointerdown", startSound);
by("mute").onclick = () => {
  if (!sound) return;
  sound.on = !sound.on;
  by("mute").textContent = sound.on ? "Sound on" : "Sound off";
  by("mute").setAttribute("aria-pressed", String(!sound.on));
  send({ t: "sound", on: sound.on });
};

// -- words ------------------------------------------------------------------------------------

function chat(said) {
  const line = document.createElement("li"), who = document.createElement("b");
  who.textContent = `${said.who}: `;
  const seat = table && table.seats && said.seat !== null ? table.seats[said.seat] : null;
  if (seat) who.style.color = me.palette[seat.colour] === "#000000" ? "" : `color-mix(in srgb, ${me.palette[seat.colour]} 65%, white)`;
  line.append(who, said.text);
  by("lines").append(line);
  while (by("lines").children.length > 60) by("lines").firstChild.remove();
  by("lines").scrollTop = by("lines").scrollHeight;
}
by("say").onsubmit = (event) => {
  event.preventDefault();
  const text = by("line").value.trim();
  if (text) send({ t: "chat", text });
  by("line").value = "";
  if (matchMedia("(hover: hover)").matches) by("line").blur();
};

// -- the host's page --------------------------------------------------------------------------

let seatsWere = "";

function seats() {
  const now = JSON.stringify([table.seats, table.here, table.watchers, table.open, table.mode, table.map]);
  if (now === seatsWere) return;
  seatsWere = now;
  const title = document.createElement("h2"), count = table.seats ? Math.max(table.seats.length, 2) : 8;
  title.textContent = "Seats and links";
  const rows = me.links.filter((link) => link.kind === "watch" || link.seat < count).map(seatRow);
  const label = document.createElement("label"), box = document.createElement("input");
  box.type = "checkbox";
  box.checked = table.open;
  box.onchange = () => send({ t: "open", on: box.checked });
  label.append(box, "In set-up everybody may press");
  by("seats").replaceChildren(title, ...rows, label);
}

function seatRow(link) {
  const row = document.createElement("div"), dot = document.createElement("span");
  const who = document.createElement("span"), state = document.createElement("small");
  const seat = table.seats && link.kind === "seat" ? table.seats[link.seat] : null;
  row.className = "seat";
  dot.className = "dot";
  if (seat) dot.style.background = me.palette[seat.colour];
  who.className = "who";
  who.append(link.kind === "watch" ? "Watchers" : nameOf(link.seat));
  const here = link.kind === "watch" ? table.watchers : table.here.includes(link.seat);
  state.textContent = link.kind === "watch" ? `${table.watchers} here` : here ? "connected" : "not here";
  who.append(state);
  row.append(dot, who);
  if (seat && seat.alive && table.mode !== "setup" && table.mode !== "over") row.append(kind(link.seat, seat));
  const code = document.createElement("button");
  code.type = "button";
  code.textContent = "Link";
  code.onclick = () => card(link);
  row.append(code);
  return row;
}

function kind(number, seat) {
  const list = document.createElement("select");
  list.setAttribute("aria-label", `Who plays ${seat.name}`);
  for (const word of seat.cpu ? ["computer", "person"] : ["person", ...me.skills.map((s) => `computer, ${s}`)])
    list.append(new Option(word, word));
  list.onchange = () => {
    const skill = list.value.split(", ")[1] || "";
    send({ t: "computer", seat: number, skill });
  };
  return list;
}

function card(link) {
  by("card-title").textContent = link.kind === "watch" ? "Watchers" : nameOf(link.seat);
  by("card-link").textContent = link.url;
  const code = by("card-code"), size = link.qr.length + 8, pen = code.getContext("2d");
  code.width = code.height = size;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = "#000";
  link.qr.forEach((row, y) => [...row].forEach((dot, x) => { if (dot === "1") pen.fillRect(x + 4, y + 4, 1, 1); }));
  if (navigator.clipboard) navigator.clipboard.writeText(link.url).catch(() => {});
  by("card").showModal();
}

veil("Connecting …");
connect();
window.go64 = { figures, get table() { return table; }, get picture() { return picture; }, get sound() { return sound; }, get socket() { return socket; } };
