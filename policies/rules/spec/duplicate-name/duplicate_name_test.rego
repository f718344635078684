package skillctl.rules.spec["duplicate-name_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["duplicate-name"] as rule

test_fires_in_one_folder if {
	some finding in rule.findings with input as skilltest.set([["skills/a", "pdf", ""], ["skills/b", "pdf", ""], ["skills/c", "xls", ""]])
	finding.severity == "medium"
	finding.at.file == "skills/b/SKILL.md"
	finding.message == `the name "pdf" is already used by skills/a/SKILL.md: an agent that finds both loads only one of them`
}

test_fires_lower_in_two_folders if {
	doc := skilltest.set([["one/skills/pdf", "pdf", ""], ["two/skills/pdf", "pdf", ""]])
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_fires_in_one_root_of_a_host if {
	skills := [object.union(skill, {"place": {"root": ".agents/skills", "rel": "x", "depth": 1}}) |
		some skill in skilltest.set([["one/pdf", "pdf", ""], ["two/pdf", "pdf", ""]]).set.skills
	]
	severities := {kind: finding.severity |
		some kind in ["agents", "given"]
		facts := {"skills": skills, "roots": [{"path": ".agents/skills", "kind": kind}]}
		some finding in rule.findings with input as object.union(skilltest.set([]), {"set": facts})
	}
	severities == {"agents": "medium", "given": "low"}
}

test_fires_for_each_one_more if {
	count(rule.findings) == 2 with input as skilltest.set([["s/a", "pdf", ""], ["s/b", "pdf", ""], ["s/c", "pdf", ""]])
}

test_silent_on_other_names if {
	count(rule.findings) == 0 with input as skilltest.set([["skills/a", "pdf", ""], ["skills/b", "PDF", ""]])
}
