package skillctl.doctor_test

import data.skillctl.doctor

start(agent, words, variables) := got[0] if {
	got := doctor.severities with input as {"facts": [{"check": "agents/started", "found": "fault", "start": {"agent": agent, "words": words, "variables": variables}}]}
}

test_unhooked if {
	start("claude-code", " --bare -p ", []) == "high"
	start("claude-code", " --setting-sources project ", []) == "high"
	start("qwen-code", " --safe-mode ", []) == "high"
	start("codex", " -c features.hooks=false ", []) == "high"
	start("claude-code", " ", ["CLAUDE_CODE_SIMPLE"]) == "high"
	start("", "", ["CLAUDE_CODE_SIMPLE"]) == "high"
}

test_dangerous_unheard_of if start("opencode", " --dangerously-do-more ", []) == "high"

test_unfenced if start("codex", " --dangerously-bypass-approvals-and-sandbox ", []) == "medium"

test_unasked if {
	start("claude-code", " --dangerously-skip-permissions ", []) == "low"
	start("claude-code", " --permission-mode=bypassPermissions ", []) == "low"
	start("gemini-cli", " --yolo ", []) == "low"
	start("gemini-cli", " -y ", []) == "low"
}

test_elsewhere if {
	start("claude-code", " ", ["CLAUDE_CONFIG_DIR"]) == "medium"
	start("claude-code", " ", ["HOME"]) == "medium"
	start("", "", ["CODEX_HOME"]) == "low"
}

test_harmless if {
	start("claude-code", " --model opus --continue ", ["EDITOR"]) == "none"
	start("claude-code", " --barely ", ["CODEX_HOME"]) == "none"
	start("codex", " --bare ", []) == "none"
	start("", "", ["HOME"]) == "none"
	start("", "", ["PATH"]) == "none"
}
