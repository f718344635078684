# METADATA
# title: Changes what agents go by
# description: >-
#   A command writes into the settings, the instructions or another skill of an agent so
#   that it asks less, or obeys somebody else's orders in every session. It goes on when
#   the skill is no longer there.
# custom:
#   code: PER-002
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["agent-settings"]

import data.skillctl.lib.agents
import data.skillctl.lib.commands
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), what]),
	"hint": "leave it out; say in the description what the skill sets up for the agent, and let the user do it",
	"at": {"file": command.file, "span": command.span},
	"severity": weight(command, severity),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.of_image(command)
	not commands.warned(command)
	not commands.taught(command)
	[severity, what] := judged(command)
	weight(command, severity)
}

# What a document shows weighs less, and what the skill is for.
weight(command, severity) := "low" if {
	commands.told_of(command)
	severity
} else := "medium" if {
	severity == "high"
	lesser(command)
} else := "low" if {
	severity == "medium"
	lesser(command)
} else := severity

lesser(command) if commands.aside(command.file)

lesser(command) if {
	agents.purpose
	not beyond(command)
}

# A skill that is there to set up an agent, and does not say that it takes all questions away,
# does so in what holds for every project.
beyond(command) if {
	startswith(written(command), "~/")
	regex.match(agents.unasked, said(command))
	not agents.says_unasked
}

judged(command) := ["high", sprintf("changes %q so that the agent asks no more", [place])] if {
	place := written(command)
	regex.match(agents.unguarded, said(command))
} else := ["high", sprintf("writes orders into %q that hold for every session", [place])] if {
	place := written(command)
	regex.match(`(?i)\.(md|mdc)$|\.(cursorrules|windsurfrules|clinerules)$`, place)
	regex.match(agents.standing, said(command))
	regex.match(agents.weighty, said(command))
} else := ["high", sprintf("changes %q, which belongs to another skill", [place])] if {
	place := written(command)
	foreign(place)
	command.writes[_].act in {"append", "write"}
	not command.program in {"cp", "mv", "install", "rsync", "ln", "git"}
} else := ["high", "has the agent ask no more"] if {
	frees(command)
} else := ["medium", "starts an agent that asks for nothing"] if {
	unattended(command)
	not agents.delegates
}

written(command) := min({write.place |
	some write in command.writes
	write.kind == "agent"
	write.act in {"write", "append", "link"}
})

# What it writes, as far as that is known.
said(command) := concat("\n", array.concat([object.get(command, "put", ""), command.text], command.args))

# A file of a skill of another name, in a folder that an agent loads skills from.
foreign(place) if {
	found := regex.find_all_string_submatch_n(`^(?:~|/).*/\.[a-z]+/(?:.*/)?skills/([\w.$-]+)/(?:.*/)?[\w.-]+\.(?:md|json|py|js|ts|sh)$`, place, 1)
	name := lower(found[0][1])
	not name in own
}

own contains lower(input.skill.dir)

own contains lower(told.name) if told.name != ""

# A program of an agent that changes its own settings.
frees(command) if {
	command.program in {"claude", "clawdbot", "codex", "openclaw"}
	command.args[0] == "config"
	command.args[1] in {"add", "set"}
	regex.match(`(?i)\b(ask|security|approv\w*|permission\w*|sandbox\S*|defaultmode|elevated\S*)\s+["']?(off|full|never|none|false|bypasspermissions|danger-full-access|\*|true)\b`, concat(" ", command.args))
}

unattended(command) if {
	command.program in {"claude", "codex", "gemini", "opencode"}
	some arg in command.args
	regex.match(`(?i)^--(dangerously-\S+|yolo)$|^bypasspermissions$|^--permission-mode=bypasspermissions$`, arg)
}
