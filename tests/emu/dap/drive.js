"use strict";

// Drives go64 --dap with Microsoft's client for tests of debug adapters.
// Arguments: Python, a script that starts the adapter, the program, its source, lines of it as JSON.
// Prints what was seen as JSON; tests/emu/dap/test_editors.py compares it.

const { DebugClient } = require("@vscode/debugadapter-testsupport");

const [python, adapter, program, source, given] = process.argv.slice(2);
const lines = JSON.parse(given);
const THREAD = { threadId: 1 };

async function line(client) {
  const { body } = await client.stackTraceRequest(THREAD);
  return body.stackFrames[0].line;
}

async function move(client, request, args = {}) {
  const stopped = client.waitForEvent("stopped");
  await client.customRequest(request, { ...THREAD, ...args });
  const { body } = await stopped;
  return [body.reason, await line(client)];
}

async function value(client, expression) {
  return (await client.evaluateRequest({ expression, context: "watch" })).body.result;
}

async function main() {
  const client = new DebugClient(python, adapter, "go64");
  client.defaultTimeout = 60000; // milliseconds; usually 5000
  await client.start();
  const seen = {};
  await client.hitBreakpoint({ program }, { path: source, line: lines.inc });
  seen.hit = await line(client);
  await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
  seen.over = await move(client, "next");
  seen.back = [await move(client, "stepBack"), await move(client, "stepBack")];
  seen.in = await move(client, "stepIn");
  seen.out = await move(client, "stepOut");
  await client.setBreakpointsRequest({
    source: { path: source },
    breakpoints: [{ line: lines.inc, condition: "@count == 5" }],
  });
  seen.condition = [await move(client, "continue"), await value(client, "count")];
  await client.setBreakpointsRequest({
    source: { path: source },
    breakpoints: [{ line: lines.inc }],
  });
  seen.reverse = [await move(client, "reverseContinue"), await value(client, "count")];
  await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
  const info = await client.dataBreakpointInfoRequest({ name: "count" });
  const data = { dataId: info.body.dataId, accessType: "write" };
  await client.setDataBreakpointsRequest({ breakpoints: [data] });
  seen.data = await move(client, "continue");
  const code = await client.disassembleRequest({
    memoryReference: "0x080D",
    instructionCount: 2,
  });
  seen.code = code.body.instructions.map((one) => one.instruction);
  seen.expression = await value(client, "x * 2 == 10 || @$d020 & 15");
  const { body } = await client.scopesRequest({ frameId: 1 });
  seen.scopes = body.scopes.map((scope) => scope.name);
  await client.stop();
  console.log(JSON.stringify(seen));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
