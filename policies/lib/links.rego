# METADATA
# title: Links between the files of a package
# description: What rules about references share.
package skillctl.lib.links

# Files that were not seen cannot be called missing.
seen_whole if not cut_short

cut_short if {
	some gap in input.skill.coverage.gaps
	gap.reason in {"depth", "entry-count", "file-count", "path", "unreadable"}
}

relative := [link |
	some link in input.skill.body.links
	link.kind == "relative"
	link.escapes == false
]

present := [link |
	some link in relative
	link.exists
]

# Links to nothing, except those that are meant to be filled in.
dangling := [link |
	seen_whole
	some link in relative
	link.exists == false
	not placeholder(link.path)
]

placeholder(path) if regex.match(`[{}<>$*?|\[\]…]|\.\.\.|(^|/)(path/to|your|my|foo|bar|example|xxx?)([/._-]|$)`, lower(path))

# The target as it would be with the spelling on disk: what stands before and
# after the path stays.
respelt(link) := replace(link.target, tail, actual) if {
	pieces := split(link.path, "/")
	written := split(link.actual, "/")
	shown := [piece | some piece in pieces; contains(link.target, piece)]
	tail := concat("/", array.slice(pieces, count(pieces) - count(shown), count(pieces)))
	contains(link.target, tail)
	actual := concat("/", array.slice(written, count(written) - count(shown), count(written)))
}

# The target is a file or below a folder of the package when read with slashes.
in_package(link, target) if {
	first := split(trim_prefix(target, "./"), "/")[0]
	some file in input.skill.files
	file.path == first
	file.type == "dir"
	link
}

in_package(_, target) if {
	some file in input.skill.files
	endswith(target, file.path)
	contains(file.path, "/")
}
