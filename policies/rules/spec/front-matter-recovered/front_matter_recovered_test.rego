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

# Codex repairs most of it itself.
test_fires_quietly_for_codex_where_it_reads_it if {
	some finding in rule.findings with input as skilltest.for_hosts(repaired, ["codex"])
	finding.severity == "low"
	contains(finding.message, "codex and openclaw read it all the same, agentskills refuses the skill")
}

test_fires_for_codex_where_it_does_not if {
	doc := skilltest.for_hosts(skilltest.with_facts(repaired, {"front": {"codex": "a mapping is not allowed here"}}), ["codex"])
	some finding in rule.findings with input as doc
	finding.severity == "medium"
	contains(finding.message, "openclaw reads it all the same, agentskills and codex refuse the skill")
}

test_silent_on_good_yaml if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_nothing_was_repaired if {
	doc := skilltest.with_facts(repaired, {"front": {"recovered": []}})
	lost := json.remove(doc, ["skill/front/host/name", "skill/front/host/description"])
	count(rule.findings) == 0 with input as lost
}
