// Written by `skillctl hook opencode --plugin`. Every call of a tool is decided by
// skillctl first; whatever goes wrong on the way refuses the call.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"

const COMMAND = "@skillctl@"
const ARGUMENTS = "@arguments@"
const DIGEST = "@digest@"

// replaced says why COMMAND is not the skillctl that was set up, "" where it is. It is
// read the first time, and again when its inode, its size or its times are others.
let held = ""
function replaced() {
  if (DIGEST === "") return ""
  try {
    const at = statSync(COMMAND, { bigint: true })
    const now = [at.dev, at.ino, at.size, at.mtimeNs, at.ctimeNs].join(" ")
    if (now === held) return ""
    const digest = "sha256:" + createHash("sha256").update(readFileSync(COMMAND)).digest("hex")
    if (digest !== DIGEST) return `${COMMAND} was replaced since it was set up: skillctl setup takes it over`
    held = now
    return ""
  } catch (error) {
    return `skillctl hook failed: ${error.message}`
  }
}

function decide(event) {
  const other = replaced()
  if (other) throw new Error(other)
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
