# METADATA
# title: Link to a skill that does not exist
# description: >-
#   OpenClaw silently skips a link that leads nowhere.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["dangling-link"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("this link leads to %s, which does not exist: OpenClaw silently skips it", [link.target]),
	"hint": "correct the link, or remove it",
	"at": {"file": link.path},
} if {
	some link in input.set.links
	link.dangling
	openclaw.known_roots[link.openclaw.root]
	not openclaw.unseen(link.openclaw.rel)
	not packaged(link)
}

# In the folder of a skill, a link is a matter of that package.
packaged(link) if {
	some skill in openclaw.placed
	skill.place.depth > 0
	startswith(link.path, sprintf("%s/", [skill.path]))
}
