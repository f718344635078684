# Packages: by name, from the list, and from the package index alone.
package skillctl.exec.profiles.codeexec

python := object.get(cfg, "python", {})

javascript := object.get(cfg, "javascript", {})

managers := {
	"pip": {"switch": ["codeExec", "python", "allowPipInstall"], "list": ["codeExec", "python", "pipAllowlist"]},
	"npm": {"switch": ["codeExec", "javascript", "allowNpmInstall"], "list": ["codeExec", "javascript", "npmAllowlist"]},
}

install_allowed("pip") if python.allowPipInstall == true

install_allowed("npm") if javascript.allowNpmInstall == true

allowlists := {"pip": object.get(python, "pipAllowlist", null), "npm": object.get(javascript, "npmAllowlist", null)}

# Commands that install, with the words that say what.
installer(command) if installer_of(command)

installer_of(command) := "pip" if {
	regex.match(`^pip[0-9.]*$`, command.base)
	verb(command, 1) in {"install", "download", "wheel"}
} else := "pip" if {
	regex.match(`^(python|pypy)[0-9.]*$`, command.base)
	command.args[1].value == "-m"
	module := command.args[2].value
	is_string(module)
	regex.match(`^pip[0-9.]*$`, module)
	verb(command, 3) in {"install", "download", "wheel"}
} else := "npm" if {
	command.base in {"npm", "pnpm", "yarn", "bun"}
	verb(command, 1) in {"install", "i", "in", "ins", "inst", "insta", "instal", "isnt", "isnta", "isntal", "isntall", "add", "ci", "install-test", "it", "update", "up", "link", "ln"}
}

# Options before the verb are refused with the others: the verb is looked for
# behind them.
verb(command, from) := [word.value |
	some i, word in command.args
	i >= from
	is_string(word.value)
	not startswith(word.value, "-")
][0]

# The words behind the verb; null where a word is not known.
install_words(command) := [word.value |
	some i, word in command.args
	i > start_of(command)
	word.value != installed_verb(command)
]

installed_verb(command) := verb(command, start_of(command) + 1)

start_of(command) := 2 if regex.match(`^(python|pypy)`, command.base)

start_of(command) := 0 if not regex.match(`^(python|pypy)`, command.base)

# What is asked for, each word by itself: {manager, text, span}.
wanted contains {"manager": manager, "text": text, "span": null} if {
	asks_install
	manager := {"python": "pip", "javascript": "npm", "typescript": "npm"}[language]
	some line in install_texts
	is_string(line)
	some text in request_words(manager, line)
}

wanted contains {"manager": installer_of(command), "text": text, "span": command.span} if {
	some command in runnable
	some text in install_words(command)
}

# A line as one would write it behind "pip install". A marker behind ";" counts
# for nothing, as long as it is one.
request_words("npm", line) := regex.split(`\s+`, trim_space(line)) if trim_space(line) != ""

request_words("pip", line) := regex.split(`\s+`, joined(trim_space(line))) if {
	trim_space(line) != ""
	not contains(line, ";")
} else := [concat("", [joined(trim_space(parts[0])), ";", parts[1]])] if {
	parts := split(line, ";")
	count(parts) == 2
	trim_space(parts[0]) != ""
	not regex.match(`\s`, joined(trim_space(parts[0])))
} else := [line] if {
	parts := split(line, ";")
	count(parts) == 2
	regex.match(`\s`, joined(trim_space(parts[0])))
} else := [line] if {
	count(split(line, ";")) > 2
}

# Specifiers may have spaces around them.
joined(text) := regex.replace(text, `\s*(===|==|~=|!=|>=|<=|<|>|,)\s*`, "$1")

managers_used := ({item.manager | some item in wanted} | {installer_of(command) | some command in runnable; installer(command)}) | {manager |
	asks_install
	manager := {"python": "pip", "javascript": "npm", "typescript": "npm"}[language]
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": sprintf("%s may not install packages", [manager]),
	"hint": sprintf("set %s to true and list the packages", [concat(".", managers[manager].switch)]),
	"setting": managers[manager].switch,
} if {
	some manager in managers_used
	not install_allowed(manager)
}

denials contains {
	"rule": "exec/codeexec/config",
	"message": sprintf("%s may install packages, but the list of allowed packages is missing", [manager]),
	"hint": sprintf("list the packages in %s", [concat(".", managers[manager].list)]),
	"setting": managers[manager].list,
} if {
	some manager in managers_used
	install_allowed(manager)
	not is_array(allowlists[manager])
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": "the packages to install are not given as text",
	"hint": "write the packages as after \"pip install\", or as a list",
} if {
	asks_install
	some line in install_texts
	not is_string(line)
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": sprintf("packages cannot be installed for the language %v", [language]),
	"hint": "set the language to python or javascript",
} if {
	asks_install
	not language in {"python", "javascript", "typescript"}
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": "no package is named",
	"hint": "name the packages",
} if {
	asks_install
	count(wanted) == 0
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": "the command does not name the packages that it installs",
	"hint": "name the packages",
	"span": command.span,
} if {
	some command in runnable
	installer(command)
	count(install_words(command)) == 0
}

denials contains {
	"rule": "exec/codeexec/install",
	"message": sprintf("%v: %s", [json.marshal(item.text), why]),
	"hint": "name packages that are in the list, without options and addresses",
	"span": item.span,
	"setting": managers[item.manager].list,
} if {
	some item in wanted
	is_array(allowlists[item.manager])
	why := objection(item.manager, item.text)
}

objection(manager, text) := "its value is known only when it runs" if {
	not is_string(text)
} else := "options are not allowed, because they can name other indexes, files and folders" if {
	startswith(trim_space(text), "-")
} else := why if {
	why := foreign(text)
} else := unlisted(manager, text)

# What there is against the name of a package.
unlisted("pip", text) := "it is not the name of a package, with or without versions" if {
	not requirement(text)
} else := "it is not in the list of allowed packages" if {
	found := requirement(text)
	count(pip_entries(found)) == 0
} else := "the list of allowed packages has it, but not in this version" if {
	found := requirement(text)
	not pip_listed(found)
}

unlisted("npm", text) := "it is not the name of a package" if {
	not npm_package(text)
} else := "it is not in the list of allowed packages" if {
	found := npm_package(text)
	not npm_listed(found)
}

plain_text(text) if {
	is_string(text)
	not startswith(trim_space(text), "-")
	not foreign(text)
}

# Addresses, versions under control, and files.
foreign(text) := "it is an address, not the name of a package" if {
	contains(text, "://")
} else := "it comes from version control, not from the package index" if {
	regex.match(`(?i)^(git|hg|svn|bzr|github|gitlab|bitbucket|gist)[+:]`, text)
} else := "it comes from an address, not from the package index" if {
	regex.match(`^[^;]*[A-Za-z0-9\]]\s*@\s*[A-Za-z]+:`, text)
} else := "it is a path, not the name of a package" if {
	regex.match(`^(\.{1,2}($|[/\\])|~|/|[A-Za-z]:)`, text)
} else := "it is a path, not the name of a package" if {
	not startswith(text, "@")
	contains(before_marker(text), "/")
} else := "it is a path, not the name of a package" if {
	contains(text, `\`)
} else := "it is a file, not the name of a package" if {
	regex.match(`(?i)\.(whl|zip|egg|tgz|tar|tar\.[a-z0-9]+|txt|toml)$`, before_marker(text))
}

before_marker(text) := split(text, ";")[0]

# A requirement: {name, extras, clauses}.
requirement(text) := {"name": normal(found[1]), "extras": extras(found[2]), "clauses": clauses(found[3]), "line": found[0]} if {
	found := regex.find_all_string_submatch_n(
		`^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(\[[A-Za-z0-9._,-]*\])?((?:===|==|~=|!=|>=|<=|<|>)[A-Za-z0-9.*+!_-]+(?:,(?:===|==|~=|!=|>=|<=|<|>)[A-Za-z0-9.*+!_-]+)*)?$`,
		joined(trim_space(before_marker(text))), 1,
	)[0]
	marker_fine(text)
}

marker_fine(text) if not contains(text, ";")

marker_fine(text) if {
	parts := split(text, ";")
	count(parts) == 2
	regex.match(`^\s*\(?\s*[a-z_.]+\s*(==|!=|<=|>=|<|>|~=|in|not in)\s*("[^"]*"|'[^']*')\s*\)?(\s+(and|or)\s+\(?[a-z_.]+\s*(==|!=|<=|>=|<|>|~=|in|not in)\s*("[^"]*"|'[^']*')\s*\)?)*\s*$`, parts[1])
}

# PEP 503.
normal(name) := lower(regex.replace(name, `[-_.]+`, "-"))

extras(text) := {normal(extra) | some extra in split(trim(text, "[]"), ","); extra != ""}

clauses(text) := [{"op": found[1], "version": found[2]} |
	some found in regex.find_all_string_submatch_n(`(===|==|~=|!=|>=|<=|<|>)([^,]+)`, text, -1)
]

pip_list := [entry | is_array(allowlists.pip); some raw in allowlists.pip; is_string(raw); entry := requirement(raw)]

pip_entries(found) := [entry | some entry in pip_list; entry.name == found.name]

# Every extra pulls in more packages: it has to be listed with its package.
pip_listed(found) if {
	some entry in pip_entries(found)
	count(found.extras - entry.extras) == 0
	compatible(entry.clauses, found.clauses)
}

# npm: a name, perhaps with a scope and a version or a range.
npm_package(text) := {"name": found[1], "version": found[2], "line": text} if {
	found := regex.find_all_string_submatch_n(`^((?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*)(?:@([~^<>=]*[0-9A-Za-z][0-9A-Za-z.+-]*))?$`, text, 1)[0]
}

# An entry with a version allows that version alone.
npm_listed(found) if {
	some raw in allowlists.npm
	entry := npm_package(raw)
	entry.name == found.name
	entry.version in {"", found.version}
}

# The packages that are allowed and asked for, as they would be handed on.
requested contains {"name": found.name, "line": found.line} if {
	some item in wanted
	found := accepted(item)
}

accepted(item) := found if {
	item.manager == "pip"
	plain_text(item.text)
	found := requirement(item.text)
	pip_listed(found)
}

accepted(item) := found if {
	item.manager == "npm"
	plain_text(item.text)
	found := npm_package(item.text)
	npm_listed(found)
}

# Settings that do not fit together: the index has two hosts.
network := object.get(cfg, "network", object.get(object.get(cfg, "sandbox", {}), "network", {}))

index_hosts := {"pip": ["pypi.org", "files.pythonhosted.org"], "npm": ["registry.npmjs.org"]}

warnings contains {
	"rule": "exec/codeexec/config",
	"message": sprintf("%s cannot download from %s: the domain is not in network.allowedHosts", [manager, host]),
	"hint": "add it to network.allowedHosts",
	"setting": ["codeExec", "network", "allowedHosts"],
} if {
	some manager in managers_used
	install_allowed(manager)
	network.mode == "restricted"
	some host in index_hosts[manager]
	not reachable(host)
}

reachable(host) if {
	some pattern in object.get(network, "allowedHosts", [])
	host_matches(lower(trim_suffix(pattern, ".")), host)
}

host_matches(pattern, host) if pattern == host

host_matches(pattern, host) if {
	startswith(pattern, "*.")
	endswith(host, substring(pattern, 1, -1))
}

denials contains {
	"rule": "exec/codeexec/config",
	"message": sprintf("%s may install packages, but network.mode is \"none\"", [manager]),
	"hint": "set network.mode to \"restricted\" and list the domains of the package index",
	"setting": ["codeExec", "network", "mode"],
} if {
	some manager in managers_used
	install_allowed(manager)
	network.mode == "none"
}
