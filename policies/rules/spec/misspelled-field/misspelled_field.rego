# METADATA
# title: Field name is misspelt
# description: >-
#   Agents read fields by their exact spelling. userInvocable or allowed_tools is
#   silently skipped, and what it should switch off stays on.
# custom:
#   code: SPEC-010
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: unsafe
package skillctl.rules.spec["misspelled-field"]

import data.skillctl.lib.fields
import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains object.union(
	{
		"message": sprintf("`%s` is read by no agent; %s `%s`", [key, hosts.reading(hosts.readers(wanted)), wanted]),
		"hint": sprintf("write `%s`", [wanted]),
		"at": {"path": [key], "on": "key"},
		"hosts": sort(hosts.readers(wanted)),
		"severity": severity(wanted),
	},
	fix(key, wanted),
) if {
	some key in fields.foreign
	not fields.known(key)
	wanted := fields.meant(key)
	count(hosts.addressed(hosts.readers(wanted))) > 0
}

# Fields that decide whether and how the skill is used at all.
severity(wanted) := "medium" if wanted in data.skillctl.tables.fields.weighty

severity(wanted) := "low" if not wanted in data.skillctl.tables.fields.weighty

# The right spelling may stand there too; then it is the reader's choice.
fix(key, wanted) := {"fix": {
	"title": sprintf("rename `%s` to `%s`", [key, wanted]),
	"safe": false,
	"edits": [{"at": {"path": [key], "on": "key"}, "text": wanted}],
}} if {
	not front.fields[wanted]
}

fix(_, wanted) := {} if front.fields[wanted]
