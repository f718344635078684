package skillctl.rules.spec["name-vague_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-vague"] as rule

test_fires_on_helper if count(rule.findings) == 1 with input as skilltest.having({"name": "helper"})

test_silent_on_names_that_say_something if {
	every name in ["pdf-tools", "test-generator", "git-helper"] {
		count(rule.findings) == 0 with input as skilltest.having({"name": name})
	}
}
