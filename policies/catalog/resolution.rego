# METADATA
# title: Which skills does an agent get?
# description: >-
#   Answers for every candidate: loaded, shadowed, escaped, invalid, ineligible,
#   hidden from the agent, dropped or refused, with the rule and the setting
#   behind it. A profile is the package skillctl.catalog.profiles.<name>: "traits"
#   says how it reads ambiguous cases, and "objections" what else it refuses.
#   Answers are in the order of the candidates; notes say which parts of the roots
#   were not searched.
# entrypoint: true
package skillctl.catalog

import data.skillctl.catalog.contest
import data.skillctl.catalog.gates
import data.skillctl.catalog.notes
import data.skillctl.catalog.place

resolution := {"answers": [answer | some c in input.candidates; answer := answer_of(c.id)], "notes": notes.notes}

# A field that is left out is false, an empty list or an empty text.
answer_of(id) := gates.loaded[input.candidates[id].skill.model][input.candidates[id].skill.user] if {
	id in ordinary
} else := object.union({"by": -1}, place.fates[id]) if {
	place.fates[id]
} else := object.union({"by": -1}, contest.losers[id]) if {
	contest.losers[id]
} else := object.union_n([winner(id), {"by": -1, "wins": true}, warned(id), object.get(contest.refused, id, {})]) if {
	id in contest.winners
}

# Of these there is no more to say.
ordinary := (gates.ordinary - object.keys(contest.warnings)) - object.keys(contest.refused)

winner(id) := gates.found[id] if {
	gates.found[id]
} else := gates.loaded[input.candidates[id].skill.model][input.candidates[id].skill.user] if id in gates.ordinary

warned(id) := {"warnings": list} if list := contest.warnings[id]

else := {}
