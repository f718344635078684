# What opens a browser: a program that a command runs, wherever it hides, or code
# that calls one.
package skillctl.exec.profiles.agentzero

browsers := data.skillctl.tables.browsers

launchers := {name | some name in browsers.launchers} | {name | some name in table.launchers}

launches contains {"what": sprintf("%q", [command.name]), "span": command.span} if {
	some command in terminal_commands
	launcher_command(command)
	not only_asks(command)
}

launches contains {"what": sprintf("%q", [command.text]), "span": command.span} if {
	some command in terminal_commands
	opens_by_subcommand(command)
}

launches contains {"what": sprintf("%q", [command.text]), "span": command.span} if {
	some command in terminal_commands
	runs_module(command)
}

launches contains {"what": sprintf("the code given to %q", [command.name]), "span": command.span} if {
	some command in terminal_commands
	text := object.get(command, ["interpreter", "code"], "")
	code_launches(command.interpreter.family, text)
}

# A program whose name is the value of $BROWSER, or what was looked up.
launches contains {"what": sprintf("%q", [command.args[0].text]), "span": command.span} if {
	some command in terminal_commands
	command.name == null
	some name in command.args[0].params
	name in browsers.variables
}

launches contains {"what": sprintf("%q", [command.args[0].text]), "span": command.span} if {
	some command in terminal_commands
	command.name == null
	command.args[0].substitutes
	some inner in terminal_commands
	inner.parent == command.id
	lower(inner.base) in table.locators
	some word in inner.args
	is_launcher(word.value)
}

launches contains {"what": sprintf("%q", [command.args[0].text]), "span": command.span} if {
	some command in terminal_commands
	command.name == null
	some name in command.args[0].params
	some assignment in input.facts.assignments
	assignment.name == name
	is_string(assignment.value.value)
	text_launches(assignment.value.value)
}

# A launcher by another name.
launches contains {"what": sprintf("%q", [command.text]), "span": command.span} if {
	some command in terminal_commands
	command.base == "alias"
	some value in arguments(command)
	text_launches(regex.replace(value, `^[^=]*=`, ""))
}

launches contains {"what": "the code", "span": null} if {
	runtime == "python"
	code_launches("python", code)
}

launches contains {"what": "the code", "span": null} if {
	runtime == "nodejs"
	code_launches("node", code)
}

terminal_commands := array.concat(
	[command | runtime == "terminal"; some command in input.facts.commands],
	[command | some command in windows_commands],
)

base_of(path) := lower(trim_suffix(trim_suffix(trim_suffix(parts[count(parts) - 1], ".exe"), ".EXE"), ".com")) if {
	parts := split(replace(path, `\`, "/"), "/")
}

is_launcher(path) if {
	is_string(path)
	base_of(path) in launchers
	not own_script(path)
}

# ./open is a script of the project, xdg-open is itself in any folder.
own_script(path) if {
	base_of(path) in table.ambiguous
	contains(path, "/")
	not startswith(path, "/")
}

launcher_command(command) if {
	is_launcher(command.name)
	not table.handlers[base_of(command.name)]
	command.role != "function"
}

launcher_command(command) if {
	is_launcher(command.name)
	some word in command.args
	regex.match(table.handlers[base_of(command.name)], word.text)
}

only_asks(command) if {
	count(command.args) == 2
	command.args[1].value in {"--version", "--help", "-h", "-V"}
}

# The words behind the name, as far as they are known.
arguments(command) := [value |
	some i, word in command.args
	i > 0
	value := word_text(word)
]

word_text(word) := word.value if is_string(word.value)

word_text(word) := word.text if not is_string(word.value)

opens_by_subcommand(command) if {
	is_string(command.name)
	base := base_of(command.name)
	not base in {"cmd", "powershell", "pwsh"}
	operands := [value | some value in arguments(command); not startswith(value, "-")]
	operands[0] in browsers.subcommands[base]
}

# cmd /c start …, powershell -Command "Start-Process …"
opens_by_subcommand(command) if {
	is_string(command.name)
	base := base_of(command.name)
	base in {"cmd", "powershell", "pwsh"}
	regex.match(
		sprintf(`(?i)(?:^|[;|&({]|\s-c(?:ommand)?\s+|/[ckr]\s+)\s*["'&]?\s*(?:%s)(?:\.exe)?(?:\s|$)`, [concat("|", array.concat(browsers.subcommands[base], plain_launchers))]),
		concat(" ", array.concat([""], arguments(command))),
	)
}

runs_module(command) if {
	command.interpreter.family == "python"
	command.interpreter.mode == "module"
	some value in arguments(command)
	trim_prefix(value, "-m") in browsers.modules.python
}

# Names that are not words of other meaning.
plain_launchers := sort([replace(name, ".", `\.`) | some name in launchers; not name in table.ambiguous])

any_launcher := concat("|", sort([replace(name, ".", `\.`) | some name in launchers]))

# A text that a shell or a process call would run: it begins with a launcher, or
# one stands behind an operator.
text_launches(text) if {
	regex.match(
		sprintf(`(?i)(?:^|[;&|(])\s*(?:(?:\w+=\S*|env|sudo|nohup|setsid|exec|command|timeout\s+\S+|(?:cmd|cmd\.exe)\s+/[ck]|(?:ba|da|z)?sh\s+-l?c)\s+["']?)*(?:/\S*/)?(?:%s)(?:\.exe)?(?:\s|$)`, [any_launcher]),
		text,
	)
}

# Code without its comments, and without its texts too.
commented(family, text) := regex.replace(text, table.tokens[family], "$1")

bare(family, text) := regex.replace(text, table.tokens[family], `""`)

first_texts(text) := [found[1] | some found in regex.find_all_string_submatch_n(table.first_texts, text, -1)]

default code_launches(_, _) := false

code_launches("python", text) if {
	plain := bare("python", text)
	regex.match(`\b(?:import|from)\s+(?:[\w.]+\s*(?:as\s+\w+\s*)?,\s*)*webbrowser\b`, plain)
	regex.match(`\.\s*(?:open|open_new|open_new_tab|get)\b|\bgetattr\b|\bfrom\s+webbrowser\s+import\b`, plain)
}

code_launches("python", text) if regex.match(`\bimport\s+antigravity\b|\bos\s*\.\s*startfile\b`, bare("python", text))

code_launches("python", text) if regex.match(`(?:import_module|__import__|find_spec|run_module)\s*\(\s*[rRbBuU]?["']webbrowser["']`, commented("python", text))

code_launches("python", text) if {
	regex.match(`\b(?:subprocess|Popen|startfile|popen|system|check_call|check_output|getoutput|getstatusoutput|exec[lv]p?e?|spawn\w*|posix_spawnp?|create_subprocess_\w+)\b`, bare("python", text))
	some first in first_texts(commented("python", text))
	text_launches(first)
}

code_launches("python", text) if {
	regex.match(`\b(?:exec|eval|compile)\s*\(`, bare("python", text))
	some first in first_texts(commented("python", text))
	code_launches_inside(first)
}

code_launches_inside(text) if regex.match(`\b(?:import|from)\s+webbrowser\b|\bwebbrowser\s*\.`, text)

code_launches("node", text) if {
	some name in table.node_modules
	regex.match(sprintf("(?:\\b(?:require|import)\\s*\\(\\s*|\\bfrom\\s*|\\bimport\\s*)[\"'`]%s[\"'`]", [name]), commented("node", text))
}

code_launches("node", text) if {
	node_process(text)
	some first in first_texts(commented("node", text))
	text_launches(first)
}

code_launches("node", text) if {
	node_process(text)
	regex.match(`\benv\s*\.\s*BROWSER\b`, bare("node", text))
}

node_process(text) if {
	some name in table.node_processes
	regex.match(sprintf("[\"'`]%s[\"'`]", [name]), commented("node", text))
}

code_launches("osascript", text) if {
	some needle in browsers.code.osascript
	contains(lower(text), lower(needle))
}

# cmd /c start as separate texts.
code_launches(family, text) if {
	family in {"python", "node"}
	regex.match("(?i)[\"'`](?:cmd|cmd\\.exe)[\"'`]\\s*,\\s*\\[?\\s*[\"'`]/[ck][\"'`]\\s*,\\s*[\"'`]start[\"'`]", commented(family, text))
}

# Other languages: a text that begins with the name of a launcher, where
# something is run at all.
code_launches(family, text) if {
	not family in {"python", "node", "osascript", "shell"}
	regex.match("\\b(?:system|exec|spawn|popen|qx|shell_exec|passthru|proc_open|execute|Runtime)\\b|`", text)
	regex.match(sprintf("[\"'`(]\\s*(?:/\\S*/)?(?:%s)(?:\\s|[\"'`)])", [concat("|", plain_launchers)]), text)
}
