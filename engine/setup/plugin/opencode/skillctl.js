// Written by `skillctl hook opencode --plugin`. Every call of a tool is decided by
// skillctl first; whatever goes wrong on the way refuses the call.
import { spawnSync } from "node:child_process"

const COMMAND = "@skillctl@"
const ARGUMENTS = "@arguments@"

function decide(event) {
  const done = spawnSync(COMMAND, ARGUMENTS, {
    input: JSON.stringify(event), encoding: "utf8", timeout: "@milliseconds@", killSignal: "SIGKILL", maxBuffer: 1 << 20,
  })
  if (done.status === 0 && done.stdout === "") return
  const why = done.status === 2 ? (done.stderr || "").trim() : ""
  throw new Error(why || `skillctl hook failed: ${done.error?.message ?? done.signal ?? `exit code ${done.status}`}`)
}

export const Skillctl = async (context) => ({
  "tool.execute.before": async (input, output) => {
    decide({
      hook_event_name: "PreToolUse", session_id: input.sessionID, tool_use_id: input.callID,
      cwd: context.directory, tool_name: input.tool, tool_input: output.args ?? {},
    })
  },
})
