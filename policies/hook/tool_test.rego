package skillctl.hook_test

plain := {"call": {"tool": "TodoWrite", "kind": "plain"}}

unknown(tools) := {"call": {"tool": "mcp__lab__echo", "kind": "unknown"}, "settings": {"tools": tools}}

fetch(address, hosts) := {"call": {"tool": "WebFetch", "kind": "fetch", "hosts": [address]}, "settings": {"hosts": hosts}}

far := {"address": "https://docs.example.com/x", "scheme": "https", "name": "docs.example.com", "near": false}

here := {"address": "http://10.0.0.1/x", "scheme": "http", "name": "10.0.0.1", "near": true}

file := {"address": "file:///etc/passwd", "scheme": "file", "name": "", "near": false}

skill(safety) := {
	"call": {"tool": "Skill", "kind": "skill", "skill": "weather"},
	"skill": {"found": true, "folder": "/w/.claude/skills/weather", "safety": safety, "findings": ["SKILL.md:3: m"], "commands": []},
}

test_plain_tools_are_allowed if effect_of(plain) == "allow"

test_tools_that_nobody_knows_are_asked_about if {
	effect_of(unknown([])) == "ask"
	effect_of(unknown(["mcp__lab__*"])) == "allow"
	effect_of(unknown(["mcp__other__*"])) == "ask"
}

given(settings) := {
	"call": {
		"tool": "mcp__lab__decide", "kind": "unknown", "server": "mcp__lab__", "whole": "mcp__", "behind": "__",
		"paths": ["/etc/passwd"], "hosts": [here, file, far], "odd": ["x"],
	},
	"judged": [{"subject": "rm -rf /", "effect": "deny", "reasons": [{"rule": "exec/strict/writing", "effect": "deny", "message": "m"}]}],
	"settings": settings,
}

test_a_tool_that_decides_is_not_judged_before if {
	effect_of(given({"deciders": ["mcp__lab__*"]})) == "allow"
	effect_of(given({"deciders": ["mcp__lab__*"], "tools": ["mcp__lab__*"]})) == "allow"
	effect_of(given({"tools": ["mcp__lab__*"]})) == "deny"
	effect_of(given({"deciders": ["mcp__other__*"], "tools": ["mcp__lab__*"]})) == "deny"
}

# Only what nobody knows: the tools of an agent do not decide.
test_only_unknown_tools_decide if {
	effect_of(object.union(given({"deciders": ["*"]}), {"call": {"kind": "shell", "tool": "Bash", "command": "rm -rf /"}})) == "deny"
}

of_server(server, tool, pattern) := {
	"call": {"tool": tool, "kind": "unknown", "server": server, "whole": "mcp__", "behind": "__"},
	"settings": {"tools": [pattern]},
}

test_a_pattern_names_its_own_server if {
	effect_of(of_server("mcp__files__", "mcp__files__get_a", "mcp__files__get_*")) == "allow"
	effect_of(of_server("mcp__files__get___", "mcp__files__get___put", "mcp__files__get_*")) == "ask"
	effect_of(of_server("mcp__my__files__", "mcp__my__files__get_a", "mcp__my__files__get_*")) == "allow"
	effect_of(of_server("mcp__files__", "mcp__files__get_a", "mcp__fil*")) == "allow"
	effect_of(of_server("mcp__files__", "mcp__files__get_a", "*")) == "allow"
}

test_hosts_are_asked_about if {
	effect_of(fetch(far, [])) == "ask"
	effect_of(fetch(far, ["docs.example.com"])) == "allow"
	effect_of(fetch(far, ["*.example.com"])) == "allow"
	effect_of(fetch(far, ["example.com"])) == "ask"
}

test_the_network_around_is_denied if {
	effect_of(fetch(here, [])) == "deny"
	effect_of(fetch(here, ["10.0.0.1"])) == "allow"
}

test_other_schemes_are_denied if {
	effect_of(fetch(file, [])) == "deny"
	effect_of(fetch(file, ["*"])) == "deny"
}

test_one_of_several_hosts_is_enough if {
	both := object.union(fetch(far, ["docs.example.com"]), {"call": {"tool": "WebFetch", "kind": "fetch", "hosts": [far, here]}})
	effect_of(both) == "deny"
}

test_a_named_tool_does_not_name_its_schemes if {
	effect_of(object.union(fetch(file, []), {"settings": {"tools": ["WebFetch"], "hosts": []}})) == "deny"
	effect_of(object.union(fetch(far, []), {"settings": {"tools": ["WebFetch"], "hosts": []}})) == "allow"
}

test_skills_follow_lint if {
	effect_of(skill("pass")) == "allow"
	effect_of(skill("review")) == "ask"
	effect_of(skill("block")) == "deny"
	effect_of(skill("")) == "deny"
	effect_of({"call": {"tool": "Skill", "kind": "skill", "skill": "weather"}, "skill": {"found": false, "folder": "", "safety": "", "findings": [], "commands": []}}) == "ask"
}

# A skill with a command in its text, which was judged so.
running(given, effect) := {
	"call": {"tool": "Skill", "kind": "skill", "skill": "weather", "arguments": given, "inner": contains(given, "!`")},
	"skill": {"found": true, "folder": "/w/.claude/skills/weather", "safety": "pass", "findings": [], "commands": ["ls"]},
	"judged": said(effect),
}

test_commands_in_a_skill_are_judged if {
	every effect in ["allow", "ask", "deny"] {
		effect_of(running("", effect)) == effect
	}
}

test_what_a_skill_is_given_reaches_its_commands if {
	effect_of(running("; id", "allow")) == "ask"
	effect_of(running(" ", "allow")) == "allow"
	effect_of(running("!`id`", "allow")) == "deny"
	told("hook/skill", object.union(running("; id", "allow"), {"skill": {"found": true, "folder": "/f", "safety": "pass", "findings": [], "commands": []}})) == {"allow"}
}

test_commands_in_a_skill_have_no_boundary if {
	told("hook/enclose", object.union(running("", "allow"), {"settings": {"enclose": true}})) == {"deny"}
	told("hook/enclose", object.union(skill("pass"), {"settings": {"enclose": true}})) == set()
}

test_addresses_without_a_host_are_denied if {
	every address in [
		{"address": "https:/docs.example.com", "scheme": "https", "name": "", "near": false},
		{"address": "https://a\\@docs.example.com", "scheme": "", "name": "", "near": false},
	] {
		told("hook/fetch", fetch(address, ["*"])) == {"deny"}
		effect_of(object.union(fetch(address, []), {"settings": {"tools": ["WebFetch"], "hosts": []}})) == "deny"
	}
}

served(changes, tools) := {
	"call": object.union({"kind": "unknown", "tool": "mcp__lab__open"}, changes),
	"settings": {"tools": tools, "hosts": ["docs.example.com"]},
}

test_arguments_of_a_tool_that_is_named_are_held if {
	effect_of(served({}, ["mcp__lab__*"])) == "allow"
	effect_of(object.union(served({}, ["mcp__lab__*"]), {"judged": said("deny")})) == "deny"
	effect_of(object.union(served({}, ["mcp__lab__*"]), {"judged": said("allow")})) == "allow"
	effect_of(object.union(served({}, []), {"judged": said("allow")})) == "ask"
	effect_of(served({"odd": ["x"]}, ["mcp__lab__*"])) == "ask"
}

test_addresses_in_arguments_are_held if {
	far := {"address": "https://a.example", "scheme": "https", "name": "a.example", "near": false}
	near := {"address": "http://127.0.0.1", "scheme": "http", "name": "127.0.0.1", "near": true}
	unread := {"address": "https:/a", "scheme": "https", "name": "", "near": false}
	told("hook/argument", served({"hosts": [far]}, ["mcp__lab__*"])) == {"ask"}
	told("hook/argument", served({"hosts": [near]}, ["mcp__lab__*"])) == {"ask"}
	told("hook/argument", served({"hosts": [unread]}, ["mcp__lab__*"])) == {"ask"}
	nowhere := {"address": "mailto:a", "scheme": "mailto", "name": "", "near": false}
	told("hook/argument", served({"hosts": [nowhere]}, ["mcp__lab__*"])) == {"ask"}
	named := {"address": "http://docs.example.com", "scheme": "http", "name": "docs.example.com", "near": true}
	told("hook/argument", served({"hosts": [object.union(named, {"near": false})]}, ["mcp__lab__*"])) == set()
	told("hook/argument", served({"hosts": [named]}, ["mcp__lab__*"])) == set()
}

reason(rule, effect) := {"rule": rule, "effect": effect, "message": "m"}

test_a_file_of_an_argument_is_told_of_once if {
	named := served({"paths": ["/etc/passwd"]}, ["mcp__lab__*"])
	said := [
		{"subject": "/etc/passwd", "effect": "ask", "reasons": [reason("exec/strict/program", "ask"), reason("exec/strict/arguments", "ask")]},
		{"subject": "/etc/passwd", "effect": "ask", "reasons": [reason("exec/strict/writing", "ask"), reason("exec/strict/strict", "allow")]},
	]
	told("exec/strict/arguments", object.union(named, {"judged": said})) == {"ask"}
	every rule in ["exec/strict/program", "exec/strict/writing", "exec/strict/strict"] {
		told(rule, object.union(named, {"judged": said})) == set()
	}
	warned := [{"subject": "/etc/passwd", "effect": "warn", "reasons": [reason("exec/strict/place", "warn")]}]
	told("exec/strict/place", object.union(named, {"judged": warned})) == {"warn"}
	denied := array.concat(said, [{"subject": "/etc/passwd", "effect": "deny", "reasons": [reason("exec/strict/program", "deny")]}])
	told("exec/strict/program", object.union(named, {"judged": denied})) == {"deny"}
	effect_of(object.union(named, {"judged": denied})) == "deny"
}
