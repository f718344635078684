# METADATA
# title: Leaves something behind, of which its description does not speak
# description: >-
#   The skill changes what a shell, the system, Git or an agent starts or obeys by itself,
#   and nothing that it says of itself has to do with that. It goes on when the skill is
#   no longer there.
# custom:
#   code: PUR-003
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.purpose["unsaid-change"]

import data.skillctl.lib.abilities
import data.skillctl.lib.commands
import data.skillctl.lib.lasting
import data.skillctl.lib.purpose

findings contains {
	"message": sprintf("%s changes %s, of which the description says nothing", [commands.shown(command), place]),
	"hint": "leave it out, or say in the description what is set up, and how it is undone",
	"at": {"file": command.file, "span": command.span},
	"related": [{"at": {"path": ["description"]}, "message": "this is what the skill says that it is for"}],
	"severity": severity(kind),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	abilities.done(command)
	[kind, place] := min(lasting.places(command))
	not own(place)
	not convenience(command, kind)
	every ability in abilities_of(kind, command) {
		purpose.unsaid(ability)
	}
}

# A place in the folder that the agent works in is part of that work.
own(place) if {
	regex.match(`[/.]`, place)
	not startswith(place, "~")
	not startswith(place, "/")
}

convenience(command, kind) if {
	kind in {"program", "shell"}
	lasting.harmless(command)
}

# What is registered says by which program when it is started.
abilities_of("registered", command) := by if {
	by := registers[command.program]
} else := {"change/program"}

abilities_of(kind, _) := {concat("", ["change/", kind])} if kind != "registered"

registers := {
	"at": {"change/schedule"},
	"batch": {"change/schedule"},
	"clawdbot": {"change/agent", "change/schedule"},
	"claude": {"change/agent"},
	"crontab": {"change/schedule"},
	"defaults": {"change/login"},
	"git": {"change/git"},
	"launchctl": {"change/schedule", "change/service"},
	"new-itemproperty": {"change/registry"},
	"openclaw": {"change/agent", "change/schedule"},
	"reg": {"change/registry"},
	"register-scheduledtask": {"change/schedule", "change/service"},
	"schtasks": {"change/schedule", "change/service"},
	"set-itemproperty": {"change/registry"},
	"sc": {"change/service"},
	"new-service": {"change/service"},
	"systemctl": {"change/service"},
	"systemd-run": {"change/schedule", "change/service"},
}

# What starts something, or says who may, has no place in a skill that speaks of nothing
# outside.
severity(kind) := "high" if {
	purpose.bare
	kind in {"agent", "key", "login", "registered", "registry", "rights", "schedule", "service", "shell", "git"}
} else := "medium"
