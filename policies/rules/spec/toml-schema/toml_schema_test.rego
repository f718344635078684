package skillctl.rules.spec["toml-schema_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["toml-schema"] as rule

violating(code) := skilltest.with_facts(skilltest.toml({}), {"violations": {"zeroclaw": [{
	"code": code, "path": ["skill", "x"], "on": "key", "message": "there is something wrong with x",
}]}})

test_fires_on_what_the_host_refuses if {
	every code in ["missing-key", "type", "unknown-key"] {
		{finding.severity | some finding in rule.findings} == {"high"} with input as violating(code)
	}
}

test_fires_lower_on_values if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as violating("enum")
}

test_silent_on_a_good_manifest if count(rule.findings) == 0 with input as skilltest.toml({})

test_silent_on_markdown if {
	doc := object.union(violating("type"), {"skill": {"manifest": {"file": "SKILL.md", "format": "md"}}})
	count(rule.findings) == 0 with input as doc
}
