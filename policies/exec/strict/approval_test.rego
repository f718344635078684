package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# What approvals say stands, whoever approved it.
own(words) := object.union(
	document({"allowlist": ["skillctl", "cat"]}, facts([command(0, words)])),
	{"request": {"approved": true}},
)

test_approving_oneself if {
	every words in [
		["skillctl", "approvals", "approve", "--yes"], ["skillctl", "approvals", "revoke", "--all"], ["skillctl", "approvals"],
		["skillctl", "approvals", "answer", "4be1", "allow"], ["skillctl", "approvals", "answer", "--watch"], ["skillctl", "approvals", "waiting"],
		["skillctl", "--x", "approvals", "approve"], ["skillctl", variable("X"), "approve"], ["skillctl", object.union(word("approval?"), {"glob": true})],
		["skillctl", "approvals", variable("X")], ["skillctl", "allow", "rm"], ["skillctl", "--x", "allow", "rm"],
	] {
		rules(strict.reasons) == {"exec/strict/approval"} with input as own(words)
	}
}

test_looking_and_other_commands if {
	every words in [
		["skillctl", "approvals", "list"], ["skillctl", "approvals", "show", "abc"], ["skillctl", "lint", "."], ["skillctl", "lint", variable("X")],
		["skillctl", "version"], ["skillctl", "lint", "allow"],
	] {
		effects(strict.reasons) == {"allow"} with input as own(words)
	}
}

test_what_changes_decisions if {
	every words in [
		["skillctl", "setup", "--remove", "--yes"], ["skillctl", "setup", "claude-code", "--observe"], ["skillctl", "init", "--learn", "seen", "--yes"],
		["skillctl", "init"], ["skillctl", "mcp", "accept", "files"], ["skillctl", "mcp", "proxy", "--", "x"], ["skillctl", "intel", "remove"],
		["skillctl", "proposals", "apply", "1"], ["skillctl", "hook", "generic", "--plugin", "x"], ["skillctl", "audit", "prune"], ["skillctl", "unheard-of"],
		["skillctl", "doctor", "--fix"], ["skillctl", "--no-pager", "setup"], ["skillctl", "lock", "write"],
		["skillctl", "exec", "--config", "x.yaml", "--", "id"], ["skillctl", "exec", "--config=x.yaml", "--", "id"], ["skillctl", "run", "--security=full", "x.py"],
		["skillctl", "exec", variable("X")], ["skillctl", "install", "x", "--yes", "--reason", "x"],
	] {
		rules(strict.reasons) == {"exec/strict/approval"} with input as own(words)
	}
	every words in [
		["skillctl"], ["skillctl", "--version"], ["skillctl", "audit", "list"], ["skillctl", "exec", "--", "ls"], ["skillctl", "install", "x"],
		["skillctl", "mcp"], ["skillctl", "--no-pager", "status"], ["skillctl", "lint", "--config", "x"], ["skillctl", "doctor"],
	] {
		effects(strict.reasons) == {"allow"} with input as own(words)
	}
	elsewhere := json.patch(own(["skillctl", "install", "x"]), [{"op": "replace", "path": "/facts/commands/0/dir/path", "value": "sub"}])
	rules(strict.reasons) == {"exec/strict/approval"} with input as elsewhere
}

test_folder_of_approvals if {
	found := object.union(facts([command(0, ["cat", "x"])]), {"source": {"text": "cat > ~/.local/state/skillctl/approvals/x.json"}})
	asked := object.union(document({"allowlist": ["cat"]}, found), {"request": {"approved": true}})
	"exec/strict/approval" in rules(strict.reasons) with input as asked
	effects(strict.reasons) == {"deny"} with input as asked
}

test_folder_of_compiled_policies if {
	found := object.union(facts([command(0, ["cp", "x"])]), {"source": {"text": "cp x ~/.local/state/skillctl/Compiled/ab/x"}})
	asked := object.union(document({"allowlist": ["cp"]}, found), {"request": {"approved": true}})
	"exec/strict/approval" in rules(strict.reasons) with input as asked
	effects(strict.reasons) == {"deny"} with input as asked
}
