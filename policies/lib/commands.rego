# METADATA
# title: Commands in the text of a skill
# description: What rules about flows and commands share.
package skillctl.lib.commands

import data.skillctl.lib.main
import data.skillctl.lib.shown as material
import data.skillctl.lib.text
import data.skillctl.lib.told

# A program that prints or keeps what comes from elsewhere: from a web server, a name
# server, a connection, a store. The table says which do so, and with which arguments.
fetches(step) if {
	some known in data.skillctl.tables.commands.fetch
	named(step, known)
	fitting(step, known)
}

# The names of such programs, where nothing is known of their arguments.
fetchers contains name if {
	some known in data.skillctl.tables.commands.fetch
	some name in known.names
}

named(step, known) if step.program in known.names

named(_, known) if not known.names

fitting(_, known) if not known["with"]

fitting(step, known) if {
	some pattern in known["with"]
	some arg in step.args
	regex.match(pattern, arg)
}

shown(command) := text.cited(text.clip(command.text, 120))

# SKILL.md is an order; what stands in another document is read when the agent is
# sent there, unless something has it run.
document(file) if {
	regex.match(`(?i)\.(md|mdx|mdc|markdown|txt|rst|adoc|org|tex|log|csv|tsv|html?|docx|odt|pptx|odp|xlsx|ods|epub|pdf|rtf)$`, file)
	not regex.match(`(?i)(^|/)(cmakelists|requirements[^/]*|constraints)\.txt$`, file)
	not file in ran
}

ran := {use.file |
	some use in input.skill.body.uses
	use.how != "before"
}

aside(file) if {
	not main.is(file)
	document(file)
}

# What weighs less: it is no order, or one that only another document gives.
lesser(command) if aside(command.file)

lesser(command) if warned(command)

lesser(command) if illustrated(command)

# The same of what is no order wherever it stands: a document that the manifest sends the
# agent to is part of what it has done.
slighter(command) if {
	aside(command.file)
	not command.file in pointed
}

slighter(command) if warned(command)

slighter(command) if taught(command)

pointed contains link.path if {
	some link in input.skill.body.links
	main.is(link.file)
	object.get(link, "path", "") != ""
}

# What the skill looks for: it is about attacks, and shows one in a sentence, in a row or in
# a sample.
illustrated(place) if {
	about_attacks
	not place.fenced
	not code(place.file)
	not has_run(object.get(place, "lead", ""))
}

illustrated(place) if {
	about_attacks
	sample(place.file)
}

illustrated(place) if material.only(place)

# A command with something left out is none that anybody runs as it stands.
illustrated(place) if {
	not place.fenced
	not code(place.file)
	regex.match(`[^\s…]…|…[^\s…]|\(\.\.\.\)`, place.text)
}

# Nor is one whose address is left out.
illustrated(place) if {
	not place.fenced
	not code(place.file)
	place.how == "pipe"
	regex.match(`\s(…|\.\.\.)\s*\|`, place.text)
}

# Data that nothing runs.
sample(file) if {
	regex.match(`(?i)\.(jsonl?|ndjson|csv|tsv|ya?ml|xml|log|txt|evtx|pcap|yar|yara|sigma|rules)$`, file)
	not file in started
	not regex.match(`(?i)(^|/)(package|settings[\w.-]*|hooks|\.?mcp|tasks|launch|devcontainer|config[\w.-]*|plugin|marketplace|claude_desktop_config|docker-compose[\w.-]*|compose[\w.-]*|action|workflow\w*)\.(jsonc?|ya?ml)$|(^|/)\.(github|gitlab|circleci|vscode|devcontainer|claude|cursor)[/-]`, file)
}

# Files that a program is given to run, or that stand alone in a block of commands: the name
# of one in a sentence has nobody run it.
started contains use.file if {
	some use in input.skill.body.uses
	use.how != "before"
	use.fenced
}

started contains use.file if {
	some use in input.skill.body.uses
	use.how != "before"
	use.language != ""
}

# The description says that the skill is for those who defend something, or teach it.
about_attacks if regex.match(`(?i)\b(malware|forensics?|incident (response|handling|triage)|threat (hunting|model\w*|intel\w*)|sigma|yara|(snort|suricata|falco|semgrep|detection) (rules?|signatures?|authoring|engineering)|intrusion|prompt[- ]injections?|(sql|command|code)[- ]injections?|jailbreaks?|penetration[- ]test\w*|pen-?test\w*|ctf|capture the flag|red[- ]team\w*|blue[- ]team\w*|vulnerab\w+|exploit\w*|reverse[- ]engineer\w*|phishing|attack (patterns?|techniques?|surface|trees?)|security (reviews?|audits?|course|training|scann\w+|analy\w+|research|lessons?|posture)|(review|audit|scan|vet|check|inspect|triage)\w* ([\w-]+ ){0,4}(skills?|plugins?|extensions?|packages?|scripts?) ([\w-]+ ){0,4}(for|before)|red flags?|supply[- ]chain|secure coding|hardening|(suspicious|compromised|infected|hacked|breached) ([\w-]+ )?(hosts?|files?|machines?|logs?|commands?|servers?|accounts?|systems?))\b`, told.description)

# The sentence before a command forbids it …
warned(command) if {
	not command.fenced
	regex.match(`(?i)(\b(never|not|cannot|avoid|without|nor)|n['’]t)(\s+(ever|try to|simply|just|\w+ly))*(\s+|$)((run|running|use|using|execute|executing|type|typing|paste|pasting|enter|entering|call|calling|suggest|suggesting|issue|recommend|recommending|disable|a|an|the|this|any|commands?|like|such as|or|code)\b\s*["“]?\s*)*$`, command.before)
}

# … or has somebody look for it.
warned(command) if {
	not command.fenced
	regex.match(`(?i)\b(search(es|ing)?|look(s|ing)?|scan(s|ning)?|grep|watch(es|ing)?|hunt(s|ing)?|alerts?|detect(s|ing)?|flag(s|ging)?|block(s|ing)?|refuse(s)?|reject(s|ing)?|spot(s|ting)?)\b[^,:—]{0,60}\b(for|on|as|like|such as|of|contain(s|ing)?|match(es|ing)?)\s*(a |an |the |any )?["“]?$`, command.before)
	not regex.match(`(?i)\b(and|then|but|run|execute|use|type|paste|start|by|with)\b`, command.before)
}

# "No `csrutil disable`, no `spctl …`"; "be wary of advice that does (`vssadmin delete …`)".
warned(command) if {
	count(wary) > 0
	[command.file, command.span] in wary
}

# Made once for all rules.
wary contains [command.file, command.span] if {
	some command in input.skill.body.commands
	not command.fenced
	regex.match(`(?i)((^|[.;:!?,—–(]\s*|\b(and|or)\s+)no(\s+such)?\s*["“]?|\b(wary|careful|suspicious|sceptical|skeptical|beware|distrust|mistrust|(watch|look) out|(stay|keep) away|steer clear) (of|for|with|from|about)\b[^.!?;]*)$`, command.before)
	not regex.match(`(?i)\b(wary|careful|suspicious|sceptical|skeptical|beware|distrust|mistrust|out|away|clear) (of|for|with|from|about)\b[^.!?;]*\b(run|execute|type|use|paste|start|then|but|instead)\b[^.!?;]*$`, command.before)
}

# A string that a rule for a scanner looks for is no command: the file is one of such
# rules, and nothing has it run. In a document it is shown.
sought(command) if {
	regex.match(`(?i)\.(yar|yara|sigma|snort|suricata)$`, command.file)
	not command.file in ran
}

# In such a rule a command begins no line.
sought_here(command) if {
	command.file == input.skill.manifest.file
	command.fenced
	command.span.start.col > 1
	some fence in input.skill.body.fences
	lower(fence.lang) in {"yara", "yar"}
	fence.span.start.line <= command.span.start.line
	command.span.end.line <= fence.span.end.line
}

# Files of the package other than documents: what they do is done, not read.
code(file) if {
	not main.is(file)
	not document(file)
}

# What leads to it says that an agent, a model or an assistant has to do it.
addressed(flow) if {
	lines := split(object.get(flow, "lead", ""), "\n")
	regex.match(`(?i)\b(assistants?|(coding |ai |llm )?agents?|claude|copilot|codex|gemini|llms?|ais?|(ai|language) models?)\b[^.!?]{0,60}(:|,|\b(must|should|shall|needs? to|ha(s|ve) to|(is|are) (required |expected |asked )?to)\b)[^.!?]*$`, lines[count(lines) - 1])
	not regex.match(`(?i)\b(never|not|avoid|refuse|reject|attackers?|malicious|injection|e\.g\.|for example|such as)\b|n['’]t\b`, lines[count(lines) - 1])
}

# A row of a file of data is shown: nothing runs the file, or makes of it what is run.
locus(file) := "example" if {
	rows(file)
} else := "script" if {
	code(file)
} else := "instruction"

# Data that is kept in rows, or in a folder for data.
rows(file) if {
	regex.match(`(?i)\.(csv|tsv|psv|jsonl|ndjson)$|(^|/)(data|data-?sets?|fixtures?|samples?|examples?|corpus|corpora|evals?|evaluations?|benchmarks?|test-?data)/([^/]+/)*[^/]+\.json$`, file)
	not file in ran
	not carried_out(file)
}

# The text has it done.
carried_out(file) if {
	name := regex.replace(file, `^.*/`, "")
	some order in input.skill.body.orders
	order.act in {"run", "obey"}
	order.polarity == "order"
	contains(order.text, name)
}

# An argument that begins with one of some texts, case left aside.
has_option(args, options) if {
	some arg in args
	some option in options
	startswith(lower(arg), option)
}

# A line of a recipe for an image: it changes the image, not the machine.
of_image(command) if regex.match(`(?i)(^|/)(dockerfile|containerfile)[^/]*$|\.dockerfile$`, command.file)

of_image(command) if {
	not command.fenced
	regex.match(`^RUN\b`, command.before)
}

of_image(command) if startswith(command.text, "RUN ")

# The program and all that had a hand in what it is given.
steps(command) := array.concat([{"program": command.program, "args": command.args}], command.input)

# One degree less.
lower_severity := {"critical": "high", "high": "medium", "medium": "low", "low": "info", "info": "info"}

# What a text only speaks of: a command in a sentence that does not have anybody do it,
# one that is to go on from somebody else's, and a string of a program that no call hands
# to a shell.
told_of(command) if {
	not command.fenced
	not regex.match(`(?i)\.(bat|cmd|ps1|psm1)$`, command.file) # it has no sentences
	said := last_cell(command.before)
	said != ""
	not bidden(said)
}

# What a document shows as an attack: the heading that it stands under, or the sentence
# before it, says that this is what attackers do, or what must not be done.
taught(flow) if illustrated(flow)

taught(flow) if {
	document_text(flow.file)
	not has_run(object.get(flow, "lead", ""))
	regex.match(`(?i)\b(attack(s|ers?|ing)?|adversar\w+|malicious\w*|malware|obfuscat\w+|exploit(s|ed|ation)?|evasion|evade\w*|injection|payloads?|red flags?|suspicious|dangerous|unsafe|vulnerab\w+|anti-?patterns?|threats?|detect(s|ed|ing|ion)?|indicators?|never (run|do|use|execute)|do not (run|do|use|execute)|don't (run|do|use|execute)|must not)\b`, object.get(flow, "lead", ""))
}

# A skill that looks through others shows what it has turned down.
taught(flow) if {
	about_attacks
	document_text(flow.file)
	not has_run(object.get(flow, "lead", ""))
	regex.match(`(?i)\b(rejected|refused|turned down|quotations?|quoted)\b`, object.get(flow, "lead", ""))
}

# What leads to it has it run, with a verb at the begin of a clause.
has_run(lead) if {
	lines := split(lead, "\n")
	regex.match(`(?i)(^|[.!?:;,—–(]\s*|\b(then|first|please|now|and|must|to|always)\s+)(run|execute|type|enter|paste|apply|install|start|launch|invoke)\b`, lines[count(lines) - 1])
	not regex.match(`(?i)\b(never|not|avoid|attackers?|victims?|users?)\b|n['’]t\b`, lines[count(lines) - 1])
}

document_text(file) if main.is(file)

document_text(file) if document(file)

# A stroke within code is none between cells: what of the code stands before it is left out.
last_cell(before) := trim_space(cells[count(cells) - 1]) if cells := split(regex.replace(before, `^((?:[^"]*"[^"]*")*[^"]*)"[^"]*$`, "$1"), "|")

# An order, and not what somebody may try.
bidden(said) if {
	not sign(said)
	regex.match(`(?i)(\b(run|execute|type|enter|issue|do|use|call|invoke|perform|paste|apply|first|then|finally|next|please|start|clean ?up)\b[^.!?]{0,60}|:)$`, said)
	not regex.match(`(?i)\b(tr(y|ies|ied|ying)|attempt(s|ed|ing)?|could|would|might|may|wants?|asked|told)\s+(to\s+)?(run|execute|type|enter|issue|do|use|call|invoke|perform|paste|apply)\b[^.!?]{0,60}$`, said)
}

# One of the signs that a list behind a colon names: "Findings: run keys, scheduled tasks, …".
sign(said) if regex.match(`(?i)^\W*(?:[\w'’-]+ ){0,3}(findings?|signs?|signals?|symptoms?|indicators?|iocs?|flags?|smells?|clues?|giveaways?|markers?|traces|artefacts?|artifacts?)\b[^.!?;:]{0,50}:[^.!?;:]*,\s*$`, regex.replace(said, `"[^"]*"`, ""))

# A clause that begins with what is done with a command before it is run.
bidden(said) if regex.match(`(?i)(^|[.!?:;,)\]]\s*|\b(then|next|first|now|please|just|simply|must|should)\s+)(copy|take|grab|select|open|launch|put|drop|feed|evaluate|submit)\b[^.!?]{0,60}$`, said)

told_of(command) if {
	command.fenced
	command.before != ""
	aside(command.file)
}

told_of(command) if {
	command.fenced
	command.before != ""
	not regex.match(`(?i)\b(system|popen|exec\w*|spawn\w*|run|call|check_\w+|getoutput|sh|shell\w*|bash|cmd|command|subprocess|start|process|invoke\w*|os|\$|%x|qx)\b[\s(\[{.\w,"'\x60=:!-]*$`, command.before)
}

# A copy to a place that options or the operand itself describe: ":webdav:/x --webdav-url …".
uploads(command) if {
	command.program == "rclone"
	some verb in command.args
	verb in {"copy", "copyto", "move", "moveto", "sync", "bisync", "rcat"}
	remote := [i | some i, arg in command.args; regex.match(`^["']?:[a-z0-9]+[,:]`, arg)]
	count(remote) == 1
	some i, arg in command.args
	i < remote[0]
	arg != verb
	not startswith(arg, "-")
	not startswith(command.args[i - 1], "--")
}

# A file that an option names, or that the command is fed.
uploads(command) if {
	command.program in {"curl", "http", "https", "xh"}
	some i, arg in command.args
	regex.match(`(^|[=;])[@<](<[\w -]+>)?[^@<]*$`, arg)
	not regex.match(`(^|[=;])[@<]$`, arg)
	not startswith(arg, "<<")
	not command.args[i - 1] in {"-H", "--header", "-K", "--config", "-b", "--cookie"}
}

uploads(command) if {
	command.program in {"curl", "wget"}
	some i, _ in command.args
	command.args[i - 1] in {"-T", "--upload-file", "--post-file", "--body-file"}
}

uploads(command) if {
	command.program == "wget"
	some arg in command.args
	regex.match(`^--(post|body)-file=`, arg)
}

# What is packed or read goes through a connection as it is.
uploads(command) if {
	command.program in {"nc", "ncat", "netcat"}
	some step in command.input
	step.program in {"bsdtar", "cat", "tar", "zip"}
	count(step.args) > 0
}

uploads(command) if {
	command.program in {"nc", "ncat", "netcat"}
	some step in command.input
	step.program == "git"
	some verb in step.args
	verb in {"archive", "bundle", "diff", "show"}
}

# A field of a request that is a file: "file@a.pdf".
uploads(command) if {
	command.program in {"http", "https", "xh", "xhs"}
	some arg in command.args
	regex.match(`^[\w.\[\]-]+@[^@]`, arg)
}

uploads(command) if {
	command.program == "curl"
	some i, arg in command.args
	command.args[i - 1] == "--data-urlencode"
	regex.match(`^[\w.\[\]-]+@[^@]`, arg)
}

# A file that a connection is fed.
uploads(command) if {
	command.program in {"nc", "ncat", "netcat", "openssl", "telnet", "websocat", "xh", "http", "https"}
	some arg in command.args
	regex.match(`^<[^<&(]`, arg)
}

uploads(command) if {
	command.program == "socat"
	some arg in command.args
	regex.match(`(?i)^(file|open|gopen):`, arg)
}

# What a program reads goes straight into a connection that the shell opens.
uploads(command) if {
	command.program in {"bsdtar", "cat", "tar", "gzip", "dd", "base64", "zip", "xz", "zstd"}
	some arg in command.args
	regex.match(`^[>&]+/dev/(tcp|udp)/`, arg)
	some other in command.args
	not regex.match(`^[<>&-]`, other)
}

# A copy to another machine.
uploads(command) if {
	command.program in {"rsync", "scp"}
	operands := [arg | some arg in command.args; not regex.match(`^[-<>]`, arg)]
	count(operands) > 1
	regex.match(`^(rsync://|scp://|([\w.-]+@)?[\w-]+(\.[\w-]+)+::?)`, operands[count(operands) - 1])
	not regex.match(`://|^([\w.-]+@)?[\w.-]{2,}:`, operands[0])
}

# A store that is another one than the cloud's own.
uploads(command) if {
	command.program == "aws"
	some arg in command.args
	regex.match(`^--endpoint-url`, arg)
	some verb in command.args
	verb in {"cp", "mv", "put-object", "sync"}
	some i, target in command.args
	i > 2
	startswith(target, "s3://")
	not startswith(command.args[i - 1], "-")
}
