package skillctl.rules.intel.listed_test

import data.skillctl.rules.intel.listed as rule

span(line) := {"start": {"line": line, "column": 1, "offset": 0}, "end": {"line": line, "column": 9, "offset": 9}}

known := {
	"kind": "domain", "value": "bad.example", "reason": "it collects keys", "reference": "ADV-1",
	"ended": false, "text": "cdn.bad.example", "file": "run.sh", "span": span(3),
}

found(changes) := [f | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "body": {"uses": []}, "listed": [object.union(known, changes)],
}}]

test_fires_on_what_is_listed if {
	some f in found({})
	f.message == "the domain cdn.bad.example (bad.example) is known to be bad: it collects keys (ADV-1)"
	f.at == {"file": "run.sh", "span": span(3)}
	f.locus == "script"
}

test_fires_on_digests if {
	some f in found({"kind": "digest", "file": ".", "span": span(0)})
	startswith(f.message, "this package is known to be bad")
	f.at == {}
	some g in found({"kind": "digest", "file": "a.bin", "span": span(0)})
	startswith(g.message, "this file is known to be bad")
	g.at == {"file": "a.bin"}
}

test_fires_on_packages if {
	some f in found({"kind": "package", "manager": "npm", "value": "left-sad", "text": "left-sad", "file": "SKILL.md"})
	startswith(f.message, "the npm package left-sad is known to be bad")
	f.locus == "instruction"
}

test_silent_on_what_has_ended if count(found({"ended": true})) == 0

test_silent_without_a_list if {
	count(rule.findings) == 0 with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"uses": []}}}
}
