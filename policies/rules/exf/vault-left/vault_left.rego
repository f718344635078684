# METADATA
# title: Leaves secrets where others read them
# description: >-
#   A command puts what a client of a service prints of its secrets into a file that everybody
#   on the machine may read, or into a repository that is pushed. Whoever reads that has them.
# custom:
#   code: EXF-012
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["vault-left"]

import data.skillctl.lib.commands
import data.skillctl.lib.orders
import data.skillctl.lib.printed
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s lets everybody on the machine read %s", [commands.shown(command), what]),
	"hint": "keep no copy: read one secret when it is needed; a file that must be is for its owner alone (chmod 600), and is removed afterwards",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "chmod"
	lets_read(command.args)
	what := min(kept(command))
}

findings contains {
	"message": sprintf("%s puts %s into the repository that is pushed", [commands.shown(command), what]),
	"hint": "leave it out; a repository names a secret and never has it, since whoever clones it gets all that was ever in it",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "git"
	"push" in command.args
	what := min(kept(command))
}

# A sentence has all of them kept in a repository that goes somewhere.
findings contains {
	"message": sprintf("%s: all secrets are to be kept in a repository that is pushed", [orders.shown(deed)]),
	"hint": "leave it out; a repository names a secret and never has it, since whoever clones it gets all that was ever in it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": "high",
	"confidence": "medium",
	"locus": remarks.locus(deed),
} if {
	some deed in input.skill.body.remarks
	regex.match(`(?i)push|check`, deed.text)
	all_of_them(deed.text)
	remarks.said(deed)
	not deed.forbids
	not deed.looked
	regex.match(`(?i)\b(commit(s|ted|ting)?\b[^.;]{0,40}\bpush(es|ed|ing)?|push(es|ed|ing)?\b[^.;]{0,40}\b(repo(sitory)?|branch|remote|origin|gist)\b|\bcheck(s|ed)? (it|them|that|the \w+) in(to)?\b)`, deed.text)
	regex.match(`(?i)\b(store|save|write|dump|export|put|keep|copy|collect|fetch|record|place)(s|d|es)?\b`, deed.text)
	not regex.match(`(?i)\b(never|not|without (the )?(values|secrets)|n['’]t|encrypt\w*|sops|sealed|age|gpg|git-?crypt|placeholders?|redact\w*|mask\w*|names? (only|of)|only (the )?names|references?|op://)\b`, deed.text)
}

all_of_them(text) if regex.match(`(?i)\b(all|every|each|entire|whole)\b[^.;]{0,60}\b(vaults?|passwords?|secrets?|credentials?|(vault|login) (items?|entries)|api keys?|tokens?)\b`, text)

all_of_them(text) if {
	regex.match(`(?i)\b(all|every|each)\b`, text)
	regex.match(`(^|[\s"\x60])--(reveal|show-secrets|with-decryption|raw)\b`, text)
}

# What the files hold that it is about, as far as a client of a service printed it.
kept(command) := {known.what |
	some step in command.input
	not object.get(step, "remote", false)
	known := printed.service(step)
	not object.get(known, "mixed", false)
}

# The mode is one by which others than the owner read: 644, a+r, o=r.
lets_read(args) if {
	some arg in args
	regex.match(`^0?[0-7]{2}[4-7]$|^[ug]*[oa][ugoa]*[+=][wxX]*r|^\+[wxX]*r`, arg)
}

severity(command) := "medium" if commands.slighter(command)

severity(command) := "high" if not commands.slighter(command)
