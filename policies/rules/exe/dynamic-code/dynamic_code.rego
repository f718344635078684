# METADATA
# title: Program evaluates code that it downloaded, decoded or was given
# description: >-
#   A program of the package, or code in its text, has its interpreter run
#   something that came over the network, that nobody can read, or that it is given
#   when it is run. What it does cannot be seen in the package.
# custom:
#   code: EXE-011
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["dynamic-code"]

import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s has %s evaluate the result of %s, so the code that runs is not in the package", [commands.shown(flow), flow.to, step.program]),
	"hint": "ship the code as a file of the package; parse downloaded data as JSON instead of evaluating it",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow, step),
	"locus": commands.locus(flow.file),
} if {
	some flow in input.skill.body.flows
	flow.how == "call"
	not followed(flow)
	some step in flow.steps
}

# Where the value itself was followed, it is known what it is made of and from where.
followed(flow) if {
	some chain in input.skill.body.chains
	chain.sink.kind in {"evaluate", "run"}
	chain.source.kind in {"coded", "network"}
	chain.sink.file == flow.file
	chain.sink.span.start.line >= flow.span.start.line
	chain.sink.span.start.line <= flow.span.end.line
}

findings contains {
	"message": sprintf("%s runs what is decoded from %s, so nobody can read in the package what it does", [chain.sink.call, chain.source.name]),
	"hint": "ship the code in plain text, as a file of the package",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, sprintf("%s is decoded here", [chain.source.name])),
	"severity": chains.lesser(chain, weight(chain)),
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.source.kind == "coded"
	chain.sink.kind in {"evaluate", "run"}
	chains.first(chain)
}

# What is called is not written where it is called: a text names it.
findings contains {
	"message": sprintf("calls what a text names (%s), so nobody can read in the program what it does", [access.name]),
	"hint": "call what is meant by its own name, or look the name up in a list of those that may be called",
	"at": {"file": access.file, "span": access.span},
	"severity": named_weight(access),
	"locus": commands.locus(access.file),
} if {
	some access in input.skill.body.accesses
	access.kind == "dispatch"
}

# What somebody gives the program is code: an agent that is told what to hand over is told by
# whoever wrote that.
findings contains {
	"message": sprintf("%s runs as code what the program is given (%s)%s", [chain.sink.call, chain.source.name, told]),
	"hint": "read it as data, for example with ast.literal_eval or JSON.parse, or look it up in a list of what may be asked for",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, "it is given here"),
	"severity": chains.lesser(chain, severity),
	"confidence": "medium",
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.source.kind == "argument"
	chain.sink.kind == "evaluate"
	chain.sink.channel == "code"
	not chain.source.mixed
	chains.first(chain)
	[severity, told] := given_weight
}

# A sentence of the package says that nothing is checked.
given_weight := ["high", ", and the text says that it is not to be checked"] if {
	some remark in input.skill.body.remarks
	"unchecked" in remark.kinds
	remarks.said(remark)
	not remark.looked
} else := ["medium", ""]

named_weight(access) := "low" if commands.aside(access.file)

named_weight(access) := "medium" if not commands.aside(access.file)

# An object of data may run code, and usually does not; a call of which nothing is known
# may have made something else of it.
weight(chain) := "medium" if {
	chain.sink.channel == "object"
} else := "medium" if {
	chain.source.mixed
} else := "critical"

hides(step) if regex.match(`decode|a2b_|unhex|fromhex|fromchar|atob|rot_?13|marshal|decompress|gzinflate|buffer`, step.program)

severity(flow, step) := "low" if {
	# What is decoded is left out: there is nothing to run.
	not commands.code(flow.file)
	regex.match(`[(,]\s*["']\s*(\.\.\.|…)\s*["']`, flow.text)
} else := "medium" if {
	commands.aside(flow.file)
} else := "medium" if {
	commands.illustrated(flow)
} else := "critical" if {
	hides(step)
} else := "high"
