# METADATA
# title: What a document teaches, quotes and looks for
# description: >-
#   A command that a sentence speaks of is not given, and a skill about attacks has to
#   show them. Both together, or one of them with a sign of its own, make a finding
#   weigh less: the words around it, what the description says that the skill studies,
#   and whether the address that is named can reach anybody.
package skillctl.lib.lesson

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.main
import data.skillctl.lib.purpose
import data.skillctl.lib.shown as material
import data.skillctl.lib.told

# The rules about what is done on the machine and what leaves it. What is said to the
# model has a reader of its own.
weighed(category, _) if category in {"exe", "exf", "purpose"}

weighed("inj", "false-prerequisite")

grave := {"critical", "high", "medium"}

# How much an answer of a rule weighs, where a document only shows what it is about.
weight(category, name, answer) := grade(place(answer)) if concerned(category, name, answer)

# It is one that may weigh less.
concerned(category, name, answer) if {
	weighed(category, name)
	object.get(answer, "severity", "high") in grave
}

# What there is to know of the place of an answer: many answers have the same.
place(answer) := {"at": {"file": answer.at.file, "span": {
	"start": {"line": answer.at.span.start.line, "col": min([answer.at.span.start.col, 2])},
	"end": {"line": answer.at.span.end.line},
}}} if {
	answer.at.span
} else := {"at": {"file": answer.at.file}}

# How much what stands at a place weighs.
grade(at) := grades(at)[0]

grades(answer) := [grade | some grade in ["low", "medium"]; graded(answer, grade)]

# It is spoken of, in words about attacks, in a skill about attacks.
graded(answer, "low") if {
	studies
	spoken(answer)
	some one in around(answer)
	taught(one)
}

# It is named as one of many that are looked for, in a skill about attacks.
graded(answer, "low") if {
	studies
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found { sought_for(one) }
}

sought_for(one) if {
	mentioned(one)
	not one.row
	regex.match(`^\W*$|\.$`, cell(one.before))
	regex.match(`^[,/]`, one.after)
}

sought_for(one) if {
	mentioned(one)
	one.row
	regex.match(signs, one.lead)
}

signs := `(?i)\b(strings?|indicators?|signs?|signatures?|artefacts?|artifacts?|traces|seen|means?|meaning|looks? for|hits?)\b`

# A row of a table of signs, in a skill about attacks.
sign(order) if {
	studies
	startswith(trim_space(order.text), "|")
	regex.match(signs, concat("\n", [order.heading, object.get(order, "above", "")]))
}

# It is set apart as what somebody else says.
graded(answer, "low") if {
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found { material.only(one) }
}

# A paragraph in a quotation that is on show.
graded(answer, "low") if {
	found := around(answer)
	count(found) > 0
	every one in found {
		one.quoted
		material.only(one)
	}
}

# A comment says that what stands in it is wrong: nobody runs a comment.
graded(answer, "low") if {
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found {
		one.comment
		regex.match(marked, one.note)
	}
}

marked := `(?i)^\W*(wrong|bad|unsafe|insecure|vulnerable|attack(er)?|malicious|hostile|injected|exploit|anti-?pattern|never|don['’]t|do not)\b`

# The comment before it says so, or forbids to run it.
graded(answer, "medium") if {
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found { withheld(one.note) }
	not asked(answer)
}

withheld(said) if regex.match(`(?i)^\W*(wrong|bad|insecure|vulnerable|malicious|anti-?pattern)\b`, said)

withheld(said) if regex.match(`(?i)\b(do not|don['’]t|never|must not)\s+(ever\s+)?(run|execute|paste|use|do)(\s+(this|it|these|that|them|the (sample|code|command)s?))?\s*([.;,!)]|$)`, said)

# What leads to it says that it is somebody's, in a skill that looks at such things.
graded(answer, "medium") if {
	studies
	some one in around(answer)
	on_show(one)
	not asked(answer)
}

on_show(one) if regex.match(show, concat("\n", [one.lead, object.get(one, "note", "")]))

show := `(?i)\b(quot(e|es|ed|ation|ations)|verbatim|excerpts?|samples? (looks?|are|is|were|was|shows?|contains?|reads?)|(typical|attacker['’]?s?|intruder['’]?s?|recorded|captured) (session|command|line|log)s?|(from|in) (the|a) (sample|incident|case|wild))\b`

# A program that a block of SKILL.md shows.
graded(answer, "medium") if {
	studies
	answer.at.file == input.skill.manifest.file
	some fence in input.skill.body.fences
	fence.span.start.line <= answer.at.span.start.line
	answer.at.span.start.line <= fence.span.end.line
	one := {"lead": object.get(fence, "lead", ""), "after": object.get(fence, "note", "")}
	exhibited(one)
	not commands.has_run(one.lead)
}

exhibited(one) if taught(one)

exhibited(one) if on_show({"lead": one.lead, "note": one.after})

# A pattern that a program looks for is no command, however much it looks like one: it stands
# in what a call compiles or looks for, and has what no command has.
graded(answer, "low") if {
	commands.code(answer.at.file)
	found := written_at[[answer.at.file, answer.at.span.start.line]]
	every one in found { pattern(one) }
}

# Two names with a stroke between them, and nothing else: whatever it is, nothing is fetched by it.
graded(answer, "low") if {
	commands.code(answer.at.file)
	found := written_at[[answer.at.file, answer.at.span.start.line]]
	some flow in found
	flow.steps
	every one in found { alternatives(one) }
}

alternatives(one) if {
	not object.get(one, "ran", false)
	regex.match(`^["'\x60]?[\w.*?+^()\\-]+(\|[\w.*?+^()\\-]+)+["'\x60]?$`, one.text)
	every step in one.steps {
		every arg in step.args { regex.match(`^[\w.*?+^()\\|-]+$`, arg) }
	}
}

# What is given something at the end of it is told as a command by itself.
alternatives(one) if {
	not one.steps
	count(one.args) == 0
}

# Both, in a literal of the language for what is looked for.
graded(answer, "low") if {
	commands.code(answer.at.file)
	found := written_at[[answer.at.file, answer.at.span.start.line]]
	some one in found
	literal(one)
	every other in found { looked_for(other) }
}

looked_for(one) if literal(one)

looked_for(one) if alternatives(one)

literal(one) if {
	not object.get(one, "ran", false)
	regex.match(`(?i)\.([cm]?[jt]sx?|rb|pl|pm)$`, one.file)
	some part in [written(one), one.text]
	regex.match(`(^|[=(,:!&|?\[{};]|\breturn)\s*/([^/\\*]|\\.)([^/\\]|\\.)*$`, part)
	closed(one)
}

# Where the literal ends: behind the words, or with them.
closed(one) if regex.match(`^([^/\\]|\\.)*/[a-z]*([\s.,;)\]}]|$)`, object.get(one, "after", ""))

closed(one) if regex.match(`([^/\\]|\\.)/[a-z]*$`, one.text)

# A guard or a scanner has written out what it looks for, and what its tests expect. Nothing in
# the package could run it, and nobody is told to: a statement is told of only then.
graded(answer, "low") if {
	commands.code(answer.at.file)
	found := written_at[[answer.at.file, answer.at.span.start.line]]
	every one in found {
		checked(one)
		object.get(one, "idle", false)
	}
}

# Its tests start something: that they run this was not found.
graded(answer, "medium") if {
	commands.code(answer.at.file)
	regex.match(`(?i)(^|/)(tests?|specs?|__tests__|e2e)/|(^|/)(test|spec|conftest)[_-]|[._-](tests?|spec|specs|cases)\.\w+$`, answer.at.file)
	found := written_at[[answer.at.file, answer.at.span.start.line]]
	every one in found { checked(one) }
}

checked(one) if {
	not object.get(one, "ran", false)
	not endswith(lower(one.file), ".json")
	regex.match(checking, object.get(one, "held", ""))
}

# A record of data for tests says what is to come of it.
checked(one) if {
	not object.get(one, "ran", false)
	regex.match(`(?i)(^|/)(tests?|specs?|__tests__|fixtures|test-?data|evals?)/([^/]+/)*[\w-]*(cases?|tests?|evals?|fixtures?|samples?|examples?|corpus)[\w.-]*\.json$`, one.file)
	regex.match(`(?i)"(expect\w*|want|verdict|decision|label|should_?\w*|blocked|denied|allowed)"\s*:`, object.get(one, "held", ""))
}

checking := `(?i)(^|[^a-z])(assert\w*|expect\w*|should|cases?|test_?cases?|danger\w*|malicious|den(y|ied)\w*|block(ed|s|list)?|forbidden|unsafe|suspicious|patterns?|signatures?|rules?|samples?|examples?|attacks?|bad|payloads?|each|parametrize|is_?(safe|allowed|blocked|dangerous)|checks?|detect\w*|match(es)?|hostile|want|reject(ed|s)?|fixtures?|positives?|negatives?|inputs?|findings?|risk\w*|verdict|classify|scan)([^a-z]|$)`

# What stands in a program, by the line that it begins in.
written_at[[one.file, one.span.start.line]] contains one if {
	some kind in ["flows", "commands"]
	some one in input.skill.body[kind]
	commands.code(one.file)
}

pattern(one) if {
	regex.match(`(?i)\b(re|regex|regexp|pattern)(\.|::)?(compile|mustcompile|search|match|fullmatch|findall|finditer|new)?\(\s*(r|br|rb|@)?["'\x60/](\\.|[^"'\\])*$`, concat("", [written(one), one.text]))
	regex.match(`\(\?|\?\)|\\|\[[^\]]*\]?[*+?]|[)\]][?*+$]`, concat("", [substring(one.text, 0, 600), object.get(one, "after", "")]))
}

written(one) := lines[count(lines) - 1] if {
	text := object.get(one, "before", "")
	text != ""
	lines := split(text, "\n")
} else := last_line(object.get(one, "lead", ""))

# It is spoken of, and nobody can be reached at it.
graded(answer, "low") if {
	studies
	spoken(answer)
	unreachable(answer)
}

# It is spoken of, and the name that stands there is that of nobody who means well.
graded(answer, "low") if {
	not asked(answer)
	found := around(answer)
	every one in found {
		not one.fenced
		not bidden(one, cell(one.before))
		every host in reached(one.text) { regex.match(`(^|[.-])(attackers?|evil|malicious|mallory|villain|hacker)([.-]|$).*\b(example|test|invalid)(\.(com|net|org))?$`, host) }
	}
	some one in found
	count(reached(one.text)) > 0
}

graded(answer, "low") if {
	studies
	record(answer)
}

graded(answer, "medium") if {
	studies
	spoken(answer)
}

graded(answer, "medium") if {
	studies
	some one in around(answer)
	taught(one)
	not asked(answer)
}

# Nobody can be reached at what is shown.
graded(answer, "medium") if {
	studies
	unreachable(answer)
	not asked(answer)
}

# It names addresses, all of them such as nobody has.
unreachable(answer) if {
	found := around(answer)
	every one in found { nowhere(one.text) }
	some one in found
	count(reached(one.text)) > 0
}

# What leads to it has it run.
asked(answer) if {
	some one in around(answer)
	commands.has_run(one.lead)
}

graded(answer, "medium") if {
	spoken(answer)
	some one in around(answer)
	taught(one)
}

# What is fetched or sent without any address, in a sentence that does not have it done: there
# is nothing that it could be.
graded(answer, "low") if {
	spoken(answer)
	some one in around(answer)
	one.kind == "commands" # the text of a flow has "…" between its commands
	regex.match(`(?i)^\W*(curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|scp|rsync|nc|ncat)\s([^|;&…]*\s)?(…|\.\.\.|<[A-Za-z][\w -]*>)(\s|$)`, one.text)
	count(reached(one.text)) == 0
}

# Data that nothing runs, in a skill that reads such data.
record(answer) if {
	regex.match(`(?i)\.(jsonl|ndjson|csv|tsv|yara?|sigma|snort|suricata)$`, answer.at.file)
	not run(answer.at.file)
}

# A program that runs code is given it. That a text names a file of data, or a program
# loads it, runs nothing of it.
run(file) if {
	some use in input.skill.body.uses
	use.file == file
	regex.match(`^((ba|z|da|k|a)?sh|python[0-9.]*|node|deno|bun|perl|ruby|php|source|\.|pwsh|powershell(\.exe)?|eval|xargs|sudo)$`, use.program)
}

graded(answer, "medium") if {
	studies
	regex.match(`(?i)\.json$`, answer.at.file)
	not regex.match(`(?i)(^|/)(\.[^/]+/.*|package|composer|deno|settings[^/]*|hooks|\.?mcp|plugin|tasks|launch|manifest|openclaw|config)\.json$`, answer.at.file)
	not run(answer.at.file)
}

# A rule for a scanner that a document shows: its strings are what is looked for.
graded(answer, "low") if {
	studies
	searched(answer)
}

graded(answer, "medium") if searched(answer)

searched(answer) if {
	document(answer.at.file)
	answer.at.file == input.skill.manifest.file
	answer.at.span.start.col > 1
	some fence in input.skill.body.fences
	lower(fence.lang) in {"kql", "sigma", "snort", "spl", "suricata", "yar", "yara"}
	fence.span.start.line <= answer.at.span.start.line
	answer.at.span.end.line <= fence.span.end.line
}

# The pattern of a program that searches is no command, however much it looks like one.
graded(answer, "low") if {
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found { sought(one.text) }
}

sought(text) if regex.match(`^\s*(sudo\s+)?((git|xargs)\s+)?(e|z|f)?(grep|rg|ack|ag|findstr|select-string)\b[^'"|;&$\x60()<>]*('[^']*'|"[^"$\x60]*")([^'"|;&$\x60()<>]|"?\$\{?\w+\}?"?)*$`, text)

# What stands around the place of an answer. It is looked up by the part of the file, so
# that not all is gone through for each answer; what is long is in no part.
around(answer) := {one |
	some key in [part(answer.at.span.start.line), "long"]
	some one in parts[[answer.at.file, key]]
	one.span.start.line <= answer.at.span.start.line
	answer.at.span.start.line <= one.span.end.line
}

# The part of a file that a line is in.
part(line) := floor(line / 32)

parts[[one.file, key]] contains one if {
	some one in shown
	first := part(one.span.start.line)
	last := part(one.span.end.line)
	some key in covered(first, last)
}

covered(first, last) := numbers.range(first, last) if last - first < 8

covered(first, last) := ["long"] if last - first >= 8

shown contains one if {
	some kind in ["flows", "commands", "passages"]
	some place in input.skill.body[kind]
	document(place.file)
	one := {
		"file": place.file, "span": place.span, "text": place.text, "fenced": place.fenced,
		"row": object.get(place, "row", false), "cited": object.get(place, "cited", false), "quoted": object.get(place, "quoted", false),
		"note": object.get(place, "note", ""), "comment": object.get(place, "comment", false), "lead": object.get(place, "lead", ""), "after": object.get(place, "after", ""),
		"before": object.get(place, "before", last_line(object.get(place, "lead", ""))), "passage": kind == "passages",
		"kind": kind,
	}
}

document(file) if main.is(file)

document(file) if commands.document(file)

last_line(lead) := lines[count(lines) - 1] if lines := split(lead, "\n")

# Nothing at the place is to be done.
spoken(answer) if {
	found := {one | some one in around(answer); not one.passage}
	count(found) > 0
	every one in found { mentioned(one) }
}

# Words are looked at with what they lead to: an item or a row below words about attacks.
spoken(answer) if {
	found := around(answer)
	count(found) > 0
	every one in found {
		one.passage
		not one.fenced
		taught(one)
	}
}

# A sentence that has nobody do it.
mentioned(one) if {
	not one.fenced
	said := cell(one.before)
	said != ""
	not bidden(one, said)
}

# An item or a row that begins with it, where what leads there speaks of attacks; or a
# sentence that goes on about it.
mentioned(one) if {
	not one.fenced
	cell(one.before) == ""
	taught(one)
}

mentioned(one) if {
	not one.fenced
	cell(one.before) == ""
	regex.match(`^(?i)(in|on|is|are|was|were|or|and|would|could|can|may|might|[a-z]+[^s]s)\b`, one.after)
}

# One of several things that a sentence names, or a cell of a table in a skill about attacks.
mentioned(one) if {
	not one.fenced
	cell(one.before) == ""
	studies
	regex.match(`^[,/]`, one.after)
}

mentioned(one) if {
	not one.fenced
	one.row
	studies
	not bidden(one, cell(one.before))
}

# What comes behind a colon is to be done, unless it is said to be an example of something,
# or words about attacks that have no verb of an order.
bidden(one, said) if {
	commands.bidden(said)
	not regex.match(`(?i)^\W*(?:[\w'’-]+ ){0,3}(signs?|signals?|symptoms?|indicators?|flags?|smells?|clues?|giveaways?|markers?|traces)\b[^.!?;:]{0,50}:$`, said)
	not regex.match(`(?i)^\W*(typical(ly)?|(for )?examples?|e\.g\.|such as|signs?|common(ly)?|known|seen|observed|often|vulnerable|bad|wrong)\b[^.!?;]{0,30}:$`, said)
	not listed(one, said)
}

listed(one, said) if {
	studies
	endswith(said, ":")
	taught(one)
	not commands.has_run(said)
	not regex.match(`(?i)\b(run|execute|do|use|call|set-?up|install)\b`, said)
}

cell(before) := trim(commands.last_cell(before), ` "'“(`)

# The heading, what leads to it, or what is said of it, is about attacks.
taught(one) if regex.match(attacks, concat("\n", [one.lead, one.after]))

attacks := `(?i)\b(attack(s|ers?|ing|ed)?|adversar\w+|malicious\w*|malware|obfuscat\w+|exploit(s|ed|ation)?|evasion|evade\w*|injection|payloads?|(red|warning|danger|bad|tell-?tale) (flags?|signs?|signals?)|suspicious|dangerous|unsafe|risky|vulnerab\w+|anti-?patterns?|threats?|detect(s|ed|ing|ions?)?|indicators?|alerts?|incidents?|compromised?|infected|phish\w*|fake|reverse shells?|backdoors?|persistence|exfiltrat\w+|web ?shells?|loaders?|stealers?|ransomware|botnets?|honeypots?|ransom|reject|never (right|safe|acceptable|run|do|use|execute|follow)|do not (run|do|use|execute|follow)|don['’]t (run|do|use|execute|follow)|must not|look(s|ing)? (for|like)|hunt(s|ing)? for|findings?|appears?|process trees?|precursors?|steals?|hides?)\b`

# The skill says that it studies attacks, or looks for them.
studies if commands.about_attacks

studies if {
	description := lower(concat(" ", [told.name, purpose.description]))
	regex.match(studied, description)
}

studied := `\b(malware|phish\w*|forensic\w*|incidents?|intrusions?|prompt[ -]injections?|(command|sql|code)[ -]injections?|injections?|jailbreak\w*|pen-?tests?|pen-?testing|penetration|red[ -]?team\w*|blue[ -]?team\w*|ctf|capture[ -]the[ -]flag|exploit\w*|vulnerabilit\w+|threats?|attack\w*|adversar\w+|soc|siem|edr|yara|sigma|honeypots?|hacked|hackers?|hacking|ransomware|privilege escalation|lateral movement|credential (dumping|theft)|beaconing|reverse[ -]engineer\w*|(security|secure)[ -](courses?|lessons?|training|awareness|reviews?|research|rules|coding|education|exercises?|checks?|scan\w*)|application security|detection (rules?|engineering)|malicious|suspicious|(is|are) safe|safe to (install|run|use)|risky settings|supply[ -]chain)\b`

# No address, or only such as nobody has: of the machine, of a network at home, and those
# that are kept free for documents (RFC 2606, RFC 5737).
nowhere(text) if every host in reached(text) { free(host) }

reached(text) := addresses.named(text) | {found | some found in regex.find_n(`\b\d{1,3}(?:\.\d{1,3}){3}\b`, text, -1)}

free(host) if addresses.local(host)

free(host) if regex.match(`^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$`, host)

free(host) if regex.match(`(^|\.)(example|test|invalid|example\.(com|net|org))$`, host)

free(host) if regex.match(`[$<{*%]`, host)
