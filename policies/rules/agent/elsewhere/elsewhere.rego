# METADATA
# title: A file of the folder brings code from elsewhere
# description: >-
#   Plugins, marketplaces and packages that the file names are loaded with hooks, servers
#   and commands of their own, which were not read here.
# custom:
#   code: AGT-007
#   severity: medium
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.elsewhere

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s loads %s from elsewhere (%s): what is in it was not read", [obeyed.client(part), obeyed.shown(what(entry)), entry.key]),
	"hint": "name a commit, and judge what it holds with skillctl gate",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(part, entry)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"source"})
	foreign(entry)
}

# A marketplace lists what others may install; nothing is loaded by that.
severity(part, entry) := "low" if {
	entry.keys in {"marketplace-plugin", "marketplace"}
} else := "low" if {
	some other in part.entries
	other.role == "source"
	other.name in {"sha", "commit"}
	regex.match(`^[0-9a-f]{40}$`, sprintf("%v", [other.value]))
	trim_suffix(other.key, concat("", [".", other.name])) == trim_suffix(entry.key, concat("", [".", entry.name]))
} else := "medium"

what(entry) := entry.value if is_string(entry.value)

what(entry) := entry.name if not is_string(entry.value)

foreign(entry) if {
	is_string(entry.value)
	not describes(entry)
	not inside(entry.value)
}

# Switches of a source that load nothing; below other keys what is switched on is named by
# its key, whatever that is.
foreign(entry) if {
	entry.value == true
	not entry.name in {"autoUpdate", "enabled", "skipLfs"}
}

foreign(entry) if {
	entry.value == true
	entry.pattern == "enabledPlugins"
	entry.key == concat(".", ["enabledPlugins", entry.name])
}

foreign(entry) if {
	entry.pattern == "plugins"
	entry.name == "enabled"
	entry.value == true
}

# What is said of a source besides its place, each in the form that it has: an address or
# a path is a place, whatever its key is called.
describes(entry) if regex.match(forms[entry.name], entry.value)

word := `^[\w@][\w@.+-]*$`

forms := {
	"sha": `^[0-9a-fA-F]{7,64}$`,
	"commit": `^[0-9a-fA-F]{7,64}$`,
	"last_revision": `^[0-9a-fA-F]{7,64}$`,
	"last_updated": `^[0-9][\w:.+-]*$`,
	"ref": `^[\w.-]+(/[\w.-]+)*$`,
	"branch": `^[\w.-]+(/[\w.-]+)*$`,
	"tag": `^[\w.-]+(/[\w.-]+)*$`,
	"version": `^[\^~<>= v]*[0-9*x][\w.+*-]*$|^latest$`,
	"path": `^(\w[\w.-]*|\.[\w-][\w.-]*)(/(\w[\w.-]*|\.[\w-][\w.-]*))*/?$`,
	"installLocation": `^(\w[\w.-]*|\.[\w-][\w.-]*)(/(\w[\w.-]*|\.[\w-][\w.-]*))*/?$`,
	"source": kinds,
	"source_type": kinds,
	"type": kinds,
}

kinds := `^(github|git|git-subdir|url|npm|pip|directory|file|local|settings|hostPattern|pathPattern)$`

# A name is that of the source beside it; where there is none it is the place.
describes(entry) if {
	entry.name == "name"
	entry.pattern != "dependencies"
	regex.match(word, entry.value)
}

# A form of hosts loads nothing.
describes(entry) if entry.name in {"hostPattern", "pathPattern"}

# A folder or a file of this one.
inside(value) if {
	regex.match(`^\.{1,2}/|^\.$`, value)
	not regex.match(`(^|/)\.\.(/|$)`, value)
}
