# METADATA
# title: Link leads back to a folder above it
# description: >-
#   OpenClaw does not detect the loop: it follows it six levels deep, loads each skill
#   under its longest path, and uses up its limits on duplicates.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["link-loop"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("this link leads to %s, a folder above it: OpenClaw follows it six levels deep, and the duplicates use up its limits for other skills", [link.target]),
	"hint": "remove the link",
	"at": {"file": link.path},
} if {
	some link in input.set.links
	link.loop
	openclaw.known_roots[link.openclaw.root]
	link.openclaw.inside
	not openclaw.unseen(link.openclaw.rel)
	not packaged(link)
}

# In the folder of a skill, a link is a matter of that package.
packaged(link) if {
	some skill in openclaw.placed
	skill.place.depth > 0
	startswith(link.path, sprintf("%s/", [skill.path]))
}
