# What the allow-list says about a command.
package skillctl.exec.profiles.openclaw

import data.skillctl.lib.exec.glob

entries := entries_of(object.get(settings, "allowlist", []))

# Entries that say something: those that an "allow always" left behind without
# arguments, and digests of commands, say nothing any more. What a pattern is
# does not change with the program, so that it is found here: a path, or a bare
# name with or without wildcards.
entries_of(list) := [entry |
	some i, raw in list
	entry := as_entry(i, raw)
]

as_entry(i, raw) := entry if {
	is_string(raw)
	pattern := trim_space(raw)
	pattern != ""
	not startswith(pattern, "sha256:")
	entry := {
		"index": i, "pattern": pattern, "args": "", "bound": false, "raw": raw,
		"path": regex.match(`[/\\~]`, pattern), "wild": regex.match(`[*?]`, pattern),
	}
}

as_entry(i, raw) := entry if {
	is_object(raw)
	is_string(raw.pattern)
	pattern := trim_space(raw.pattern)
	pattern != ""
	not startswith(pattern, "sha256:")
	not stale(raw)
	not star_with_arguments(pattern, raw)
	entry := {
		"index": i, "pattern": pattern, "args": object.get(raw, "argPattern", ""), "bound": "argPattern" in object.keys(raw), "raw": raw,
		"path": regex.match(`[/\\~]`, pattern), "wild": regex.match(`[*?]`, pattern),
	}
}

star_with_arguments("*", given) if object.get(given, "argPattern", "") != ""

stale(given) if {
	given.source == "allow-always"
	object.get(given, "argPattern", "") == ""
}

# The entry that names a program: the first whose pattern for the arguments is
# found, else the first without one. argv is null when there is none to look at;
# digest is what "always allow here" would keep of it.
matched(list, program, argv, digest) := first[0] if {
	first := [entry |
		some entry in list
		entry.args != ""
		names(entry, program, bare(program))
		arguments_match(entry, argv, digest)
	]
	count(first) > 0
} else := first[0] if {
	name := bare(program)
	first := [entry |
		some entry in list
		entry.args == ""
		names(entry, program, name)
	]
	count(first) > 0
}

# The name of a program that was not called by a path; null for "none".
bare(program) := program.name if {
	program.path != ""
	not is_path(program.raw)
} else := null

# Whether an entry names a program: {"raw", "path", "real", "name", "candidate"}.
# "*" names all of them, but says nothing when arguments are wanted as well.
names(entry, _, _) if entry.pattern == "*"

names(entry, program, _) if {
	entry.path == true
	file := identity(program)
	file != ""
	path_matches(expanded(entry.pattern), file)
}

names(entry, _, name) if {
	entry.path == false
	entry.wild == false
	entry.pattern == name
}

names(entry, _, name) if {
	entry.path == false
	entry.wild == true
	entry.pattern != "*"
	is_string(name)
	glob.matches(entry.pattern, name)
}

is_path(text) if regex.match(`[/\\~]`, text)

# Where a program really is; for one that does not exist, where it would be.
identity(program) := program.real if program.real != ""

identity(program) := program.path if {
	program.real == ""
	program.path != ""
}

identity(program) := program.candidate if {
	program.real == ""
	program.path == ""
}

# A tilde at the beginning stands for the home folder, when there is one.
expanded(pattern) := concat("", [view.home, substring(pattern, 1, -1)]) if {
	regex.match(`^~(?:$|[/\\])`, pattern)
	object.get(view, "home", "") != ""
} else := pattern

path_matches(pattern, file) if {
	not glob.wild(pattern)
	replace(pattern, "\\\\", "/") == replace(file, "\\\\", "/")
}

path_matches(pattern, file) if {
	glob.wild(pattern)
	regex.match(glob.regex_of(replace(pattern, "\\\\", "/")), undotted(replace(file, "\\\\", "/")))
}

# A path without . and .. in it, which only a program that is not there has.
undotted(file) := file if not regex.match(`(^|[/\\])\.\.?([/\\]|$)`, file)

# Patterns for arguments are ECMAScript: see engine/policy/builtin.go.
arguments_match(entry, argv, _) if {
	argv != null
	not startswith(entry.args, "sha256:argv:")
	not startswith(entry.args, "sha256:cwd-argv:v1:")
	not generated(entry)
	ecmascript.match(entry.args, joined_arguments(entry.args, argv)).match
}

arguments_match(entry, _, entry.args) if startswith(entry.args, "sha256:cwd-argv:v1:")

# An entry that an "always allow" left behind; people write none of these.
generated(entry) if entry.raw.source == "allow-always"

joined_arguments(pattern, argv) := concat(" ", array.slice(argv, 1, count(argv))) if not contains(pattern, "\u0000")

joined_arguments(pattern, argv) := "\u0000\u0000" if {
	contains(pattern, "\u0000")
	count(argv) <= 1
}

joined_arguments(pattern, argv) := concat("", [concat("", [arg, "\u0000"]) | some i, arg in argv; i > 0]) if {
	contains(pattern, "\u0000")
	count(argv) > 1
}

# The entry for a segment: for its program, for the program that $0 stands for,
# or for the script that a shell reads.
segment_match(segment) := entry if {
	entry := matched(entries, segment.match.policy, segment.match.argv, segment.match.digest)
	not segment.match.positional
	binds(segment.match, entry)
} else := entry if {
	entry := matched(carried_entries(segment.match), segment.match.carried, segment.match.carriedArgv, segment.match.carriedDigest)
} else := entry if {
	entry := matched(entries, segment.match.script, segment.match.scriptArgv, segment.match.scriptDigest)
}

# What is run with other operands than those that stand there is named by entries
# without arguments alone.
carried_entries(found) := entries if found.carriesAll

carried_entries(found) := [entry | some entry in entries; not entry.bound] if not found.carriesAll

# A shell with arguments is named by an entry that says which, or by "*".
binds(found, _) if not needs_bound(found)

binds(_, entry) if trim_space(entry.args) != ""

binds(_, entry) if entry.pattern == "*"

needs_bound(found) if {
	found.sameTarget
	found.inlineCommand != null
}

needs_bound(found) if {
	found.sameTarget
	found.shell
	count(found.argv) > 1
}

# What lets a segment run: "allowlist", "safeBins", "safeBuiltins" or "".
satisfied_by(segment) := "" if {
	segment.trust == "prompt-only"
} else := "allowlist" if {
	segment_match(segment)
} else := "safeBins" if {
	safe_bin(segment)
} else := "safeBuiltins" if {
	segment.builtin
} else := ""

# The same for all segments, in their order.
satisfactions := [by |
	some segment in view.segments
	by := satisfied_by(segment)
]
