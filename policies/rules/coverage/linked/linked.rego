# METADATA
# title: Linked skill was not read
# description: >-
#   Links beside skills are not followed, because what they lead to can be exchanged
#   without a change here. A host may load the skill behind one all the same, and
#   nobody has checked it.
# custom:
#   code: COV-003
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   fix: none
package skillctl.rules.coverage.linked

findings contains {
	"message": sprintf("this link leads to %q, which was not read: what a host loads there was not checked", [link.target]),
	"hint": sprintf("name what it leads to as well (%q), or replace the link by a copy", [link.resolved]),
	"at": {"file": link.path},
} if {
	some link in input.set.links
	link.unread
}
