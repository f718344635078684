# METADATA
# title: Who is offered a skill
# description: >-
#   Switches, the list of bundled skills, what a skill wants to be there, and the
#   list of the agent. Eligible is what the host's own status says, offered what
#   really reaches the agent.
package skillctl.catalog.gates

import data.skillctl.catalog.contest
import data.skillctl.catalog.place

# What is so about each winner, by id.
found := {id: answers(input.candidates[id]) | some id in contest.winners}

answers(c) := object.union(facts, verdict(c, facts)) if facts := facts_of(c)

facts_of(c) := {
	"disabled": disabled,
	"blocked": blocked,
	"hidden": hidden,
	"missing": missing,
	"eligible": eligible,
	"offered": offered,
	"model": model,
	"command": command,
} if {
	disabled := c.skill.key in switched_off
	blocked := unlisted(c)
	hidden := not_for_agent(c.skill.name)
	missing := lacking(c)
	here := count(missing.os) == 0
	able := met(c.skill.always, missing)
	eligible := all_of([disabled == false, blocked == false, here, able])
	offered := all_of([eligible, hidden == false, runs_here(c.skill.os), trusted(c)])
	model := all_of([shown(eligible, offered), hidden == false, c.skill.model])
	command := all_of([shown(eligible, offered), hidden == false, c.skill.user])
}

all_of(list) := count([item | some item in list; item == false]) == 0

# What the status says of visibility follows what it says of eligibility, even
# where the host offers nothing.
shown(eligible, _) := eligible if place.traits.status

shown(_, offered) := offered if not place.traits.status

met(always, _) if always

met(always, missing) := (((count(missing.bins) + count(missing.any_bins)) + count(missing.env)) + count(missing.config)) == 0 if not always

verdict(c, facts) := {
	"state": "ineligible",
	"rule": "catalog/disabled",
	"message": sprintf("it is switched off by the key %q", [c.skill.key]),
	"setting": ["skills", "entries", c.skill.key, "enabled"],
} if {
	facts.disabled
} else := {
	"state": "ineligible",
	"rule": "catalog/allow-bundled",
	"message": "it is a bundled skill, and the list of bundled skills does not name it",
	"setting": ["skills", "allowBundled"],
} if {
	facts.blocked
} else := {
	"state": "ineligible",
	"rule": "catalog/os",
	"message": sprintf("it is for %s; this is %s", [concat(", ", c.skill.os), input.platform]),
} if {
	count(facts.missing.os) > 0
} else := {
	"state": "ineligible",
	"rule": "catalog/os-spelling",
	"message": sprintf("it is for %s; the host wants %q letter for letter and never offers it, whatever its status says", [concat(", ", c.skill.os), input.platform]),
} if {
	not runs_here(c.skill.os)
} else := {
	"state": "ineligible",
	"rule": "catalog/requires",
	"message": sprintf("it wants what is not there: %s", [concat("; ", wants(facts.missing))]),
} if {
	not facts.eligible
} else := {
	"state": "refused",
	"rule": "catalog/metadata",
	"message": "its metadata cannot be read, and what it wants to be there is lost; the host offers it all the same",
} if {
	not trusted(c)
} else := {
	"state": "hidden",
	"rule": "catalog/agent-skills",
	"message": sprintf("the skills of agent %q do not name it", [input.agent.id]),
	"setting": input.filter.setting,
} if {
	facts.hidden
} else := {
	"state": "loaded",
	"rule": "catalog/loaded",
	"message": "",
}

wants(missing) := [text |
	some entry in [["programs", missing.bins, ", "], ["one of the programs", missing.any_bins, ", "], ["variables", missing.env, ", "], ["settings", missing.config, ", "]]
	[what, names, gap] := entry
	count(names) > 0
	text := sprintf("%s %s", [what, concat(gap, names)])
]

switched_off := {key | some key, entry in input.entries; entry.enabled == false}

allow_bundled := {name | some name in input.allow_bundled}

restricted if count(allow_bundled) > 0

restricted if {
	place.traits.empty_list_is_none
	input.allow_bundled != null
}

unlisted(c) if {
	restricted
	place.roots[c.root].tier in {"bundled", "custodian"}
	not c.skill.key in allow_bundled
	not c.skill.name in allow_bundled
} else := false

agent_skills := {name | some name in input.filter.skills}

not_for_agent(name) if {
	input.filter.skills != null
	not name in agent_skills
} else := false

trusted(c) if not place.traits.lost_metadata

else := false if c.skill.discarded

else := true

lacking(c) := plain if {
	c.skill.os == []
	wanted(c.skill) == 0
} else := nothing_but_os(c) if {
	c.skill.always
} else := {
	"os": missing_os(c.skill.os),
	"bins": [bin | some bin in c.skill.bins; not bin in programs],
	"any_bins": missing_any(c.skill.any_bins),
	"env": [name | some name in c.skill.env; not has_env(c.skill, name)],
	"config": [name | some name in c.skill.config; not truthy(name)],
}

wanted(skill) := ((count(skill.bins) + count(skill.any_bins)) + count(skill.env)) + count(skill.config)

plain := {"os": [], "bins": [], "any_bins": [], "env": [], "config": []}

nothing_but_os(c) := object.union(plain, {"os": missing_os(c.skill.os)})

missing_any(names) := [] if {
	some name in names
	name in programs
} else := names

programs := {name | some name, program in input.host.programs; program[place.traits.program] != ""}

has_env(_, name) if input.host.env[name]

has_env(skill, name) if name in input.entries[skill.key].env

has_env(skill, name) if {
	skill.primary_env == name
	input.entries[skill.key].api_key
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
	data.skillctl.tables.skill_roots.defaults[name] == true
}

filled(value) := value if is_boolean(value)

filled(value) := value != 0 if is_number(value)

filled(value) := trim_space(value) != "" if is_string(value)

filled(value) if is_object(value)

filled(value) if is_array(value)
