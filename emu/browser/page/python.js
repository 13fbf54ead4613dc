"use strict";
// The page of Python: a program, its output, and the machine that it has made or changed.

const by = (id) => document.getElementById(id);
const machine = by("machine");
const SAMPLE = `import c64

machine = c64.C64()  # model="c64" (PAL), "c64c", "ntsc", "oldntsc" or "drean" (PAL-N)
machine.tick(150)  # frames
machine.type('10 PRINT "HELLO FROM PYTHON"\\n20 POKE 53280,PEEK(53280)+1 AND 15:GOTO 10\\nRUN\\n')
machine.tick(100)
print(machine.screen.text())
print(machine.memory[0x0400:0x0428])
`;

function words(text) {
  by("turn").textContent = text;
}

async function run() {
  words("Running");
  by("run").disabled = true;
  try {
    const { output, error } = await machine.python(by("program").value);
    by("output").textContent = output + error;
    by("output").classList.toggle("wrong", Boolean(error));
    words(error ? "An error" : "Done");
  } finally {
    by("run").disabled = false;
  }
}

by("program").value = SAMPLE;
by("run").onclick = run;
by("program").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.ctrlKey) run();
});
by("add").onclick = () => by("files").click();
by("files").onchange = async () => {
  for (const file of by("files").files) await machine.put(file.name, new Uint8Array(await file.arrayBuffer()));
  words("The files are in the program's folder");
};
customElements.whenDefined("go64-machine").then(() => machine.ready).then(() => words("Ready"), (error) => words(error.message));
window.go64 = { machine, run };
