package skillctl.rules.spec.encoding_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec.encoding as rule

test_fires_on_other_bytes if {
	doc := skilltest.with_facts(skilltest.md({}), {"text": {"utf8": false, "bad": skilltest.span(7)}})
	{finding.at.span | some finding in rule.findings} == {skilltest.span(7)} with input as doc
}

test_silent_on_utf8 if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_without_manifest if {
	count(rule.findings) == 0 with input as skilltest.with_facts(skilltest.md({}), {"manifest": {"file": ""}, "text": {"utf8": false}})
}
