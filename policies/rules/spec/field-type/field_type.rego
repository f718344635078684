# METADATA
# title: Field has the wrong type
# description: >-
#   An agent wants another kind of value there, and refuses the skill or takes the
#   field as missing.
# custom:
#   code: SPEC-011
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["field-type"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.violations

# Rules of their own speak about these.
elsewhere := {"name", "description", "metadata", "user-invocable", "disable-model-invocation"}

# The agents that object to the value at each path.
objecting[violation.path] contains host if {
	some {"host": host, "fault": violation} in violations.all
	violation.code == "type"
	count(violation.path) > 0
	not violation.path[0] in elsewhere
}

findings contains {
	"message": sprintf("%s (%s)", [min(messages), hosts.listed(concerned)]),
	"hint": hint(path),
	"at": {"path": path},
	"hosts": sort(concerned),
	"severity": severity(about),
} if {
	front.readable
	some path, about in objecting
	concerned := hosts.concerned(about)
	count(concerned) > 0
	messages := {violation.message |
		some host in concerned
		some violation in input.skill.violations[host]
		violation.path == path
		violation.code == "type"
	}
}

# With no agent chosen, a value that one agent alone objects to is a note.
severity(about) := hosts.severity(about, "medium", "low") if count(about) > 1

severity(about) := hosts.severity(about, "medium", "info") if count(about) == 1

hint(path) := sprintf("write it as one line of text: `%s: %s`", [path[0], concat(" ", value)]) if {
	count(path) == 1
	value := front.fields[path[0]].value
	is_array(value)
	every item in value { is_string(item) }
} else := sprintf("see what the agents want with `skillctl explain spec/field-type`, and change `%s` to it", [path[0]]) if {
	not listable(path)
}

listable(path) if {
	count(path) == 1
	value := front.fields[path[0]].value
	is_array(value)
	every item in value { is_string(item) }
}
