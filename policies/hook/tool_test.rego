package skillctl.hook_test

plain := {"call": {"tool": "TodoWrite", "kind": "plain"}}

unknown(tools) := {"call": {"tool": "mcp__lab__echo", "kind": "unknown"}, "settings": {"tools": tools}}

fetch(address, hosts) := {"call": {"tool": "WebFetch", "kind": "fetch", "hosts": [address]}, "settings": {"hosts": hosts}}

far := {"address": "https://docs.example.com/x", "scheme": "https", "name": "docs.example.com", "near": false}

here := {"address": "http://10.0.0.1/x", "scheme": "http", "name": "10.0.0.1", "near": true}

file := {"address": "file:///etc/passwd", "scheme": "file", "name": "", "near": false}

skill(safety) := {
	"call": {"tool": "Skill", "kind": "skill", "skill": "weather"},
	"skill": {"found": true, "folder": "/w/.claude/skills/weather", "safety": safety, "findings": ["SKILL.md:3: m"]},
}

test_plain_tools_are_allowed if effect_of(plain) == "allow"

test_tools_that_nobody_knows_are_asked_about if {
	effect_of(unknown([])) == "ask"
	effect_of(unknown(["mcp__lab__*"])) == "allow"
	effect_of(unknown(["mcp__other__*"])) == "ask"
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
	effect_of({"call": {"tool": "Skill", "kind": "skill", "skill": "weather"}, "skill": {"found": false, "folder": "", "safety": "", "findings": []}}) == "ask"
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
