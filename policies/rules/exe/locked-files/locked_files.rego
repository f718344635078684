# METADATA
# title: Encrypts files of the user and takes the originals away
# description: >-
#   A program or a command of the skill goes through files of the user and leaves only
#   what is encrypted. Whoever has the key decides whether they can be read again.
# custom:
#   code: DST-004
#   severity: critical
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["locked-files"]

import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.text
import data.skillctl.lib.told
import data.skillctl.tables.documents

hint := "write what is encrypted beside the originals, and leave it to the user to remove these; say in the description what is encrypted, and with whose key"

findings contains {
	"message": sprintf("encrypts %s (%s) and %s", [things[chain.source.kind], chain.source.name, loss]),
	"hint": hint,
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": array.concat(chains.related(chain, sprintf("%s: the files are found here", [chain.source.name])), after(chain)),
	"severity": chains.lesser(chain, grade),
	"confidence": "high",
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	locks(chain)
	not told_before(chain)
	loss := taken(chain)
	grade := graded(chain, weight(chain.source.kind))
}

graded(chain, "medium") := "high" if held(chain)

graded(chain, "medium") := "medium" if not held(chain)

graded(_, grade) := grade if grade != "medium"

locks(chain) if {
	chain.sink.kind == "change"
	chain.source.locked
	chain.sink.channel in {"copy", "overwrite"}
}

told_before(chain) if {
	some i, other in input.skill.body.chains
	other == chain
	some before in array.slice(input.skill.body.chains, 0, i)
	locks(before)
	taken(before)
	same(before, chain)
}

same(chain, other) if {
	chain.source.file == other.source.file
	chain.source.span == other.source.span
}

# The original is written over, or removed.
taken(chain) := "writes over them" if {
	chain.sink.channel == "overwrite"
} else := "removes the originals" if {
	some other in input.skill.body.chains
	removes(other, chain)
}

removes(other, chain) if {
	other.sink.kind == "change"
	other.sink.channel in {"delete", "overwrite"}
	same(other, chain)
}

after(chain) := array.slice(
	[{"at": {"file": other.sink.file, "span": other.sink.span}, "message": "the original is taken away here"} |
		some other in input.skill.body.chains
		removes(other, chain)
		other != chain
	],
	0, 1,
)

things := {
	"argument": "a file of the user",
	"personal": "what people keep for themselves",
	"workspace": "what the agent works on",
}

# A tool that encrypts says so. Even then all that somebody has is for a person to look at.
weight("personal") := "critical" if not said

weight("personal") := "medium" if said

weight("workspace") := "high" if not said

weight("argument") := "medium" if not said

# A program encrypts with a key that it has written out.
held(chain) if {
	not encrypts
	some command in input.skill.body.commands
	command.file == chain.sink.file
	documents.lock.programs[command.program]
	written_out(command)
}

said if regex.match(`(?i)\b(encrypt(s|ed|ing|ion)?|encipher\w*|cipher|vaults?|lock(s|ed|ing)?|passwords?|protect(s|ed|ing)?|secure(s|d|ly)?|secrets?|age|gpg|pgp|sops)\b`, told.description)

findings contains {
	"message": sprintf("%s encrypts files of the user below %q, and %s takes the originals away", [commands.shown(command), place, commands.shown(other)]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"related": [{"at": {"file": other.file, "span": other.span}, "message": "the originals are taken away here"}],
	"severity": severity(command, weight("personal")),
	"confidence": "high",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	documents.lock.programs[command.program]
	not commands.told_of(command)
	some place in object.get(command, "over", [])
	other := [one |
		some one in input.skill.body.commands
		one.file == command.file
		abs(one.span.start.line - command.span.start.line) <= near
		loses(one, place)
	][0]
}

# The key is written out, so it is not the user's, and nothing but what it opens is left.
findings contains {
	"message": sprintf("%s encrypts with a key that the text has written out (%s), and %s takes the originals away", [commands.shown(command), text.clip(key, 40), text.cited(text.clip(command.lost, 80))]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"severity": keyed(command),
	"confidence": "high",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	object.get(command, "lost", "") != ""
	not commands.told_of(command)
	key := written_out(command)
}

# The same, where the originals are taken away by words, by a command further on, or by the
# command itself.
findings contains {
	"message": sprintf("%s encrypts with a key that the text has written out (%s), and the originals are taken away: %s", [commands.shown(command), text.clip(key, 40), text.cited(text.clip(loss, 80))]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"severity": keyed(command),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	object.get(command, "lost", "") == ""
	documents.lock.programs[command.program]
	not commands.warned(command)
	key := written_out(command)
	loss := min(away(command))
}

away(command) := {trim_space(said) | some said in array.concat(sentences(command), array.concat(steps(command), itself(command)))}

# Sentences right behind it, or what follows in its own.
sentences(command) := [said |
	not commands.code(command.file)
	some said in regex.split(`[.;!?](\s|$)|\n\s*([-*]|\d+\.)\s|\n\n`, object.get(command, "behind", ""))
	clears(said)
]

clears(said) if {
	regex.match(`(?i)\b(remov|delet|shred|wip|drop|eras|unlink|discard|trash|purg|destroy|clear|get(s|ting)? rid of)(e|es|ed|ing|ping|ped|s)?\b[^.;!?]{0,60}\b(plain\w*|unencrypted|originals?|sources?|loose|clear-?text|unsealed|inputs?|notes?|files?|documents?|photos?|pictures?|cop(y|ies)|it|them|one|ones)\b`, said)
	not refuses(said)
}

# What is taken away stands before the word for it: "the plain notes are removed with".
clears(said) if {
	regex.match(`(?i)\b(plain\w*|unencrypted|originals?|sources?|loose|clear-?text|unsealed)\b[^.;!?]{0,30}\b(is|are|gets?|be|being|been)\s+(removed|deleted|shredded|wiped|dropped|erased|unlinked|discarded|trashed|purged|destroyed|cleared)\b`, said)
	not refuses(said)
}

refuses(said) if regex.match(`(?i)\b(never|not|without|instead of|keep|ask|asks|confirm\w*|unless)\b|n['’]t\b`, said)

# Commands further on that name the same, or a variable as it does.
steps(command) := [found[0] |
	some found in regex.find_all_string_submatch_n(`\b(?:rm|shred|srm|unlink|trash|del|erase|[Rr]emove-[Ii]tem)\s+(?:-\S+\s+)*(["']?)([^\s"';&|\x60)]+)`, object.get(command, "behind", ""), 8)
	same_file(found[2], command.args)
]

same_file(arg, args) if {
	not startswith(arg, "-")
	trim(arg, `"'`) in {trim(one, `"'`) | some one in args}
}

same_file(arg, args) if {
	startswith(arg, "$")
	some one in args
	regex.match(`^\$[{]?\d`, one)
}

# It writes over what it encrypts.
itself(command) := ["it writes over them" |
	command.program == "sops"
	some arg in command.args
	arg in {"-i", "--in-place"}
]

# A file of the package.
brought(name) if {
	some file in input.skill.files
	endswith(concat("", ["/", file.path]), concat("", ["/", regex.replace(name, `^.*\$\{?\w+\}?/|^\./`, "")]))
}

keyed(command) := "medium" if {
	commands.slighter(command)
} else := "medium" if {
	encrypts
} else := "medium" if {
	# The key of an address may be the user's own.
	contains(written_out(command), "@")
} else := "high"

# It says that it encrypts: a vault may be a folder of notes.
encrypts if regex.match(`(?i)\b(encrypt(s|ed|ing|ion)?|encipher\w*|decrypt\w*|cipher|password-protected|age|gpg|gnupg|pgp|sops|7-?zip)\b`, told.description)

# A recipient or a password that is no variable and no file.
written_out(command) := found[0] if {
	found := [word |
		some i, arg in command.args
		some word in written(command.program, command.args, i, arg)
		not regex.match(`[$\x60%<{]|^(env|file|fd|stdin)\b|(?i)your|example|recipient|^my[-_]|changeme`, word)
		count(word) > 3
	]
	count(found) > 0
}

written(program, args, i, arg) := {word | some word in keys(program, args, i, arg)} | {word | some word in held_in(program, args, i, arg)}

keys(program, args, i, _) := {args[i + 1]} if {
	program in {"age", "rage"}
	args[i] in {"-r", "-er", "--recipient"}
}

# A file of the package has it.
held_in(program, args, i, _) := {args[i + 1]} if {
	program in {"age", "rage"}
	args[i] in {"-R", "--recipients-file"}
	brought(args[i + 1])
}

held_in("openssl", args, _, arg) := {arg} if {
	some word in args
	word in {"-encrypt", "-pubin", "-certin"}
	regex.match(`\.(pem|crt|cer|der|pub|key)$`, arg)
	brought(arg)
}

keys("sops", args, i, _) := {args[i + 1]} if args[i] in {"-a", "--age", "-p", "--pgp", "-k", "--kms"}

keys(program, args, i, _) := {args[i + 1]} if {
	program in {"gpg", "gpg2"}
	args[i] in {"-r", "-er", "--recipient", "-R", "--hidden-recipient", "--passphrase"}
}

keys(program, _, _, arg) := {regex.replace(arg, `^-(hp|p)["']?`, "")} if {
	program in {"7z", "7za", "7zz", "rar"}
	regex.match(`^-(hp|p).`, arg)
}

keys("zip", args, i, _) := {args[i + 1]} if args[i] in {"-P", "--password"}

keys("openssl", args, i, _) := {trim_prefix(args[i + 1], "pass:")} if {
	args[i] in {"-pass", "-passout"}
	startswith(args[i + 1], "pass:")
}

keys("openssl", args, i, _) := {args[i + 1]} if args[i] in {"-k", "-K"}

# What is locked with a password that is made up in the same breath can be opened by nobody, or by
# whoever sees it go by.
findings contains {
	"message": sprintf("%s encrypts with a password that nobody is told", [commands.shown(command)]),
	"hint": "ask the user for the password, or write it where the user keeps such things",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, "high"),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	documents.lock.programs[command.program]
	not commands.warned(command)
	some arg in command.args
	regex.match(`\$\([^)]*\b(openssl rand|urandom|uuidgen|pwgen|apg|mktemp -u|makepasswd|shuf|tr -dc|gpg --gen-random|secrets\.token\w*)\b|\x60[^\x60]*\b(openssl rand|urandom|uuidgen|pwgen)\b`, arg)
	not regex.match(`\btee\b|>`, arg)
	not on(command.args)
}

# It makes a key that is written somewhere, and encrypts nothing yet.
on(args) if {
	some arg in args
	regex.match(`^(genrsa|genpkey|rand|--gen-key|--full-gen\w*key|--quick-gen\w*-key|keytool)$`, arg)
}

# How many lines apart the two may stand.
near := 12

severity(command, _) := "medium" if commands.lesser(command)

severity(command, grade) := grade if not commands.lesser(command)

loses(command, place) if {
	command.program in removers
	place in object.get(command, "over", [])
}

loses(command, place) if {
	some write in object.get(command, "writes", [])
	write.act in {"delete", "delete-tree"}
	trim_suffix(write.place, "/*") == trim_suffix(place, "/*")
}

loses(command, place) if {
	"-sdel" in command.args
	place in object.get(command, "over", [])
}

removers := {name | some name in documents.remove} | {"find", "fd", "gfind", "fdfind"}
