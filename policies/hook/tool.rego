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
}

reasons contains {
	"rule": "hook/tool",
	"effect": "allow",
	"message": sprintf("hook.tools of the settings names tool %q", [input.call.tool]),
} if {
	input.call.kind in {"unknown", "fetch"}
	named_tool
}

named_tool if {
	some pattern in settings.tools
	glob.match(pattern, null, input.call.tool)
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
