package skillctl.rules.spec["host-value_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["host-value"] as rule

forked := skilltest.with_facts(skilltest.having({"context": "forked"}), {"violations": {"claude": [{
	"code": "enum", "path": ["context"], "on": "value",
	"message": "context is \"forked\"; it must be \"fork\"", "hint": "write fork",
}]}})

test_fires_quietly if {
	some finding in rule.findings with input as forked
	finding.severity == "low"
	finding.hosts == ["claude"]
	finding.hint == "write fork"
	startswith(finding.message, "claude: context is")
}

test_fires_in_full_for_the_host if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(forked, ["claude"])
}

test_silent_for_other_hosts if count(rule.findings) == 0 with input as skilltest.for_hosts(forked, ["openclaw"])

test_silent_on_good_values if count(rule.findings) == 0 with input as skilltest.having({"context": "fork"})
