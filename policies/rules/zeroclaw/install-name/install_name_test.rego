package skillctl.rules.zeroclaw["install-name_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["install-name"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

named(dir) := skilltest.with_facts(chosen(skill([], {})), {"dir": dir})

test_fires_on_other_characters if {
	every dir in ["pdf.tools", "pdf tools", "~pdf", "grün", "a:b"] {
		found := rule.findings with input as named(dir)
		count(found) == 1
	}
}

test_silent_on_bare_names if count(rule.findings) == 0 with input as named("pdf-tools_2")

test_silent_for_other_hosts if count(rule.findings) == 0 with input as other(named("pdf.tools"))
