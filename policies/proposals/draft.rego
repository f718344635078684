# The content of a proposal: its name, its descriptions, its texts, and the limit of
# the queue.
package skillctl.proposals

adds if input.action == "add"

draft := input.draft if adds

reasons contains {"rule": "proposals/add", "effect": "allow", "message": "anyone may propose a skill"} if adds

reasons contains {
	"rule": "proposals/queue/full",
	"effect": "deny",
	"message": sprintf("the queue of agent %s is full: %d proposals are pending or in quarantine, and skills.workshop.maxPending is %d", [input.agent, input.waiting, limits.waiting]),
	"hint": concat("; ", room),
	"setting": ["skills", "workshop", "maxPending"],
} if {
	adds
	input.waiting >= limits.waiting
}

# How to make room. As in OpenClaw 2026.9.6, a proposal in quarantine counts forever:
# only one that is pending can be closed.
room := array.concat(closing, raising)

closing := ["apply or reject pending proposals"] if input.quarantined < input.waiting

else := []

raising := [sprintf("raise maxPending: proposals in quarantine (%d) keep their place", [input.quarantined])] if {
	input.quarantined > 0
	limits.waiting < most_waiting
} else := ["proposals in quarantine keep their place, and maxPending is already at its maximum"] if {
	input.quarantined > 0
} else := []

reasons contains {
	"rule": "proposals/name",
	"effect": "deny",
	"message": sprintf("the name %q has neither a letter nor a digit", [input.proposal.name]),
	"hint": "use lower-case letters, digits and hyphens, such as weekly-update",
} if {
	adds
	input.proposal.key == ""
}

reasons contains {
	"rule": "proposals/name",
	"effect": "deny",
	"message": sprintf("the name has %d letters, digits and hyphens; at most %d are allowed", [count(input.proposal.key), limits.name]),
	"hint": "shorten it, and put the rest into the description",
} if {
	adds
	input.proposal.kind == "create"
	count(input.proposal.key) > limits.name
}

reasons contains {
	"rule": "proposals/description",
	"effect": "deny",
	"message": "a proposal needs a description",
	"hint": "describe it with --description",
} if {
	adds
	draft.description == 0
}

reasons contains {
	"rule": "proposals/description",
	"effect": "deny",
	"message": sprintf("the description has %d bytes; at most %d are allowed", [draft.description, limits.description]),
} if {
	adds
	draft.description > limits.description
}

reasons contains {
	"rule": "proposals/text",
	"effect": "deny",
	"message": "the skill needs a description in its front matter",
} if {
	adds
	not draft.described
}

reasons contains {
	"rule": "proposals/text",
	"effect": "deny",
	"message": sprintf("the skill has %d bytes; skills.workshop.maxSkillBytes is %d", [draft.text.bytes, limits.bytes]),
	"hint": "move what is not always needed into files below references/",
	"setting": ["skills", "workshop", "maxSkillBytes"],
} if {
	adds
	draft.text.bytes > limits.bytes
}

reasons contains {"rule": "proposals/text", "effect": "deny", "message": "the skill is not UTF-8 text"} if {
	adds
	not draft.text.plain
}

reasons contains {"rule": "proposals/text", "effect": "deny", "message": "the skill is empty"} if {
	adds
	draft.text.blank
}

reasons contains {
	"rule": "proposals/text",
	"effect": "deny",
	"message": sprintf("file %q is not UTF-8 text", [file.path]),
} if {
	adds
	some file in draft.files
	not file.plain
}

reasons contains {
	"rule": "proposals/target",
	"effect": "deny",
	"message": sprintf("there is no skill %q to update", [input.proposal.key]),
	"hint": sprintf("propose it as a new skill, without --update; the agent's skills are in %s", [input.target.skills]),
} if {
	adds
	input.proposal.kind == "update"
	input.target.manifest != "file"
}

reasons contains {
	"rule": "proposals/target",
	"effect": "deny",
	"message": sprintf("a skill or folder %q already exists", [input.proposal.key]),
	"hint": "change it with --update, or choose another name",
} if {
	adds
	input.proposal.kind == "create"
	input.proposal.key != ""
	not input.target.folder in {"none", "unreadable"}
}
