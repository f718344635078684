package schema

// installInput is what a policy of the gate is given.
func installInput() any {
	type m = map[string]any
	type l = []any
	digest := "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	asked := m{"programs": l{"git"}, "hosts": l{"example.com"}, "paths": l{"/etc/hosts"}, "tools": l{"Bash"}, "environment": l{"TOKEN"}}
	installer := m{"index": int64(0), "id": "brew", "kind": "brew", "status": "ok", "path": l{"metadata", "openclaw", "install", int64(0)},
		"bins": l{"jq"}, "os": l{}, "target": "jq", "pinned": false, "hashed": false}
	pkg := m{"file": "package.json", "name": "demo", "version": "1.2.3", "scripts": l{m{"name": "postinstall", "command": "node x.js"}},
		"dependencies": l{m{"name": "a", "spec": "^1.0.0", "pinned": false, "registry": true}}, "integrity": "", "tarball": "", "problem": ""}
	return m{
		"kind": "install",
		"request": m{
			"host": "openclaw", "version": "2026.9.6", "target": m{"type": "skill", "name": "demo"},
			"source": m{"kind": "git", "authority": "third-party", "mutable": true, "network": true},
			"origin": m{"type": "git", "spec": "git:https://git.example.com/a@main", "commit": "c"},
			"action": m{"kind": "skill-install", "mode": "install", "specifier": "git:https://git.example.com/a@main"},
			"skill":  m{"installId": "git"}, "pathKind": "directory", "path": true,
			"plugin": m{"content": "package", "id": "demo", "package": "demo", "manifest": "demo", "version": "1.2.3", "extensions": l{"./index.js"}},
		},
		"settings": m{
			"origins": m{"local": "allow", "installed": "allow", "registry": "allow", "git": "warn", "npm": "deny"},
			"plugins": "allow", "network": "allow", "mutableRefs": "deny", "unscanned": "warn",
			"registries": l{"https://registry.example.com"}, "deny": m{"names": l{"x-*"}, "publishers": l{}, "repositories": l{}, "digests": l{digest}},
			"names":        m{"shadowing": "deny", "lookalike": "warn", "mismatch": "warn", "known": l{"deploy"}, "dirs": l{"/srv/skills"}},
			"dependencies": m{"kinds": l{"brew"}, "unpinned": "warn", "unhashed": "deny", "taps": "warn", "scripts": "warn", "broken": "warn", "deny": l{}},
			"content":      m{"review": "warn", "unread": "deny", "links": "deny", "writable": "warn", "hidden": "warn", "binaries": "warn"},
			"signature":    m{"need": "require", "keys": l{"/etc/k.pem"}, "roots": l{}, "identities": l{m{"identity": "a@example.com", "issuer": ""}}, "ignore": l{".git"}},
			"growth":       "warn", "openclaw": m{"warnAs": "block"},
		},
		"facts": m{
			"found": "directory", "problem": "", "empty": false, "digest": digest, "counts": m{"files": int64(1), "bytes": int64(3)},
			"files": l{m{"path": "SKILL.md", "type": "regular", "mode": "0644", "size": int64(3), "hidden": false, "exec": false, "nlink": int64(1),
				"digest": digest, "class": "text", "what": "utf-8", "read": "full"}},
			"gaps": l{m{"file": "a.bin", "reason": "file-size", "detail": "d"}},
			"skills": l{m{"path": ".", "name": "demo", "dir": "demo", "written": "demo", "manifest": "SKILL.md", "digest": digest, "complete": true, "verdict": "pass", "safety": "pass", "form": "pass",
				"findings":   l{m{"rule": "spec/name-format", "security": false, "severity": "low", "confidence": "high", "locus": "manifest", "file": "SKILL.md", "line": int64(2), "message": "m"}},
				"installers": l{installer}, "tools": l{m{"name": "t", "kind": "shell", "target": "", "command": "ls"}}, "capabilities": asked}},
			"trust": m{"state": "verified", "kind": "key", "reason": "", "subject": "demo", "identity": "", "issuer": "", "keyDigest": digest, "signedAt": "",
				"chain": l{}, "files": int64(1), "changed": l{}, "missing": l{}, "extra": l{}},
			"names": l{m{"name": "deploy", "dir": "deploy", "where": "/srv/skills/deploy"}}, "installer": installer, "package": pkg, "packages": l{pkg},
			"lock": m{"digest": digest, "signer": "", "capabilities": asked}, "rulers": l{},
		},
	}
}

func openClawInstall() any {
	type (
		m = map[string]any
		l = []any
	)
	return m{
		"protocolVersion": int64(1), "openclawVersion": "2026.9.6", "targetType": "skill", "targetName": "hello", "sourcePath": "/a", "sourcePathKind": "directory",
		"source":  m{"kind": "git", "authority": "third-party", "mutable": false, "network": true},
		"origin":  m{"type": "git", "commit": "c"},
		"request": m{"kind": "skill-install", "mode": "install", "requestedSpecifier": "git:x"},
		"skill":   m{"installId": "git", "installSpec": m{"kind": "brew"}},
		"plugin":  m{"contentType": "package", "pluginId": "p", "extensions": l{"./index.js"}},
	}
}

func openClawInstallAnswer() any {
	type (
		m = map[string]any
		l = []any
	)
	return m{"protocolVersion": int64(1), "decision": "warn", "reason": "r", "findings": l{
		m{"ruleId": "r", "severity": "warn", "message": "m", "file": "SKILL.md", "line": int64(1), "evidence": "e"},
	}}
}

func gateReport() any {
	type (
		m = map[string]any
		l = []any
	)
	asked := m{"programs": l{"git"}, "hosts": l{}, "paths": l{}, "tools": l{}, "environment": l{}}
	return m{"schema": "skillctl.gate/v1", "tool": "1", "policy": "p", "summary": m{"allow": int64(0), "warn": int64(1), "deny": int64(0)}, "targets": l{m{
		"path": "skills/a", "target": m{"type": "skill", "name": "a"}, "effect": "warn", "digest": "d", "policy": "p", "files": int64(1), "capabilities": asked,
		"reasons": l{m{"rule": "r", "effect": "warn", "message": "m", "hint": "h", "file": "f", "line": int64(1), "setting": "install.x"}},
	}}}
}
