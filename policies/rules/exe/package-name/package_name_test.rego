package skillctl.rules.exe["package-name_test"]

import data.skillctl.rules.exe["package-name"] as rule

found(changes) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"name": {"value": "charts"}, "description": {"value": "Makes charts with the library panda-s."}}},
	"body": {"uses": [], "packages": [object.union({"kind": "name", "manager": "pypi", "name": "reqeusts", "like": "requests", "address": "", "file": "SKILL.md", "span": {}}, changes)]},
}}}

test_fires_on_slips if {
	found({}) == {"medium"}
	found({"file": "requirements.txt"}) == {"medium"}
	found({"file": "references/a.md"}) == {"low"}
}

test_silent_where_it_is_meant if {
	found({"name": "panda-s", "like": "pandas"}) == set()
	found({"kind": "index"}) == set()
}
