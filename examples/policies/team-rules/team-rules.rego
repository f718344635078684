# METADATA
# title: Some findings are weightier for our team
# description: >-
#   Denies skills with a finding of the rules in the list, whatever severity lint gives it.
package skillctl.user.install.team_rules

# Rules by id; a category ("inj") stands for all of its rules.
strict := {"inj", "spec/license-missing"}

reasons contains {"effect": "deny", "message": sprintf("%s: %s", [finding.rule, finding.message]), "file": finding.file, "line": finding.line} if {
	some skill in input.facts.skills
	some finding in skill.findings
	some name in {finding.rule, split(finding.rule, "/")[0]}
	name in strict
}
