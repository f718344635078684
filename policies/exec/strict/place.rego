# Where words lead: places are judged by what the words come to, not by how they
# are spelled.
package skillctl.exec.profiles.strict

# A place in full: absolute, and with "~" for the home folder of whoever it is.
spots contains {"place": place, "full": full, "home": home_form(full), "inside": within(full)} if {
	some place in input.facts.places
	some full in full_of(place)
}

full_of(place) := {full} if {
	place.path != ""
	place.variable == ""
	full := in_full(place.path)
}

# A variable that is not set leaves the rest of the path.
full_of(place) := {full} if {
	place.path != ""
	place.variable != ""
	full := in_full(sprintf("%s%s", [trim_suffix(variable(place.variable), "/"), place.path]))
}

in_full(path) := rooted(path) if {
	startswith(path, "/")
} else := full if {
	startswith(path, "~")
	home_folder != ""
	full := rooted(concat("", [home_folder, substring(path, 1, -1)]))
} else := path if {
	startswith(path, "~")
	home_folder == ""
} else := rooted(concat("/", [trim_suffix(input.request.cwd, "/"), path])) if {
	not regex.match(`^[/~]`, path)
}

home_folder := trim_suffix(variable("HOME"), "/")

home_form(full) := concat("", ["~", substring(full, count(home_folder), -1)]) if {
	home_folder != ""
	startswith(concat("", [full, "/"]), concat("", [home_folder, "/"]))
} else := regex.replace(full, `^(/home/[^/]+|/Users/[^/]+|/root|/var/root)(/|$)`, "~$2")

# The home folder is never inside, wherever it is, unless the working directory is
# below it.
within(full) if {
	inside_cwd(full)
	not at_home(full)
}

within(full) if {
	inside_cwd(full)
	regex.match(`^~/.`, home_form(input.request.cwd))
}

within(full) if {
	startswith(full, "/tmp/")
	not at_home(full)
}

default within(_) := false

at_home(full) if startswith(home_form(full), "~")

# Files that hold secrets.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%s, which may hold secrets", [leads_to(spot)]),
	"hint": ask_for(spot.place.span),
	"span": spot.place.span,
} if {
	some spot in spots
	not spot.inside
	secret_place(spot)
	counts(spot)
	not said_of(spot)
}

# Of a variable of which nobody knows the value the one is said that leads there.
leads_to(spot) := sprintf("%q leads to %q", [spot.place.text, spot.place.path]) if {
	spot.place.variable == ""
} else := sprintf("%q leads to %q", [spot.place.text, spot.full]) if {
	variable(spot.place.variable) != ""
} else := sprintf("%q leads to %q where %q is \"/\" or not set", [spot.place.text, spot.place.path, spot.place.variable])

# The spelling alone says it.
said_of(spot) if {
	some word in input.facts.commands[spot.place.command].args
	word.span == spot.place.span
	is_string(word.value)
	contains(word.value, "/")
	secret(word)
}

said_of(spot) if {
	some redirect in input.facts.redirects
	redirect.target.span == spot.place.span
	redirect.class == "file"
	is_string(redirect.target.value)
	secret(redirect.target)
}

secret_place(spot) if regex.match(secret_places, spot.home)

secret_place(spot) if {
	spot.place.variable == ""
	regex.match(private_places, spot.home)
}

# What the boundary hides holds secrets as well.
secret_place(spot) if {
	spot.place.variable == ""
	some place in above(spot.home)
	place in hidden
}

# Lists of patterns as one each: every place is compared with all of them.
secret_places := one_of(places.secret)

private_places := one_of(data.skillctl.tables.private.paths)

# Where a file system takes small letters for large ones, so do the programs.
startup_places := concat("", ["(?i)", one_of(places.startup)])

one_of(patterns) := sprintf("(?:%s)", [concat(")|(?:", patterns)])

# What nothing is done with: text that is printed, and folders that are entered.
counts(spot) if spot.place.command < 0

counts(spot) if not spot.place.use in {"read", "names", "word", "part", "mode", "mode-tree"}

counts(spot) if {
	spot.place.use in {"mode", "mode-tree"}
	spot.inside
}

counts(spot) if {
	spot.place.use in {"word", "part"}
	spot.place.command >= 0
	command := input.facts.commands[spot.place.command]
	not command.name in data.skillctl.tables.builtins.inert
	not command.base in {"ls", "stat", "du", "chmod", "chown"}
	command.kind == "simple"
}

# Files that programs obey, whatever the program does with them.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%s, which programs run or read as settings automatically", [leads_to(spot)]),
	"hint": "ask a person to change it",
	"span": spot.place.span,
	"general": true,
} if {
	some spot in spots
	obeyed(spot)
	counts(spot)
	not reads_only(spot)
	not secret_only(spot)
	not named_only(spot)
	first_of(spot)
}

# Of several that one pattern may name the first is told.
first_of(spot) if not spot.place.use in {"delete", "delete-tree"}

first_of(spot) if {
	spot.place.path == min({other.place.path |
		some other in spots
		obeyed(other)
		other.place.command == spot.place.command
		other.place.use == spot.place.use
		other.place.text == spot.place.text
	})
}

# A pattern may name the settings of skillctl among others; what is written is told as
# such where the entry of the program says it.
named_only(spot) if {
	spot.place.use in {"word", "part"}
	not spot.place.known
	regex.match(`(^|/)skillctl\.cue$`, spot.full)
	input.facts.commands[spot.place.command].arguments.entry
}

# The folder of skills as a whole is named by what lists, packs and installs skills.
# What is known to write there, and each file below it, is asked about.
named_only(spot) if {
	spot.place.use in {"word", "part"}
	regex.match(`(?i)(^|/)\.[a-z]+/skills/?$`, spot.full)
}

# So is that of git, mostly to be left out.
named_only(spot) if {
	spot.place.use in {"word", "part"}
	of_git(spot.full)
}

of_git(path) if regex.match(`(?i)(^|/)\.git/?$`, path)

# Folders of the working directory that have files in them which programs obey.
obeyed(spot) if {
	spot.inside
	spot.place.use in {"write", "link", "delete", "delete-tree", "mode-tree"}
	spot.place.path in kept_folders
	not input.facts.commands[spot.place.command].base in {"mkdir", "gmkdir"}
}

kept_folders := {folder |
	some place in places.named
	not regex.match(`^[/~]`, place)
	starts_by_itself(place)
	some folder in above(place)
	folder != place
}

# What is not known to be written is said to hold secrets, which is enough.
secret_only(spot) if {
	spot.place.use in {"word", "part", "setting"}
	not spot.inside
	secret_place(spot)
}

obeyed(spot) if {
	spot.inside
	starts_by_itself(spot.full)
}

obeyed(spot) if {
	not spot.inside
	starts_by_itself(spot.home)
}

obeyed(spot) if {
	not spot.inside
	part := regex.find_all_string_submatch_n(`^~/([^/]+)`, spot.home, 1)[0][1]
	part in places.home
	not part in {".config", ".local"}
}

obeyed(spot) if {
	not spot.inside
	spot.home in {"~/.config", "~/.local"}
}

# It is known that the program only reads its operands.
reads_only(spot) if {
	spot.place.use in {"word", "part"}
	command := input.facts.commands[spot.place.command]
	readers.programs[command.base]
	count(command.writes) == 0
}

reads_only(spot) if spot.place.use in {"input", "fed"}

reads_only(spot) if of_own(spot.place.use, spot.full)

writing_uses := {"write", "append", "link", "delete", "delete-tree", "redirect"}

# Written or deleted outside of the working directory.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%s, which is outside the working directory and /tmp", [leads_to(spot)]),
	"hint": "use files below the working directory",
	"span": spot.place.span,
	"general": true,
} if {
	some spot in spots
	spot.place.use in writing_uses
	located(spot)
	beyond(spot)
	not spot.full in sinks
	not startswith(spot.full, "/dev/fd/")
	not harmless_change(spot)
}

# What stands behind a variable of which nobody knows the value may be anywhere, but not where
# it leads out of that again, or to the system where there is none.
located(spot) if spot.place.variable == ""

located(spot) if {
	variable(spot.place.variable) != ""
	not of_temporary(spot.place)
}

located(spot) if startswith(spot.place.path, "/..")

located(spot) if {
	spot.full != "/"
	of_system(spot.full)
}

# Each system has its own folder for temporary files.
of_temporary(place) if {
	place.variable in {"TMPDIR", "TMP", "TEMP"}
	not startswith(place.path, "/..")
}

beyond(spot) if not spot.inside

# A name may begin with two dots, as in "./..."; a pattern that does may fit "..".
beyond(spot) if regex.match(`^\.\.([/*?\[@+!]|$)`, spot.place.path)

# A folder of one's own at home, with nothing in it yet.
harmless_change(spot) if {
	input.facts.commands[spot.place.command].base == "mkdir"
	regex.match(`^~(/[^./][^/]*)*$`, spot.home)
	not regex.match(`^~/bin(/|$)`, spot.home)
}

# What is moved here from home.
harmless_change(spot) if {
	input.facts.commands[spot.place.command].base == "mv"
	spot.place.use == "delete"
	regex.match(`^~(/[^./][^/]*)+$`, spot.home)
}

# Another checkout of the same repository, or a clone, beside this one.
harmless_change(spot) if {
	command := input.facts.commands[spot.place.command]
	command.base == "git"
	command.arguments.sub[0] in {"clone", "init", "submodule", "worktree"}
	spot.place.use == "write"
	regex.match(`^\.\./[A-Za-z0-9_][A-Za-z0-9_.-]*$`, spot.place.path)
}

# What find or xargs does to every file that there is.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q deletes every file that find finds, because no test of a name stands before it", [command.base]),
	"hint": "put a test such as -name '*.tmp' or -mtime +7 before -exec",
	"span": place.span,
} if {
	some place in input.facts.places
	place.use in {"delete", "delete-tree"}
	command := input.facts.commands[place.command]
	command.edge == "find"
	input.facts.commands[command.parent].base in {"find", "gfind", "bfs"}
	not input.facts.commands[command.parent].narrow
}

# Words of an input may be options of the program that xargs runs.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/place",
	"message": sprintf("%q gets words of its input that may be anything, options among them", [command.base]),
	"hint": "write the arguments literally, or feed it with find . or git ls-files",
	"span": place.span,
} if {
	some place in input.facts.places
	place.use == "fed"
	command := input.facts.commands[place.command]
	not takes_any_word(command)
}

takes_any_word(command) if command.name in data.skillctl.tables.builtins.inert

takes_any_word(command) if {
	entry := readers.programs[command.base]
	not entry.otherwise
	count(command.writes) == 0
}

# A folder that becomes what another one is loses all else.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q deletes what the source does not have from %q", [word.text, place.text]),
	"hint": "leave it out, or name a folder below the working directory",
	"span": word.span,
} if {
	some command in needy
	command.base == "rsync"
	some word in words_of(command)
	startswith(word.prefix, "--del")
	some place in input.facts.places
	place.command == command.id
	place.use == "write"
	place.path in {".", ".."}
}

# Written or deleted, and nobody knows where.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is written or deleted, and where it leads is known only when it runs", [place.text]),
	"hint": "write the path literally",
	"span": place.span,
} if {
	some place in input.facts.places
	place.path == ""
	place.use in writing_uses
}

# Read, and nobody knows what.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/place",
	"message": sprintf("%q is in a folder that this command fetches or unpacks, so that it may be a link to any file", [place.text]),
	"hint": "read it in another request",
	"span": place.span,
} if {
	some place in input.facts.places
	place.path == ""
	place.via == "link"
	place.use in {"read", "input"}
	not lists(place)
}

lists(place) if input.facts.commands[place.command].base in {"ls", "stat", "du"}
