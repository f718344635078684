# METADATA
# title: Runs a program out of an archive, repository or package that it fetched
# description: >-
#   The text has an archive or a repository fetched, takes it apart and runs a file out
#   of it, or has a package installed straight from an address, without a check. What
#   runs is not in the package.
# custom:
#   code: EXE-004
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
#   options:
#     hosts:
#       default: []
#       description: Domains whose archives may be run like this; nothing is said about them.
#     forges:
#       default: [bitbucket.org, codeberg.org, git.sr.ht, github.com, gitlab.com, huggingface.co]
#       description: Domains where anybody can look at what a repository has; a finding about a repository there is of low severity, one about a released archive of medium.
package skillctl.rules.exe["fetched-archive"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.namesake

options := input.options["exe/fetched-archive"]

findings contains {
	"message": sprintf("%s extracts what %s downloaded and runs %q from it, without a check", [commands.shown(flow), step.program, flow.path]),
	"hint": "name a fixed version and verify its checksum before anything of it runs; or use a package manager",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
	"because": "anybody can look at what that address serves, or the skill says that it is for it",
	"locus": commands.locus(flow.file),
} if {
	some flow in input.skill.body.flows
	flow.how == "unpacked"
	not own(flow.path)
	step := fetching(flow)[0]
}

# A package that is installed, and with that run, from an address and not by its name.
findings contains {
	"message": sprintf("%s installs and runs what %s serves, without a check", [commands.shown(command), host]),
	"hint": "name a package and its version, or a release with a checksum",
	"at": {"file": command.file, "span": command.span},
	"severity": package_severity(command, host),
	"because": "somebody answers for that address, and the way to it cannot be changed",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	installs(command)
	some host in sources(command)
	not host in options.hosts
	not host in options.forges
}

# Verbs after which a package is fetched and run.
installers := {
	"apt": {"install"}, "brew": {"install", "tap"}, "bun": {"add", "install", "x"}, "bunx": set(), "cargo": {"install"}, "conda": {"install"}, "dnf": {"install"}, "dpkg": {"-i", "--install"},
	"easy_install": set(), "gem": {"install"}, "go": {"run", "install", "get"}, "npm": {"add", "exec", "i", "install"}, "npx": set(), "pip": {"install"}, "pip3": {"install"}, "pipx": {"install", "run"},
	"pnpm": {"add", "dlx", "install"}, "rpm": {"-i", "-U", "-ivh", "-Uvh", "--install"}, "uvx": set(), "yarn": {"add", "dlx"}, "yum": {"install"},
}

installs(command) if {
	verbs := installers[command.program]
	count(verbs) == 0
}

installs(command) if {
	some arg in command.args
	arg in installers[command.program]
}

# The domains of what is installed, and of the index that it is looked up in.
sources(command) := {host |
	some i, arg in command.args
	some host in addresses.named(replace(arg, "git+", ""))
	not addresses.local(host)
	not on_the_way(command.args, i)
	i <= last(command)
} | {host |
	command.program == "go"
	some arg in command.args
	host := split(arg, "/")[0]
	addresses.anonymous(host)
}

# What runs a package by its name hands on what stands behind the name.
last(command) := min(named) if {
	named := {i |
		handed_on(command)
		some i, arg in command.args
		not startswith(arg, "-")
		not arg in installers[command.program]
		not args_of_option(command.args, i)
	}
	count(named) > 0
} else := count(command.args)

handed_on(command) if command.program in {"bunx", "npx", "uvx"}

handed_on(command) if {
	some verb in command.args
	verb in {"dlx", "exec", "run", "x"}
	verb in installers[command.program]
}

# The value of an option of the runner itself.
args_of_option(args, i) if {
	args[i - 1] in {
		"--from", "--with", "--with-requirements", "--with-editable", "--index", "--default-index", "--index-url", "-i", "--extra-index-url", "--find-links", "-f",
		"-p", "--python", "--package", "--registry", "--spec", "--pip-args", "--cache", "--prefix", "--constraint", "-w",
	}
}

on_the_way(args, i) if args[i - 1] in {"--proxy", "--trusted-host", "--goproxy", "--http-proxy", "--https-proxy"}

on_the_way(args, i) if regex.match(`^--(https?-?)?proxy=`, args[i])

package_severity(command, host) := "high" if {
	addresses.anonymous(host)
} else := "medium" if {
	commands.lesser(command)
	addresses.plain(concat(" ", command.args))
} else := "high" if {
	addresses.plain(concat(" ", command.args))
} else := "low"

fetching(flow) := [step |
	some step in flow.steps
	commands.fetches(step)
	away(step)
	not copied(step)
	not every_host(step, options.hosts)
]

# A repository that lies in a folder, or in one that the reader is to name.
copied(step) if {
	step.program == "git"
	step.args[0] == "clone"
	some arg in step.args
	regex.match(`^(file://)?(/|\.{1,2}/|~|\$HOME/|<path|\$\{?[A-Z_]*(DIR|PATH|ROOT|HOME)\b)`, arg)
	count(hosts(step)) == 0
}

# What comes from the machine itself was not fetched.
away(step) if count(hosts(step)) == 0

away(step) if {
	some host in hosts(step)
	not addresses.local(host)
}

# The domains that a program asks. A name without a scheme may as well be a file.
hosts(step) := addresses.named(concat(" ", step.args)) if count(addresses.named(concat(" ", step.args))) > 0

hosts(step) := addresses.asked(step) if {
	count(addresses.named(concat(" ", step.args))) == 0
	commands.fetches(step)
}

# A file of the package.
own(path) if {
	some file in input.skill.files
	base(file.path) == base(path)
}

base(path) := parts[count(parts) - 1] if parts := split(path, "/")

hosts_of(flow) := {host | some step in flow.steps; some host in hosts(step)}

every_host(step, known) if {
	count(hosts(step)) > 0
	every host in hosts(step) { host in known }
}

severity(flow) := "high" if {
	some host in hosts_of(flow)
	addresses.anonymous(host)
} else := "high" if {
	not commands.aside(flow.file)
	some step in flow.steps
	addresses.plain(concat(" ", step.args))
} else := "low" if {
	forged(flow)
	some step in flow.steps
	step.program in {"git", "gh", "degit", "giget", "tiged"}
} else := "low" if {
	forged(flow)
	commands.aside(flow.file)
} else := "medium" if {
	forged(flow)
} else := "medium" if {
	commands.aside(flow.file)
} else := "medium" if {
	# A repository can be looked at before, and has a history.
	some step in flow.steps
	step.program in {"git", "hg", "svn"}
} else := "medium" if {
	every step in fetching(flow) { namesake.all_of(step) }
} else := "high"

# Every address is that of a forge; gh needs none.
forged(flow) if {
	count(hosts_of(flow)) > 0
	every host in hosts_of(flow) { host in options.forges }
}

forged(flow) if {
	count(hosts_of(flow)) == 0
	every step in flow.steps { step.program in {"gh", "degit", "giget", "tiged"} }
}
