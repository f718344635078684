# METADATA
# title: Downloads code and runs it without a check
# description: >-
#   The text has the agent download code and run it in one step. Whoever controls the
#   address, or the network on the way, decides what runs, today and every time after.
# custom:
#   code: EXE-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
#   options:
#     hosts:
#       default: []
#       description: Domains whose installers may be run like this; nothing is said about them.
#     vendors:
#       default: []
#       description: More domains, or folders of them, by which vendors hand out their own installers, besides those of policies/tables/vendors.json; a finding about them is of low severity.
package skillctl.rules.exe["pipe-to-shell"]

import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.main
import data.skillctl.lib.namesake
import data.skillctl.lib.relation

options := input.options["exe/pipe-to-shell"]

findings contains {
	"message": sprintf(wording[flow.how], [commands.shown(flow), step.program, flow.to]),
	"hint": "download a fixed release, verify its checksum, then run the file; or use a package manager",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
	"because": because(flow),
	"locus": locus(flow),
} if {
	some i, flow in input.skill.body.flows
	some step in flow.steps
	commands.fetches(step)
	fetched(step)
	not told(i, flow, step)
	not relation.only_from(trusted, flow.text)
}

# Programs that fetch what they run by themselves.
findings contains {
	"message": sprintf("%s has %s run code straight from an address, without a check", [commands.shown(command), command.program]),
	"hint": "download a fixed release, verify its checksum, then run the file; or use a package manager",
	"at": {"file": command.file, "span": command.span},
	"severity": weight(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program in {"deno", "uv"}
	arg := started(command)
	some host in addresses.named(arg)
	not addresses.local(host)
	not relation.only_from(trusted, command.text)
}

# A row of data that speaks to an agent is no sample of one.
locus(flow) := "instruction" if {
	commands.addressed(flow)
} else := commands.locus(flow.file)

# One line that fetches the same thing and has it run several times is told once: the
# worst of it.
told(i, flow, step) if {
	some k in on_line[[flow.file, flow.span.start.line]]
	k != i
	other := input.skill.body.flows[k]
	some same in other.steps
	same.program == step.program
	same.args == step.args
	[rank[severity(other)], k] < [rank[severity(flow)], i]
}

because(flow) := "a vendor hands out what it makes there" if {
	relation.only_from(vendors, flow.text)
} else := "of who answers for the address, or of where it stands"

# What begins on each line, by number, made once for all.
on_line[[flow.file, flow.span.start.line]] contains k if {
	some k, flow in input.skill.body.flows
	flow.how in object.keys(wording)
}

rank := {"high": 0, "medium": 1, "low": 2}

weight(command) := "medium" if {
	not main.is(command.file)
} else := "medium" if {
	commands.warned(command)
} else := "medium" if {
	relation.only_from(registries | relation.declared, command.text)
} else := "medium" if {
	namesake.all_of({"args": [started(command)]})
} else := "high"

# What "run" starts is an address: the first word behind it that is neither an option nor
# the value of one. An address behind that is what a program is given.
started(command) := arg if {
	some i, verb in command.args
	verb == "run"
	not "run" in array.slice(command.args, 0, i)
	operands := [word |
		some j, word in command.args
		j > i
		regex.match(`(?i)^https?://|\.(py|js|mjs|ts|mts|tsx|jsx|sh)$`, word)
	]
	arg := operands[0]
	regex.match(`(?i)^https?://`, arg)
}

registries := {"deno.land", "jsr.io", "esm.sh"} | vendors

vendors := relation.vendors_at | {lower(place) | some place in options.vendors}

trusted := {lower(host) | some host in options.hosts}

wording := {
	"pipe": "%s pipes what %s downloads into %s, without a check",
	"variable": "%s stores what %s downloads and has %s run it, without a check",
	"file": "%s saves what %s downloads and runs it with %s, without a check",
}

# What comes from the machine itself was not fetched.
fetched(step) if {
	hosts := addresses.asked(step)
	count(hosts) == 0
}

fetched(step) if {
	some host in addresses.asked(step)
	not addresses.local(host)
}

# SKILL.md is an order, and so is a program of the package. Where nobody answers
# for what an address hands out, it does not matter where that stands.
severity(flow) := "medium" if {
	dubious(flow)
	commands.taught(flow)
} else := "high" if {
	dubious(flow)
} else := "low" if {
	# A vendor that hands out what it makes is no stranger.
	relation.only_from(vendors, flow.text)
} else := "low" if {
	# Nothing is fetched by it: it is a name for what others write.
	names_nothing(flow)
} else := "medium" if {
	# Without a protocol, who is on the way may answer for the vendor.
	bare_vendor(flow)
} else := "high" if {
	# Whoever has it in a code does not want it to be read.
	flow.coded
	not commands.about_attacks
	not chains.origin(fetched_from(flow), false) in {"declared", "vendor"}
} else := "high" if {
	# A program that starts it asks nobody, and nothing says that the host is to be asked.
	flow.ran
	not commands.aside(flow.file)
	chains.origin(fetched_from(flow), false) == "unrelated"
} else := "high" if {
	# A program of the package, or settings of one, are there to be run.
	commands.code(flow.file)
	not commands.sample(flow.file)
	not commands.taught(flow)
	not commands.of_image(flow)
	chains.origin(fetched_from(flow), false) == "unrelated"
} else := "high" if {
	# Whoever installs the package has it run, and sees nothing of it.
	regex.match(`(?i)(^|/)package\.json$`, flow.file)
	regex.match(`"(pre|post)?(install|prepare)"\s*:`, object.get(flow, "held", ""))
	not relation.only_from(relation.declared, flow.text)
} else := "high" if {
	# Whoever reads it is told to run it: that is an order wherever it stands.
	commands.addressed(flow)
	not commands.about_attacks
	chains.origin(fetched_from(flow), false) == "unrelated"
} else := "medium" if {
	not main.is(flow.file)
} else := "medium" if {
	# Whoever calls it says where that is.
	given(flow)
} else := "medium" if {
	# Nor is who the package says that it is from, but only the package says so.
	relation.only_from(relation.declared, flow.text)
} else := "medium" if {
	# Nor is who is called like what the skill is for, or answers for a repository.
	named(flow)
} else := "medium" if {
	commands.taught(flow)
} else := "high"

# A line of a recipe for an image that a document shows changes the image.
named(flow) if {
	flow.file == input.skill.manifest.file
	some fence in recipes
	fence.span.start.line <= flow.span.start.line
	flow.span.end.line <= fence.span.end.line
}

named(flow) if {
	steps := [step | some step in flow.steps; commands.fetches(step)]
	count(steps) > 0
	every step in steps { namesake.all_of(step) }
}

recipes := [fence | some fence in input.skill.body.fences; lower(fence.lang) in {"containerfile", "docker", "dockerfile"}]

# What fetches is given the name of a vendor's host, and nothing that has another one answer.
bare_vendor(flow) if {
	steps := [step | some step in flow.steps; commands.fetches(step)]
	count(steps) > 0
	every step in steps {
		count([arg | some arg in step.args; arg in vendors]) == 1
		every arg in step.args { plain_option(arg) }
	}
}

plain_option(arg) if regex.match(`^-[fsSLkq]+$`, arg)

plain_option(arg) if arg in vendors

# What fetches is given no address, no file and no variable.
names_nothing(flow) if {
	not commands.code(flow.file)
	steps := [step | some step in flow.steps; commands.fetches(step)]
	count(steps) > 0
	every step in steps {
		every arg in step.args { regex.match(`^-[fsSLkq]+$`, arg) }
	}
}

fetched_from(flow) := [host |
	some step in flow.steps
	commands.fetches(step)
	some host in addresses.asked(step)
]

# What is fetched is what a function or a script is given.
given(flow) if {
	count(fetched_from(flow)) == 0
	steps := [step | some step in flow.steps; commands.fetches(step)]
	count(steps) > 0
	every step in steps {
		some arg in step.args
		regex.match(`^\$[1-9@]$|^\$\{[1-9]\}$`, arg)
	}
}

dubious(flow) if {
	some step in flow.steps
	some host in addresses.asked(step)
	addresses.anonymous(host)
}

dubious(flow) if {
	commands.code(flow.file)
	some step in flow.steps
	addresses.plain(concat(" ", step.args))
}
