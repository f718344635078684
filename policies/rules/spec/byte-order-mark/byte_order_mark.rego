# METADATA
# title: Manifest begins with a byte order mark
# description: >-
#   The mark stands before the opening `---`. Some agents strip it, to others the
#   file does not begin with front matter.
# custom:
#   code: SPEC-018
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex]
#   fix: safe
package skillctl.rules.spec["byte-order-mark"]

import data.skillctl.lib.hosts

literal := {"agentskills", "codex"}

mark := {"start": {"line": 1, "col": 1, "offset": 0}, "end": {"line": 1, "col": 1, "offset": 3}}

findings contains {
	"message": sprintf("%s begins with a byte order mark: openclaw strips it, %s no front matter", [input.skill.manifest.file, hosts.doing(literal, "see")]),
	"hint": "save the file as UTF-8 without a byte order mark",
	"at": {"span": mark},
	"severity": severity,
	"fix": {
		"title": "remove the byte order mark",
		"safe": true,
		"edits": [{"at": {"span": mark}, "text": ""}],
	},
} if {
	input.skill.manifest.file != ""
	input.skill.text.bom
}

default severity := "low"

severity := "medium" if count(hosts.concerned(literal)) > 0
