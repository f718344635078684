package skillctl.install_test

import data.skillctl.install

digest := "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

no_capabilities := {"programs": [], "hosts": [], "paths": [], "tools": [], "environment": []}

unsigned := {
	"state": "unsigned", "kind": "", "reason": "it has no signature", "subject": "", "identity": "", "issuer": "", "keyDigest": "",
	"signedAt": "", "chain": [], "files": 0, "changed": [], "missing": [], "extra": [], "ignored": [],
}

verified := object.union(unsigned, {"state": "verified", "kind": "key", "reason": "", "keyDigest": digest})

# The settings that are built in.
built_in := {
	"origins": {"local": "allow", "installed": "allow", "registry": "allow", "git": "allow", "npm": "warn"},
	"plugins": "allow", "network": "allow", "mutableRefs": "warn", "unscanned": "warn",
	"deny": {"names": [], "publishers": [], "repositories": [], "digests": []},
	"names": {"shadowing": "deny", "bundled": "warn", "lookalike": "warn", "mismatch": "warn", "known": [], "dirs": []},
	"dependencies": {"unpinned": "warn", "unhashed": "deny", "taps": "warn", "scripts": "warn", "broken": "warn", "unjudged": "warn", "deny": []},
	"content": {"review": "warn", "form": "allow", "unread": "deny", "links": "deny", "writable": "warn", "hidden": "warn", "binaries": "warn"},
	"signature": {"need": "none", "keys": [], "roots": [], "identities": [], "ignore": []},
	"growth": "warn", "openclaw": {"warnAs": "block"},
}

hello := {
	"path": ".", "name": "hello", "dir": "hello", "written": "hello", "manifest": "SKILL.md", "digest": digest, "complete": true,
	"verdict": "pass", "safety": "pass", "form": "pass", "findings": [], "installers": [], "tools": [], "capabilities": no_capabilities,
}

regular(path) := {
	"path": path, "type": "regular", "mode": "0644", "size": 3, "hidden": false, "exec": false, "nlink": 1,
	"digest": digest, "class": "text", "what": "utf-8", "read": "full",
}

no_facts := {
	"found": "directory", "problem": "", "empty": false, "digest": digest, "counts": {"files": 1, "bytes": 3}, "files": [regular("SKILL.md")],
	"gaps": [], "git": [], "skills": [], "servers": [], "trust": unsigned, "names": [], "packages": [], "rulers": [],
}

# A folder of the user with a skill that nothing is wrong with.
base := {
	"kind": "install",
	"request": {
		"host": "openclaw", "version": "2026.9.6", "target": {"type": "skill", "name": "hello"},
		"source": {"kind": "local-path", "authority": "user", "mutable": true, "network": false},
		"origin": {"type": "path", "spec": "/srv/hello"},
		"action": {"kind": "skill-install", "mode": "install", "specifier": "./hello"},
		"skill": {"installId": "path"}, "pathKind": "directory", "path": true,
	},
	"settings": built_in,
	"facts": object.union(no_facts, {"skills": [hello]}),
}

# The same with other values.
asked(changes) := object.union(base, changes)

requested(changes) := asked({"request": changes})

found(changes) := asked({"facts": changes})

set_to(settings, document) := object.union(document, {"settings": settings})

with_skill(changes) := found({"skills": [object.union(hello, changes)]})

with_file(changes) := found({"files": [object.union(regular("a"), changes)]})

from_git(spec, more) := requested({
	"origin": object.union({"type": "git", "spec": spec, "commit": "fc082f163ee4aa28c8fc66d6882a8090263778ef"}, more),
	"source": {"kind": "git", "authority": "third-party", "network": true},
	"action": {"specifier": spec},
})

from_registry(more) := requested({
	"origin": object.union({"type": "clawhub", "registry": "https://clawhub.ai", "slug": "hello", "ownerHandle": "owner", "version": "1.0.0"}, more),
	"source": {"kind": "clawhub", "authority": "openclaw", "mutable": false, "network": true},
})

pkg := {
	"file": "package.json", "name": "demo", "version": "1.2.3", "scripts": [], "dependencies": [], "integrity": "", "tarball": "", "problem": "",
}

without(document, keys) := json.remove(document, keys)

plugin_asked := {
	"kind": "install",
	"request": {
		"host": "openclaw", "version": "2026.9.6", "target": {"type": "plugin", "name": "demo"},
		"source": {"kind": "local-path", "authority": "user", "mutable": true, "network": false},
		"origin": {"type": "plugin-package", "packageName": "demo", "version": "1.2.3"},
		"action": {"kind": "plugin-dir", "mode": "install", "specifier": "/srv/demo"},
		"plugin": {"content": "package", "id": "demo", "package": "demo", "manifest": "demo", "version": "1.2.3", "extensions": ["./index.js"]},
		"pathKind": "directory", "path": true,
	},
	"settings": built_in,
	"facts": object.union(no_facts, {"package": pkg, "code": {"name": "demo", "complete": true, "verdict": "pass", "safety": "pass", "form": "pass", "findings": []}}),
}

plugin(changes) := object.union(plugin_asked, changes)

# The first request about a plugin of npm, with the metadata of the registry alone.
from_npm(specifier, integrity) := object.union(plugin_asked, {
	"request": {
		"origin": {"type": "plugin-npm", "packageName": "demo"}, "source": {"kind": "npm", "network": true, "mutable": false},
		"action": {"kind": "plugin-npm", "specifier": specifier}, "pathKind": "file",
	},
	"facts": {"found": "file", "files": [], "package": {"integrity": integrity}},
})

installer := {
	"index": 0, "id": "one", "kind": "node", "status": "ok", "path": ["metadata", "openclaw", "install", 0], "bins": ["x"], "os": [],
	"target": "x@1.2.3", "pinned": true, "hashed": false,
}

# A dependency of a skill that is there already is to be installed.
running(changes) := object.union(
	asked({
		"request": {"origin": {"type": "openclaw-workspace", "skillName": "hello", "installId": "one"}, "source": {"kind": "workspace"}},
		"facts": {"installer": spec},
	}),
	{"facts": {"skills": [object.union(hello, {"installers": [spec]})]}},
) if spec := object.union(installer, changes)

# A skill to be installed that names a dependency.
declaring(changes) := with_skill({"installers": [object.union(installer, changes)]})

# What one rule says.
said(rule, document) := {reason.effect |
	some reason in install.reasons with input as document
	reason.rule == rule
}

# What all say besides that it may be.
objections(document) := {reason.rule |
	some reason in install.decision.reasons with input as document
	reason.effect != "allow"
}

decided(document) := effect if effect := install.decision.effect with input as document
