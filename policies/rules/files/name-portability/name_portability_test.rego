package skillctl.rules.files["name-portability_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["name-portability"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

named(name) := given([file(name, {})])

messages(doc) := {finding.message | some finding in found} if found := rule.findings with input as doc

test_fires_on_collision if {
	doc := skilltest.with_facts(skilltest.having({}), {"collisions": [["A.md", "a.md"]]})
	some finding in rule.findings with input as doc
	finding.at.file == "a.md"
}

test_fires_on_archive if {
	some finding in rule.findings with input as given([file("a.zip", {"content": {"archive": {"collisions": ["a / A"]}}})])
	endswith(finding.message, ": a / A")
}

test_fires_on_names if {
	every name in ["NUL", "scripts/con.txt", "lpt1.md", "a.txt:hidden", "trailing.", "a?.md", "x|y", "back\\slash", "CON.txt ", "con.a:b", "a?."] {
		count(messages(named(name))) == 1
	}
}

test_silent_on_names if {
	every name in ["contents.md", "nulls", "com10", "a b.md", ".hidden", "Grüße.md", "comma,plus+.md"] {
		count(messages(named(name))) == 0
	}
}
