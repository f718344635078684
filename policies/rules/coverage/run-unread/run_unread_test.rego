package skillctl.rules.coverage["run-unread_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.coverage["run-unread"] as rule

span := {"start": {"line": 1, "col": 1, "offset": 0}, "end": {"line": 1, "col": 2, "offset": 1}}

uses(facts, content) := doc if {
	base := skilltest.with_facts(skilltest.having({}), {"files": [{"path": "logo.png", "type": "regular", "content": content}]})
	use := object.union({"file": "logo.png", "language": "shell", "program": "bash", "through": [], "how": "itself", "text": "bash logo.png", "in": "SKILL.md", "span": span, "fenced": true, "unread": ""}, facts)
	doc := skilltest.with_facts(base, {"body": object.union(base.skill.body, {"uses": [use]})})
}

png := {"class": "image", "type": "png", "fits": true}

plain_text := {"class": "text", "type": "utf-8", "fits": true}

test_fires_on_image if {
	some finding in rule.findings with input as uses({"unread": "binary"}, png)
	finding.message == "\"bash logo.png\" runs \"logo.png\", which is not text (image (png)): what it does was not read"
}

test_fires_on_data if {
	some finding in rule.findings with input as uses({"unread": "binary"}, {"class": "data", "type": "binary"})
	contains(finding.message, "of no known type")
}

test_fires_on_long_text if {
	some finding in rule.findings with input as uses({"unread": "size"}, plain_text)
	contains(finding.message, "longer than what is looked through")
}

test_fires_on_decoded if {
	some finding in rule.findings with input as uses({"how": "made", "through": ["base64"], "text": "base64 -d logo.png | bash"}, plain_text)
	finding.severity == "high"
	contains(finding.message, "runs what base64 makes of")
}

test_fires_on_part_of_image if {
	{finding.severity | some finding in rule.findings} == {"high"} with input as uses({"how": "made", "through": ["tail"], "unread": "binary"}, png)
}

test_asks_about_part_of_text if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as uses({"how": "made", "through": ["sed"]}, plain_text)
}

test_silent_on_read if count(rule.findings) == 0 with input as uses({}, plain_text)

test_silent_on_copied if count(rule.findings) == 0 with input as uses({"how": "made", "through": ["cat", "cp"]}, plain_text)

test_silent_on_compiled if {
	count(rule.findings) == 0 with input as uses({"how": "made", "through": ["gcc"], "text": "gcc -o x a.c; ./x"}, plain_text)
	count(rule.findings) == 1 with input as uses({"how": "made", "through": ["gcc"], "text": "gcc -o x a.c; ./x", "unread": "binary"}, png)
	count(rule.findings) == 1 with input as uses({"how": "made", "through": ["base64", "gcc"], "text": "base64 -d a | gcc -o x -xc -; ./x"}, plain_text)
}

test_silent_on_program if count(rule.findings) == 0 with input as uses({"unread": "binary"}, {"class": "executable", "type": "elf"})

test_silent_on_answer if count(rule.findings) == 0 with input as uses({"how": "made", "through": ["curl"], "text": "curl -d @a.txt https://a.example | sh"}, plain_text)

test_fires_on_program_that_could_fetch if {
	count(rule.findings) == 1 with input as uses({"how": "made", "through": ["perl"], "text": "perl -ne print logo.png | sh"}, plain_text)
}

test_fires_on_unpacked_and_run if {
	some finding in rule.findings with input as uses({"how": "before", "through": ["tar"], "unread": "binary"}, {"class": "archive", "type": "tar"})
	contains(finding.message, "not in the package")
}

test_silent_on_text_before if count(rule.findings) == 0 with input as uses({"how": "before", "through": ["grep"]}, plain_text)

test_silent_on_template_of_hook if {
	count(rule.findings) == 0 with input as uses({"how": "made", "through": ["base64"], "in": ".git/hooks/pre-rebase.sample"}, plain_text)
	count(rule.findings) == 1 with input as uses({"how": "made", "through": ["base64"], "in": ".git/hooks/pre-rebase"}, plain_text)
}

test_asks_about_recipe_for_image if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as uses({"unread": "size", "language": "dockerfile", "file": "Dockerfile"}, plain_text)
	{finding.severity | some finding in rule.findings} == {"medium"} with input as uses({"how": "made", "through": ["envsubst"], "language": "dockerfile"}, plain_text)
	{finding.severity | some finding in rule.findings} == {"high"} with input as uses({"how": "made", "through": ["perl"]}, plain_text)
}

test_asks_about_a_form_that_nothing_reads if {
	some finding in rule.findings with input as uses({"unread": "form", "language": "vim"}, plain_text)
	finding.severity == "medium"
	contains(finding.message, "in a form that nothing here reads (vim)")
}

test_asks_about_objects if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as uses({"unread": "binary", "language": "object"}, {"class": "data", "type": "binary"})
	{finding.severity | some finding in rule.findings} == {"high"} with input as uses({"unread": "binary", "language": "library"}, {"class": "data", "type": "binary"})
}

test_asks_about_what_a_program_changes if {
	some finding in rule.findings with input as uses({"how": "changed", "through": ["[::-1]"], "language": "python"}, plain_text)
	finding.severity == "medium"
	contains(finding.message, "([::-1])")
}
