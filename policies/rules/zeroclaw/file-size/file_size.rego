# METADATA
# title: Document is too large for ZeroClaw
# description: >-
#   ZeroClaw refuses a skill with a Markdown or TOML file of more than 512 KiB.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["file-size"]

import data.skillctl.lib.files
import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("%s: ZeroClaw refuses skills with a Markdown or TOML file of more than %s", [files.size(size), files.size(zeroclaw.table.text_bytes)]),
	"hint": "split the file, or give data another ending, such as .txt or .json",
	"at": {"file": path},
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	some path, size in zeroclaw.oversized
}
