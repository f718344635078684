# Paths: what may be read or written, told from the text and from where links
# lead.
package skillctl.exec.profiles.zeroclaw

home := path if {
	path := object.get(object.get(input.request, "env", {}), "HOME", object.get(object.get(input.request, "inherited", {}), "HOME", ""))
	path != ""
}

# "~" as ZeroClaw expands it: another user's home is none of its business.
expand(path) := home if {
	path == "~"
} else := trim_prefix(path, "~/") if {
	startswith(path, "~//")
	home
} else := concat("/", [home, trim_prefix(path, "~/")]) if {
	startswith(path, "~/")
	not startswith(path, "~//")
} else := path if {
	not startswith(path, "~")
} else := path if {
	startswith(path, "~")
	path != "~"
	not startswith(path, "~/")
} else := path if {
	path in {"~"}
	not home
} else := path if {
	startswith(path, "~/")
	not home
}

absolute(path) if startswith(path, "/")

# The components of a path: repeated slashes and inner "." do not count.
components(path) := array.concat(lead(path), [part | some part in split(path, "/"); not part in {"", "."}])

lead(path) := ["/"] if {
	startswith(path, "/")
} else := ["."] if {
	path == "."
} else := ["."] if {
	startswith(path, "./")
} else := [] if {
	not startswith(path, "/")
	not startswith(path, "./")
	path != "."
}

below(path, root) if {
	above := components(root)
	array.slice(components(path), 0, count(above)) == above
}

same_path(a, b) if {
	not windows_paths
	components(expand(a)) == components(expand(b))
}

same_path(a, b) if {
	windows_paths
	components(expand(replace(a, `\`, "/"))) == components(expand(replace(b, `\`, "/")))
}

# An allow-list entry of cmd is compared as it stands.
windows_paths if view.dialect == "powershell"

like_path(text) if contains(text, "/")

like_path(text) if text in {"~", ".", ".."}

like_path(text) if {
	view.dialect == "powershell"
	contains(text, `\`)
}

like_path(text) if {
	view.dialect == "powershell"
	drive(text)
}

drive(text) if regex.match(`^[A-Za-z]:`, text)

# The roots, as written. Those of other agents come with their direction.
roots := {
	"write": array.concat([workspace], root_list("allowed_roots")),
	"read": root_list("allowed_roots_read_only"),
	"put": root_list("allowed_roots_write_only"),
}

root_list(key) := [rooted(expand(root)) |
	some root in object.get(cfg, key, [])
	not trim_space(root) in {"", "*"}
]

rooted(root) := root if absolute(root)

rooted(root) := concat("/", [workspace, root]) if not absolute(root)

forbidden := object.get(cfg, "forbidden_paths", table.forbidden_paths)

# Where a forbidden path and a root both match: "specific" lets the longer one
# hold, and forbids when they are equal; "roots" lets any root hold, as the
# version that this profile speaks for does.
specific if object.get(cfg, "forbidden_precedence", "specific") != "roots"

depth(path, list) := max({0} | {count(components(root)) | some root in list; below(path, root)})

forbidden_depth(path) := depth(path, [expand(entry) | some entry in forbidden])

# METADATA
# title: May a path be named?
# description: What ZeroClaw says about the text of a path, input.path.
# entrypoint: true
path := {"allowed": named} if named := path_named(input.path)

default path_named(_) := false

path_named(text) if {
	not malformed(text)
	null_device(expand(text))
}

path_named(text) if {
	not malformed(text)
	full := expand(text)
	absolute(full)
	rooted_depth := depth(full, array.concat(array.concat(roots.write, roots.read), roots.put))
	rooted_depth > 0
	prevails(rooted_depth, full)
}

path_named(text) if {
	not malformed(text)
	full := expand(text)
	outside_is_fine(full)
	forbidden_depth(full) == 0
}

prevails(_, _) if not specific

prevails(length, full) if length > forbidden_depth(full)

outside_is_fine(full) if not absolute(full)

outside_is_fine(_) if not workspace_only

malformed(text) if contains(text, "\u0000")

malformed(text) if ".." in split(text, "/")

malformed(text) if regex.match(`\.\.%2f|%2f\.\.`, lower(text))

malformed(text) if {
	startswith(text, "~")
	text != "~"
	not startswith(text, "~/")
}

null_device(full) if components(full) == ["/", "dev", "null"]

# The same in the shell's own way of writing paths.
token_named(text) if {
	not windows
	path_named(text)
}

token_named(text) if {
	windows
	slashed := replace(text, `\`, "/")
	not regex.match(`^[A-Za-z]:([^/]|$)`, slashed)
	not foreign_drive(slashed)
	path_named(slashed)
}

foreign_drive(text) if {
	workspace_only
	drive(text)
}

# What a path leads to. real is where links lead; a root that does not exist is
# taken as written.
real_root(root) := object.get(object.get(view_or_none, "roots", {}), root, root)

default view_or_none := {}

view_or_none := view

real_roots(list) := [real_root(root) | some root in list]

default resolved_write(_) := false

resolved_write(real) if null_device(real)

resolved_write(real) if resolved_in(real, array.concat(roots.write, roots.put))

resolved_write(real) if resolved_elsewhere(real, array.concat(roots.write, roots.put))

default resolved_read(_) := false

resolved_read(real) if real in table.devices

resolved_read(real) if resolved_in(real, array.concat(roots.write, roots.read))

resolved_read(real) if {
	depth(real, real_roots(roots.put)) == 0
	resolved_elsewhere(real, array.concat(roots.write, roots.read))
}

resolved_in(real, list) if {
	length := depth(real, real_roots(list))
	length > 0
	prevails(length, real)
}

resolved_elsewhere(real, list) if {
	depth(real, real_roots(list)) == 0
	not workspace_only
	forbidden_depth(real) == 0
}

# An argument may be read or written, so one of both is enough.
resolves(token) if {
	token.resolved
	resolved_write(token.real)
}

resolves(token) if {
	token.resolved
	resolved_read(token.real)
}

exempt(token) if {
	token.executable
	some entry in allowed_commands.list
	plain := plain_entry(entry)
	plain != "*"
	token_like_path(plain)
	same_token(plain, token.path)
}

token_like_path(text) if like_path(text)

token_like_path(text) if {
	windows
	contains(text, `\`)
}

token_like_path(text) if {
	windows
	drive(text)
}

same_token(a, b) if {
	windows
	components(expand(replace(a, `\`, "/"))) == components(expand(replace(b, `\`, "/")))
}

same_token(a, b) if {
	not windows
	components(expand(a)) == components(expand(b))
}

# The arguments that are refused for their text, and those that are also refused
# for where their links lead, both in the order in which they are looked at.
string_tokens := [token |
	some token in view.pathTokens
	not exempt(token)
	not token_named(token.path)
]

workspace_tokens := [token |
	some token in view.pathTokens
	not exempt(token)
	not passes_whole(token)
]

passes_whole(token) if {
	token_named(token.path)
	resolves(token)
}

protected_tokens := [token |
	some token in view.pathTokens
	token.resolved
	runtime_state(token.real)
]

path_setting := ["zeroclaw", "workspace_only"] if workspace_only

path_setting := ["zeroclaw", "forbidden_paths"] if not workspace_only

path_hint(token) := sprintf("%q%s is outside of what may be touched: use a path in the workspace, or add a folder to allowed_roots", [token.path, at_column(token.span)])
