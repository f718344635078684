# What comes along from elsewhere: installers of a skill's dependencies: of the one that
# is to run now, and, where the settings deny it anyway, of those that the manifest names.
package skillctl.install

# The installer that is to run, and those that could run later. A warning about the
# latter comes when they do.
running := facts.installer

installers contains {"spec": running, "now": true, "file": running_file} if running

default running_file := ""

running_file := subject.manifest

installers contains {"spec": spec, "now": false, "file": manifest_of(skill)} if {
	not running
	class != "installed"
	some skill in facts.skills
	some spec in skill.installers
}

# What is said of an installer. How strict depends on when it runs.
installer_effect(said, _) := "deny" if said == "deny"

installer_effect(said, now) := "warn" if {
	said == "warn"
	now
}

dependencies := settings.dependencies

reasons contains {
	"rule": "install/dependency/unknown",
	"effect": "deny",
	"message": sprintf("the skill %q should be installed already, but it has no installer %q", [request.target.name, told_of("installId")]),
} if {
	class == "installed"
	not running
}

# What runs has to be what the manifest says, which is what was judged.
reasons contains {
	"rule": "install/dependency/undeclared",
	"effect": "deny",
	"message": sprintf("the installer %q (%s %q) is not in the manifest of the skill", [running.id, running.kind, running.target]),
	"hint": "look at the manifest: it may have changed since the agent read it",
} if {
	has_manifest
	not declared
	running
}

declared if {
	some spec in subject.installers
	spec.kind == running.kind
	spec.target == running.target
}

reasons contains {
	"rule": "install/dependency/kind",
	"effect": "deny",
	"message": sprintf("installers of kind %q are not allowed; the settings allow %s", [entry.spec.kind, concat(", ", sort(dependencies.kinds))]),
	"file": entry.file,
	"setting": ["install", "dependencies", "kinds"],
} if {
	dependencies.kinds
	some entry in installers
	entry.spec.status != "dropped"
	not entry.spec.kind in dependencies.kinds
}

reasons contains {
	"rule": "install/dependency/dropped",
	"effect": "deny",
	"message": sprintf("the installer cannot be used: %s", [entry.spec.reason]),
	"file": entry.file,
} if {
	some entry in installers
	entry.now
	entry.spec.status == "dropped"
}

reasons contains {
	"rule": "install/dependency/broken",
	"effect": installer_effect(dependencies.broken, entry.now),
	"message": entry.spec.reason,
	"file": entry.file,
	"setting": ["install", "dependencies", "broken"],
} if {
	some entry in installers
	entry.spec.status == "runs-not"
}

reasons contains {
	"rule": "install/dependency/unpinned",
	"effect": installer_effect(dependencies.unpinned, entry.now),
	"message": sprintf("%q has no fixed version: what is installed can change every day", [entry.spec.target]),
	"hint": sprintf("write a version: %s", [pinned_form[entry.spec.kind]]),
	"file": entry.file,
	"setting": ["install", "dependencies", "unpinned"],
} if {
	some entry in installers
	entry.spec.status != "dropped"
	pinned_form[entry.spec.kind]
	not entry.spec.pinned
}

# Homebrew has one version of each formula; a download is about its checksum.
pinned_form := {
	"go": "module@v1.2.3",
	"node": "name@1.2.3",
	"uv": "name==1.2.3",
}

reasons contains {
	"rule": "install/dependency/unhashed",
	"effect": unhashed_effect(dependencies.unhashed, entry.now),
	"message": sprintf("%q is downloaded without a checksum", [entry.spec.target]),
	"hint": "add its sha256 to the manifest",
	"file": entry.file,
	"setting": ["install", "dependencies", "unhashed"],
} if {
	some entry in installers
	entry.spec.kind == "download"
	entry.spec.status != "dropped"
	not entry.spec.hashed
}

reasons contains {
	"rule": "install/dependency/insecure",
	"effect": "deny",
	"message": sprintf("%q is downloaded without encryption", [entry.spec.target]),
	"hint": "use https",
	"file": entry.file,
} if {
	some entry in installers
	entry.spec.kind == "download"
	entry.spec.status != "dropped"
	not startswith(lower(entry.spec.target), "https://")
}

# As long as nothing is downloaded a person is told; when it is to be, it is denied.
unhashed_effect(said, now) := said if {
	now
} else := "warn" if {
	said == "deny"
	not now
}

download_host(spec) := lower(trim(parts[1], "[]")) if {
	parts := regex.find_all_string_submatch_n(`^[A-Za-z]+://(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^/?#:@]*)`, spec.target, 1)[0]
}

reasons contains {
	"rule": "install/dependency/host",
	"effect": "deny",
	"message": sprintf("%q is downloaded from %q, which is not in install.dependencies.hosts", [entry.spec.target, host]),
	"file": entry.file,
	"setting": ["install", "dependencies", "hosts"],
} if {
	dependencies.hosts
	some entry in installers
	entry.spec.kind == "download"
	entry.spec.status != "dropped"
	host := download_host(entry.spec)
	not host_listed(host)
}

host_listed(host) if {
	some pattern in dependencies.hosts
	glob.match(lower(pattern), ["."], host)
}

reasons contains {
	"rule": "install/dependency/host",
	"effect": "deny",
	"message": sprintf("%q is downloaded from %q, which is this machine or a bare IP address", [entry.spec.target, host]),
	"hint": "add the domain to install.dependencies.hosts if it is trusted",
	"file": entry.file,
	"setting": ["install", "dependencies", "hosts"],
} if {
	some entry in installers
	entry.spec.kind == "download"
	entry.spec.status != "dropped"
	host := download_host(entry.spec)
	nameless(host)
	not host_listed(host)
}

nameless(host) if regex.match(`^[0-9.]+$|^0x|:|(^|\.)localhost\.?$`, host)

nameless(host) if not contains(host, ".")

reasons contains {
	"rule": "install/dependency/tap",
	"effect": installer_effect(dependencies.taps, entry.now),
	"message": sprintf("%q is a formula of %q, not of Homebrew itself", [entry.spec.target, concat("/", array.slice(parts, 0, 2))]),
	"file": entry.file,
	"setting": ["install", "dependencies", "taps"],
} if {
	some entry in installers
	entry.spec.kind == "brew"
	entry.spec.status != "dropped"
	parts := split(entry.spec.target, "/")
	count(parts) > 1
	lower(parts[0]) != "homebrew"
}

# What is installed, without its version.
dependency_name(spec) := regex.replace(spec.target, `(.)@[^@/]*$`, "$1") if spec.kind in {"node", "go"}

dependency_name(spec) := regex.find_n(`^[A-Za-z0-9._-]+`, spec.target, 1)[0] if spec.kind == "uv"

dependency_name(spec) := spec.target if spec.kind in {"brew", "download"}

reasons contains {
	"rule": "install/dependency/name",
	"effect": "deny",
	"message": sprintf("%q is not on the list of allowed dependencies", [dependency_name(entry.spec)]),
	"file": entry.file,
	"setting": ["install", "dependencies", "allow"],
} if {
	dependencies.allow
	some entry in installers
	entry.spec.kind != "download"
	entry.spec.status != "dropped"
	not any_match(dependencies.allow, dependency_name(entry.spec))
}

reasons contains {
	"rule": "install/dependency/denied",
	"effect": "deny",
	"message": sprintf("%q is on the list of denied dependencies", [dependency_name(entry.spec)]),
	"file": entry.file,
	"setting": ["install", "dependencies", "deny"],
} if {
	some entry in installers
	entry.spec.status != "dropped"
	any_match(dependencies.deny, dependency_name(entry.spec))
}
