# METADATA
# title: What a text lays down for others to take over
# description: >-
#   Where a sentence of the skill has an address or a right taken over that one of its files,
#   or a block of a document, lays down.
package skillctl.lib.provisions

import data.skillctl.lib.commands

# The sentences that have somebody do something with the file, and nothing that forbids it.
sentences(file) := {link.sentence |
	some link in input.skill.body.links
	object.get(link, "path", "") == file
	object.get(link, "sentence", "") != ""
	not forbids(link.sentence)
}

# The words before a block have it put somewhere: one of their orders does, which nothing takes
# back. Words for what is bad do not: "Instead of the unsafe defaults, write this" is an order.
puts(lead) if regex.match(
	concat("", [
		`(?i)(^|[.;:,!?)\n]\s*|\b(also|always|and|just|make sure|must|now|or|please|should|simply|then|(have|need|remember|sure|want) to|you (can|could|may|will))\s+)`,
		`(add|append|apply|change|commit|configure|copy|create|deploy|drop|edit|enable|include|insert|install|kubectl|merge|paste|place|put|register|replace|save|set|store|switch|terraform|update|use|write)\b`,
		`|\b(make sure|must (have|be))\b`,
	]),
	wanted(lead),
)

# They say that it is how it must not be, and nothing of them has it put somewhere.
forbids(lead) if {
	regex.match(`(?i)\b(never|not|cannot|avoid|bad|before:|wrong|insecure|unsafe|dangerous|risky|vulnerab\w+|anti-?patterns?|attack\w*|malicious|compromised|exploit\w*|suspicious|red flags?|refuse[ds]?|reject\w*|flag(ged|s)?|instead of|over-?(permissive|broad)|too (broad|permissive|wide)|what not to)\b|n['’]t\b`, lead)
	not puts(lead)
}

# What is left of it without what it forbids, each to the end of its clause, and without what it
# shows as an example of the bad, to the end of its sentence.
wanted(lead) := regex.replace(
	regex.replace(
		lead,
		`(?i)\b(anti-?patterns?|avoid|bad|before|dangerous|insecure|malicious|unsafe|vulnerable|wrong)( \w+)?\W*:[^.;!?\n]*|[^.;!?\n]*\bexamples? of (an? )?(bad|dangerous|insecure|malicious|unsafe|vulnerable|what not)\b[^.;!?\n]*`,
		" ",
	),
	`(?i)(\b(never|not|cannot|avoid|instead of|rather than)\b|n['’]t\b)[^.;:,!?\n]*`,
	" ",
)

# A manifest is given to a cluster or a cloud.
applied(laid) if {
	some sentence in sentences(laid.file)
	regex.match(`(?i)\b(appl(y|ies|ied)|deploy\w*|install\w*|create\w*|attach\w*|grant\w*|put|use|kubectl|kustomize|terraform|aws|set up)\b`, sentence)
}

# A script or a block of SKILL.md gives it to the program that applies it.
applied(laid) if {
	some step in input.skill.body.commands
	step.file == laid.file
	step.program in {"aws", "kubectl", "oc"}
	regex.match(`(?i)(^|\s)(apply|create|replace|put-bucket-policy|put-\S*policy|update-assume-role-policy)(\s|$)`, concat(" ", step.args))
}

# The skill has it set up: a file is put somewhere, or is where it is obeyed already; a block of
# SKILL.md is to be written.
set_up(laid) if applied(laid)

set_up(laid) if {
	some sentence in sentences(laid.file)
	regex.match(`(?i)\b(add|appl(y|ies)|commit|copy|copies|create|drop|enable|include|insert|install|merge|paste|place|put|replace|save|set|start|up|use|write)\b`, sentence)
}

set_up(laid) if regex.match(`(?i)(^|/)\.(github/workflows|circleci)/|(^|/)\.gitlab-ci\.yml$`, laid.file)

set_up(laid) if {
	some command in input.skill.body.commands
	some step in commands.steps(command)
	some arg in step.args
	endswith(concat("", ["/", trim_left(arg, "<./")]), concat("", ["/", laid.file]))
}

set_up(laid) if {
	some use in input.skill.body.uses
	use.file == laid.file
	use.how != "before"
}

set_up(laid) if {
	some fence in input.skill.body.fences
	laid.file == input.skill.manifest.file
	fence.span.start.line <= laid.span.start.line
	laid.span.end.line <= fence.span.end.line
	puts(object.get(fence, "lead", ""))
}

# The words before it say that it is how it must not be.
warned(laid) if {
	some fence in input.skill.body.fences
	laid.file == input.skill.manifest.file
	fence.span.start.line <= laid.span.start.line
	laid.span.end.line <= fence.span.end.line
	forbids(concat("\n", [object.get(fence, "lead", ""), object.get(fence, "note", "")]))
}

# Lines are to be put where shells, machines that build or agents read them.
taken_over(laid) if {
	some sentence in sentences(laid.file)
	starts(sentence)
}

taken_over(laid) if {
	some fence in input.skill.body.fences
	laid.file == input.skill.manifest.file
	fence.span.start.line <= laid.span.start.line
	laid.span.end.line <= fence.span.end.line
	starts(object.get(fence, "lead", ""))
}

# A command does it.
taken_over(laid) if {
	some command in input.skill.body.commands
	some write in object.get(command, "writes", [])
	write.kind in {"agent", "login", "program", "shell"}
	some step in commands.steps(command)
	some arg in step.args
	endswith(concat("", ["/", trim_left(arg, "<./")]), concat("", ["/", laid.file]))
}

starts(sentence) if {
	regex.match(`(?i)(\.(bashrc|zshrc|zshenv|zprofile|profile|bash_profile|bash_login|bash_aliases|envrc|npmrc|condarc)\b|/etc/(environment|profile)|config\.fish|\$PROFILE\b|\bshell (profile|start-?up|rc)\b|\b(rc|start-?up|dot)-?files?\b|\.(claude|codex|gemini|cursor|openclaw)/|\b(settings\.json|config\.toml)\b|\bCI\b|\b(organi[sz]ation|repository|global|system)([- ]level|[- ]wide)? (environment )?(variables?|secrets?)\b)`, sentence)
	regex.match(`(?i)\b(append|add|copy|copies|put|paste|source|write|set|merge|include|insert|place|export|cat|load|install|extend|put)\w*\b|>>`, sentence)
	not regex.match(`(?i)\b(never|not|avoid|remove|delete)\b|n['’]t\b`, sentence)
}

# What nobody takes over as it stands weighs less in a document.
shown(laid) if {
	commands.document_text(laid.file)
	commands.about_attacks
}

shown(laid) if commands.aside(laid.file)
