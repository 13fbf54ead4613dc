-- Drives go64 --dap with nvim-dap in a Neovim without a screen.
-- In the environment: GO64_DRIVE, JSON of python, adapter, program, source, inc and out, the file
-- for what was seen; tests/emu/dap/test_editors.py compares it.

local drive = vim.fn.json_decode(vim.env.GO64_DRIVE)
local dap = require("dap")
local seen, stops = {}, 0

dap.adapters.go64 = { type = "executable", command = drive.python, args = { drive.adapter },
  options = { initialize_timeout_sec = 60 } }
dap.listeners.after.stackTrace.drive = function(_, error, answer)
  if not error and answer and answer.stackFrames[1] then
    stops = stops + 1
    seen.line = answer.stackFrames[1].line
  end
end

local function stopped(act)
  local before = stops
  act()
  if not vim.wait(60000, function() return stops > before end, 10) then
    error("the machine has not stopped: " .. vim.fn.json_encode(seen))
  end
  return seen.line
end

local function ask(command, arguments)
  local answer, failed
  dap.session():request(command, arguments, function(err, body) failed, answer = err, body end)
  if not vim.wait(60000, function() return failed ~= nil or answer ~= nil end, 10) then
    error(command .. " was not answered")
  end
  if failed then error(failed.message or vim.inspect(failed)) end
  return answer
end

local function run()
  vim.cmd("edit " .. drive.source)
  vim.api.nvim_win_set_cursor(0, { drive.inc, 0 })
  dap.set_breakpoint()
  seen.hit = stopped(function()
    dap.run({ type = "go64", request = "launch", name = "paint", program = drive.program })
  end)
  seen.over = stopped(dap.step_over)
  seen.back = { stopped(dap.step_back), stopped(dap.step_back) }
  dap.clear_breakpoints()
  seen["in"] = stopped(dap.step_into)
  seen.out = stopped(dap.step_out)
  dap.set_breakpoint("@count == 5")
  stopped(dap.continue)
  seen.condition = ask("evaluate", { expression = "count", context = "watch" }).result
  dap.clear_breakpoints()
  dap.set_breakpoint()
  stopped(dap.reverse_continue)
  seen.reverse = ask("evaluate", { expression = "count", context = "watch" }).result
  dap.clear_breakpoints()
  local info = ask("dataBreakpointInfo", { name = "count" })
  ask("setDataBreakpoints", { breakpoints = { { dataId = info.dataId, accessType = "write" } } })
  seen.data = stopped(dap.continue)
  local code = ask("disassemble", { memoryReference = "0x080D", instructionCount = 2 })
  seen.code = vim.tbl_map(function(one) return one.instruction end, code.instructions)
  local ended = false
  dap.listeners.after.event_terminated.drive = function() ended = true end
  dap.terminate()
  vim.wait(60000, function() return ended or dap.session() == nil end, 10)
end

local good, problem = pcall(run)
seen.problem = not good and tostring(problem) or nil
vim.fn.writefile({ vim.fn.json_encode(seen) }, drive.out)
vim.cmd("qall!")
