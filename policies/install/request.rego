# What the request says: a request is answered only when all of it is understood: what is
# to be installed, how, and that there is something to judge.
package skillctl.install

kinds := {
	"skill": {"skill-install"},
	"plugin": {"plugin-dir", "plugin-archive", "plugin-file", "plugin-npm", "plugin-git"},
}

contents := {"package", "bundle", "file", "dependency-tree"}

reasons contains {
	"rule": "install/request/target",
	"effect": "deny",
	"message": sprintf("the request is about a target of type %q; skill or plugin is wanted", [request.target.type]),
} if {
	not kinds[request.target.type]
}

reasons contains {
	"rule": "install/request/kind",
	"effect": "deny",
	"message": sprintf("a %s is to be installed by a request of kind %q; known are %s", [request.target.type, request.action.kind, concat(", ", sort(kinds[request.target.type]))]),
} if {
	not request.action.kind in kinds[request.target.type]
}

reasons contains {
	"rule": "install/request/mode",
	"effect": "deny",
	"message": sprintf("the request is to %q; install or update is wanted", [request.action.mode]),
} if {
	not request.action.mode in {"install", "update"}
}

reasons contains {
	"rule": "install/request/content",
	"effect": "deny",
	"message": sprintf("the plugin's content is of kind %q; known are %s", [request.plugin.content, concat(", ", sort(contents))]),
} if {
	is_plugin
	not request.plugin.content in contents
}

reasons contains {
	"rule": "install/request/plugin",
	"effect": "deny",
	"message": "the request does not say what of the plugin is to be judged",
} if {
	is_plugin
	not request.plugin
}

reasons contains {
	"rule": "install/request/path",
	"effect": "deny",
	"message": "the request names no absolute path: there is nothing that could be judged",
} if {
	not request.path
}

reasons contains {
	"rule": "install/request/missing",
	"effect": "deny",
	"message": sprintf("there is %s where the request says that the %s is: nothing could be judged", [missing[facts.found], request.target.type]),
	"hint": "try again; if it stays so, the host moves or removes what it asks about",
} if {
	request.path
	missing[facts.found]
}

missing := {
	"missing": "nothing",
	"other": "neither a folder nor a file",
}

reasons contains {
	"rule": "install/request/unreadable",
	"effect": "deny",
	"message": sprintf("what is to be installed cannot be judged: %s", [facts.problem]),
	"hint": "let the user that runs skillctl read it, and mend what the message names",
} if {
	facts.found == "unreadable"
}

reasons contains {
	"rule": "install/request/path-kind",
	"effect": "deny",
	"message": sprintf("the request speaks of a %s, and there is a %s", [request.pathKind, facts.found]),
} if {
	facts.found in {"directory", "file"}
	not request.pathKind in {facts.found, ""}
}

reasons contains {
	"rule": "install/request/ruler",
	"effect": "deny",
	"message": sprintf("%s, by which the gate goes, is part of what is to be installed", [ruler]),
	"hint": "keep settings, policies and keys of the gate elsewhere",
} if {
	some ruler in facts.rulers
}

# A skill is a folder; of plugins only single files and the metadata of npm are
# files.
reasons contains {
	"rule": "install/request/file",
	"effect": "deny",
	"message": sprintf("a %s is a folder, and there is a file", [request.target.type]),
} if {
	facts.found == "file"
	not may_be_file
}

may_be_file if {
	is_plugin
	request.plugin.content == "file"
	request.action.kind == "plugin-file"
}

may_be_file if metadata_only

# The first of several requests about an npm plugin: what comes is judged later.
metadata_only if {
	is_plugin
	told_of("type") == "plugin-npm"
	request.action.kind == "plugin-npm"
	facts.found == "file"
}

reasons contains {
	"rule": "install/request/empty",
	"effect": "deny",
	"message": "the folder is empty: there is nothing that could be installed",
} if {
	facts.found == "directory"
	facts.empty
}

reasons contains {
	"rule": "install/request/manifest",
	"effect": "deny",
	"message": "there is no SKILL.md and no SKILL.toml in the folder: it is no skill",
	"hint": "name the folder that holds the manifest",
} if {
	is_skill
	facts.found == "directory"
	not facts.empty
	not has_manifest
}

has_manifest if subject.manifest != ""
