# METADATA
# title: Profile strict
# description: >-
#   The same order of loading as OpenClaw, but stricter: no
#   links out of any root but into allowed targets, no loops, no hard links, no
#   folders for programs, no skills whose conditions were lost or whose manifest
#   every user can write, no names that deceive readers, and a warning where a skill
#   that is not offered hides another, names are easily mistaken for each other, or
#   a variable that a skill requires is never set.
package skillctl.catalog.profiles.strict

traits := {
	"follow": {"anywhere": "targets"},
	"hardlinks": false,
	"program": "file",
	"empty_list_is_none": true,
	"lost_metadata": true,
	"ineligible_shadows": true,
	"status": false,
	"promises": true,
	"names": true,
}

objections[c.id] := objection(c) if some c in input.candidates

objection(c) := {
	"state": "refused",
	"rule": "catalog/writable",
	"message": sprintf("every user of this machine can write its %s (mode %s)", [c.manifest.name, c.manifest.mode]),
} if {
	writable(c.manifest.mode)
} else := {
	"state": "refused",
	"rule": "catalog/deceptive-name",
	"message": sprintf("its name has %s, so people read another name than the agent", [concat(" and ", [what | some kind in c.skill.odd; what := deceptive[kind]])]),
} if {
	some kind in c.skill.odd
	deceptive[kind]
}

writable(mode) if regex.match(`[2367]$`, mode)

# Characters that no name needs, by kind. Others that only look like what they are
# not are warned of.
deceptive := {
	"bidi": "marks that turn the direction of the text",
	"bom": "a byte order mark",
	"control": "control characters",
	"filler": "spaces that are letters",
	"line": "line ends or tabs",
	"private": "characters that mean nothing",
	"zero-width": "characters that are not seen",
}
