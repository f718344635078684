package skillctl.lint_test

import data.skillctl.lint

test_answers_carry_their_rule if {
	lint.findings == {{"message": "m", "rule": "spec/x"}} with data.skillctl.rules as {"spec": {"x": {"findings": {{"message": "m"}}}}}
}

test_no_rules_no_findings if count(lint.findings) == 0 with data.skillctl.rules as {}

shown := {"skill": {
	"front": {"fields": {"description": {"value": "Triages alerts about malware. Use when an alert comes in."}}}, "manifest": {"file": "SKILL.md"},
	"body": {"flows": [], "passages": [], "uses": [], "fences": [], "links": [], "commands": [{"text": "x", "before": "Attackers write", "lead": "Attackers write", "file": "SKILL.md", "span": at, "fenced": false}]},
}}

at := {"start": {"line": 9, "col": 5, "offset": 90}, "end": {"line": 9, "col": 40, "offset": 125}}

answered(severity) := {"message": "m", "severity": severity, "at": {"file": "SKILL.md", "span": at}}

test_what_is_only_shown_weighs_less if {
	every severity in ["critical", "high", "medium"] {
		{f.severity | some f in lint.findings} == {"low"} with data.skillctl.rules as {"exe": {"x": {"findings": {answered(severity)}}}} with input as shown
	}
	{f.severity | some f in lint.findings} == {"info"} with data.skillctl.rules as {"exe": {"x": {"findings": {answered("info")}}}} with input as shown
	{f.severity | some f in lint.findings} == {"high"} with data.skillctl.rules as {"spec": {"x": {"findings": {answered("high")}}}} with input as shown
}

told_why(answer) := why if {
	why := {f.because | some f in lint.findings} with data.skillctl.rules as {"exe": {"x": {"findings": {answer}}}} with input as shown
}

test_what_weighs_less_says_why if {
	told_why(answered("high")) == {"the text teaches, quotes or looks for it, and has nobody do it"}
	told_why(answered("low")) == {"the text only speaks of it, and has nobody run it"}
	told_why(object.union(answered("low"), {"at": {"file": "notes.md", "span": at}})) == {"it stands in another document than SKILL.md, which an agent need not read"}
}
