// Run a Python program in the runtime of the site: node run.mjs PROGRAM FILE ...
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { loadPyodide } = createRequire(import.meta.url)("./pyodide.js");
const python = await loadPyodide({ indexURL: here + "/" });
python.unpackArchive(new Uint8Array(readFileSync(here + "/machine.zip")), "zip", { extractDir: "/go64" });
python.FS.mkdirTree("/home/files");
const [program, ...files] = process.argv.slice(2);
for (const file of files) python.FS.writeFile("/home/files/" + basename(file), new Uint8Array(readFileSync(file)));
python.runPython(`
import os, pathlib, sys
sys.path.insert(0, "/go64")
os.chdir("/home/files")
from c64.base.stored_tables import use_stored
use_stored(pathlib.Path("/go64/c64/stored_tables.pickle").read_bytes())`);
python.runPython(readFileSync(program, "utf8"));
