package skillctl.rules.zeroclaw.link_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw.link as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

link(facts) := object.union({"file": "SKILL.md", "target": "t", "path": "t", "scheme": "", "where": "", "is": "", "span": skilltest.span(9)}, facts)

linked(facts) := skill([], {"links": [link(facts)]})

bad := {
	"scheme": {"scheme": "javascript"},
	"upper": {"scheme": "HTTPS"},
	"absolute": {"path": "/a.md"},
	"home": {"path": "~/a.md"},
	"script": {"path": "a/RUN.Bat", "where": "missing"},
	"missing": {"path": "docs/a.md", "where": "missing"},
	"outside": {"path": "../a.md", "where": "outside", "is": "file"},
	"folder": {"path": "a.md", "where": "inside", "is": "other"},
	"folder beside": {"path": "../a.md", "where": "skills", "is": "other"},
}

fine := {
	"document": {"path": "docs/a.md", "where": "inside", "is": "file"},
	"beside": {"path": "../b/SKILL.md", "where": "skills", "is": "file"},
	"bare name": {"path": "other.markdown", "where": "missing"},
	"bare name with dot": {"path": "./other.md", "where": "missing"},
	"goes up": {"path": "../other.md", "where": "missing"},
	"no document": {"path": "docs/a.txt", "where": "missing"},
}

test_fires_when_chosen if {
	every _, facts in bad {
		found := rule.findings with input as chosen(linked(facts))
		count(found) == 1
	}
}

test_fires_once_and_quietly_when_nothing_was_said if {
	doc := skill([], {"links": [link(facts) | some _, facts in bad]})
	{finding.severity | some finding in rule.findings} == {"info"} with input as doc
	count(rule.findings) == 1 with input as doc
}

# It is looked outside only for the chosen agent.
test_fires_on_what_was_not_looked_for_when_chosen if {
	doc := linked({"path": "../../../a.md", "where": "unknown"})
	count(rule.findings) == 1 with input as chosen(doc)
	count(rule.findings) == 0 with input as doc
}

test_fires_when_there_are_too_many if {
	some finding in rule.findings with input as chosen(skill([], {"truncated": true}))
	finding.severity == "high"
}

test_silent if {
	every _, facts in fine {
		found := rule.findings with input as chosen(linked(facts))
		count(found) == 0
	}
}

test_silent_for_other_hosts if count(rule.findings) == 0 with input as other(linked(bad.scheme))
