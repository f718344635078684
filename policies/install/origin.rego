# Where it comes from: who may be installed from where: the kind of source, the registry,
# the repository, references that move, the network. Which authority the agent ascribes to
# a source decides nothing.
package skillctl.install

# What is to be judged by, by the type of the origin.
skill_origins := {
	"path": {"class": "local", "sources": {"local-path", "archive"}},
	"archive": {"class": "local", "sources": {"archive", "local-path"}},
	"upload": {"class": "local", "sources": {"upload", "archive"}},
	"skill-library": {"class": "local", "sources": {"local-path"}},
	"git": {"class": "git", "sources": {"git"}},
	"clawhub": {"class": "registry", "sources": {"clawhub", "git"}},
}

installed_sources := {"bundled", "managed", "workspace"}

plugin_origins := {"plugin-package", "plugin-bundle", "plugin-dependency-tree", "plugin-npm", "plugin-git"}

plugin_classes := {
	"archive": "local",
	"clawhub": "registry",
	"git": "git",
	"local-path": "local",
	"npm": "npm",
	"upload": "local",
}

class := skill_origins[told_of("type")].class if {
	is_skill
} else := "installed" if {
	installed_origin
} else := known_plugin_class if {
	is_plugin
	told_of("type") in plugin_origins
}

installed_origin if {
	is_skill
	regex.match(`^(openclaw-(bundled|managed|extra|workspace|workshop)|agents-skills-[a-z-]+)$`, told_of("type"))
}

# By the source, and where the agent does not say, by what it does.
known_plugin_class := plugin_classes[request.source.kind]

known_plugin_class := "npm" if {
	not request.source
	request.action.kind == "plugin-npm"
} else := "git" if {
	not request.source
	request.action.kind == "plugin-git"
} else := "local" if {
	not request.source
	request.action.kind in {"plugin-dir", "plugin-archive", "plugin-file"}
}

described := {
	"git": "a repository",
	"installed": "an existing skill",
	"local": "what is the user's own",
	"npm": "the registry of npm",
	"registry": "a registry of skills",
}

reasons contains {
	"rule": "install/origin/known",
	"effect": "allow",
	"message": sprintf("it comes from %s%s", [described[class], digest_shown]),
} if {
	settings.origins[class] != "deny"
	class
}

# The agent judges the very folder that it installs from, and does so before it
# copies it: who can write there can change it in between.
digest_shown := sprintf("; what was judged is %s, and the folder can change until it is copied", [facts.digest]) if {
	own_folder
	facts.digest != ""
}

digest_shown := sprintf("; what was judged is %s", [facts.digest]) if {
	not own_folder
	facts.digest != ""
}

digest_shown := "" if facts.digest == ""

own_folder if {
	class == "local"
	request.host == "openclaw"
	request.source.kind == "local-path"
	request.source.mutable
}

reasons contains {
	"rule": "install/origin/class",
	"effect": settings.origins[class],
	"message": sprintf("it comes from %s, which the settings %s", [described[class], verbs[settings.origins[class]]]),
	"setting": ["install", "origins", class],
} if {
	settings.origins[class] in {"warn", "deny"}
}

verbs := {
	"deny": "do not allow",
	"warn": "want a person to look at",
}

reasons contains {
	"rule": "install/origin/unknown",
	"effect": "deny",
	"message": sprintf("the origin type %q is not known for a %s", [told_of("type"), request.target.type]),
	"hint": "update skillctl if the agent is newer",
} if {
	not class
}

reasons contains {
	"rule": "install/origin/plugin",
	"effect": settings.plugins,
	"message": sprintf("a plugin runs inside the agent with all its rights, and the settings %s it", [verbs[settings.plugins]]),
	"setting": ["install", "plugins"],
} if {
	is_plugin
	settings.plugins in {"warn", "deny"}
}

# What the agent says in two places has to be the same.
reasons contains {
	"rule": "install/origin/contradiction",
	"effect": "deny",
	"message": sprintf("origin type %q and source kind %q contradict each other", [told_of("type"), request.source.kind]),
} if {
	contradiction
}

contradiction if {
	is_skill
	known := skill_origins[told_of("type")]
	not request.source.kind in known.sources
	request.source
}

contradiction if {
	installed_origin
	request.source
	not request.source.kind in installed_sources
}

contradiction if {
	is_plugin
	told_of("type") == "plugin-npm"
	request.action.kind != "plugin-npm"
}

contradiction if {
	is_plugin
	told_of("type") == "plugin-git"
	request.action.kind != "plugin-git"
}

contradiction if {
	is_plugin
	class == "local"
	request.action.kind in {"plugin-npm", "plugin-git"}
}

fetched if {
	class in {"git", "registry", "npm"}
}

fetched if request.source.network

reasons contains {
	"rule": "install/origin/network",
	"effect": settings.network,
	"message": sprintf("it is fetched from a network, which the settings %s", [verbs[settings.network]]),
	"setting": ["install", "network"],
} if {
	fetched
	settings.network in {"warn", "deny"}
}

reasons contains {
	"rule": "install/origin/mutable",
	"effect": settings.mutableRefs,
	"message": sprintf("%s, which can change at any time", [moving]),
	"hint": hints[class],
	"setting": ["install", "mutableRefs"],
} if {
	settings.mutableRefs in {"warn", "deny"}
	moving
}

hints := {
	"git": git_hint,
	"npm": "use a fixed version, such as name@1.2.3",
	"registry": "name one version",
}

default git_hint := "use a commit with all of its 40 digits"

git_hint := sprintf("name a tag, or this very commit: @%s", [told_of("commit")]) if {
	request.host == "skillctl"
	told_of("commit") != ""
}

# "" of a plugin whose request was for a commit.
moving := sprintf("it is named by %s", [ref_shown]) if {
	class == "git"
	not commit_named
	not pinned_tag
	not tag_moved
} else := sprintf("the tag %q was commit %s when it was installed, and is %s now", [ref, told_of("lockedCommit"), told_of("commit")]) if {
	class == "git"
	tag_moved
}

# What installs it itself writes the commit of a tag into the lock file, and asks again
# when the tag has become another.
pinned_tag if {
	request.host == "skillctl"
	told_of("refKind") == "tag"
	told_of("commit") != ""
}

tag_moved if {
	pinned_tag
	told_of("lockedCommit") != ""
	told_of("lockedCommit") != told_of("commit")
}

moving := sprintf("it is version %q", [told_of("version")]) if {
	class == "registry"
	told_of("version") in {"", "latest"}
} else := "the registry says that it can change" if {
	class == "registry"
	not told_of("version") in {"", "latest"}
	object.get(request, ["source", "mutable"], true)
} else := sprintf("it was asked for as %q, without one version", [request.action.specifier]) if {
	class == "npm"
	not regex.match(`@v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`, request.action.specifier)
}

ref := told_of("ref") if told_of("ref") != ""

ref := spec_ref if {
	told_of("ref") == ""
	spec_ref
}

# What follows the last @ of what was asked for, after the name of the host.
spec_ref := found if found := regex.find_all_string_submatch_n(`[^/@]/.*@([^@/]+)$`, repository_asked, 1)[0][1]

commit_named if regex.match(`^[0-9a-f]{40}$|^[0-9a-f]{64}$`, lower(ref))

ref_shown := sprintf("the reference %q", [ref])

ref_shown := "its newest commit" if not ref

reasons contains {
	"rule": "install/origin/unscanned",
	"effect": settings.unscanned,
	"message": sprintf("the registry says of it %q", [told_of("trustState")]),
	"setting": ["install", "unscanned"],
} if {
	settings.unscanned in {"warn", "deny"}
	not told_of("trustState") in {"", "scanned", "clean", "verified"}
}

reasons contains {
	"rule": "install/origin/registry",
	"effect": "deny",
	"message": sprintf("the registry %q is not allowed; allowed are: %s", [told_of("registry"), concat(", ", sort(registries))]),
	"setting": ["install", "registries"],
} if {
	class == "registry"
	not address(told_of("registry")) in {address(known) | some known in registries}
}

# The host's own registry has two addresses: the one that it asks, and the one that its
# documentation shows.
own_registries := ["https://clawhub.ai", "https://clawhub.openclaw.ai"]

registries := object.get(settings, "registries", own_registries)

address(text) := trim_suffix(lower(text), "/")

# Repositories, whichever way they come.
repository_asked := told_of("spec") if {
	class == "git"
	told_of("spec") != ""
}

repository_asked := request.action.specifier if {
	class == "git"
	told_of("spec") == ""
}

repository_asked := sprintf("https://github.com/%s", [told_of("repo")]) if {
	class == "registry"
	told_of("repo") != ""
}

# As https://host/path, without names, references and ".git".
repository := sprintf("%s://%s%s", [lower(parts[1]), lower(parts[2]), trim_suffix(parts[3], ".git")]) if {
	parts := regex.find_all_string_submatch_n(`^(?:git:|git\+)?([A-Za-z+]+)://(?:[^/@\s]*@)?([^/@\s]*)(/[^@\s?#]*)(?:@[^@\s]*)?$`, repository_asked, 1)[0]
	not regex.match(`(^|/)\.\.?(/|$)|%|\\`, parts[3])
} else := sprintf("https://%s/%s", [lower(parts[1]), trim_suffix(parts[2], ".git")]) if {
	not contains(repository_asked, "://")
	parts := regex.find_all_string_submatch_n(`^(?:git:)?(?:[A-Za-z0-9._-]+@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)[:/]([^@\s?#:]*)(?:@[^@\s]*)?$`, repository_asked, 1)[0]
	not regex.match(`(^|/)\.\.?(/|$)|%|\\`, parts[2])
}

from_repository if repository_asked

reasons contains {
	"rule": "install/origin/repository",
	"effect": "deny",
	"message": sprintf("%s is not an allowed repository; allowed are: %s", [repository_shown, concat(", ", sort(settings.repositories))]),
	"setting": ["install", "repositories"],
} if {
	from_repository
	settings.repositories
	not repository_listed
}

repository_listed if any_match(settings.repositories, repository)

repository_shown := sprintf("%q", [repository])

repository_shown := "an address that is not understood" if not repository

reasons contains {
	"rule": "install/origin/insecure",
	"effect": "deny",
	"message": sprintf("%q is fetched without encryption: anybody on the network can change it", [repository]),
	"hint": "use https or ssh",
} if {
	regex.match(`^(http|git|ftp)://`, repository)
}
