# METADATA
# title: Has text decoded and followed
# description: >-
#   The text has the model decode something and do what it says. Who looks at the skill
#   cannot read what that is.
# custom:
#   code: INJ-025
#   severity: medium
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["coded-orders"]

import data.skillctl.lib.commands
import data.skillctl.lib.passages
import data.skillctl.lib.text
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s: %s", [passages.shown(passage), says(passage)]),
	"hint": "write the instructions in plain words",
	"at": {"file": passage.file, "span": passage.span},
	"locus": commands.locus(passage.file),
	"severity": severity(passage),
} if {
	some passage in input.skill.body.passages
	passage.about == "coded"
	meant(passage)
}

# What is written in plain words, forbidden or quoted is none.
meant(passage) if {
	not object.get(passage, "cited", false)
	not object.get(passage, "quoted", false)
	not forbidden(passage)
}

# A ban on what is decoded, and on doing what it says.
forbidden(passage) if regex.match(`(?i)\b(?:never|not|n['’]t|no|without|avoid|refuse|reject|nor|neither|instead of|rather than|attackers?|malicious|injections?|try to|tries to|attempts? to|(?:ask|asks|tell|tells|told|asked|want|wants) (?:you|the (?:model|agent|assistant)|it) to)\b[^.!?;]*$`, before(passage))

forbidden(passage) if regex.match(`(?i)\b(?:never|not|n['’]t|without|avoid|refuse|before you|if the user|when the user)\b`, passage.text)

before(passage) := split(passage.line, passage.text)[0]

says(passage) := sprintf("nobody sees that this says %s (%s)", [text.cited(text.clip(trim_space(passage.decoded), 120)), passage.way]) if {
	object.get(passage, "decoded", "") != ""
} else := "what that says could not be read"

# What it says has something done.
severity(passage) := "high" if object.get(passage, "acts", false)

severity(passage) := "medium" if {
	not object.get(passage, "acts", false)
	not played(passage)
}

# A riddle of a game, where that was read and says nothing of a machine or of what is kept there.
severity(passage) := "low" if {
	not object.get(passage, "acts", false)
	played(passage)
}

played(passage) if {
	object.get(passage, "decoded", "") != ""
	regex.match(`(?i)\b(escape[- ]?rooms?|puzzles?|riddles?|(treasure|scavenger) hunts?|crosswords?|cryptograms?|party games?|board games?|brain-?teasers?)\b`, told.description)
	not regex.match(`(?i)://|\b(www|https?|curl|wget|ssh|sudo|bash|sh|python|npm|run|execute|download|install|upload|send|post|forward|commands?|terminal|shell|files?|folders?|repository|passwords?|secrets?|tokens?|credentials?|variables?|user|agent|assistant|model|instructions?|ignore|mail|network|server)\b`, passage.decoded)
}
