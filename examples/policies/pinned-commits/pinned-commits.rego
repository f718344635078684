# METADATA
# title: Repositories are installed by commit
# description: >-
#   Denies what comes from a repository by a branch or a tag: both can be moved to other content. The commit of a reference is written into skills.lock.
package skillctl.user.install.pinned_commits

reasons contains {
	"effect": "deny",
	"message": sprintf("it comes from a repository by %q, which can be moved", [object.get(input.request.origin, "ref", "its newest commit")]),
	"hint": "name the commit: …@4f0c9e7…",
} if {
	input.request.source.kind == "git"
	input.request.source.mutable
}

# Whoever does not say where it comes from does not say that it is pinned.
reasons contains {"effect": "deny", "message": "it is not said where it comes from"} if {
	input.request.action.kind != ""
	input.request.host != "skillctl"
	not input.request.source
}
