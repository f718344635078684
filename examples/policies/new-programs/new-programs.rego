# METADATA
# title: What a new version adds is said
# description: >-
#   Warns when a new version of a skill uses programs or hosts that the version in skills.lock did not.
package skillctl.user.install.new_programs

was := input.facts.lock.capabilities

reasons contains {"effect": "warn", "message": sprintf("new in this version: it runs %s", [program])} if {
	some skill in input.facts.skills
	some program in skill.capabilities.programs
	not program in was.programs
}

reasons contains {"effect": "warn", "message": sprintf("new in this version: it speaks to %s", [host])} if {
	some skill in input.facts.skills
	some host in skill.capabilities.hosts
	not host in was.hosts
}
