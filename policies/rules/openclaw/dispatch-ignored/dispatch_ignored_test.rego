package skillctl.rules.openclaw["dispatch-ignored_test"]

import data.skillctl.rules.openclaw["dispatch-ignored"] as rule

dispatch(kind, tool, mode, works) := {"skill": {
	"front": {"fields": {"command-arg-mode": {}}},
	"openclaw": {"dispatch": {"kind": kind, "tool": tool, "argMode": mode, "kindKey": "command-dispatch", "toolKey": "command-tool", "works": works}},
}}

test_fires_without_a_tool if {
	some finding in rule.findings with input as dispatch("tool", "", "", false)
	finding.at.path == ["command-dispatch"]
}

test_fires_on_another_kind if {
	count(rule.findings) == 1 with input as dispatch("script", "x", "", false)
}

test_fires_on_a_tool_alone if {
	some finding in rule.findings with input as dispatch("", "x", "", false)
	finding.at.path == ["command-tool"]
}

test_low_for_an_unknown_mode if {
	some finding in rule.findings with input as dispatch("tool", "x", "json", true)
	finding.severity == "low"
}

test_silent_when_it_works if {
	count(rule.findings) == 0 with input as dispatch("tool", "x", "raw", true)
}
