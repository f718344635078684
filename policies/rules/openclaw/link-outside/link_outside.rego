# METADATA
# title: Link to a skill outside the root
# description: >-
#   In workspaces, projects and extra folders OpenClaw follows a link only to
#   places that skills.load.allowSymlinkTargets names.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
#   security: true
package skillctl.rules.openclaw["link-outside"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("this link leads to %s, outside %s: OpenClaw skips what is there", [link.target, root.path]),
	"hint": sprintf("add %q to skills.load.allowSymlinkTargets, or copy the skill here", [link.resolved]),
	"at": {"file": link.path},
	"confidence": certainty(root),
} if {
	some link in input.set.links
	not link.dangling
	root := openclaw.known_roots[link.openclaw.root]

	# The folders of the user take links from anywhere.
	not root.kind in {"managed", "personal"}
	not link.openclaw.inside
	not link.openclaw.allowed
	not openclaw.unseen(link.openclaw.rel)
	not packaged(link)
}

certainty(root) := "high" if root.kind in {"workspace", "extra"}

# .agents/skills of a home folder takes links from anywhere, of a project not.
certainty(root) := "low" if root.kind in {"agents", "given"}

# In the folder of a skill, a link is a matter of that package.
packaged(link) if {
	some skill in openclaw.placed
	skill.place.depth > 0
	startswith(link.path, sprintf("%s/", [skill.path]))
}
