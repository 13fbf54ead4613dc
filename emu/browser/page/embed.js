"use strict";
// The documentation of <go64-machine> and its test: rows of (example, words, what must come back).

const machine = document.getElementById("machine");
const PROGRAM = [0x01, 0x08, 0x0b, 0x08, 0x01, 0x00, 0x9e, 0x32, 0x30, 0x36, 0x31, 0, 0, 0,  // 1 SYS2061
  0xa9, 0x2a, 0x8d, 0x00, 0xc0, 0x60];                                                  // LDA #42, STA $C000, RTS
const events = [];
for (const name of ["ready", "facts", "starting", "frame", "note", "fault"])
  machine.addEventListener(name, () => events.push(name));

async function until(what, seconds = 20) {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
    if (await what()) return true;
    await new Promise((yes) => setTimeout(yes, 20));
  }
  return false;
}

let kept = null;
const ROWS = [
  ["await machine.ready", "waits until the machine has loaded", () => machine.ready, (it) => it === machine],
  ["machine.facts", "gives model, drives and picture size", () => machine.facts, (facts) => facts.model === "c64"],
  ["await machine.tick(150)", "runs 150 frames without waiting", () => machine.tick(150), () => true],
  ["await machine.text()", "reads the text screen, 25 lines", () => machine.text(), (text) => text.includes("READY.")],
  ["await machine.type('print 6*7\\n')", "types, frame by frame", () => machine.type("print 6*7\n"), () => until(async () => / 42 /.test(await machine.text()))],
  ["await machine.press('A', 'DEL')", "presses keys one after the other", () => machine.press("A", "DEL"), () => true],
  ["await machine.hold('SPACE'); machine.release('SPACE')", "holds a key", async () => { await machine.hold("SPACE"); await machine.release("SPACE"); }, () => true],
  ["machine.joystick(2, 'up', 'fire')", "holds joystick switches; none: releases all", () => machine.joystick(2, "up", "fire"), async () => until(async () => ((await machine.memory(0xdc00))[0] & 0x11) === 0)],
  ["machine.joystick(2)", "", () => machine.joystick(2), async () => until(async () => ((await machine.memory(0xdc00))[0] & 0x11) === 0x11)],
  ["await machine.poke(0x0400, [1, 2, 3])", "writes as the CPU does", () => machine.poke(0x0400, [1, 2, 3]), () => true],
  ["await machine.memory(0x0400, 0x0403)", "reads what the CPU sees, as a Uint8Array", () => machine.memory(0x0400, 0x0403), (bytes) => [...bytes].join() === "1,2,3"],
  ["await machine.frame()", "reads the picture: width, height, indices, palette", () => machine.frame(), (it) => it.indices.length === it.width * it.height],
  ["kept = await machine.state()", "saves the whole machine as bytes", async () => { kept = await machine.state(); return `${kept.length} bytes`; }, () => kept.length > 1000],
  ["await machine.open('demo.prg', bytes)", "starts a file; its name tells the format", () => machine.open("demo.prg", Uint8Array.from(PROGRAM)), () => until(async () => (await machine.memory(0xc000))[0] === 42)],
  ["await machine.restore(kept)", "goes back to a state", () => machine.restore(kept), async () => [...await machine.memory(0x0400, 0x0403)].join() === "1,2,3"],
  ["await machine.pause(); machine.resume()", "pauses and resumes", async () => { await machine.pause(); await machine.resume(); }, () => !machine.paused],
  ["await machine.warp(true); machine.warp(false)", "runs as fast as it can; then at normal speed", async () => { await machine.warp(true); await machine.warp(false); }, () => true],
  ["await machine.configure({ model: 'ntsc' })", "changes the model by a power cycle", () => machine.configure({ model: "ntsc" }), () => machine.facts.model === "ntsc"],
  ["await machine.reset()", "presses reset", () => machine.reset(), () => true],
  ["await machine.python('1 + 1')", "runs Python; machine is the C64", () => machine.python("machine.memory[0xa000] > 0"), (it) => it.output === "True\n" && !it.error],
  ["await machine.screenshot()", "takes a screenshot, a PNG", () => machine.screenshot(), (blob) => blob.type === "image/png"],
  ["machine.addEventListener('frame', ...)", "listens to events: ready facts starting frame note fault", () => events.includes("frame") && events.includes("ready"), (it) => it],
];

async function test() {
  await customElements.whenDefined("go64-machine");
  let wrong = 0;
  for (const [example, words, act, check] of ROWS) {
    const row = document.createElement("tr"), result = document.createElement("td");
    for (const text of [example, words]) row.append(Object.assign(document.createElement("td"), { textContent: text }));
    row.append(result);
    document.getElementById("rows").append(row);
    try {
      result.textContent = await check(await act()) ? "passed" : "failed";
    } catch (error) {
      result.textContent = `${error.message}`;
    }
    if (result.textContent !== "passed") { wrong++; result.className = "wrong"; }
  }
  document.getElementById("turn").textContent = wrong ? `${wrong} of ${ROWS.length} failed` : `All ${ROWS.length} passed`;
}

test();
window.go64 = { machine };
