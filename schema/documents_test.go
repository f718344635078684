package schema

import "maps"

// goodDocuments has right documents of each kind, as rich as they come.
func goodDocuments() map[Kind][]any {
	all := catalogDocuments()
	maps.Copy(all, otherDocuments())
	return all
}

func otherDocuments() map[Kind][]any {
	type m = map[string]any
	type l = []any
	docker := m{
		"image": "x", "network": "none", "readOnlyRoot": true, "tmpfs": l{"/tmp"}, "capDrop": l{"ALL"}, "env": m{"A": "1"},
		"setupCommand": l{"a", "b"}, "pidsLimit": int64(5), "memory": "1g", "cpus": 0.5, "gpus": "all", "binds": l{"/opt/data:/data:ro", "C:/x:/y"},
		"ulimits":        m{"nofile": m{"soft": int64(1), "hard": int64(2)}, "core": int64(0), "x": "1:2"},
		"seccompProfile": "p.json", "apparmorProfile": "p", "dns": l{"1.1.1.1"}, "dangerouslyAllowExternalBindSources": false,
	}
	sandbox := m{"mode": "all", "backend": "docker", "scope": "agent", "workspaceAccess": "ro", "docker": docker,
		"ssh":     m{"target": "h", "identityData": m{"source": "file", "provider": "p", "id": "/k"}},
		"browser": m{"network": "bridge", "cdpPort": int64(9222), "binds": l{"/a:/b"}}, "prune": m{"idleHours": int64(1)}}
	exec := m{"host": "auto", "mode": "ask", "safeBins": l{"cut"}, "grantExpiryDays": int64(30), "timeoutSeconds": int64(60),
		"safeBinProfiles": m{"cut": m{"minPositional": int64(0), "deniedFlags": l{"-x"}}},
		"reviewer":        m{"model": m{"primary": "a", "fallbacks": l{"b"}}, "thinking": "low", "timeoutMs": int64(1)},
		"applyPatch":      m{"enabled": true}}
	front := m{"name": "pdf-forms", "description": "Fills forms. Use for PDF files.", "license": "MIT"}
	span := m{"start": m{"line": int64(1), "col": int64(1), "offset": int64(0)}, "end": m{"line": int64(1), "col": int64(2), "offset": int64(1)}}
	finding := m{"rule": "spec/name-format", "title": "t", "file": "a/SKILL.md", "span": span, "severity": "low", "confidence": "high",
		"locus": "manifest", "message": "m", "fingerprint": "f", "fix": m{"safe": true, "title": "t", "edits": l{m{"file": "f", "span": span, "text": ""}}}}
	record, listed := proposed(), proposed()
	listed["revisionHash"], listed["store"], listed["stale"], listed["problem"] = "0d", "files", "s", "p"
	digest := "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	return map[Kind][]any{
		AuditRecord: {
			m{"seq": int64(1), "prev": digest, "hash": digest, "time": "2026-03-01T12:00:00.123Z", "kind": "start", "run": "r", "owner": m{"pid": int64(5), "boot": "b"},
				"request":  m{"command": "ls", "cwd": "/", "env": l{"A"}, "agent": "a"},
				"decision": m{"effect": "allow", "policy": "p", "reasons": l{m{"rule": "r", "effect": "allow", "message": "m"}}},
				"boundary": m{"host": "gateway"}, "code": m{"head": "h", "bytes": int64(1)}},
			m{"seq": int64(2), "prev": digest, "hash": digest, "time": "2026-03-01T12:00:00Z", "kind": "end", "run": "r",
				"result": m{"code": int64(0), "ended": "exited", "durationMs": int64(5), "connections": l{m{"time": "t", "host": "h", "port": int64(443), "allowed": true}}},
				"output": m{"stdout": m{"head": "", "bytes": int64(0)}, "stderr": m{"head": "", "bytes": int64(0)}}},
			m{"seq": int64(3), "prev": digest, "hash": digest, "time": "2026-03-01T12:00:00Z", "kind": "seal", "seal": m{"why": "torn", "bytes": int64(3), "digest": digest, "found": int64(2)}},
			m{"seq": int64(4), "prev": digest, "hash": digest, "time": "2026-03-01T12:00:00Z", "kind": "prune", "prune": m{"days": int64(30), "files": l{m{"name": "n", "last": int64(1), "hash": digest}}}},
		},
		ProgramEntry: {m{
			"names": l{"x", "y"}, "source": "x(1)", "note": "n", "family": "awk", "style": "gnu", "abbreviates": false, "permutes": true, "responses": true, "global": true,
			"options": m{"-a --all": "flag"}, "operands": l{"read*"}, "environment": m{"A": "text"}, "settings": m{"a.*": "text"}, "groups": m{"g": m{"-b": "flag"}}, "use": l{"g"},
			"files": l{"Makefile", ".npmrc"}, "effect": l{"network"}, "sub": m{"do": m{"operands": l{"text"}, "sub": m{"it": m{}}}},
		}},
		LockFile: {m{"version": int64(1), "skills": m{"weather": m{
			"digest": digest, "files": l{m{"path": "a", "digest": digest, "exec": true}, m{"path": "b", "link": "a"}}, "policy": digest, "effect": "warn", "warnings": l{"w"},
			"capabilities": m{"programs": l{"jq"}, "hosts": l{}, "paths": l{}, "tools": l{}, "environment": l{}},
			"origin":       m{"kind": "git", "spec": "s", "location": "l", "path": "p", "ref": "r", "commit": "c", "digest": digest},
			"signer":       m{"kind": "key", "identity": "i", "issuer": "u", "keyDigest": "k"},
			"approval":     m{"by": "ann", "reason": "", "at": "2026-03-01T12:00:00Z"},
		}}}},
		InstallInput: {installInput()},
		InstallAnswer: {m{"effect": "warn", "reasons": l{
			m{"rule": "install/origin", "effect": "allow", "message": "m"},
			m{"rule": "install/names/mismatch", "effect": "warn", "message": "m", "hint": "h", "file": "SKILL.md", "line": int64(2), "setting": l{"install", "names", "mismatch"}},
		}}},
		GateReport:            {gateReport()},
		OpenClawInstall:       {openClawInstall()},
		OpenClawInstallAnswer: {openClawInstallAnswer()},
		Boundary: {m{
			"host": "gateway", "sandbox": "landlock", "workspace": m{"path": "/w", "access": "rw", "roots": l{}}, "read": l{}, "write": l{"/t"}, "hide": l{}, "protect": l{},
			"network": "restricted", "egress": m{"allowed": l{"example.com"}, "denied": l{}, "bytes": int64(5)},
			"environment": m{"pass": l{"LANG"}, "pathPrepend": l{}},
			"limits": m{
				"timeoutMs": int64(5), "graceMs": int64(0), "memory": int64(1), "cpus": 0.5, "pids": int64(1), "fileSize": int64(1),
				"openFiles": int64(16), "output": int64(1), "written": int64(1), "files": int64(1),
			},
		}},
		AgentSkills: {front, m{"name": "a", "description": "d", "metadata": m{"author": "x", "version": "1"}, "allowed-tools": "Bash Read", "compatibility": "c"}},
		Claude: {front, m{"description": "d", "allowed-tools": l{"Bash"}, "model": "m", "context": "fork", "user-invocable": true, "paths": "*.go",
			"disable-model-invocation": false, "argument-hint": "[x]", "hooks": m{"a": l{}}}},
		Codex: {front, m{"name": "A b", "description": "d", "metadata": m{"short-description": "s"}}},
		OpenClawSkill: {front, m{"name": "x", "description": "d", "user-invocable": "yes", "homepage": "https://e", "metadata": m{"openclaw": m{
			"always": true, "os": l{"linux"}, "requires": m{"bins": l{"jq"}, "env": "A,B"},
			"install": l{m{"kind": "brew", "formula": "jq"}, m{"kind": "go", "module": "e.com/x@v1"}, m{"kind": "download", "url": "https://e/x.zip", "archive": "zip"}}}}}},
		ZeroClawSkill: {m{"skill": m{"name": "n", "description": "d", "version": "1", "tags": l{"t"}},
			"tools": l{m{"name": "n", "description": "d", "kind": "shell", "command": "ls", "args": m{"a": "b"}, "timeout_secs": int64(5)}}}},
		OpenClaw: {
			m{"skills": m{"allowBundled": l{"a"}, "load": m{"extraDirs": l{"~/x"}, "watch": true}, "install": m{"nodeManager": "pnpm"},
				"limits": m{"maxSkillsInPrompt": int64(5), "maxSkillFileBytes": int64(0)}, "workshop": m{"autonomous": m{"mode": "off"}, "maxPending": int64(3)},
				"entries": m{"a": m{"enabled": true, "apiKey": m{"source": "env", "provider": "default", "id": "KEY"}, "env": m{"A": "b"}, "config": m{"x": l{}}}}}},
			m{"security": m{"installPolicy": m{"enabled": true, "targets": l{"skill"}, "exec": m{"source": "exec", "command": "/x", "args": l{"a"}, "timeoutMs": int64(1), "env": m{"A": "b"}}},
				"audit": m{"suppressions": l{m{"checkId": "x", "reason": "r"}}}}},
			m{"tools": m{"profile": "coding", "allow": l{"a"}, "deny": l{"b"}, "exec": exec, "elevated": m{"enabled": true, "allowFrom": m{"x": l{"a", int64(1)}}},
				"sandbox": m{"tools": m{"alsoAllow": l{"a"}}}, "codeMode": m{"enabled": "auto", "timeoutMs": int64(1)}}},
			m{"agents": m{"ownership": "explicit", "defaults": m{"workspace": "/w", "skills": l{}, "sandbox": sandbox},
				"entries": m{"a": m{"skills": l{"x"}, "tools": m{"exec": exec}}, "b": m{"sandbox": sandbox, "skillsLimits": m{"maxSkillsPromptChars": int64(1)}}}}},
			m{"agents": m{"list": l{m{"id": "a", "default": true, "name": "A"}}}, "gateway": m{"port": int64(1)}, "nodeHost": m{"skills": m{"enabled": true}}},
		},
		ZeroClaw: {m{"skills": m{"allow_scripts": true}, "risk_profiles": m{"a": m{"level": "full", "allowed_commands": l{"git"}, "shell_env_passthrough": l{"A_B"}, "sandbox_backend": "docker"}},
			"runtime": m{"kind": "docker", "docker": m{"cpu_limit": 0.5, "memory_limit_mb": int64(64)}}}},
		CodeExec: {m{"skills": m{"codeExec": m{"sandbox": m{"image": "i", "timeout": "30s", "memoryLimit": "256m", "cpuLimit": "0.5", "network": m{"mode": "restricted", "allowedHosts": l{"e.com"}}},
			"languages": l{"python", "bash"}, "python": m{"version": "3.11", "maxOutputSize": "1MB", "pipAllowlist": l{"numpy"}}, "bash": m{"allowedCommands": l{"ls"}},
			"outputDir": "/tmp/o", "audit": m{"retentionDays": int64(30)}, "interactiveSession": m{"maxDuration": "600s"}}}}},
		Skillctl: {m{}, m{"lint": m{"hosts": l{"claude"}, "rules": m{"spec/name-format": m{"level": "off", "options": m{"max": int64(3)}}}, "failOn": "high",
			"suppressions": l{m{"rule": "file/*", "reason": "r", "owner": "o", "expires": "2026-12-31"}}, "ignore": l{"a/**"}},
			"exec":     m{"security": "allowlist", "ask": "off", "allowlist": l{"git", m{"pattern": "/usr/bin/rg", "argPattern": "^-n"}}, "safeBinProfiles": m{"cut": m{"maxPositional": int64(1)}}},
			"policies": m{"dirs": l{"p"}}}},
		Request:  {m{"id": "1", "kind": "exec", "request": m{"command": "ls", "env": m{"A": "b"}}, "settings": m{"exec": m{"ask": "off"}}}},
		Decision: {m{"id": "1", "effect": "deny", "policy": "sha256:x", "reasons": l{m{"rule": "r", "message": "m", "span": span}}}},
		Outcome: {
			m{"id": "r", "decision": m{"effect": "deny", "policy": "p", "reasons": l{}}},
			m{"id": "r", "decision": m{"effect": "allow", "policy": "p", "reasons": l{}, "boundary": m{}}, "background": true, "stdout": "", "stderr": ""},
			m{"id": "r", "decision": m{"effect": "allow", "policy": "p", "reasons": l{}}, "result": m{"code": int64(0), "ended": "exited", "durationMs": int64(5)},
				"files": m{"taken": l{m{"path": "a", "size": int64(1), "digest": digest}}, "left": l{m{"path": "b", "reason": "link", "says": "it is a link"}}, "unlisted": int64(1)}},
		},
		Session: {
			m{"id": "s", "language": "python", "created": "2026-11-21T10:00:00Z", "expires": "2026-11-21T10:10:00Z", "cwd": "/w", "host": "gateway", "sandbox": "landlock",
				"persistState": true, "policy": "sha256:x", "state": "open"},
		},
		Verdicts: {m{"schema": "skillctl.verdicts/v1", "skills": l{m{
			"path": "a", "name": "a", "verdict": "block", "safety": "block", "form": "pass", "complete": true, "unread": false, "without": "pass",
			"behind": l{m{"rule": "exf/secret-upload", "title": "t", "severity": "high", "confidence": "high", "locus": "script", "change": "c", "without": "review", "docs": "d", "fingerprint": "f",
				"chain": l{m{"role": "source", "file": "a/x.sh", "span": span, "text": "m"}, m{"role": "sink", "file": "a/SKILL.md", "span": span, "text": "m"}}}},
		}}}},
		Status: {m{"schema": "skillctl.status/v1", "since": "2026-11-22T10:00:00Z", "effects": m{"deny": 1}, "agents": l{m{"name": "", "effects": m{"deny": 1}, "last": "2026-11-22T10:00:00Z"}},
			"denied": l{m{"run": "r", "time": "2026-11-22T10:00:00Z", "agent": "a", "skill": "s", "cwd": "/w", "command": "c", "rule": "r", "message": "m"}}, "unanswered": l{}, "running": l{},
			"asking": l{m{"id": "0a", "time": "t", "until": "t", "agent": "codex", "cwd": "/w", "command": "c", "rule": "r", "message": "m"}},
		}},
		HookInput: {
			m{"client": "claude-code", "call": m{"event": "PreToolUse", "known": true, "tool": "Bash", "kind": "shell", "interactive": "write_stdin", "odd": l{"x"}, "missing": false, "inner": false,
				"command": "ls", "paths": l{}, "hosts": l{}, "commands": l{}, "reads": false, "mode": "default", "attended": true, "changes": "asked"},
				"settings": m{"tools": l{}, "hosts": l{}, "serverRequests": l{}}, "typed": l{"bash"}, "skill": nil, "described": nil,
				"judged": l{m{"subject": "ls", "effect": "allow", "reasons": l{m{"rule": "exec/strict/strict", "effect": "allow", "message": "m"}}}}},
			m{"client": "codex", "call": m{"event": "PreToolUse", "known": false, "tool": "x", "kind": "fetch", "odd": l{}, "missing": false, "paths": l{"/a"},
				"hosts": l{m{"address": "https://a", "scheme": "https", "name": "a", "near": true}}, "skill": "s", "commands": l{"ls"}, "reads": true, "inner": true, "request": "roots", "attended": false, "elsewhere": true, "changes": ""},
				"settings": m{"tools": l{"WebSearch"}, "hosts": l{"*.example.com"}, "deciders": l{"mcp__skillctl__*"}, "enclose": true, "serverRequests": l{"roots"}}, "typed": l{}, "judged": l{},
				"skill":     m{"found": true, "folder": "/f", "safety": "pass", "findings": l{}},
				"described": m{"server": "s", "what": "tool", "name": "t", "state": "changed", "safety": "review", "findings": l{"m"}}},
		},
		HookAnswer: {m{"effect": "ask", "reasons": l{m{"rule": "hook/tool", "effect": "ask", "message": "m", "hint": "h"}}}},
		ProposalsInput: {m{
			"action": "add", "agent": "main", "settings": m{"maxPending": int64(5)}, "waiting": int64(0), "quarantined": int64(0), "gate": "", "approved": false,
			"proposal": m{"id": "a-1", "kind": "update", "status": "pending", "name": "A", "key": "a", "current": "0a"},
			"target": m{"skills": "/s", "folder": "folder", "manifest": "file", "problem": "", "digest": "0a",
				"files": l{m{"path": "assets/a", "existed": true, "was": "0b", "there": true, "digest": "0b"}}},
			"draft": m{"description": int64(5), "described": true, "text": m{"path": "SKILL.md", "bytes": int64(9), "plain": true, "blank": false},
				"files": l{m{"path": "assets/a", "bytes": int64(9), "plain": true, "blank": false}}},
		}},
		ProposalsAnswer: {m{"effect": "deny", "stale": "", "reasons": l{
			m{"rule": "proposals/queue/full", "effect": "deny", "message": "m", "hint": "h", "setting": l{"skills", "workshop", "maxPending"}}}}},
		DoctorInput:     {m{"facts": l{}}, m{"facts": l{m{"check": "files/readable", "found": "fault"}}}},
		DoctorAnswer:    {l{}, l{"medium"}},
		ProposalsReport: {m{"agent": "main", "proposals": l{}}, m{"agent": "main", "proposals": l{listed}}},
		ProposalReport:  {m{"record": record, "revisionHash": "0d", "stale": "", "store": "sqlite", "manifest": "m", "files": m{"assets/a": "x"}, "diff": "d"}},
		Explanation: {m{"profile": "strict", "decision": m{"effect": "allow", "policy": "sha256:x", "reasons": l{m{"rule": "r", "message": "m", "effect": "allow"}}},
			"facts": m{"source": m{"form": "command", "dialect": "bash", "text": "ls", "bytes": int64(2), "utf8": true, "nul": false, "blank": false},
				"parse": m{"ok": true, "limit": ""}, "commands": l{}, "assignments": l{}, "redirects": l{}, "hidden": l{}, "opaque": l{}, "deception": l{},
				"differences": l{}, "constructs": l{}, "functions": l{}, "programs": m{}, "paths": l{}}}},
		Finding: {finding},
		Report: {m{"schema": "skillctl.report/v1", "tool": "1", "policy": "p", "configs": l{m{"path": "p", "kind": "openclaw", "findings": l{finding}}}, "findings": l{},
			"skills":  l{m{"path": "p", "name": "n", "digest": "d", "verdict": "pass", "safety": "pass", "form": "pass", "complete": true, "findings": l{}}},
			"summary": m{"skills": int64(1), "configs": int64(1), "files": int64(2), "bySeverity": m{"low": int64(1)}, "byVerdict": m{"pass": int64(1)}, "suppressed": int64(0), "baselined": int64(0)}}},
		LintInput: {m{"kind": "config", "hosts": l{"openclaw"}, "options": m{"a/b": m{}},
			"config": m{"file": "f", "kind": "openclaw", "value": m{}, "violations": l{m{"code": "type", "path": l{"a", int64(1)}, "on": "value", "message": "m"}},
				"duplicates": l{}, "variables": l{m{"name": "X", "file": "openclaw.json", "set": true,
					"span": m{"start": m{"line": 1, "col": 1, "offset": 0}, "end": m{"line": 1, "col": 5, "offset": 4}}}},
				"paths": l{}, "mode": "0600"}}},
		Approval: {m{"version": int64(1), "id": "0123456789abcd", "scope": "once", "reviewer": "r", "reason": "r", "created": int64(1), "expires": int64(2),
			"asked": l{"exec/strict/program"}, "policy": "p", "sum": digest, "binding": m{"argv": l{"ls", ""}, "shell": m{"dialect": "bash"}, "cwd": "/w", "profile": "strict",
				"host": "", "agent": "", "channel": "", "elevated": false, "salt": "s", "env": m{"A": digest}, "inherited": m{},
				"programs": l{m{"name": "ls", "path": "/bin/ls", "real": "/usr/bin/ls", "digest": digest}}, "scripts": l{m{"name": "x"}}}}},
		Question: {
			m{"version": int64(1), "nonce": "n", "created": int64(1), "expires": int64(2), "asker": m{"pid": int64(1), "start": "1", "boot": "b", "space": "s"}, "by": "skillctl exec", "always": true,
				"command": m{"text": "ls", "cwd": "/w", "dir": "/w", "env": m{"A": "b"}, "host": "h", "agent": "a", "channel": "c", "elevated": true,
					"programs": l{m{"name": "ls", "path": "/bin/ls", "real": "/usr/bin/ls", "digest": digest}}, "scripts": l{m{"name": "x"}}, "loose": l{"m"}},
				"reasons": l{m{"rule": "r", "message": "m", "line": int64(1), "column": int64(2)}}},
			m{"id": "0000000000000000000000000000000000000000000000000000000000000000", "version": int64(1), "nonce": "n", "created": int64(1), "expires": int64(2), "asker": m{"pid": int64(1)}, "by": "b", "always": false,
				"call": m{"tool": "t", "input": "{}", "cwd": "/w"}, "reasons": l{m{"rule": "r", "message": "m"}}},
		},
		Intel: {m{"schema": "skillctl.intel/v1", "name": "team", "issued": "2026-03-01T08:00:00Z",
			"digests":   l{m{"value": digest, "reason": "r", "reference": "ADV-1", "until": "2027-01-31"}},
			"domains":   l{m{"value": "bad.example", "reason": "r", "reference": "ADV-1"}},
			"addresses": l{m{"value": "192.0.2.0/24", "reason": "r", "reference": "ADV-1"}},
			"accounts":  l{m{"value": "git.example/mallory", "reason": "r", "reference": "ADV-1"}, m{"value": "m@mail.example", "reason": "r", "reference": "ADV-1"}},
			"packages":  l{m{"manager": "npm", "value": "@a/b", "versions": l{"1.0.0"}, "reason": "r", "reference": "ADV-1"}}}},
		IntelReport: {m{"schema": "skillctl.intel-report/v1", "list": m{"name": "team", "issued": "t", "taken": "t", "days": int64(3), "digest": digest, "source": "/list",
			"signer": m{"kind": "key", "keyDigest": digest}, "entries": m{"digest": int64(1), "domain": int64(1), "address": int64(1), "account": int64(2), "package": int64(1)}}}},
		LintFinding: {m{"message": "m", "at": m{"path": l{"a"}, "on": "key"}, "severity": "low", "fix": m{"title": "t", "safe": true, "edits": l{m{"at": m{"span": span}, "text": "x"}}}}},
	}
}

// proposed is the record of a proposal, with all that it may have.
func proposed() map[string]any {
	type m = map[string]any
	type l = []any
	return m{
		"schema": "openclaw.skill-workshop.proposal.v1", "id": "a-1", "kind": "update", "status": "stale", "title": "T", "description": "d",
		"createdAt": "2026-01-02T03:04:05.006Z", "updatedAt": "2026-01-02T03:04:05.006Z", "createdBy": "cli", "origin": m{"agentId": "main", "runId": "r"},
		"proposedVersion": "v1", "draftFile": "PROPOSAL.md", "draftHash": "0a",
		"target":       m{"skillName": "A", "skillKey": "a", "skillDir": "/s/a", "skillFile": "/s/a/SKILL.md", "source": "openclaw-workshop", "currentContentHash": "0b"},
		"supportFiles": l{m{"path": "assets/a", "hash": "0c", "sizeBytes": int64(1), "targetExisted": false}},
		"goal":         "g", "evidence": "e", "staleAt": "2026-01-02T03:04:05.006Z", "statusReason": "r",
	}
}
