package skillctl.rules.spec["description-short_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-short"] as rule

described(description) := skilltest.with_options(skilltest.having({"description": description}), {"spec/description-short": {"min": 20}})

test_fires_on_a_word if count(rule.findings) == 1 with input as described("PDF files")

test_silent_from_the_minimum_on if count(rule.findings) == 0 with input as described("Merges PDF documents")

test_silent_when_empty if count(rule.findings) == 0 with input as described("")

test_follows_the_option if {
	doc := skilltest.with_options(described("PDF files"), {"spec/description-short": {"min": 5}})
	count(rule.findings) == 0 with input as doc
}
