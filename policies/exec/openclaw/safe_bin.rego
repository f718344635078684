# Safe bins: programs that need no entry while they read only standard input.
package skillctl.exec.profiles.openclaw

bins := data.skillctl.tables.openclaw_safe_bins

safe_bins := {name |
	some raw in object.get(settings, "safeBins", data.skillctl.tables.openclaw_exec.safeBins)
	name := lower(trim_space(raw))
	name != ""
}

# A profile of the settings replaces the one that is built in; it has no
# switches, flags without a value: OpenClaw drops them.
safe_profiles := object.union_n([bins.profiles, {key: cleaned |
	some raw, given in object.get(settings, "safeBinProfiles", {})
	key := lower(trim_space(raw))
	key != ""
	cleaned := cleaned_profile(given)
}])

cleaned_profile(given) := {
	"minPositional": least,
	"maxPositional": most,
	"values": flags_of(object.get(given, "allowedValueFlags", [])),
	"switches": [],
	"denied": flags_of(object.get(given, "deniedFlags", [])),
} if {
	least := bound(object.get(given, "minPositional", null))
	most := not_below(bound(object.get(given, "maxPositional", null)), least)
}

flags_of(flags) := [flag |
	some raw in flags
	flag := trim_space(raw)
	flag != ""
]

# A bound as a whole number; null for "none".
bound(n) := floor(n) if {
	is_number(n)
	floor(n) >= 0
}

bound(n) := null if not is_number(n)

bound(n) := null if {
	is_number(n)
	floor(n) < 0
}

not_below(most, least) := least if {
	is_number(most)
	is_number(least)
	most < least
} else := most

# A program that stands in a trusted folder, under a name in the list, with a
# profile that its arguments fit.
safe_bin(segment) if {
	program := segment.execution
	name := lower(trim_space(program.name))
	name in safe_bins
	folder_trusted(program)
	safe_argv(name, array.slice(segment.plan.argv, 1, count(segment.plan.argv)))
}

trusted_path(program) := program.real if program.real != ""

trusted_path(program) := program.path if program.real == ""

folder_trusted(program) if {
	file := trusted_path(program)
	file != ""
	regex.replace(file, `/[^/]*$`, "") in view.trustedDirs
}

safe_argv(name, args) if {
	not name in bins.never
	fits(args, safe_profiles[name])
}

# Where options end: the first "--" that is no value, or behind the last.
fits(args, profile) if {
	reading := arguments(args, profile)
	every i, argument in args {
		argument_fits(i, argument, reading)
	}
	operands := count([i | some i, argument in args; is_operand(i, argument, reading)])
	operands >= zero_if_null(profile.minPositional)
	not too_many(operands, profile.maxPositional)
}

zero_if_null(n) := n if is_number(n)

zero_if_null(null) := 0

too_many(n, most) if {
	is_number(most)
	n > most
}

# arguments says which arguments are values of the option before them. Every
# argument that would want a value if it were read as an option is found first;
# in a row of such arguments every second one is a value.
arguments(args, profile) := {"values": values, "end": end, "profile": profile, "args": args, "long": long} if {
	long := long_flags(profile)
	wants := {i |
		some i, argument in args
		wants_value(argument, profile, long)
	}
	values := {i |
		some i, _ in args
		(i - 1) in wants
		row := (i - 1) - max({-1} | {j | some j, _ in args; j < i; not j in wants})
		row % 2 == 1
	}
	end := min({count(args)} | {i | some i, "--" in args; not i in values})
}

long_flags(profile) := {flag |
	some flag in array.concat(array.concat(profile.values, profile.switches), profile.denied)
	startswith(flag, "--")
}

# The flag that a long option means: itself, or the one known flag that begins
# with it.
long_flag(text, long) := text if text in long

long_flag(text, long) := found[0] if {
	not text in long
	count(text) > 2
	found := [flag | some flag in long; startswith(flag, text)]
	count(found) == 1
}

wants_value(argument, profile, long) if {
	startswith(argument, "--")
	not contains(argument, "=")
	flag := long_flag(argument, long)
	flag in profile.values
	not flag in profile.denied
}

wants_value(argument, profile, _) if {
	is_cluster(argument)
	cluster(argument, profile) == {"known": true, "value": ""}
}

is_cluster(argument) if regex.match(`^-[^-]`, argument)

# What a cluster of short options is: whether every letter up to the first flag
# with a value is known, and what stands behind that flag, null for none.
cluster(argument, profile) := {"known": known, "value": value} if {
	letters := [concat("", ["-", letter]) | some letter in split(substring(argument, 1, -1), "")]
	last := min({count(letters)} | {i | some i, flag in letters; flag in profile.values})
	known := count([flag | some i, flag in letters; i <= last; not switch_known(flag, profile)]) == 0
	value := behind(argument, last, count(letters))
}

behind(argument, last, size) := substring(argument, last + 2, -1) if last < size

behind(_, last, size) := null if last >= size

switch_known(flag, profile) if {
	flag in profile.switches
	not flag in profile.denied
}

switch_known(flag, profile) if {
	flag in profile.values
	not flag in profile.denied
}

is_operand(i, argument, reading) if {
	i > reading.end
	not argument in {"", "-"}
}

is_operand(i, argument, reading) if {
	i < reading.end
	not i in reading.values
	not startswith(argument, "-")
	argument != ""
}

argument_fits(i, _, reading) if i == reading.end

argument_fits(i, argument, reading) if {
	i > reading.end
	literal(argument)
}

argument_fits(i, argument, reading) if {
	i < reading.end
	i in reading.values
	argument != ""
	literal(argument)
}

argument_fits(i, argument, reading) if {
	i < reading.end
	not i in reading.values
	not is_option(argument)
	literal(argument)
}

argument_fits(i, argument, reading) if {
	i < reading.end
	not i in reading.values
	is_option(argument)
	option_fits(i, argument, reading)
}

is_option(argument) if {
	startswith(argument, "-")
	argument != "-"
}

option_fits(i, argument, reading) if {
	startswith(argument, "--")
	not contains(argument, "=")
	flag := long_flag(argument, reading.long)
	not flag in reading.profile.denied
	has_value(i, flag, reading)
}

option_fits(_, argument, reading) if {
	startswith(argument, "--")
	at := indexof(argument, "=")
	at > 0
	flag := long_flag(substring(argument, 0, at), reading.long)
	not flag in reading.profile.denied
	flag in reading.profile.values
	literal(substring(argument, at + 1, -1))
}

option_fits(i, argument, reading) if {
	is_cluster(argument)
	found := cluster(argument, reading.profile)
	found.known
	cluster_fits(i, found.value, reading)
}

cluster_fits(_, null, _)

cluster_fits(i, "", reading) if i + 1 < count(reading.args)

cluster_fits(_, value, _) if {
	value != null
	value != ""
	literal(value)
}

has_value(_, flag, reading) if not flag in reading.profile.values

has_value(i, flag, reading) if {
	flag in reading.profile.values
	i + 1 < count(reading.args)
}

# A text that neither names a file nor would be expanded by a shell.
literal(text) if text in {"", "-"}

literal(text) if {
	not regex.match(`[*?\[\]]`, text)
	not regex.match("\\$[A-Za-z_0-9({\\[@*#?!$-]", text)
	not contains(text, "`")
	not path_like(trim_space(text))
}

path_like(text) if regex.match(`^(\./|\.\./|~|/|[A-Za-z]:[\\/])`, text)
