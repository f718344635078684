# METADATA
# title: Whether the agent has a tool that runs commands
# description: >-
#   OpenClaw gives an agent only the tools that tools.profile, tools.allow and
#   tools.deny leave it, its own and those of all agents. Without the tool exec an
#   agent runs nothing, so nothing is run for it here, in every profile. Lists for
#   one model provider or one sender are not known here.
package skillctl.exec.tools

tables := data.skillctl.tables.openclaw_tools.exec

cfg := object.get(input.settings, ["openclaw", "tools"], {})

reasons contains refusal(["profile"], sprintf("the profile %q has no tool that runs commands", [cfg.profile]), "add \"exec\" to alsoAllow beside it, or choose profile coding") if {
	cfg.profile
	not cfg.profile in tables.profiles
	not named(object.get(cfg, "widened", []))
}

reasons contains refusal(array.concat(layer.path, ["deny"]), sprintf("%q denies the tool exec", [entry]), "take it out of the list") if {
	some layer in layers
	some entry in object.get(layer.lists, "deny", [])
	matches(entry)
}

reasons contains refusal(array.concat(layer.path, ["allow"]), "the list of tools that are allowed does not have exec", "add \"exec\" to the list") if {
	some layer in layers
	allowed := object.get(layer.lists, "allow", [])
	some entry in allowed
	trim_space(entry) != ""
	not named(allowed)
	not named(object.get(layer.lists, "alsoAllow", []))
}

refusal(path, message, hint) := {
	"effect": "deny",
	"rule": "exec/tools",
	"message": sprintf("the agent has no tool exec: %s", [message]),
	"hint": hint,
	"setting": array.concat(["openclaw", "tools"], path),
}

# The lists that all have to leave the tool: those of all agents, those of this one,
# and in a sandbox those for sandboxes.
layers contains {"path": [], "lists": cfg}

layers contains {"path": ["agent"], "lists": cfg.agent}

layers contains {"path": ["sandbox"], "lists": cfg.sandbox} if {
	object.get(input.settings, ["openclaw", "sandbox", "available"], false) == true
}

named(list) if {
	some entry in list
	matches(entry)
}

# An entry is a name, a group, or a pattern in which * stands for anything.
matches(entry) if lower(trim_space(entry)) in tables.aliases

matches(entry) if lower(trim_space(entry)) in tables.groups

matches(entry) if {
	pattern := lower(trim_space(entry))
	contains(pattern, "*")
	parts := [regex.replace(part, `[.+?^${}()|\[\]\\]`, `\$0`) | some part in split(pattern, "*")]
	regex.match(sprintf("^%s$", [concat(".*", parts)]), "exec")
}
