# Where a command may write: below the working directory and in /tmp.
package skillctl.exec.profiles.strict

sinks := {"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/full", "/dev/zero"}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("the file that %q names is known only when it runs", [redirect.target.text]),
	"hint": "write the name of the file literally",
	"span": redirect.target.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "dynamic"
	redirect.write
	not read_anew(redirect)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q opens a network connection", [redirect.target.text]),
	"hint": "use a network program, such as curl",
	"span": redirect.target.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "network"
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is written, outside the working directory and /tmp", [redirect.target.text]),
	"hint": "write below the working directory",
	"span": redirect.target.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "file"
	redirect.write
	outside(redirect.target, redirect.target.value, redirect.dir)
}

# Files of the system and its devices are not input for a command.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is read, outside the working directory and /tmp", [redirect.target.text]),
	"hint": hint_outside,
	"span": redirect.target.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "file"
	not redirect.write
	is_string(redirect.target.value)
	not redirect.target.value in sinks
	not startswith(redirect.target.value, "/dev/fd/")
	regex.match(`^/`, redirect.target.value)
	outside(redirect.target, redirect.target.value, redirect.dir)
}

hint_outside := "read below the working directory, or name the folder in exec.allowedRoots of the settings" if file_tool

hint_outside := "read below the working directory, or pass the file as an argument" if not file_tool

# > within [ … ] is no comparison: the shell writes the file.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q in [ … ] opens a file; it does not compare", [redirect.op]),
	"hint": "compare with [[ … ]], or with \\> and \\<",
	"span": redirect.span,
} if {
	some redirect in input.facts.redirects
	redirect.class in {"file", "dynamic", "network"}
	redirect.command >= 0
	input.facts.commands[redirect.command].base in {"[", "test"}
}

# Programs that write files by their purpose or by an option.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q writes to %q, which is %s", [command.base, write.target.text, why_unfit(write)]),
	"hint": "write below the working directory",
	"span": write.span,
} if {
	some [command, write] in writes
	write.kind in {"write", "append", "write-into"}
	guarded(command, write)
	unfit(write, command)
}

guarded(command, _) if command.base in {"tee", "gtee", "dd", "gdd", "sponge", "find", "gfind", "awk", "gawk", "mawk", "nawk"}

guarded(command, write) if {
	command.base in {"sed", "gsed"}
	not in_place(write)
}

# A file that is written in place of the one that is read; not where the copy is kept.
in_place(write) if {
	regex.match(`^-([iI]|-in-place$)`, write.option)
	not startswith(write.target.text, "-")
}

# A place that stands within a text, where nobody looks for it.
guarded(_, write) if write.said

# Any program that writes to folders of the system or to settings of the user.
guarded(_, write) if {
	place := target_of(write)
	is_string(place)
	regex.match(`^(/(etc|usr|bin|sbin|lib|lib64|boot|sys|proc|dev|root)/|~/\.|/home/[^/]+/\.)`, place)
	not place in sinks
}

places := data.skillctl.tables.places

# The folders of the system, whatever is done there: written, deleted, linked,
# given other rights. A tree that holds one of them counts as well.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q changes %q, which belongs to the operating system or to the user's settings", [command.base, write.target.text]),
	"hint": "use files below the working directory",
	"span": write.span,
} if {
	some [command, write] in writes
	place := target_of(write)
	is_string(place)
	not place in sinks
	not startswith(place, "/dev/fd/")
	grave(write.kind, place, command.dir)
}

grave(_, place, dir) if {
	not startswith(place, "~")
	some full in real_places(place, dir)
	not inside_cwd(full)
	of_system(full)
}

grave("link", place, dir) if {
	some full in homely(place, dir)
	not inside_cwd(full)
	credentials(full)
}

grave(kind, place, dir) if {
	kind in {"delete", "delete-tree", "mode-tree", "link", "write-into"}
	some full in homely(place, dir)
	holds_home(full)
}

# A place in the home folder is spelled "~/…" or in full.
homely(place, _) := {trim_suffix(place, "/")} if startswith(place, "~")

homely(place, dir) := real_places(place, dir) if not startswith(place, "~")

of_system("/")

of_system(full) if {
	some folder in places.system
	below(full, folder)
}

of_system(full) if trim_suffix(full, "/") in places.whole

# The home folder itself, and what programs keep in it to start or trust.
holds_home(full) if {
	not inside_cwd(full)
	regex.match(`^(~|(/home|/Users)(/[^/]+)?)$`, full)
}

holds_home(full) if {
	part := regex.find_all_string_submatch_n(`^(?:~|/home/[^/]+|/Users/[^/]+)/([^/]+)/?$`, full, 1)[0][1]
	part in places.home
}

inside_cwd(full) if {
	cwd := trim_suffix(input.request.cwd, "/")
	cwd != ""
	startswith(concat("", [full, "/"]), concat("", [cwd, "/"]))
}

# Files that other programs later run or read as settings automatically.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is a file that other programs run or read as settings automatically", [shown_place]),
	"hint": "ask a person to change it",
	"span": at,
} if {
	some [shown_place, at] in lasting
}

lasting contains [place, write.span] if {
	some [command, write] in writes
	write.kind in changing
	place := target_of(write)
	is_string(place)
	some full in homely(place, command.dir)
	starts_by_itself(full)
	not of_own(write.kind, full)
}

# Who may read one's own settings is often to be corrected, as with chmod 600.
of_own(kind, full) if {
	kind in {"mode", "mode-tree"}
	not inside_cwd(full)
}

# What is deleted or moved away is changed as well: a rule that is
# gone is no rule. So are rights and owners: a hook that may be run is run.
changing := {"write", "append", "link", "write-into", "delete", "delete-tree", "mode", "mode-tree"}

lasting contains [redirect.target.value, redirect.target.span] if {
	some redirect in input.facts.redirects
	redirect.class == "file"
	redirect.write
	is_string(redirect.target.value)
	some full in homely(redirect.target.value, redirect.dir)
	starts_by_itself(full)
}

# A target that is known only in part ends with what is known.
lasting contains [word.text, word.span] if {
	some word in partly_known
	starts_by_itself(word.suffix)
}

partly_known contains redirect.target if {
	some redirect in input.facts.redirects
	redirect.write
	redirect.target.value == null
	redirect.target.suffix != ""
}

partly_known contains write.target if {
	some [command, write] in writes
	write.kind in changing
	write.target.value == null
	not is_string(object.get(write, "computed", null))
	write.target.suffix != ""
}

starts_by_itself(full) if {
	parts := split(full, "/")
	parts[count(parts) - 1] in data.skillctl.tables.dotfiles.sourced
}

starts_by_itself(full) if regex.match(startup_places, full)

# What a repository keeps is there once.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q deletes %q, which holds the history of a repository", [command.base, place]),
	"hint": "delete files of the working tree, or ask a person to do it",
	"span": write.span,
} if {
	some [command, write] in writes
	write.kind in {"delete", "delete-tree"}
	place := target_of(write)
	is_string(place)
	regex.match(`(^|/)\.git/*$`, place)
}

# More rights than the one who runs the file has.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q makes a file run with the rights of its owner (set-user-id)", [word.text]),
	"hint": "remove the set-user-id bit",
	"span": word.span,
} if {
	some command in needy
	command.base in {"chmod", "gchmod", "install", "ginstall", "mkdir"}
	some word in words_of(command)
	is_string(word.value)
	regex.match(`^(-m|--mode=)?(0*[4-7][0-7]{3}|([ugoa,+=rwxXt0-7-]*,)?(u[ugo]*|[go]*u[go]*|a|)[+=][rwxXt]*s[rwxXst]*(,.*)?)$`, word.value)
}

why_unfit(write) := "outside the working directory and /tmp" if {
	is_string(target_of(write))
} else := "known only when it runs"

unfit(write, _) if not is_string(target_of(write))

unfit(write, command) if outside(write.target, target_of(write), command.dir)

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q deletes the folder tree %q, which is %s", [command.base, write.target.text, why_reckless(write)]),
	"hint": "name a folder below the working directory",
	"span": write.span,
} if {
	some [command, write] in writes
	write.kind == "delete-tree"
	reckless(write, command)
}

why_reckless(write) := "known only when it runs" if {
	not is_string(target_of(write))
} else := "a wildcard alone" if {
	write.target.glob
	bare_wildcard(target_of(write))
} else := "the working directory itself" if {
	trim_suffix(target_of(write), "/") == "."
} else := "all of /tmp" if {
	trim_suffix(target_of(write), "/") in {"/tmp", "/tmp/*"}
} else := "outside the working directory"

bare_wildcard(place) if regex.match(`^(\./)?(\*|\.\*|\.\[!\.\]\*|\*\*|\{.*\})/?$`, place)

reckless(write, command) if {
	write.target.value == null
	not is_string(object.get(write, "computed", null))
	vague(write.target)
	not found_by_name(command)
	not below_here(write, command)
}

# All that the variables of the target come to is below the working directory or
# /tmp: other places are listed.
below_here(write, command) if {
	every place in input.facts.places {
		not elsewhere_than_here(place, write, command)
	}
}

elsewhere_than_here(place, write, command) if {
	place.command == command.id
	place.use == write.kind
	place.span == write.span
	not within_tmp(place)
}

# A part that is a guess may be nothing, or lead out again.
within_tmp(place) if {
	place.known
	regex.match(`^/tmp/.`, place.path)
}

# The name that mktemp makes is one part, and never empty.
within_tmp(place) if regex.match(`^/tmp/tmp\.\*$`, place.path)

reckless(write, _) if {
	write.target.glob
	bare_wildcard(target_of(write))
}

reckless(write, command) if {
	place := target_of(write)
	is_string(place)
	trim_suffix(place, "/") in {".", "..", "*", "/", "/tmp", "/tmp/*", "~"}
	command.base != "find"
}

reckless(write, command) if outside(write.target, target_of(write), command.dir)

# What find hands on is below its start, and has the name that a test says.
found_by_name(command) if {
	command.edge == "find"
	parent := input.facts.commands[command.parent]
	tests_name(parent)
	starts := start_words(parent)
	every word in starts {
		not outside(word, word.value, parent.dir)
		is_string(word.value)
	}
}

# A test says a part of the name, and nothing makes it one of several.
tests_name(command) if {
	words := [word.value | some word in words_of(command)]
	count({"-o", "-or", ",", "!", "-not"} & {word | some word in words}) == 0
	some i, word in words
	is_string(word)
	regex.match(`^-i?(name|path|wholename)$`, word)
	is_string(words[i + 1])
	narrow(words[i + 1])
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q deletes what find finds: no test says what that is called, or it is outside the working directory", [command.base]),
	"hint": "add a test such as -name '*.log', and name a folder below the working directory",
	"span": write.span,
} if {
	some [command, write] in writes
	command.edge == "find"
	write.kind in {"delete", "delete-tree"}
	write.target.value == null
	not found_by_name(command)
}

# A path that begins with a known part below the working directory is not vague.
vague(word) if word.prefix == ""

vague(word) if startswith(word.prefix, "/")

vague(word) if startswith(word.prefix, "~")

vague(word) if startswith(word.prefix, "..")

# What find puts there has a name that says which files are meant.
vague(word) if {
	object.get(word, "only", "") != ""
	not narrow(word.only)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q writes to the device %q", [command.base, write.target.text]),
	"hint": "run it yourself",
	"span": write.span,
} if {
	some [command, write] in writes
	write.kind == "device"
}
