# What is proposed: its name, its descriptions, its texts, and the room that there
# is for it.
package skillctl.proposals

adds if input.action == "add"

draft := input.draft if adds

reasons contains {"rule": "proposals/add", "effect": "allow", "message": "anybody may propose a skill"} if adds

reasons contains {
	"rule": "proposals/queue/full",
	"effect": "deny",
	"message": sprintf("the queue of agent %s is full: %d proposals wait or are in quarantine, and skills.workshop.maxPending is %d", [input.agent, input.waiting, limits.waiting]),
	"hint": concat("; ", room),
	"setting": ["skills", "workshop", "maxPending"],
} if {
	adds
	input.waiting >= limits.waiting
}

# What makes room. As in OpenClaw 2026.9.6, a proposal in quarantine counts for good:
# only one that is pending can be closed.
room := array.concat(closing, raising)

closing := ["apply or reject some of those that wait"] if input.quarantined < input.waiting

else := []

raising := [sprintf("raise maxPending: what is in quarantine (%d) keeps its place", [input.quarantined])] if {
	input.quarantined > 0
	limits.waiting < most_waiting
} else := ["what is in quarantine keeps its place, and maxPending is as high as it may be"] if {
	input.quarantined > 0
} else := []

reasons contains {
	"rule": "proposals/name",
	"effect": "deny",
	"message": sprintf("the name %q has neither a letter nor a digit", [input.proposal.name]),
	"hint": "a name is lower-case letters, digits and hyphens, such as weekly-update",
} if {
	adds
	input.proposal.key == ""
}

reasons contains {
	"rule": "proposals/name",
	"effect": "deny",
	"message": sprintf("the name has %d letters, digits and hyphens; at most %d are taken", [count(input.proposal.key), limits.name]),
	"hint": "shorten it: the description has room for the rest",
} if {
	adds
	input.proposal.kind == "create"
	count(input.proposal.key) > limits.name
}

reasons contains {
	"rule": "proposals/description",
	"effect": "deny",
	"message": "a proposal wants a description",
	"hint": "say with --description what it is about",
} if {
	adds
	draft.description == 0
}

reasons contains {
	"rule": "proposals/description",
	"effect": "deny",
	"message": sprintf("the description has %d bytes; at most %d are taken", [draft.description, limits.description]),
} if {
	adds
	draft.description > limits.description
}

reasons contains {
	"rule": "proposals/text",
	"effect": "deny",
	"message": "the skill wants a description in its front matter",
} if {
	adds
	not draft.described
}

reasons contains {
	"rule": "proposals/text",
	"effect": "deny",
	"message": sprintf("the skill has %d bytes; skills.workshop.maxSkillBytes is %d", [draft.text.bytes, limits.bytes]),
	"hint": "move what is not always needed into files of references",
	"setting": ["skills", "workshop", "maxSkillBytes"],
} if {
	adds
	draft.text.bytes > limits.bytes
}

reasons contains {"rule": "proposals/text", "effect": "deny", "message": "the skill is no UTF-8 text"} if {
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
	"message": sprintf("file %q is no UTF-8 text", [file.path]),
} if {
	adds
	some file in draft.files
	not file.plain
}

reasons contains {
	"rule": "proposals/target",
	"effect": "deny",
	"message": sprintf("there is no skill %q to update", [input.proposal.key]),
	"hint": sprintf("propose it as a new one, without --update; skills of the agent are in %s", [input.target.skills]),
} if {
	adds
	input.proposal.kind == "update"
	input.target.manifest != "file"
}

reasons contains {
	"rule": "proposals/target",
	"effect": "deny",
	"message": sprintf("there is a skill or a folder %q already", [input.proposal.key]),
	"hint": "change it with --update, or choose another name",
} if {
	adds
	input.proposal.kind == "create"
	input.proposal.key != ""
	not input.target.folder in {"none", "unreadable"}
}
