# Plugins: what a package.json or the metadata of npm says: scripts that run when it is
# installed, dependencies from elsewhere than the registry, a package that is not the one
# that was asked for.
package skillctl.install

import data.skillctl.lib.exec.environment

# The package itself, and all that it depends on.
all_packages := [facts.package | facts.package; not metadata_only]

known_packages := array.concat(all_packages, facts.packages)

reasons contains {
	"rule": "install/plugin/scripts",
	"effect": settings.dependencies.scripts,
	"message": sprintf("%q runs when it is installed: %s (%s)", [pkg.name, script.command, script.name]),
	"hint": "install it without scripts, or review them",
	"file": pkg.file,
	"setting": ["install", "dependencies", "scripts"],
} if {
	is_plugin
	settings.dependencies.scripts in {"warn", "deny"}
	some pkg in known_packages
	some script in pkg.scripts
	runs(script, pkg)
}

# What npm runs for the package that somebody works in alone, not for one that comes
# from a registry.
own_scripts := {"dependencies", "postprepare", "prepare", "preprepare"}

runs(script, _) if not script.name in own_scripts

runs(script, pkg) if {
	script.name in own_scripts
	pkg.file == "package.json"
	class in {"git", "local"}
}

reasons contains {
	"rule": "install/plugin/dependency",
	"effect": settings.dependencies.unpinned,
	"message": sprintf("it depends on %q as %q, which is not from the registry", [dependency.name, dependency.spec]),
	"file": facts.package.file,
	"setting": ["install", "dependencies", "unpinned"],
} if {
	is_plugin
	settings.dependencies.unpinned in {"warn", "deny"}
	not metadata_only
	some dependency in facts.package.dependencies
	not dependency.registry
}

reasons contains {
	"rule": "install/plugin/denied",
	"effect": "deny",
	"message": sprintf("%q is on the list of denied dependencies", [pkg.name]),
	"file": pkg.file,
	"setting": ["install", "dependencies", "deny"],
} if {
	is_plugin
	some pkg in known_packages
	any_match(settings.dependencies.deny, pkg.name)
}

reasons contains {
	"rule": "install/plugin/metadata",
	"effect": "deny",
	"message": sprintf("the metadata of the package cannot be read: %s", [facts.package.problem]),
	"file": facts.package.file,
} if {
	is_plugin
	facts.package.problem != ""
}

# The package that was asked about is the one that comes.
reasons contains {
	"rule": "install/plugin/name",
	"effect": "deny",
	"message": sprintf("the request names the package %q, but its name is %q", [request.plugin.package, facts.package.name]),
	"file": facts.package.file,
} if {
	is_plugin
	not dependency_tree
	request.plugin.package != ""
	facts.package.problem == ""
	facts.package.name != request.plugin.package
}

# Of a package that cannot be read nobody knows what it runs.
reasons contains {
	"rule": "install/plugin/metadata",
	"effect": settings.dependencies.unjudged,
	"message": "the metadata of this package cannot be read: what it runs when it is installed is not known",
	"hint": "correct the JSON of the file, or look at it and allow it",
	"file": pkg.file,
	"setting": ["install", "dependencies", "unjudged"],
} if {
	is_plugin
	settings.dependencies.unjudged in {"warn", "deny"}
	some pkg in facts.packages
	pkg.problem != ""
}

reasons contains {
	"rule": "install/plugin/integrity",
	"effect": "deny",
	"message": sprintf("the registry gives no checksum for %q", [facts.package.name]),
} if {
	metadata_only
	facts.package.problem == ""
	not regex.match(`^sha(256|384|512)-`, facts.package.integrity)
}

# Paths of a plugin stay in it.
reasons contains {
	"rule": "install/plugin/extension",
	"effect": "deny",
	"message": sprintf("its extension %q is outside the plugin", [extension]),
	"hint": "name files of the plugin, such as ./index.js",
} if {
	is_plugin
	some extension in request.plugin.extensions
	regex.match(`(^|[/\\])\.\.([/\\]|$)|^[/\\~]|^[A-Za-z]:|^[a-z]+://`, extension)
}

# What an agent is told to start or to call, and is not in the package, was not judged.
reasons contains {
	"rule": "install/plugin/server",
	"effect": settings.dependencies.unjudged,
	"message": sprintf("its %s %q %s: what that does is not in the package or cannot be read, and was not judged", [started_as(server), server.name, started(server)]),
	"hint": "ship what is started in the package as a text that can be read, or look at it and allow it",
	"file": server.file,
	"setting": ["install", "dependencies", "unjudged"],
} if {
	settings.dependencies.unjudged in {"warn", "deny"}
	some server in facts.servers
	server.inside == ""
}

# Code of the package runs, but a variable can have it load other code first.
reasons contains {
	"rule": "install/plugin/server",
	"effect": settings.dependencies.unjudged,
	"message": sprintf("its %s %q is started with the variable %s, which can have it run other code than was judged", [started_as(server), server.name, name]),
	"hint": "start it without the variable, or look at it and allow it",
	"file": server.file,
	"setting": ["install", "dependencies", "unjudged"],
} if {
	settings.dependencies.unjudged in {"warn", "deny"}
	some server in facts.servers
	server.inside != ""
	some name in server.variables
	runs_other_code(upper(name))
}

runs_other_code(key) if environment.table.lookup[key]

runs_other_code(key) if environment.changes_code(key)

runs_other_code(key) if environment.tells_programs(key)

started_as(server) := object.get(server, "kind", "server")

started(server) := sprintf("is started with %q", [server.command]) if server.command != ""

started(server) := sprintf("is at %s", [server.url]) if {
	server.command == ""
	server.url != ""
}

started(server) := "is written in a way that is not understood" if {
	server.command == ""
	server.url == ""
}

# Of a bundle or a folder that is linked no later request shows the dependencies.
reasons contains {
	"rule": "install/plugin/unjudged",
	"effect": settings.dependencies.unjudged,
	"message": sprintf("it depends on %q, which is not in the package and was not judged", [dependency.name]),
	"hint": "install the dependencies below node_modules first, so that they are judged, or look at them and allow it",
	"file": facts.package.file,
	"setting": ["install", "dependencies", "unjudged"],
} if {
	is_plugin
	settings.dependencies.unjudged in {"warn", "deny"}
	request.plugin.content == "bundle"
	some dependency in facts.package.dependencies
	not dependency.name in {pkg.name | some pkg in facts.packages}
}
