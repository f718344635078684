# Tools that run nothing and change no file: those that the table of clients calls plain,
# those that the settings name, addresses that are fetched, and skills.
package skillctl.hook

settings := input.settings

reasons contains {
	"rule": "hook/plain",
	"effect": "allow",
	"message": sprintf("%q changes nothing outside of %s", [input.call.tool, title]),
} if {
	input.call.kind == "plain"
}

title := data.skillctl.tables.clients.clients[input.client].title

reasons contains {
	"rule": "hook/tool",
	"effect": "ask",
	"message": sprintf("what tool %q does is not known", [input.call.tool]),
	"hint": "name it in hook.tools of the settings to allow it",
} if {
	input.call.kind == "unknown"
	not named_tool
	not deciding
}

reasons contains {
	"rule": "hook/tool",
	"effect": "allow",
	"message": sprintf("hook.tools of the settings names tool %q", [input.call.tool]),
} if {
	input.call.kind in {"unknown", "fetch"}
	named_tool
}

# What such a tool is given it judges by itself, with the person in front of it: whoever
# asks before that asks twice, and nobody could ask for a decision about what is refused.
reasons contains {
	"rule": "hook/tool",
	"effect": "allow",
	"message": sprintf("hook.deciders of the settings names tool %q, which decides what it is given", [input.call.tool]),
} if {
	deciding
}

deciding if {
	input.call.kind == "unknown"
	named_by(object.get(settings, "deciders", []))
}

named_tool if named_by(settings.tools)

named_by(patterns) if {
	some pattern in patterns
	glob.match(pattern, null, input.call.tool)
	not of_another(pattern)
}

# "mcp__files__get_*" is meant for the server "files"; the tool "put" of a server that calls
# itself "files__get_" is called like one of these.
of_another(pattern) if {
	input.call.server
	said := split(pattern, "*")[0]
	contains(trim_prefix(said, input.call.whole), input.call.behind)
	not startswith(said, input.call.server)
}

reasons contains {
	"rule": "hook/argument",
	"effect": "ask",
	"message": sprintf("tool %q is given %q, an address of this machine or of the network around it", [input.call.tool, host.address]),
	"hint": "name the host in hook.hosts of the settings to allow it",
} if {
	input.call.kind == "unknown"
	not deciding
	some host in input.call.hosts
	host.near
	not named_host(host)
}

reasons contains {
	"rule": "hook/argument",
	"effect": "ask",
	"message": sprintf("tool %q is given %q, an address whose host cannot be read", [input.call.tool, host.address]),
	"hint": "write it whole, as https://docs.example.com/page",
} if {
	input.call.kind == "unknown"
	not deciding
	some host in input.call.hosts
	host.name == ""
}

# Who is asked hears what the address says, and answers what a model reads as instructions.
reasons contains {
	"rule": "hook/argument",
	"effect": "ask",
	"message": sprintf("tool %q is given %q, an address whose host hook.hosts of the settings does not name", [input.call.tool, host.address]),
	"hint": "name the host in hook.hosts of the settings to allow it",
} if {
	input.call.kind == "unknown"
	not deciding
	some host in input.call.hosts
	not host.near
	host.name != ""
	not named_host(host)
}

# Addresses.
reasons contains {
	"rule": "hook/fetch",
	"effect": "allow",
	"message": sprintf("hook.hosts of the settings names %s", [concat(", ", sort({host.name | some host in input.call.hosts}))]),
} if {
	input.call.kind == "fetch"
	count(input.call.hosts) > 0
	every host in input.call.hosts {
		named_host(host)
		host.scheme in {"https", "http"}
	}
}

reasons contains {
	"rule": "hook/fetch",
	"effect": "deny",
	"message": sprintf("%q is an address of this machine or of the network around it", [host.address]),
	"hint": "name the host in hook.hosts of the settings to allow it",
} if {
	input.call.kind == "fetch"
	some host in input.call.hosts
	host.near
	not named_host(host)
	not named_tool
}

reasons contains {
	"rule": "hook/fetch",
	"effect": "ask",
	"message": sprintf("%q is fetched, and hook.hosts of the settings does not name its host", [host.address]),
	"hint": "name the host in hook.hosts of the settings to allow it",
} if {
	input.call.kind == "fetch"
	some host in input.call.hosts
	not unread(host)
	not host.near
	not named_host(host)
	not named_tool
}

reasons contains {
	"rule": "hook/fetch",
	"effect": "deny",
	"message": sprintf("%q is fetched by neither https nor http", [host.address]),
} if {
	input.call.kind == "fetch"
	some host in input.call.hosts
	not unread(host)
	not host.scheme in {"https", "http"}
}

# Which host a client makes of it is not known, so that no name of the settings is it.
reasons contains {
	"rule": "hook/fetch",
	"effect": "deny",
	"message": sprintf("%q is no address with a host that can be read", [host.address]),
	"hint": "write it whole, as https://docs.example.com/page",
} if {
	input.call.kind == "fetch"
	some host in input.call.hosts
	unread(host)
}

unread(host) if host.scheme == ""

unread(host) if {
	host.scheme in {"https", "http"}
	host.name == ""
}

named_host(host) if {
	host.name != ""
	some pattern in settings.hosts
	glob.match(pattern, null, host.name)
}

# Skills.
reasons contains {
	"rule": "hook/skill",
	"effect": effects[input.skill.safety],
	"message": sprintf("%s: lint says %q%s", [input.skill.folder, input.skill.safety, findings]),
	"hint": hints[input.skill.safety],
} if {
	input.call.kind == "skill"
	input.skill.found
}

effects := {"pass": "allow", "review": "ask", "block": "deny"}

hints := {"pass": "", "review": "skillctl lint shows what is to be looked at", "block": "skillctl lint shows why"}

findings := "" if count(input.skill.findings) == 0

findings := concat("", [": ", concat("; ", array.slice(input.skill.findings, 0, 3))]) if count(input.skill.findings) > 0

reasons contains {
	"rule": "hook/skill",
	"effect": "ask",
	"message": sprintf("skill %q is in none of the folders that %s loads skills from, so nothing of it was read", [input.call.skill, title]),
	"hint": "ask a person",
} if {
	input.call.kind == "skill"
	not input.call.missing
	not input.skill.found
}

# What a skill is given is put into its text, where the commands are: as it is, quoted by
# nobody.
reasons contains {
	"rule": "hook/skill",
	"effect": "ask",
	"message": sprintf("skill %q is given %q, which becomes part of the commands in its text", [input.call.skill, input.call.arguments]),
	"hint": "use the skill without, or ask a person",
} if {
	input.call.kind == "skill"
	trim_space(object.get(input.call, "arguments", "")) != ""
	count(input.skill.commands) > 0
}

reasons contains {
	"rule": "hook/skill",
	"effect": "deny",
	"message": sprintf("what skill %q is given has a command in it, as the text of a skill may have", [input.call.skill]),
	"hint": "leave the command out",
} if {
	input.call.kind == "skill"
	input.call.inner
}
