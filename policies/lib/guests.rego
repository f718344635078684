# METADATA
# title: Who is let in
# description: >-
#   Whether a name that a text has written out is somebody else's, and what an address gets
#   that a text puts into a mail, a meeting, a document or a team.
package skillctl.lib.guests

import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.placeholders
import data.skillctl.lib.provisions
import data.skillctl.lib.told
import data.skillctl.tables.hosting
import data.skillctl.tables.vendors

# What stands for a name is filled in by whoever runs it. Of an address the host says so, or where
# anybody has a mailbox what stands before it.
literal(name) if {
	named(name)
	not contains(name, "@")
	not anybody(name)
}

literal(name) if {
	named(name)
	contains(name, "@")
	not split(name, "@")[1] in mailboxes
}

literal(name) if {
	named(name)
	split(name, "@")[1] in mailboxes
	not anybody(split(name, "@")[0])
}

named(name) if {
	name != ""
	not placeholders.open(name)
}

mailboxes := {host | some host in hosting.mailboxes}

# A name that is nobody's: "your-name", "jane.doe", "dev2".
anybody(name) if placeholders.account(name)

anybody(name) if regex.match(`(?i)^(user(name)?|name|me|you|somebody|alice|bob|jane|john|octocat|test|demo|admin|dev|developer|owner|repo|principal|collaborator|member)([-_.]?(\d{1,4}|[a-z]|doe|one|two|name|login|handle|e?mail))?$`, name)

# The address of a person at a host that the skill is not for.
stranger(name) if {
	literal(name)
	found := regex.find_all_string_submatch_n(`@([\w-]+(?:\.[\w-]+)+)$`, name, 1)
	host := lower(found[0][1])
	not destinations.domain(host) in destinations.declared
	not destinations.placeholder(host)
	not endswith(host, "gserviceaccount.com")
}

# Nothing else in the skill speaks of the host.
unknown(name) if {
	stranger(name)
	host := lower(split(name, "@")[1])
	destinations.relation(host) in {"anonymous", "unrelated"}
	not regex.match(`(?i)(^|\.)(local|internal|lan|home|intern)$`, host)
}

# The clause that it stands in says that it must not be so. A ban of something else in the same
# line takes nothing back.
banned(laid) if regex.match(`(?i)(\b(never|do not|must not|should not|cannot|avoid|instead of|rather than)\b|n['’]t\b)[^.;:,!?]{0,120}([.:]?\b(b?cc|to|acl|attendees?|guests?)["'\])]*\s*[:=(\[{"' ]*)?$|^\W*(wrong|bad|avoid)\W*:`, object.get(laid, "lead", ""))

# What is laid down gives somebody something: how grave that is, who, and what.
let_in(laid) := given if {
	not banned(laid)
	given := handed(laid)
}

handed(laid) := ["medium", laid.to[0], "what others are let into by name, or get unseen"] if {
	laid.kind in {"copy", "unseen", "guest"}
	laid.house == "other"
	unknown(laid.to[0])
} else := [copied(laid), laid.to[0], "a copy of what is mailed, unseen by the others"] if {
	laid.kind == "copy"
	not laid.house
	unknown(laid.to[0])
} else := ["high", laid.to[0], sprintf("a place that nobody is told of (%s)", [laid.name])] if {
	laid.kind == "unseen"
	not laid.house
	unknown(laid.to[0])
} else := [invited(laid), laid.to[0], sprintf("what others are let into by name (%s)", [laid.name])] if {
	laid.kind == "guest"
	not laid.house
	unknown(laid.to[0])
	commands.code(laid.file)
} else := ["high", "everybody", sprintf("what is made (%s)", [laid.name])] if {
	laid.kind == "public"
	not open
} else := ["high", laid.to[0], sprintf("what is made (%s)", [laid.name])] if {
	laid.kind == "shared"
	foreign(laid)
} else := ["high", laid.to[0], "a login of the administrator, with a password that is written out"] if {
	laid.kind == "login"
	not reached
}

# An account that is written out and stands for no other, and everybody where more is given than
# to look at something.
foreign(laid) if {
	regex.match(`^\d{12}$`, laid.to[0])
	not laid.to[0] in vendors.accounts
	not regex.match(`^(1{4}2{4}3{4}|4{4}5{4}6{4}|7{4}8{4}9{4}|9{12}|(\d)0{11}|987654321|0123456789|123456|1{12}|2{12}|3{12}|123123|0{12}|(12|11|22){3})`, laid.to[0])
}

foreign(laid) if principal(laid.to[0])

# The number of somebody in a directory, or of a canonical user, that is written out.
principal(name) if {
	regex.match(`^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, name)
	not regex.match(`^(0{8}|1{8}|12345678|a{8})|(.)00000`, name)
}

foreign(laid) if {
	laid.to[0] in {"allUsers", "allAuthenticatedUsers", "everybody"}
	not regex.match(`(?i)(viewer|invoker|reader|user|subscriber|browser)$`, laid.name)
}

foreign(laid) if {
	laid.to[0] in {"allUsers", "allAuthenticatedUsers"}
	regex.match(`(?i)\b(compute\.imageuser|secretmanager\.\w+|bigquery\.\w+|cloudkms\.\w+)$`, laid.name)
}

foreign(laid) if {
	regex.match(`^(user|group|domain):`, laid.to[0])
	unknown(regex.replace(regex.replace(laid.to[0], `^domain:`, "x@"), `^\w+:`, ""))
}

copied(laid) := "high" if {
	commands.code(laid.file)
} else := "high" if {
	not laid.limited
} else := "medium"

# An author may put an address of their own in.
invited(laid) := "high" if {
	not commands.sample(laid.file)
} else := "medium"

open if regex.match(`(?i)\b(public\w*|publish\w*|shar(e|es|ed|ing)|communit\w+|open[- ](data|source)|marketplace|everyone|anyone)\b`, told.description)

# The description speaks of machines that are logged in to, or of those that are for trying.
reached if regex.match(`(?i)\b(ssh\w*|remote (access|login|desktop|shell)|log ?in\w*|passwords?|labs?|ctf|honeypots?|sandbox\w*|raspberry|kiosks?|provision\w*)\b`, told.description)

# How much it weighs where it stands. An example that SKILL.md has is one that is copied, and who
# copies it does not look for one line of it.
weight(laid, grade) := "low" if {
	commands.document_text(laid.file)
	commands.about_attacks
	grade != "low"
} else := "medium" if {
	commands.sample(laid.file)
	not given_out(laid)
} else := "medium" if {
	laid.kind in {"public", "shared", "supply"}
	commands.document_text(laid.file)
	not provisions.set_up(laid)
	not in_block(laid)
} else := "medium" if {
	laid.kind in {"login", "unseen"}
	commands.aside(laid.file)
} else := grade

# A file of settings that a sentence has applied.
given_out(laid) if {
	laid.kind in {"shared", "supply"}
	provisions.set_up(laid)
}

# What a tool reads by its name is taken as it stands.
given_out(laid) if {
	laid.kind == "supply"
	regex.match(`(?i)(^|/)(package\.json|(docker-)?compose[\w.-]*\.ya?ml|requirements[\w.-]*\.txt|chart\.ya?ml|action\.ya?ml|devcontainer\.json)$|(^|/)\.(github|gitlab|circleci)[/-]`, laid.file)
}

# A block of SKILL.md that a sentence leads to, or that stands right below a heading, is what the
# skill writes.
in_block(laid) if {
	laid.file == input.skill.manifest.file
	some fence in input.skill.body.fences
	fence.span.start.line <= laid.span.start.line
	laid.span.end.line <= fence.span.end.line
	not provisions.forbids(object.get(fence, "lead", ""))
}

# A command that lets somebody in by an address: how grave, who, and what for. Which programs
# and words of theirs are told is in policies/tables/commands.json.
invites(command) := [entitled(command), name, "a place in what others are let into"] if {
	some verb in command.args
	regex.match(`(?i)^((orgs?|teams?|access|members?|users?|collaborators?|sharing)[:-])?(invit(e|es|ations?)|add|create|grant|insert|provision|share|useradd|add(acl|owner|editor|collaborator)|drivefileacl|calendaracls?|delegates?|forward(ing)?(_?address(es)?)?|permissions?|acl|iam|set|ch|-u|--add|--email|--invite)$|/(invitations|members|permissions)$`, verb)
	not command.program in {"gcloud", "az", "kubectl", "git", "npm"}
	name := [address |
		some arg in command.args
		found := regex.find_all_string_submatch_n(`^(?:-{1,2}[\w-]+[= ])?(?:\w+[=:])*([\w.+-]+@[\w-]+(?:\.[\w-]+)+)(?::\w+)?$`, arg, 1)
		address := found[0][1]
		unknown(address)
	][0]
} else := [entitled(command), name, "a place in what others are let into"] if {
	command.program in {"curl", "http", "https", "wget", "xh"}
	some arg in command.args
	regex.match(`(?i)^["']?(https?://|\$|api\.)\S*/(members?|memberships?|invit\w+|collaborators?|permissions?|shares?|sharing|acl|guests|attendees)([/?"']|$)`, arg)
	name := [replace(address, "%40", "@") |
		some word in command.args
		found := regex.find_all_string_submatch_n(`(?i)\b(?:e?mail(?:_?address)?|user(?:name)?|login|member|value|invitee|grantee)["']?(?:=|:=|\s*:)\s*["']?([\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+)`, word, 1)
		address := found[0][1]
		unknown(replace(address, "%40", "@"))
	][0]
}

entitled(command) := "medium" if {
	regex.match(`(?i)\b(view(er)?|read(er|-?only)?|guest|commenter|billing)\b`, concat(" ", command.args))
} else := "high"
