# METADATA
# title: Allow-list names a skill that does not exist
# description: >-
#   Lists of skills for an agent are compared with names, letter by letter; keys and
#   folders do not count. An entry that matches nothing is ignored, and the skill is
#   missing.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["allowlist-unmatched"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("no skill is called %q; the skill in %s is called %q, and only names count here: the agent does not get it", [written, skill.path, skill.openclaw.name]),
	"hint": sprintf("write %q", [skill.openclaw.name]),
	"at": {"file": list.file, "path": array.concat(list.path, [i])},
} if {
	some list in lists
	some i, written in list.names
	is_string(written)
	name := trim_space(written)
	name != ""
	not taken(name)
	some j in openclaw.alike(lower(name))
	skill := input.set.skills[j]
	near(skill, name)
}

findings contains {
	"message": sprintf("none of the skills that were checked is called %q: the entry has no effect unless one is installed elsewhere", [written]),
	"hint": "correct the name, or remove the entry",
	"at": {"file": list.file, "path": array.concat(list.path, [i])},
	"severity": "low",
	"confidence": "low",
} if {
	some list in lists
	some root in input.set.roots
	root.kind in {"managed", "workspace", "extra"}
	some i, written in list.names
	is_string(written)
	name := trim_space(written)
	name != ""
	not taken(name)
	not near_any(name)
}

findings contains {
	"message": sprintf("allowBundled lists skills that come with OpenClaw, and version %[2]s has no %[1]q: with no other name, the list disables all of them", [written, data.skillctl.tables.openclaw_bundled.version]),
	"hint": "correct the name; other skills are not affected by this list",
	"at": {"file": config.file, "path": ["skills", "allowBundled", i]},
	"confidence": "medium",
} if {
	some config in openclaw.settings
	some i, written in config.value.skills.allowBundled
	is_string(written)
	name := trim_space(written)
	name != ""
	not openclaw.bundled(name)
}

lists contains {"file": config.file, "path": ["agents", "defaults", "skills"], "names": config.value.agents.defaults.skills} if {
	some config in openclaw.settings
}

lists contains {"file": config.file, "path": ["agents", kind, id, "skills"], "names": agent.skills} if {
	some config in openclaw.settings
	some kind in ["entries", "list"]
	some id, agent in config.value.agents[kind]
}

taken(name) if openclaw.by_name[name]

taken(name) if openclaw.bundled(name)

near_any(name) if {
	some i in openclaw.alike(lower(name))
	near(input.set.skills[i], name)
}

near(skill, name) if skill.openclaw.key == name

near(skill, name) if skill.dir == name

near(skill, name) if lower(skill.openclaw.name) == lower(name)
