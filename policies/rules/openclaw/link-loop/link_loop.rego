# METADATA
# title: Link that leads back to a folder around it
# description: >-
#   OpenClaw notices no loop: it walks round to a depth of six, loads each
#   skill under its longest path, and uses up its limits on repetitions.
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
	"message": sprintf("this link leads to %s, a folder that it stands in: OpenClaw walks round it six levels deep, and other skills fall victim to its limits", [link.target]),
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
