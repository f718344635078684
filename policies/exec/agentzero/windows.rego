# What a text for PowerShell or cmd runs. There is no grammar of these here, so words
# are looked at in every place where a program may stand, and a text that runs what
# does not stand in it is not read.
package skillctl.exec.profiles.agentzero

windows := dialect if {
	runtime == "terminal"
	dialect := object.get(input.facts.source, "dialect", "bash")
	dialect in {"powershell", "cmd"}
}

# Characters that only keep the next one from being read: s^tart is start.
windows_text := replace(code, "^", "") if windows == "cmd"

windows_text := replace(code, "`", "") if windows == "powershell"

# Words with what is quoted in them, and the operators between them.
windows_tokens := regex.find_n("(?:\"[^\"]*\"|'[^']*'|[^\\s;|&(){}\"'])+|[;|&(){}\\r\\n]|[\"']", windows_text, -1)

operator(token) if token in {";", "|", "&", "(", ")", "{", "}", "\r", "\n"}

# The places where a program may stand: the first word, and what follows an operator
# or a word that another command follows.
windows_head(0)

windows_head(i) if operator(windows_tokens[i - 1])

windows_head(i) if {
	lower(trim_prefix(windows_tokens[i - 1], "@")) in table.windows.before
	windows_first(i - 1)
}

windows_first(0)

windows_first(i) if operator(windows_tokens[i - 1])

# Behind a condition or a list of cmd, any word may be the command.
windows_head(i) if {
	windows == "cmd"
	some j in numbers.range(0, i - 1)
	lower(trim_prefix(windows_tokens[j], "@")) in table.windows.conditions
	every k in numbers.range(j, i - 1) { not windows_tokens[k] in {"&", "|", "\n"} }
}

windows_word(token) := trim_prefix(replace(replace(token, "\"", ""), "'", ""), "@")

# Commands in the shape of the facts about other shells. All words up to the next
# operator are arguments.
windows_commands contains command if {
	windows
	some i, token in windows_tokens
	not operator(token)
	windows_head(i)
	ends := [j | some j, other in windows_tokens; j > i; operator(other)]
	end := min(array.concat(ends, [count(windows_tokens)]))
	words := [windows_word(word) | some word in array.slice(windows_tokens, i, end)]
	command := {
		"id": i, "parent": -1, "name": words[0], "base": base_of(words[0]), "role": "program", "span": null,
		"text": concat(" ", words), "args": [{"text": word, "value": word, "params": [], "substitutes": false} | some word in words],
	}
}

launches contains {"what": sprintf("%q", [found]), "span": null} if {
	windows
	some pattern in table.windows.launches
	some found in regex.find_n(pattern, windows_text, 1)
}

unread contains sprintf("%q runs what does not stand in the command", [command.name]) if {
	some command in windows_commands
	lower(command.base) in table.windows.evaluators
}

unread contains "a program that is named by a variable is not known" if {
	some i, token in windows_tokens
	windows_names_a_program(i)
	startswith(windows_word(token), windows_sigil)
}

unread contains "text that is encoded was not read" if {
	some command in windows_commands
	command.base in {"powershell", "pwsh"}
	some word in command.args
	regex.match(`(?i)^[-/]e(?:c|n[a-z]*)?$`, word.value)
}

windows_sigil := "%" if windows == "cmd"

windows_sigil := "$" if windows == "powershell"

windows_names_a_program(i) if {
	windows == "cmd"
	windows_head(i)
}

# In PowerShell a variable at the beginning is a value; & and . run it.
windows_names_a_program(i) if {
	windows == "powershell"
	windows_tokens[i - 1] in {"&", "."}
}
