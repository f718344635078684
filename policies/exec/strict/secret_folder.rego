# Folders with secrets somewhere in them, of which a command reads all.
package skillctl.exec.profiles.strict

# What the boundary hides: files and folders, with "~" for the home folder. Those of
# agents have skills in them as well; private.json says what of them is secret.
hidden := {sprintf("~/%s", [name]) |
	some name in data.skillctl.tables.boundary.hide
	not data.skillctl.tables.boundary.agents[name]
} | {place | some place in data.skillctl.tables.boundary.hideSystem}

# The folders that have something of it in them, and those that have home folders.
keepers := (({"/", "/home", "/Users", "~"} | {sprintf("~/%s", [name]) | some name, _ in data.skillctl.tables.boundary.agents}) | {folder |
	some place in hidden
	some folder in above(place)
	folder != place
}) | {folder |
	some place in places.named
	regex.match(secret_places, place)
	some folder in above(place)
	folder != place
}

# A place and all folders that it is in: "~/a/b" gives "~/a/b", "~/a" and "~".
above(place) := {folder |
	parts := split(place, "/")
	some i in numbers.range(1, count(parts))
	folder := concat("/", array.slice(parts, 0, i))
	folder != ""
}

holds_secrets(spot) if spot.home in keepers

# The home folder may be anywhere.
holds_secrets(spot) if spot.full in above(home_folder)

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%q reads all that is in %q, where secrets are kept as well", [reader_name(command), spot.place.path]),
	"hint": "name the files or the folder that are wanted",
	"span": spot.place.span,
} if {
	some spot in spots
	spot.place.use == "read"
	whole_of(spot)
	not spot.inside
	holds_secrets(spot)
	command := input.facts.commands[spot.place.command]
}

# What stands behind a variable of which nobody knows the value is no folder.
whole_of(spot) if spot.place.variable == ""

whole_of(spot) if variable(spot.place.variable) != ""

whole_of(spot) if not spot.place.path in {"/", ""}

# Names of such a folder are listed, and files of which nobody knows the name are read.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%q lists the names in %q, where secrets are kept as well, and %q reads files that are known only when it runs", [lister.base, spot.place.path, reader.base]),
	"hint": "name the files that are wanted",
	"span": place.span,
} if {
	some spot in spots
	spot.place.use == "names"
	not spot.inside
	whole_of(spot)
	holds_secrets(spot)
	lister := input.facts.commands[spot.place.command]
	some place in input.facts.places
	place.use == "read"
	place.path == ""
	reader := input.facts.commands[place.command]
}
