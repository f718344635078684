package skillctl.rules.files.bytecode_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.files.bytecode as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

pyc(facts) := given([file("__pycache__/a.cpython-312.pyc", {"content": {"class": "bytecode", "type": "python-bytecode", "bytecode": object.union({"check": "time", "sourceSize": 7, "source": true, "same": "yes"}, facts)}})])

test_fires_critical_on_other_size if {
	some finding in rule.findings with input as pyc({"same": "no"})
	finding.severity == "critical"
	contains(finding.message, "7 bytes")
}

test_fires_critical_on_other_hash if {
	some finding in rule.findings with input as pyc({"same": "no", "check": "hash"})
	contains(finding.message, "source hash")
}

test_fires_critical_on_foreign_names if {
	some finding in rule.findings with input as pyc({"same": "no", "foreign": ["urlopen"]})
	contains(finding.message, "uses urlopen")
}

test_fires_without_source if {
	some finding in rule.findings with input as pyc({"source": false, "same": "unknown"})
	contains(finding.message, "compiled Python without its source")
}

test_fires_on_other_bytecode if {
	some finding in rule.findings with input as given([file("a.luac", {"content": {"class": "bytecode", "type": "lua-bytecode"}})])
	contains(finding.message, "bytecode (lua-bytecode) without its source")
}

test_fires_low_on_cache if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as pyc({})
}

test_silent_on_source if {
	count(rule.findings) == 0 with input as given([file("a.py", {"content": {"class": "script", "type": "python"}})])
}
