# METADATA
# title: Which skills does an agent get?
# description: >-
#   Answers for every candidate: loaded, shadowed, escaped, invalid, ineligible,
#   hidden from the agent, dropped or refused, with the rule and the setting
#   behind it. A profile is the package skillctl.catalog.profiles.<name>: "traits"
#   says how it reads what is ambiguous, and "objections" is what it refuses
#   besides. Answers stand in the order of the candidates.
# entrypoint: true
package skillctl.catalog

import data.skillctl.catalog.contest
import data.skillctl.catalog.gates
import data.skillctl.catalog.place

resolution := {"answers": [answer | some c in input.candidates; answer := answer_of(c)]}

answer_of(c) := object.union(none, fate) if fate := place.fates[c.id]

else := object.union(none, loss) if loss := contest.losers[c.id]

else := object.union(object.union(none, found), extra(c.id)) if found := gates.found[c.id]

extra(id) := object.union({"wins": true, "warnings": object.get(contest.warnings, id, [])}, object.get(contest.refused, id, {}))

# What is said of a candidate that nobody asks for more.
none := {
	"wins": false,
	"by": -1,
	"setting": null,
	"silent": false,
	"disabled": false,
	"blocked": false,
	"hidden": false,
	"eligible": false,
	"offered": false,
	"model": false,
	"command": false,
	"missing": {"os": [], "bins": [], "any_bins": [], "env": [], "config": []},
	"warnings": [],
}
