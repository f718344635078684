package skillctl.exec.profiles.strict_test

# Facts as the engine gives them, as far as these policies read them.
span(column) := {"start": {"line": 1, "col": column, "offset": column - 1}, "end": {"line": 1, "col": column + 1, "offset": column}}

word(value) := {
	"text": value, "value": value, "prefix": value, "suffix": value, "quote": "none", "glob": false, "brace": false, "tilde": false,
	"splits": false, "params": [], "substitutes": false, "span": span(1),
}

variable(name) := object.union(word("$x"), {"value": null, "prefix": "", "suffix": "", "params": [name], "splits": true})

command(id, words) := {
	"id": id, "parent": -1, "edge": "text", "via": "", "depth": 0, "kind": "simple", "args": [as_word(entry) | some entry in words],
	"name": words[0], "base": words[0], "role": "program", "carries": "", "known": true, "hits": [], "writes": [], "text": "",
	"context": {"background": false, "negated": false, "pipe": 0, "pipes": 1, "loop": false, "function": "", "elsewhere": false},
	"stdin": {"kind": "inherit", "from": []}, "dir": {"known": true, "path": "", "or": []}, "span": span(1),
}

as_word(entry) := word(entry) if is_string(entry)

as_word(entry) := entry if is_object(entry)

facts(commands) := {
	"source": {"form": "command", "dialect": "bash", "text": "", "bytes": 1, "utf8": true, "nul": false, "blank": false},
	"parse": {"ok": true, "limit": ""}, "commands": commands, "assignments": [], "redirects": [], "hidden": [], "opaque": [], "places": [], "made": [], "deception": [],
	"differences": [], "constructs": [], "functions": [], "programs": {}, "paths": [],
}

document(settings, found) := {
	"kind": "exec", "profile": "strict", "request": {"command": "", "cwd": "/w", "env": {}, "inherited": {"PATH": "/usr/bin"}, "approver": true},
	"settings": {"exec": object.union({"security": "allowlist", "ask": "off"}, settings)}, "facts": found,
}

effects(reasons) := {reason.effect | some reason in reasons}

rules(reasons) := {reason.rule | some reason in reasons; reason.effect != "allow"}
