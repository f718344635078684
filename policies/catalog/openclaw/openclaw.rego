# METADATA
# title: Profile openclaw
# description: >-
#   What OpenClaw 2026.9.6 would load, its oddities included: it follows links of
#   some roots anywhere, takes a folder on the search path for a program, takes an
#   empty list of bundled skills for no list, and offers skills whose metadata it
#   could not read.
package skillctl.catalog.profiles.openclaw

traits := {
	"follow": {},
	"hardlinks": true,
	"program": "path",
	"empty_list_is_none": false,
	"lost_metadata": false,
	"ineligible_shadows": false,
	"status": true,
	"promises": false,
	"names": false,
}

objections := {}
