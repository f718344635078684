# Plugins: what a package.json or the metadata of npm says: scripts that run when it is
# installed, dependencies from elsewhere than the registry, a package that is not the one
# that was asked for.
package skillctl.install

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

runs(script, _) if script.name != "prepare"

# Of what comes from a registry it does not run.
runs(script, pkg) if {
	script.name == "prepare"
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
