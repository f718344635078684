package skillctl.rules.zeroclaw["manifest-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["manifest-missing"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

test_fires_without_manifest if {
	some finding in rule.findings with input as chosen(skill([], {"manifests": []}))
	contains(finding.message, "SKILL.md, SKILL.toml, manifest.toml")
}

test_silent_with_manifest if count(rule.findings) == 0 with input as chosen(skill([], {}))

test_silent_for_other_hosts if count(rule.findings) == 0 with input as skill([], {"manifests": []})
