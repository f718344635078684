package skillctl.rules.spec["front-matter-syntax_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-syntax"] as rule

broken(message) := skilltest.with_facts(skilltest.md({}), {"front": {"error": {"code": "syntax", "message": message, "span": skilltest.span(3)}}})

test_fires_on_broken_yaml if {
	some finding in rule.findings with input as broken("a mapping is not allowed here")
	finding.at.span == skilltest.span(3)
	contains(finding.hint, "in quotes")
}

test_fires_on_a_tab if {
	some finding in rule.findings with input as broken("found a tab character")
	contains(finding.hint, "spaces")
}

test_silent_on_good_yaml if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_a_host_repairs_it if {
	doc := skilltest.with_facts(broken("x"), {"front": {"host": {"name": "a", "description": "b"}}})
	count(rule.findings) == 0 with input as doc
}

test_silent_when_a_key_stands_twice if {
	twice := [{"key": "name", "span": skilltest.span(3), "first": skilltest.span(2)}]
	count(rule.findings) == 0 with input as skilltest.with_facts(broken("x"), {"front": {"duplicates": twice}})
}

test_fires_on_what_has_no_keys if {
	list := skilltest.with_facts(skilltest.md({}), {"front": {"error": {"code": "root", "message": "front matter must be keys and values, found a list", "span": skilltest.span(2)}}})
	some finding in rule.findings with input as list
	contains(finding.hint, "`name: …` and `description: …`")
}
