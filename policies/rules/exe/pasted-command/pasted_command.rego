# METADATA
# title: Command from a page is to be pasted into a terminal
# description: >-
#   The text has somebody open a page, copy a command that is not shown here, and
#   run it. Nobody who reads the skill can see what it is.
# custom:
#   code: EXE-007
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.exe["pasted-command"]

import data.skillctl.lib.addresses
import data.skillctl.lib.passages

findings contains {
	"message": sprintf("%s: the command that is to be run stands on another page, not here", [passages.shown(passage)]),
	"hint": "write the command down here, or name the package by which people install it",
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

# Another rule says it already.
every_host_anonymous(passage) if {
	every url in passage.urls {
		some host in addresses.named(url)
		addresses.anonymous(host)
	}
}
