# METADATA
# title: Settings entry for a skill that does not exist
# description: >-
#   An entry of skills.entries applies only to the skill that has exactly this key.
#   Any other entry has no effect, and OpenClaw does not report it.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["entry-unmatched"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("no skill has the key %q: %s has the key %q, so this entry has no effect%s", [key, called(skill, key), skill.openclaw.key, loss(entry)]),
	"hint": sprintf("write %q", [skill.openclaw.key]),
	"at": {"file": config.file, "path": ["skills", "entries", key], "on": "key"},
	"severity": weight(entry),
} if {
	some config in openclaw.settings
	some key, entry in config.value.skills.entries
	is_string(key)
	not taken(key)
	some i in openclaw.alike(lower(key))
	skill := input.set.skills[i]
	near(skill, key)
}

findings contains {
	"message": sprintf("none of the skills that were checked has the key %q: the entry has no effect unless one is installed elsewhere", [key]),
	"hint": "correct the key, or remove the entry",
	"at": {"file": config.file, "path": ["skills", "entries", key], "on": "key"},
	"severity": "low",
	"confidence": "low",
} if {
	some config in openclaw.settings
	some root in input.set.roots
	root.kind in {"managed", "workspace", "extra"}
	some key, _ in config.value.skills.entries
	is_string(key)
	not taken(key)
	not near_any(key)
}

taken(key) if openclaw.by_key[key]

taken(key) if openclaw.bundled(key)

near_any(key) if {
	some i in openclaw.alike(lower(key))
	near(input.set.skills[i], key)
}

near(skill, key) if skill.openclaw.name == key

near(skill, key) if skill.dir == key

near(skill, key) if {
	lower(skill.openclaw.key) == lower(key)
	skill.dir != key
}

called(skill, key) := sprintf("the skill in the folder %s", [skill.dir]) if {
	skill.dir == key
	skill.openclaw.name != key
}

called(skill, key) := sprintf("the skill called %s", [skill.openclaw.name]) if skill.openclaw.name == key

called(skill, key) := skill.openclaw.name if {
	skill.dir != key
	skill.openclaw.name != key
}

default loss(_) := ""

loss(entry) := ", and the skill stays enabled" if entry.enabled == false

default weight(_) := "medium"

weight(entry) := "high" if entry.enabled == false
