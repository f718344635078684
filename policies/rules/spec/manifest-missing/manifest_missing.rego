# METADATA
# title: Folder has no manifest
# description: >-
#   A skill is a folder with a manifest. Without one no agent loads the folder,
#   and none of them says so.
# custom:
#   code: SPEC-001
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   fix: none
package skillctl.rules.spec["manifest-missing"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("folder %q has no SKILL.md, so no agent loads it as a skill", [input.skill.dir]),
	"hint": sprintf("add a SKILL.md that starts with the lines `---`, `name: %s`, `description: …`, `---`", [front.name_from(front.skill.dir)]),
} if {
	input.skill.manifest.file == ""
	count(input.skill.manifest.lookalikes) == 0
	not closed
}

# Nobody could look whether there is one; coverage/unread says that.
closed if {
	some gap in input.skill.coverage.gaps
	gap.file == "."
	gap.reason == "unreadable"
}

findings contains {
	"message": sprintf("the only manifest is %s, which zeroclaw reads; %s this skill without a SKILL.md", [
		input.skill.manifest.file,
		hosts.doing(hosts.selected, "overlook"),
	]),
	"hint": "add a SKILL.md with the same name and description",
	"at": {"file": input.skill.manifest.file},
	"hosts": sort(hosts.selected),
} if {
	input.skill.manifest.format == "toml"
	count(hosts.selected) > 0
	not "zeroclaw" in hosts.selected
}
