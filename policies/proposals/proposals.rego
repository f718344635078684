# METADATA
# title: Decision on a proposal
# description: >-
#   Decides whether a proposal may be added to the queue ("add"), assembled to be
#   judged ("examine"), written to the skills ("apply") or closed ("reject",
#   "quarantine"). Each file adds to "reasons"; "stale" says why a proposal no
#   longer fits the skill that it would change.
# entrypoint: true
package skillctl.proposals

import data.skillctl.lib.effect

decision := {"effect": effect.joined(said), "stale": stale, "reasons": said}

said := reasons | silence

silence contains {
	"rule": "proposals/silence",
	"effect": "deny",
	"message": "no policy allows this, so it is denied",
} if {
	not effect.answered(reasons)
}

stale := sort([reason.message | some reason in misfits])[0] if count(misfits) > 0

else := ""

pending if input.proposal.status == "pending"

reasons contains {
	"rule": "proposals/status",
	"effect": "deny",
	"message": sprintf("it is %s already; only a proposal that is pending can be %s", [input.proposal.status, done[input.action]]),
} if {
	done[input.action]
	not pending
	not kept
}

reasons contains {
	"rule": "proposals/status",
	"effect": "deny",
	"message": sprintf("it is quarantined already; only a proposal that is pending can be %s", [done[input.action]]),
	"hint": "a proposal never leaves quarantine; to apply the change, propose it again",
} if {
	done[input.action]
	kept
}

kept if input.proposal.status == "quarantined"

done := {"apply": "applied", "examine": "applied", "quarantine": "quarantined", "reject": "rejected"}

reasons contains {"rule": "proposals/open", "effect": "allow", "message": "the proposal is pending"} if {
	input.action in {"examine", "quarantine", "reject"}
	pending
}

reasons contains {"rule": "proposals/outside", "effect": "deny", "message": input.target.problem} if {
	input.action in {"apply", "examine"}
	input.target.folder == "outside"
}

# What is applied has to be judged before.
reasons contains {"rule": "proposals/gate", "effect": "allow", "message": "the gate allows it"} if {
	input.action == "apply"
	input.gate == "allow"
	pending
}

reasons contains {"rule": "proposals/gate", "effect": consent, "message": "the gate warns"} if {
	input.action == "apply"
	input.gate == "warn"
	pending
}

reasons contains {"rule": "proposals/gate", "effect": "deny", "message": "the gate denies it"} if {
	input.action == "apply"
	not input.gate in {"allow", "warn"}
}

reasons contains {
	"rule": "proposals/approval",
	"effect": consent,
	"message": "skills.workshop.approvalPolicy is pending",
	"setting": ["skills", "workshop", "approvalPolicy"],
} if {
	input.action in {"apply", "quarantine", "reject"}
	pending
	limits.policy == "pending"
}

# The effect where a person has to agree.
consent := "allow" if input.approved

else := "ask"
