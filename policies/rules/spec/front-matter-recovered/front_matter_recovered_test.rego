package skillctl.rules.spec["front-matter-recovered_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-recovered"] as rule

repaired := skilltest.with_facts(skilltest.md({}), {"front": {
	"error": {"code": "syntax", "message": "a mapping is not allowed here", "span": skilltest.span(3)},
	"recovered": [{"key": "description", "span": skilltest.span(3)}],
	"host": {"name": "pdf-tools", "description": "Use when: a \"PDF\" is read"},
}})

test_fires_and_quotes if {
	some finding in rule.findings with input as repaired
	finding.severity == "medium"
	finding.fix.safe
	finding.fix.edits == [{"at": {"span": skilltest.span(3)}, "text": `"Use when: a \"PDF\" is read"`}]
}

test_fires_quietly_for_openclaw_alone if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.for_hosts(repaired, ["openclaw"])
}

test_silent_on_good_yaml if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_nothing_was_repaired if {
	doc := skilltest.with_facts(repaired, {"front": {"recovered": []}})
	lost := json.remove(doc, ["skill/front/host/name", "skill/front/host/description"])
	count(rule.findings) == 0 with input as lost
}
