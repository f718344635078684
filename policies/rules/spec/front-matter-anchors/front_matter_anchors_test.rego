package skillctl.rules.spec["front-matter-anchors_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-anchors"] as rule

test_fires_on_anchors if {
	count(rule.findings) == 1 with input as skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"anchors": 2}})
}

test_silent_without if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_counts_them_in_words if {
	some two in rule.findings with input as skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"anchors": 2}})
	contains(two.message, "holds 2 YAML anchors or aliases (")
	some one in rule.findings with input as skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"anchors": 1}})
	contains(one.message, "holds a YAML anchor or alias (")
}
