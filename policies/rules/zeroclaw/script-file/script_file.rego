# METADATA
# title: ZeroClaw refuses shell scripts
# description: >-
#   Unless skills.allow_scripts is set, ZeroClaw skips a skill that holds a shell,
#   PowerShell or batch script, by suffix or by first line. Python helpers are allowed.
# custom:
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
#   options:
#     allow_scripts:
#       default: false
#       description: what skills.allow_scripts is in the operator's config.toml
package skillctl.rules.zeroclaw["script-file"]

import data.skillctl.lib.files
import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("script (%s): ZeroClaw refuses the whole skill unless skills.allow_scripts is true", [concat(", ", why)]),
	"hint": "rewrite the helper in Python, which is allowed, or have the operator set `allow_scripts = true` under `[skills]` (and the option allow_scripts of this rule)",
	"at": {"file": path},
	"hosts": ["zeroclaw"],
} if {
	"zeroclaw" in hosts.selected
	some path, why in zeroclaw.refused_scripts
}

# Normal elsewhere: one remark for a skill that ZeroClaw only might load.
findings contains {
	"message": sprintf("ZeroClaw would refuse this skill for its scripts (%s) unless skills.allow_scripts is true", [files.some_of(paths, 3)]),
	"hint": "if the skill is for ZeroClaw too, rewrite the helpers in Python, which is allowed",
	"at": {"file": paths[0]},
	"severity": "info",
	"hosts": ["zeroclaw"],
} if {
	count(hosts.selected) == 0
	"zeroclaw" in hosts.likely
	paths := sort(object.keys(zeroclaw.refused_scripts))
	count(paths) > 0
}
