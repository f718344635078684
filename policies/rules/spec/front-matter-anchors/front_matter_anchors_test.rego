package skillctl.rules.spec["front-matter-anchors_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-anchors"] as rule

test_fires_on_anchors if {
	count(rule.findings) == 1 with input as skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"anchors": 2}})
}

test_silent_without if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
