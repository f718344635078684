# METADATA
# title: A skill names its owner
# description: >-
#   Finds skills whose front matter does not say who is asked when they fail.
# custom:
#   severity: medium
#   locus: manifest
package skillctl.user.lint.require_owner

findings contains {
	"message": "the front matter names no owner",
	"hint": "add metadata.owner, such as team-docs",
	"at": {"path": ["metadata"]},
} if {
	not owned
}

owned if {
	owner := input.skill.front.fields.metadata.value.owner
	is_string(owner)
	trim_space(owner) != ""
}
