// Written by `skillctl hook openclaw --plugin`. Every call of a tool is decided by
// skillctl first; whatever goes wrong on the way refuses the call.
import { spawnSync } from "node:child_process"

const COMMAND = "@skillctl@"
const ARGUMENTS = "@arguments@"

// refusal is why the call is refused, "" when it is not.
function refusal(event) {
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
