# Which folder a place is in: below the working directory, in /tmp, or elsewhere; and its
# path from the root.
package skillctl.exec.profiles.strict

# A place is outside when any of the folders that it may be taken from says so.
outside(word, _, _) if word.tilde

outside(_, place, dir) if {
	is_string(place)
	not place in sinks
	not startswith(place, "/dev/fd/")
	some full in candidates(place, dir)
	not inside(full)
}

outside(word, place, dir) if {
	is_string(place)
	not word.tilde
	not startswith(place, "/")
	not dir.known
}

candidates(place, dir) := {resolved("", place)} if {
	startswith(place, "/")
} else := {"~"} if {
	startswith(place, "~")
} else := {resolved(base, place) | some base in array.concat([dir.path], dir.or)}

# /W stands for the working directory.
resolved(_, place) := clean(place) if startswith(place, "/")

resolved(base, place) := clean(concat("/", ["/W", base, place])) if {
	not startswith(place, "/")
	not regex.match(`^[/~]`, base)
} else := clean(concat("/", [base, place])) if {
	not startswith(place, "/")
	startswith(base, "/")
} else := "~" if {
	not startswith(place, "/")
	startswith(base, "~")
}

# What is left of a path when "." and ".." are taken out: parts that are undone
# by a later ".." go, pass by pass.
clean(path) := flat if {
	flat := plain(path)
	not climbs(flat)
} else := "/.." if {
	climbs(plain(path))
}

# A part is "..", or a pattern that may fit it: many shells take ".." for a name that
# begins with a dot. "..." is a name like any other.
climbs(path) if regex.match(`/(\.\.([/*?\[@+!]|$)|\.([*?\[]|[@+!]\())`, path)

plain(path) := path if not turns(path)

plain(path) := undone(undone(undone(undone(undone(regex.replace(regex.replace(path, `/+(\./+)*`, "/"), `/\.$`, "")))))) if turns(path)

# Of all others, nothing is to be taken out.
turns(path) if contains(path, "//")

turns(path) if contains(path, "/.")

# A part that may be ".." itself is not undone by one.
undone(path) := regex.replace(path, `/([^/.][^/]*|\.[^/.*?\[@+!][^/*?\[@+!]*|\.\.[^/*?\[@+!]+)/\.\.(/|$)`, "/")

inside(full) if full == "/W"

inside(full) if startswith(full, "/W/")

inside(full) if startswith(full, "/tmp/")

inside(full) if {
	cwd := trim_suffix(input.request.cwd, "/")
	startswith(full, concat("", [cwd, "/"]))
	cwd != ""
}

# The absolute paths of a place when the working directory of the request is known:
# more than one when a cd before it may have failed.
real_places(place, _) := {rooted(place)} if startswith(place, "/")

real_places(place, dir) := {rooted(concat("/", [trim_suffix(base, "/"), place])) |
	some part in array.concat([dir.path], dir.or)
	base := from_cwd(part)
} if {
	not startswith(place, "/")
	not startswith(place, "~")
}

from_cwd(part) := input.request.cwd if {
	part == ""
} else := part if {
	startswith(part, "/")
} else := concat("/", [trim_suffix(input.request.cwd, "/"), part]) if {
	not startswith(part, "~")
}

# Above the root there is the root; a path with more turns than are followed may
# lead there as well.
rooted(path) := grounded(unturned(path))

grounded(path) := "/" if {
	trim_suffix(path, "/") == ""
} else := "/" if {
	climbs(path)
} else := trim_suffix(path, "/")

unturned(path) := regex.replace(plain(path), `^(/\.\.)+(/|$)`, "/")
