# METADATA
# title: Which agents are offered a skill
# description: >-
#   Switches, the list of bundled skills, the requirements of a skill, and the list
#   of the agent. "Eligible" is what the agent's own status says, "offered" what
#   the agent really gets.
package skillctl.catalog.gates

import data.skillctl.catalog.contest
import data.skillctl.catalog.place

# Winners without requirements that no setting withholds from the agent: most of them.
ordinary := {id |
	some id in contest.winners
	id in undemanding
	skill := input.candidates[id].skill
	not skill.key in switched_off
	skill.off == ""
	not place.roots[input.candidates[id].root].tier in {"bundled", "custodian"}
	not not_for_agent(skill.name)
	trusted(id)
}

# Facts about the other winners, by id.
facts := {id: facts_of(id) | some id in contest.winners; not id in ordinary}

found := {id: object.union(facts[id], verdict(id)) | some id, _ in facts}

# Facts about an ordinary winner, by whether model and user may invoke it.
loaded[model][user] := answer if {
	some model in [true, false]
	some user in [true, false]
	answer := {
		"state": "loaded",
		"rule": "catalog/loaded",
		"message": "",
		"eligible": true,
		"offered": true,
		"model": model,
		"command": user,
		"by": -1,
		"wins": true,
	}
}

facts_of(id) := {
	"disabled": disabled,
	"blocked": blocked,
	"hidden": hidden,
	"missing": missing,
	"eligible": eligible,
	"offered": offered,
	"model": model,
	"command": command,
} if {
	skill := input.candidates[id].skill
	disabled := is_off(skill)
	blocked := unlisted(id)
	hidden := not_for_agent(skill.name)
	missing := lacking(id)
	eligible := all_of([disabled == false, blocked == false, able(id)])
	offered := all_of([eligible, hidden == false, runs_here(skill.os), trusted(id)])
	model := all_of([shown(eligible, offered), hidden == false, skill.model])
	command := all_of([shown(eligible, offered), hidden == false, skill.user])
}

is_off(skill) if skill.key in switched_off

else if skill.off != ""

else := false

all_of(list) := false if false in list

else := true

# What the status says of visibility follows what it says of eligibility, even
# where the agent offers nothing.
shown(eligible, _) := eligible if place.traits.status

shown(_, offered) := offered if not place.traits.status

# No requirement is missing.
able(id) := false if {
	some _, names in lacking(id)
	names != []
} else := true

verdict(id) := {
	"state": "ineligible",
	"rule": "catalog/disabled",
	"message": input.candidates[id].skill.off,
} if {
	input.candidates[id].skill.off != ""
} else := {
	"state": "ineligible",
	"rule": "catalog/disabled",
	"message": sprintf("it is switched off by the key %q", [input.candidates[id].skill.key]),
	"setting": ["skills", "entries", input.candidates[id].skill.key, "enabled"],
} if {
	facts[id].disabled
} else := {
	"state": "ineligible",
	"rule": "catalog/allow-bundled",
	"message": "it is a bundled skill, and skills.allowBundled does not name it",
	"setting": ["skills", "allowBundled"],
} if {
	facts[id].blocked
} else := {
	"state": "ineligible",
	"rule": "catalog/os",
	"message": sprintf("it is for %s; this is %s", [concat(", ", input.candidates[id].skill.os), input.platform]),
} if {
	count(facts[id].missing.os) > 0
} else := {
	"state": "ineligible",
	"rule": "catalog/os-spelling",
	"message": sprintf("it is for %s; the agent compares with %q exactly and never offers it, although its status says that it is ready", [concat(", ", input.candidates[id].skill.os), input.platform]),
} if {
	not runs_here(input.candidates[id].skill.os)
} else := {
	"state": "ineligible",
	"rule": "catalog/requires",
	"message": sprintf("missing requirements: %s", [concat("; ", wants(facts[id].missing))]),
} if {
	not facts[id].eligible
} else := {
	"state": "refused",
	"rule": "catalog/metadata",
	"message": "its metadata cannot be read, so its requirements are unknown; the agent offers it anyway",
} if {
	not trusted(id)
} else := {
	"state": "hidden",
	"rule": "catalog/agent-skills",
	"message": sprintf("the list of skills of agent %q does not name it", [input.agent.id]),
	"setting": input.filter.setting,
} if {
	facts[id].hidden
} else := {
	"state": "loaded",
	"rule": "catalog/loaded",
	"message": "",
}

wants(missing) := [text |
	some entry in [["programs", missing.bins, ", "], ["one of the programs", missing.anyBins, ", "], ["variables", missing.env, ", "], ["settings", missing.config, ", "]]
	[what, names, gap] := entry
	count(names) > 0
	text := sprintf("%s %s", [what, concat(gap, names)])
]

switched_off := {key | some key, entry in input.entries; entry.enabled == false}

allow_bundled := {name | some name in input.allowBundled}

restricted if count(allow_bundled) > 0

restricted if {
	place.traits.empty_list_is_none
	input.allowBundled != null
}

unlisted(id) if {
	restricted
	place.roots[input.candidates[id].root].tier in {"bundled", "custodian"}
	not input.candidates[id].skill.key in allow_bundled
	not input.candidates[id].skill.name in allow_bundled
} else := false

agent_skills := {name | some name in input.filter.skills}

not_for_agent(name) if {
	input.filter.skills != null
	not name in agent_skills
} else := false

trusted(_) if not place.traits.lost_metadata

trusted(id) := false if {
	place.traits.lost_metadata
	input.candidates[id].skill.discarded
}

trusted(id) if {
	place.traits.lost_metadata
	not input.candidates[id].skill.discarded
}

lacking(id) := nothing if {
	id in undemanding
} else := object.union(nothing, {"os": missing_os(input.candidates[id].skill.os)}) if {
	not id in undemanding
	input.candidates[id].skill.always
} else := {
	"os": missing_os(skill.os),
	"bins": [bin | some bin in skill.bins; not bin in programs],
	"anyBins": missing_any(skill.anyBins),
	"env": [name | some name in skill.env; not has_env(id, name)],
	"config": [name | some name in skill.config; not truthy(name)],
} if {
	not id in undemanding
	skill := input.candidates[id].skill
	not skill.always
}

# Skills without requirements: most of them.
undemanding := {c.id |
	some c in input.candidates
	c.skill.os == []
	c.skill.bins == []
	c.skill.anyBins == []
	c.skill.env == []
	c.skill.config == []
}

nothing := {"os": [], "bins": [], "anyBins": [], "env": [], "config": []}

missing_any(names) := [] if {
	some name in names
	name in programs
} else := names

programs := {name | some name, program in input.host.programs; program[place.traits.program] != ""}

has_env(_, name) if input.host.env[name]

has_env(id, name) if {
	skill := input.candidates[id].skill
	given(input.entries[skill.key], skill, name)
}

# The entry of a skill gives a variable.
given(entry, _, name) if name in entry.env

given(entry, skill, name) if {
	skill.primaryEnv == name
	entry.apiKey
}

# The status compares without case and knows an other name of one system.
missing_os(list) := [] if list == []

else := [] if {
	some name in list
	normal(name) == normal(input.platform)
} else := list

normal(name) := object.get({"macos": "darwin"}, lower(trim_space(name)), lower(trim_space(name)))

# What is offered goes by the exact name.
runs_here(list) if list == []

else if input.platform in list

else := false

truthy(name) if filled(input.host.config[name])

truthy(name) if {
	not name in object.keys(input.host.config)
	standard(name)
}

# Settings that the agent treats as set by default, some of them only when a
# configuration file exists.
standard(name) if data.skillctl.tables.skill_roots.defaults[name]

standard(name) if {
	input.configured
	data.skillctl.tables.skill_roots.defaults_of_files[name]
}

# The agent that exists when none is configured.
standard("agents.entries.main") if input.agent.id == "main"

filled(value) := value if is_boolean(value)

filled(value) := value != 0 if is_number(value)

filled(value) := trim_space(value) != "" if is_string(value)

filled(value) if is_object(value)

filled(value) if is_array(value)
