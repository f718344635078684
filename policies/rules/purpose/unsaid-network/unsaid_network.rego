# METADATA
# title: Sends something, of which its description does not speak
# description: >-
#   A program or a command of the skill tells a host which the skill names nowhere whose
#   machine it is on, or what it was given to work on, and nothing that the skill says of
#   itself has to do with another machine.
# custom:
#   code: PUR-002
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.purpose["unsaid-network"]

import data.skillctl.lib.abilities
import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.lib.purpose

hint := "leave it out, or name the service and what it is sent in the description"

described := [{"at": {"path": ["description"]}, "message": "this is what the skill says that it is for"}]

findings contains {
	"message": sprintf("sends %s (%s) to %s, and the description speaks of no other machine", [things[chain.source.kind], chain.source.name, chains.target(chain)]),
	"hint": hint,
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": array.concat(chains.related(chain, sprintf("%s is read here", [chain.source.name])), described),
	"severity": graded(chain),
	"locus": commands.locus(chain.sink.file),
} if {
	purpose.unsaid("net")
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	things[chain.source.kind]
	chains.destination(chain) in {"anonymous", "unrelated", "veiled"}
	not commands.aside(chain.sink.file)
	not repeated(chain)
	not asks_its_own(chain)
}

# A key that says who asks, at the service that issued it.
asks_its_own(chain) if {
	shown(chain)
	count(chain.sink.hosts) > 0
	every host in chain.sink.hosts { destinations.issuer(chain.source.name, host) }
}

shown(chain) if {
	chain.source.kind == "variable"
	chain.sink.channel == "header"
}

# That one is asked for a key at all says that it is a service of somebody: only a key that is
# known to be of another one is more than a doubt.
graded(chain) := "medium" if {
	shown(chain)
	not destinations.provided(chain.source.name)
} else := severity(grave_chain(chain))

# Of what one call sends the first is told.
repeated(chain) if {
	some i, other in input.skill.body.chains
	other == chain
	some before in array.slice(input.skill.body.chains, 0, i)
	before.sink.kind == "send"
	before.sink.span == chain.sink.span
	before.sink.file == chain.sink.file
	things[before.source.kind]
}

findings contains {
	"message": sprintf("%s hands something of the user or of the machine to %s, and the description speaks of no other machine", [commands.shown(command), destinations.called(host)]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"related": described,
	"severity": severity(grave_command(command)),
	"locus": commands.locus(command.file),
} if {
	purpose.unsaid("net")
	some command in input.skill.body.commands
	command.program in {"curl", "rclone", "wget"}
	done(command)
	tells(command)
	host := min({host |
		some host in asked(command)
		not addresses.local(host)
		orders.relation(command, host) in {"anonymous", "unrelated"}
	})
}

# Where an address is written out, a name with a dot beside it is a file.
asked(command) := named if {
	named := addresses.named(concat(" ", command.args))
	count(named) > 0
} else := addresses.asked(command)

done(command) if abilities.done(command)

# A step says what is done with it: "Check each draft with …".
done(command) if {
	commands.uploads(command)
	not command.fenced
	regex.match(`(?i)(^|[.!?:;]\s+)\W*(\d+[.)]\s*)?((then|next|first|now|please|always|finally),?\s+)?[a-z-]+\b[^.!?]{0,80}\b(with|by|via|using|through|by way of)\W*$`, command.before)
	not regex.match(`(?i)(^|[.!?:;]\s+)\W*(\d+[.)]\s*)?(the|an?|this|that|these|those|it|they|he|she|we|you|i|users?|attackers?|never|not|no|some|many|if|when|someone|somebody|people|who\w*|what|why|how)\b[^.!?]*$`, command.before)
	not commands.of_image(command)
	not commands.warned(command)
	not commands.aside(command.file)
	not commands.sought(command)
}

# A command without any word about what is outside is no part of what it says.
severity(grave) := "high" if {
	purpose.bare
} else := grave

# Nor are files or secrets of the user that a program sends to somebody whom it does not name.
grave_chain(chain) := "high" if {
	chain.source.kind in own
	not chain.source.part
	not chain.source.mixed
	not chain.sink.channel == "header"
	commands.code(chain.sink.file)
} else := "medium"

grave_command(command) := "high" if {
	commands.uploads(command)
	commands.code(command.file)
	not commands.sample(command.file)
} else := "medium"

own := {"argument", "clipboard", "content", "environment", "history", "login", "personal", "screen", "settings", "workspace"}

tells(command) if commands.uploads(command)

tells(command) if {
	some arg in command.args
	regex.match(`\$\(\s*(whoami|hostname|id|uname|pwd|git|cat|env|printenv|base64|head|ls)\b`, arg)
}

things := {
	"argument": "a file of the user",
	"clipboard": "the clipboard",
	"content": "what the user works on",
	"environment": "all variables of the environment",
	"history": "what was typed",
	"login": "a login",
	"machine": "whose machine it is",
	"personal": "what people keep for themselves",
	"screen": "a picture of the screen",
	"settings": "settings with keys",
	"variable": "a secret of the environment",
	"workspace": "what the agent works on",
}
