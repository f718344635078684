package skillctl.rules.spec["license-file_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["license-file"] as rule

licensed(license, files) := skilltest.with_facts(
	skilltest.having({"license": license}),
	{"files": [{"path": path} | some path in files]},
)

test_fires_when_the_file_is_not_there if {
	some finding in rule.findings with input as licensed("Complete terms in LICENSE.txt", ["SKILL.md"])
	contains(finding.message, "LICENSE.txt")
}

test_silent_when_it_is if {
	count(rule.findings) == 0 with input as licensed("Complete terms in LICENSE.txt", ["SKILL.md", "LICENSE.txt"])
	count(rule.findings) == 0 with input as licensed("see legal/License.md", ["SKILL.md", "legal/LICENSE.md"])
}

test_silent_on_names_of_licenses if {
	every license in ["MIT", "Apache-2.0", "Proprietary license", "https://example.com/LICENSE.txt"] {
		count(rule.findings) == 0 with input as licensed(license, ["SKILL.md"])
	}
}
