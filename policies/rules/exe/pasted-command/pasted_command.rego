# METADATA
# title: Command to copy from a web page into a terminal
# description: >-
#   The text tells somebody to open a page, copy a command from it and run it. The
#   command is not part of the skill, so no review of the skill sees it.
# custom:
#   code: EXE-007
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["pasted-command"]

import data.skillctl.lib.addresses
import data.skillctl.lib.passages

findings contains {
	"message": sprintf("%s: the command to run is on another page, not in the skill", [passages.shown(passage)]),
	"hint": "write the command here, or name the package to install",
	"at": {"file": passage.file, "span": passage.span},
} if {
	some passage in input.skill.body.passages
	passage.about == "paste"
	count(passage.urls) > 0
	not every_host_anonymous(passage)
	from_a_page(passage.text)
	not passages.mentioned(passage.line)
}

# From there, by copying, into a terminal.
from_a_page(shown) if {
	regex.match(`(?i)\b(visit|go to|open|navigate to|see|from|at|follow)\b[^\n]{0,200}\bcop(y|ying|ied)\b[^\n]{0,60}\b(command|commands|script|snippet|code|line|text|it)\b[^\n]{0,120}\b(terminal|powershell|command prompt|command line|console|run dialog|run box|cmd)\b`, shown)
}

from_a_page(shown) if {
	regex.match(`(?i)\bcop(y|ying|ied)\b[^\n.]{0,60}\b(commands?|scripts?|snippet|code|one-?liner)\b[^\n.]{0,40}\b(from|at|on|of|behind)\b[^\n]{0,160}\b(paste|run|execute|enter)\b[^\n]{0,60}\b(terminal|powershell|command prompt|command line|console|run dialog|run box|cmd)\b`, shown)
}

# Another rule says it already.
every_host_anonymous(passage) if {
	every url in passage.urls {
		some host in addresses.named(url)
		addresses.anonymous(host)
	}
}
