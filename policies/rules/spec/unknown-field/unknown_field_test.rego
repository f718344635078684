package skillctl.rules.spec["unknown-field_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["unknown-field"] as rule

odd := skilltest.having({"category": "testing"})

test_fires_quietly if {
	some finding in rule.findings with input as odd
	finding.severity == "low"
	finding.at == {"path": ["category"], "on": "key"}
	contains(finding.hint, "metadata")
}

test_fires_in_full_for_the_specification if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(odd, ["agentskills"])
}

test_repeats_what_the_schema_suggests if {
	doc := skilltest.with_facts(skilltest.having({"licens": "MIT"}), {"violations": {"agentskills": [{
		"code": "unknown-key", "path": ["licens"], "on": "key",
		"message": "unknown key", "hint": "did you mean \"license\"?",
	}]}})
	{finding.hint | some finding in rule.findings} == {"did you mean \"license\"?"} with input as doc
}

test_silent_on_fields_of_any_host if {
	doc := skilltest.having({"homepage": "https://example.com", "model": "opus", "tags": ["pdf"], "license": "MIT"})
	count(rule.findings) == 0 with input as doc
}

test_silent_on_another_spelling if count(rule.findings) == 0 with input as skilltest.having({"userInvocable": true})
