# METADATA
# title: Slash command does not reach its tool
# description: >-
#   A slash command calls a tool directly only with command-dispatch: tool and
#   a command-tool. Otherwise OpenClaw drops the dispatch, with no more than a
#   debug line, and hands the command to the model.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["dispatch-ignored"]

findings contains {
	"message": "command-dispatch is tool and there is no command-tool: OpenClaw ignores the dispatch and passes the command to the model",
	"hint": "name the tool with command-tool",
	"at": {"path": [input.skill.openclaw.dispatch.kindKey], "on": "key"},
} if {
	lower(input.skill.openclaw.dispatch.kind) == "tool"
	input.skill.openclaw.dispatch.tool == ""
}

findings contains {
	"message": sprintf("OpenClaw knows only command-dispatch: tool, not %q: it ignores the dispatch and passes the command to the model", [kind]),
	"hint": "write command-dispatch: tool, or remove the command-* keys",
	"at": {"path": [input.skill.openclaw.dispatch.kindKey]},
} if {
	kind := input.skill.openclaw.dispatch.kind
	not lower(kind) in {"tool", ""}
}

findings contains {
	"message": sprintf("command-tool names %q and there is no command-dispatch: OpenClaw passes the command to the model", [input.skill.openclaw.dispatch.tool]),
	"hint": "add command-dispatch: tool",
	"at": {"path": [input.skill.openclaw.dispatch.toolKey], "on": "key"},
} if {
	input.skill.openclaw.dispatch.kind == ""
	input.skill.openclaw.dispatch.tool != ""
}

findings contains {
	"message": sprintf("OpenClaw does not know command-arg-mode %q and passes the arguments raw", [mode]),
	"hint": "write command-arg-mode: raw, or remove it",
	"at": {"path": [key], "on": "key"},
	"severity": "low",
} if {
	input.skill.openclaw.dispatch.works
	mode := input.skill.openclaw.dispatch.argMode
	not lower(mode) in {"raw", ""}
	some key in ["command-arg-mode", "command_arg_mode"]
	input.skill.front.fields[key]
}
