package skillctl.exec.profiles.openclaw_test

# What the tests of this profile build their input of.

span := {"start": {"offset": 0, "line": 1, "column": 1}, "end": {"offset": 2, "line": 1, "column": 3}}

program(name) := {
	"raw": name, "path": concat("/", ["/usr/bin", name]), "real": concat("/", ["/usr/bin", name]),
	"name": name, "candidate": concat("/", ["/usr/bin", name]),
}

segment(argv) := {
	"raw": concat(" ", argv), "argv": argv, "op": "", "trust": "executable", "reasons": [], "transport": "direct",
	"plan": {
		"argv": argv, "policyArgv": argv, "wrappers": [], "blocked": false, "blockedWrapper": null,
		"shellWrapper": false, "inlineCommand": null,
	},
	"policy": program(argv[0]), "execution": program(argv[0]), "match": plain_match(argv), "inlineEval": "",
	"builtin": false, "expands": false, "span": span,
}

plain_match(argv) := {
	"argv": argv, "policy": program(argv[0]), "sameTarget": true, "shell": false,
	"inlineCommand": null, "positional": false, "carriesAll": false,
	"carriedArgv": [], "digest": "", "carriedDigest": "", "scriptDigest": "",
}

view(segments) := {
	"ok": true, "reason": "", "segments": segments, "control": "", "heredoc": false, "preflight": "", "rendered": null,
	"renderError": "", "binding": "", "workdir": true, "trustedDirs": ["/bin", "/usr/bin"],
	"home": "/home/u",
}

document(settings, request, found) := {
	"kind": "exec", "profile": "openclaw", "settings": settings,
	"request": object.union({"cwd": "/tmp", "env": {}, "approver": true, "approved": false}, request),
	"facts": {"source": {"blank": false, "text": "x"}, "openclaw": found},
}

allowing(list, more) := {"exec": object.union({"security": "allowlist", "ask": "off", "allowlist": list}, more)}

effects(reasons) := {reason.effect | some reason in reasons}
