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

# What a source is made of besides its place.
described := {"sha", "commit", "ref", "branch", "tag", "version", "path", "autoUpdate", "installLocation", "hostPattern", "name", "skipLfs", "last_updated", "last_revision", "source_type", "enabled"}

kinds := {"github", "git", "git-subdir", "url", "npm", "pip", "directory", "file", "local", "settings", "hostPattern", "pathPattern"}

foreign(entry) if {
	is_string(entry.value)
	not entry.name in described
	not entry.value in kinds
	not inside(entry.value)
}

foreign(entry) if {
	entry.value == true
	not entry.name in described
}

foreign(entry) if {
	entry.pattern == "plugins"
	entry.name == "enabled"
	entry.value == true
}

# A folder or a file of this one.
inside(value) if {
	regex.match(`^\.{1,2}/|^\.$`, value)
	not regex.match(`(^|/)\.\.(/|$)`, value)
}
