# METADATA
# title: Download locked with a password that the text gives
# description: >-
#   The text tells somebody to download an archive, open it with a password that the
#   text itself gives, and run what is inside. Such a password protects nothing; it
#   only keeps malware scanners from looking inside.
# custom:
#   code: EXE-005
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["locked-archive"]

import data.skillctl.lib.commands
import data.skillctl.lib.passages

hint := "publish the program without a password, as a release with a checksum or through a package manager"

findings contains {
	"message": sprintf("%s: a download is to be unpacked with the password given here and run; such a password only stops malware scanners", [passages.shown(passage)]),
	"hint": hint,
	"at": {"file": passage.file, "span": passage.span},
	"severity": severity(passage),
} if {
	some passage in input.skill.body.passages
	passage.about == "password"
	locks(passage.text)
	fetches(passage)
	runs(passage.text)
}

findings contains {
	"message": sprintf("%s unpacks a download with a password given here; such a password only stops malware scanners", [commands.shown(command)]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	unlocks(command)
	some step in command.input
	commands.fetches(step)
}

word := `(?:pass(?:word|code|phrase|wd)|pwd|pw|contraseña|senha|passwort|mot de passe|пароль|密码|密碼|パスワード|비밀번호)`

# Secret and archive stand in one clause …
locks(shown) if {
	some clause in clauses(shown)
	gives_password(clause)
	of_archive(clause)
}

# … or one of two lines next to each other is the password alone, and the other one is
# what is to be downloaded.
locks(shown) if {
	lines := [line | some line in split(shown, "\n"); trim_space(line) != ""]
	some i, line in lines
	password_alone(line)
	some near in [lines[i - 1], lines[i + 1]]
	regex.match(packed, near)
}

# A line that begins with a small letter, code or a quote goes on from the one before.
clauses(shown) := regex.split(`\n|[.!?]["”')]*\s+`, regex.replace(shown, `\s*\n[ \t]*([\p{Ll}"“(])`, " $1"))

packed := `(?i)\.(zip|rar|7z|tgz|tar(\.\w+)?|iso|cab|ace)\b`

of_archive(clause) if regex.match(packed, clause)

of_archive(clause) if regex.match(`(?i)\b(extract|unzip|unpack|unrar|decompress|winrar|7-?zip|archive|(zip|rar|7z) (file|pass|pwd|pw))|解压|解壓|压缩包|распак|архив`, clause)

password_alone(line) if regex.match(concat("", [`(?i)^[\s>*•·0-9.)|-]*(?:the |archive |zip |rar |extraction |unzip )*`, word, `\s*(?:is|[:=：→])\s*["'“«]*[^\s"'”»]{1,64}["'”»]*[\s|.]*$`]), line)

# The password itself follows the word: behind a colon, in quotes, or behind "is". A
# dash begins a remark, unless quotes follow. "pass" is a verb, unless it is something
# that one does a thing with.
gives_password(clause) if {
	some pattern in [
		concat("", [word, `\s*[:=：→]\s*["'“«(]*([^\s"'”»)]{1,64})`]),
		concat("", [word, `\s*(?:[-–—]\s*)?["'“«]([^\s"'”»)]{1,64})["'”»]`]),
		concat("", [word, `\s+(?:is|are|es|est|ist|of)\s+["'“«]([^\s"'”»)]{1,64})["'”»]`]),
		concat("", [word, `\s+(?:is|es|est|ist)\s+([^\s"'”»).,]{1,64})(?:[.,;!)\s]|$)`]),
		concat("", [word, `\s*(?:为|是)\s*["'“«(]*([^\s"'”»)]{1,64})`]),
		`(?:with|using|use|by|the|archive|zip|rar|enter|\()\s*pass\s*[:=：]?\s*["'“«]([^\s"'”»]{1,64})["'”»]`,
		`(?:with|using|use|by|the|archive|zip|rar|enter|\()\s*pass\s*[:=：]\s*([^\s"'”»)]{1,64})`,
	]
	some found in regex.find_all_string_submatch_n(concat("", [`(?i)(?:^|[^\p{L}])`, pattern]), clause, -1)
	a_value(found[1])
	not about_access(substring(clause, 0, indexof(clause, found[0])))
}

# What is logged in to, not unpacked.
about_access(before) if {
	regex.match(`(?i)\b(log ?in|sign ?in|account|user(name)?|database|admin|server|ssh|wi-?fi|env|config(uration)?|api|keystore|vault|e-?mail)\b`, before)
	not regex.match(`(?i)\b(archive|zip|rar|7z|extraction)$`, trim_space(before))
}

# Samples of malware are handed out under that password, to be looked at: what must
# not be run is not run.
severity(passage) := "medium" if shown_only(passage)

severity(passage) := "critical" if not shown_only(passage)

shown_only(passage) if studied(passage.text)

# A skill about attacks shows one in a row.
shown_only(passage) if {
	commands.about_attacks
	startswith(trim_space(passage.line), "|")
}

studied(shown) if {
	regex.match(concat("", [`(?i)`, word, `\W+(is\W+)?infected\b`]), shown)
	regex.match(`(?i)\b(never|do not|don't|must not)\s+(run|execute|open|launch|start|detonate)\b[^.\n]{0,40}\b(samples?|malware|it|files?|contents?)\b`, shown)
}

# What stands for a password is none, and neither is a word that says of one what it is.
a_value(value) if lower(value) == "infected"

a_value(value) if {
	not regex.match(`(?i)^([<\[{$%*…?-]|x{3,}|(your|the|a|an|you|it|to|in|for|from|not|no|only|one|string|str|true|false|null|none|wrong|missing|empty|correct|incorrect|valid|invalid|unknown|different|blank|random|secret|sent|set|optional)\b)`, value)
	not regex.match(`(?i)^\p{L}+(ed|ing)$`, value)
}

# An archive that lies at an address, or that is to be downloaded.
fetches(passage) if {
	some url in passage.urls
	regex.match(`(?i)\.(zip|rar|7z|tgz|tar|gz|bz2|xz|iso|img|cab|ace|dmg)\b|/releases/|/download|drive\.google|dropbox|mega\.nz|mediafire`, url)
}

fetches(passage) if regex.match(`(?i)\b(download|fetch|get|grab|herunter|descarg|télécharg|скачать|下载|下載)`, passage.text)

runs(shown) if regex.match(`(?i)\b(run|execute|launch|start|install|open|double-?click)\b|\.(exe|msi|dmg|pkg|app|bat|scr|command)\b|运行|執行|запуст`, shown)

unlocks(command) if {
	command.program in {"unrar", "unzip", "7z", "7za", "7zz"}
	some arg in command.args
	regex.match(`^-[pP][^$]*$`, arg)
}

unlocks(command) if {
	command.program == "bsdtar"
	commands.has_option(command.args, {"--passphrase"})
}
