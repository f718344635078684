package skillctl.rules.spec["name-type_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-type"] as rule

test_fires_on_number_and_quotes_it if {
	some finding in rule.findings with input as skilltest.having({"name": 123})
	contains(finding.message, "`name` must be text, but is a number")
	[edit.text | some edit in finding.fix.edits] == [`"123"`]
}

test_fires_on_list_without_fix if {
	some finding in rule.findings with input as skilltest.having({"name": ["a"]})
	not finding.fix
	finding.hint == "write `name: pdf-tools`"
}

# Codex reads a number as it is written.
test_tells_codex_of_what_it_refuses if {
	number := skilltest.having({"name": 123})
	some finding in rule.findings with input as number
	contains(finding.message, ": agentskills refuses the skill")
	count(rule.findings) == 0 with input as skilltest.for_hosts(number, ["codex"])
	lost := skilltest.with_facts(skilltest.having({"name": ["a"]}), {"front": {"codex": "\"name\" must be text"}})
	some other in rule.findings with input as skilltest.for_hosts(lost, ["codex"])
	contains(other.message, ": agentskills and codex refuse the skill")
}

test_silent_on_text if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_for_other_hosts if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"name": 123}), ["openclaw"])
}
