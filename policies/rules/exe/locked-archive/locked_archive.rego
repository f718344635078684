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
	"severity": severity(passage.text),
} if {
	some passage in input.skill.body.passages
	passage.about == "password"
	gives_password(passage.text)
	of_archive(passage)
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

# The password itself follows the word: behind a colon or "is", or in quotes. A dash
# begins a remark, unless quotes follow; "pass" is a verb, unless one of these does.
gives_password(shown) if {
	some pattern in [
		concat("", [word, `\s*(?:(?:is|are|es|est|ist|of|为|是)\s|[:=：→])\s*["'“«(]*([^\s"'”»)]{1,64})`]),
		concat("", [word, `\s*(?:[-–—]\s*)?["'“«(]+([^\s"'”»)]{1,64})`]),
		`pass\s*["'“«]+([^\s"'”»)]{1,64})`,
		`pass\s*[:=：]\s*["'“«(]*([^\s"'”»)]{1,64})`,
	]
	some found in regex.find_all_string_submatch_n(concat("", [`(?i)(?:^|[^\p{L}])`, pattern]), shown, -1)
	a_value(found[1])
}

# Samples of malware are handed out under that password, to be looked at: what must
# not be run is not run.
severity(shown) := "medium" if studied(shown)

severity(shown) := "critical" if not studied(shown)

studied(shown) if {
	regex.match(concat("", [`(?i)`, word, `\W+(is\W+)?infected\b`]), shown)
	regex.match(`(?i)\b(never|do not|don't|must not)\s+(run|execute|open|launch|start|detonate)\b[^.\n]{0,40}\b(samples?|malware|it|files?|contents?)\b`, shown)
}

# What stands for a password is none.
a_value(value) if {
	not regex.match(`(?i)^([<\[{$%*…?]|x{3,}|(your|the|a|an|you|it|to|in|for|not|required|optional|protected|needed|stored|set|sent|provided|string|str|true|false|null|none)\b)`, value)
}

unpacks(shown) if regex.match(`(?i)extract|unzip|unpack|unrar|decompress|\bopen\b|winrar|7-?zip|archive|解压|解壓|распак`, shown)

# Whose password it is stands in the same line, or next to nothing else that has one.
of_archive(passage) if {
	gives_password(passage.line)
	about_archive(passage.line)
}

of_archive(passage) if {
	gives_password(passage.line)
	not regex.match(`(?i)\b(log ?in|account|user(name)?|database|admin|server|ssh|wi-?fi|env|config(uration)?|api|keystore|vault|e-?mail)\b`, passage.line)
	unpacks(passage.text)
}

of_archive(passage) if {
	not gives_password(passage.line)
	unpacks(passage.text)
}

about_archive(line) if unpacks(line)

about_archive(line) if regex.match(`(?i)\.(zip|rar|7z)\b`, line)

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
