# METADATA
# title: Metadata key that OpenClaw does not know
# description: >-
#   OpenClaw silently ignores keys of its metadata that it does not know. A misspelt
#   requirement is not checked.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["unknown-key"]

findings contains {
	"message": sprintf("OpenClaw does not read %q %s: it has no effect", [unread.key, place[unread.level]]),
	"hint": sprintf("write %s", [like]),
	"at": {"path": unread.path, "on": "key"},
	"severity": weight(unread, like),
} if {
	some unread in input.skill.openclaw.unread
	like := similar(unread)
	not dropped(unread)
}

findings contains {
	"message": sprintf("OpenClaw does not read %q %s: it has no effect", [unread.key, place[unread.level]]),
	"hint": "remove it, or keep it elsewhere in the metadata",
	"at": {"path": unread.path, "on": "key"},
	"severity": "info",
} if {
	some unread in input.skill.openclaw.unread
	not similar(unread)
	not dropped(unread)
}

# Of an installer that is dropped as a whole, openclaw/install-spec-dropped speaks.
dropped(unread) if {
	unread.level == "install"
	some spec in input.skill.openclaw.install
	spec.status == "dropped"
	spec.path == array.slice(unread.path, 0, count(unread.path) - 1)
}

place := {
	"block": sprintf("in metadata.%s", [object.get(input.skill.openclaw.metadata, "block", "openclaw")]),
	"requires": "in requires",
	"install": "of an installer",
}

similar(unread) := data.skillctl.tables.openclaw_keys[unread.level][replace(replace(lower(unread.key), "-", ""), "_", "")]

default weight(_, _) := "low"

# A requirement that is not checked lets the skill load where it cannot work.
weight(unread, _) := "medium" if unread.level == "requires"

weight(unread, like) := "medium" if {
	unread.level == "block"
	not like in {"emoji", "homepage"}
}
