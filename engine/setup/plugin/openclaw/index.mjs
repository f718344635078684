// Written by `skillctl hook openclaw --plugin`. Every call of a tool is decided by
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

// refusal is why the call is refused, "" when it is not.
function refusal(event) {
  const other = replaced()
  if (other) return other
  const done = spawnSync(COMMAND, ARGUMENTS, {
    input: JSON.stringify(event), encoding: "utf8", timeout: "@milliseconds@", killSignal: "SIGKILL", maxBuffer: 1 << 20,
  })
  if (done.status === 0 && done.stdout === "") return ""
  const why = done.status === 2 ? (done.stderr || "").trim() : ""
  return why || `skillctl hook failed: ${done.error?.message ?? done.signal ?? `exit code ${done.status}`}`
}

export default {
  id: "skillctl", name: "skillctl",
  register(api) {
    api.on("before_tool_call", async (event, context) => {
      const blockReason = refusal({
        hook_event_name: "PreToolUse", session_id: context?.sessionId, tool_use_id: event.toolCallId, agent_id: context?.agentId,
        cwd: api.runtime.agent.resolveAgentWorkspaceDir(api.config, context?.agentId ?? "main"), tool_name: event.toolName, tool_input: event.params ?? {},
      })
      if (blockReason) return { block: true, blockReason }
    })
  },
}
