# METADATA
# title: Gives somebody access
# description: >-
#   A command gives an account that the text names the rights of an administrator, a way
#   into a repository, or a program the rights of its owner; or it gives a container the
#   whole disk. Whoever has it can do what the owner can.
# custom:
#   code: PER-003
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["access-grant"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.containers
import data.skillctl.lib.databases
import data.skillctl.lib.destinations
import data.skillctl.lib.guests
import data.skillctl.lib.main
import data.skillctl.lib.owners
import data.skillctl.lib.parties
import data.skillctl.lib.provisions

findings contains {
	"message": sprintf("%s gives %s %s", [commands.shown(command), who, what]),
	"hint": "have the user name the account, and ask before any right is given; write a placeholder into the skill",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, grade),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.of_image(command)
	not told_of(command)
	not commands.taught(command)
	[grade, who, what] := given(command)
}

# A manifest of the package that gives rights to everybody or to somebody else, for the
# cluster or the cloud that it is applied to.
findings contains {
	"message": sprintf("%s gives %s %s", [laid.kind, who, what]),
	"hint": "name an account of the user's own cluster or cloud, and give it only the rights that the work needs",
	"at": {"file": laid.file, "span": laid.span},
	"severity": laid_weight(laid),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	some [who, what] in laid_down(laid)
}

# The administrator of the cluster is a program that also sends something to a stranger.
findings contains {
	"message": sprintf("gives %s the rights of an administrator of the cluster, and has it send something to %s", [who, host]),
	"hint": "give the program only the rights that it needs, and name in the description whom it sends something to",
	"at": {"file": laid.file, "span": laid.span},
	"severity": handed_weight(laid, "high"),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "role"
	laid.name == "cluster-admin"
	some who in laid.to
	startswith(who, "ServiceAccount ")
	not provisions.warned(laid)
	host := min({host |
		some command in input.skill.body.commands
		command.file == laid.file
		command.program in {"curl", "wget", "nc", "ncat"}
		some host in addresses.named(concat(" ", command.args))
		destinations.relation(host) in {"anonymous", "unrelated"}
		not destinations.placeholder(host)
	})
}

laid_weight(laid) := "high" if {
	provisions.applied(laid)
	not provisions.shown(laid)
} else := "low" if {
	provisions.shown(laid)
} else := "medium"

# What a text has set up that gives somebody else a way in, and what for.
findings contains {
	"message": sprintf("gives %s %s", [who, what]),
	"hint": "have the user name who gets in, and give them only the rights that the work needs; write a placeholder into the skill",
	"at": {"file": laid.file, "span": laid.span},
	"severity": handed_weight(laid, grade),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	not provisions.warned(laid)
	not refused(laid)
	[grade, who, what] := handed(laid)
}

# Who gets a copy of what is mailed, or is let into a meeting, a document, a team; what anybody
# is handed, and a login that anybody knows the password of.
findings contains {
	"message": sprintf("gives %s %s", [who, what]),
	"hint": "have the user name who gets in, and give them only the rights that the work needs; write a placeholder into the skill",
	"at": {"file": laid.file, "span": laid.span},
	"severity": guests.weight(laid, grade),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	not provisions.warned(laid)
	[grade, who, what] := guests.let_in(laid)
}

# What a container gets of its machine, and what statements of SQL open.
findings contains {
	"message": sprintf("gives %s %s", [who, what]),
	"hint": "leave it out, or say in the description what needs it; have the user choose the image, the password and the host",
	"at": {"file": laid.file, "span": laid.span},
	"severity": opened_weight(laid, grade),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	not provisions.warned(laid)
	[grade, who, what] := opened(laid)
}

# A word that is written out lets in whoever sends it, as what is only shown does not.
findings contains {
	"message": sprintf("lets in whoever sends %q, past what asks everybody else who they are", [laid.to[0]]),
	"hint": "leave it out; a key that opens a service is set by who runs it, and is in no text",
	"at": {"file": laid.file, "span": laid.span},
	"severity": opened_weight(laid, "high"),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "covert"
	laid.name == "word"
	not provisions.warned(laid)
	not regex.match(`(?i)(example|placeholder|changeme|your|test|dummy|sample|xxx|secret-?\d{0,3}$|^application/|^text/|^multipart/|^bearer|utf-?8|http/|sha\d|hmac)`, laid.to[0])
}

opened(laid) := containers.laid(laid) if {
	laid.kind == "container"
} else := databases.given(laid) if {
	laid.kind == "database"
}

opened_weight(laid, grade) := "low" if {
	provisions.shown(laid)
	grade != "high"
} else := "medium" if {
	provisions.shown(laid)
} else := grade

# A key of the package is to go where it opens a login.
findings contains {
	"message": sprintf("gives whoever has the other half of a key (%s) a login", [link.path]),
	"hint": "have the user name the key; bring none with the skill",
	"at": {"file": link.file, "span": link.span},
	"severity": "high",
	"locus": commands.locus(link.file),
} if {
	some link in input.skill.body.links
	regex.match(`(?i)\.pub$`, object.get(link, "path", ""))
	main.is(link.file)
	sentence := object.get(link, "sentence", "")
	regex.match(`(?i)\bauthorized_?keys\b|\b(deploy|ssh|login|access) keys?\b`, sentence)
	provisions.puts(sentence)
	not provisions.forbids(sentence)
	some file in input.skill.files
	file.path == link.path
}

# The line of a key says that it must not be there.
refused(laid) if provisions.forbids(object.get(laid, "lead", ""))

# What leads to its block says whatever it says; a line of a table or a sentence has it done.
handed_weight(laid, grade) := grade if {
	# A row or a sentence that has the one stand in for the other is an order in a skill
	# about attacks as well.
	laid.kind == "action"
	laid.name == "instead"
	ordered(laid)
} else := grade if {
	# So does an account that has the place of several.
	laid.kind == "action"
	takes_several(laid)
	ordered(laid)
} else := grade if {
	laid.kind in {"action", "secrets"}
	ordered(laid)
	not provisions.shown(laid)
} else := grade if {
	# What the text puts into the file of keys of a machine is no key of who reads it.
	laid.kind == "key"
	main.is(laid.file)
	not provisions.shown(laid)
} else := "low" if {
	provisions.shown(laid)
	not provisions.set_up(laid)
} else := "medium" if {
	provisions.shown(laid)
} else := grade if {
	provisions.set_up(laid)
} else := grade if {
	commands.code(laid.file)
} else := "medium"

handed(laid) := ["high", sprintf("whoever has the other half of a key (%s)", [laid.name]), sprintf("a login (%s)", [laid.to[0]])] if {
	laid.kind == "key"
} else := ["high", sprintf("the account %s", [laid.to[0]]), sprintf("a role with the rights of %s", [rights(laid.name)])] if {
	laid.kind == "trust"
	laid.name != ""
	foreign_account(laid.to[0])
} else := ["high", "any repository", sprintf("a role with the rights of %s", [rights(laid.name)])] if {
	laid.kind == "trust"
	laid.name != ""
	laid.to[0] == "any repository"
} else := ["medium", "any repository", "a role"] if {
	laid.kind == "trust"
	laid.to[0] == "any repository"
} else := ["high", laid.to[0], sprintf("%s of the project", [laid.name])] if {
	laid.kind == "binding"
	some who in laid.to
	anyone_else(who)
} else := ["high", sprintf("the account of %s", [laid.to[0]]), sprintf("the logs (%s)", [laid.name])] if {
	laid.kind == "logs"
	found := regex.find_all_string_submatch_n(`:(\d{12}):`, laid.to[0], 1)
	foreign_account(found[0][1])
	not regex.match(`(?i):(role|policy)/`, laid.to[0])
} else := ["high", laid.to[0], "the rights and the secrets of the workflow: what they change is run with these"] if {
	laid.kind == "head"
} else := ["high", host, "all secrets of the repository"] if {
	# A command of a workflow names where they go.
	laid.kind == "secrets"
	host := min({host |
		some host in addresses.named(laid.to[0])
		destinations.strange(host)
	})
} else := ["high", laid.to[0], "all secrets of the repository"] if {
	laid.kind == "secrets"
	not startswith(laid.to[0], "http")
	not regex.match(`^(\./|actions/|github/)`, laid.to[0])
} else := ["medium", laid.to[0], "all secrets of the repository"] if {
	laid.kind == "secrets"
	not startswith(laid.to[0], "http")
} else := ["high", laid.to[0], "the place of an action that everybody takes, with what the workflow may do"] if {
	# It stands in for what it is called like, and may be another thing tomorrow.
	laid.kind == "action"
	laid.name in {"fed", "instead"}
	not pinned(laid.to[0])
	not of_own(laid.to[0])
} else := ["high", laid.to[0], "the place of an action that everybody takes, as to others of the account"] if {
	laid.kind == "action"
	takes_several(laid)
	not pinned(laid.to[0])
	not of_own(laid.to[0])
} else := ["medium", laid.to[0], "the place of an action that everybody takes"] if {
	laid.kind == "action"
	laid.name != "takes"
	not of_own(laid.to[0])
}

# The account has several actions that are called like those of others, or that stand behind those of
# several others in a table.
takes_several(laid) if count(object.get(named_like, account(laid.to[0]), set())) > 1

named_like[account(laid.to[0])] contains lower(split(split(laid.to[0], "@")[0], "/")[1]) if {
	some laid in input.skill.body.provisions
	laid.kind == "action"
	laid.name != "takes"
}

named_like[account(laid.to[0])] contains account(laid.to[1]) if {
	some laid in input.skill.body.provisions
	laid.kind == "action"
	laid.name == "takes"
}

account(action) := lower(split(action, "/")[0])

ordered(laid) if main.is(laid.file)

ordered(laid) if laid.file in commands.pointed

pinned(action) if regex.match(`@[0-9a-f]{40}$`, action)

# The skill is of who makes it, or speaks of them.
of_own(action) if owners.spoken_of(lower(split(action, "/")[0]))

of_own(action) if owners.placeholder(lower(split(action, "/")[0]))

rights("*") := "everything"

rights(name) := name if name != "*"

foreign_account(account) if {
	guests.literal(account)
	not regex.match(`^(1{4}2{4}3{4}|4{4}5{4}6{4}|7{4}8{4}9{4}|9{12}|(\d)0{11}|987654321|0123456789|1{12}|2{12}|3{12}|123123)`, account)
}

anyone_else(who) if who in {"allUsers", "allAuthenticatedUsers"}

anyone_else(who) if {
	regex.match(`^(user|group|domain):`, who)
	guests.stranger(regex.replace(who, `^domain:`, "x@"))
}

# Whom nobody has to prove to be.
laid_down(laid) := ({[who, sprintf("the role %s of the cluster", [laid.name])] |
	laid.name == "cluster-admin"
	some who in laid.to
	who == "ServiceAccount default" # the one that any program of the namespace has
} | {[who, sprintf("the role %s of the cluster", [laid.name])] |
	some who in laid.to
	anybody(who)
	not laid.name in {"system:discovery", "system:basic-user", "system:public-info-viewer", "system:service-account-issuer-discovery"}
	not reads_only(laid.name)
}) | {[who, "the rights of an administrator of the cluster"] |
	laid.name in {"cluster-admin", "admin"}
	some who in laid.to
	regex.match(`^User `, who)
	guests.stranger(trim_prefix(who, "User "))
} if laid.kind == "role"

laid_down(laid) := {[shown_principal(who), sprintf("the right to %s", [laid.name])] |
	not laid.limited
	some who in laid.to
	who in {"*", "arn:aws:iam::*:root"}
	some action in split(laid.name, " ")
	regex.match(`(?i)^(\*|[a-z0-9-]+:\*|sts:assumerole\w*|iam:\S+|\S+:(put|delete|create|update|attach|invoke|write|send|receive|run|start|getsecretvalue|decrypt)\S*)$`, action)
} | {[who, sprintf("the right to %s", [laid.name])] |
	not laid.limited
	some who in laid.to
	found := regex.find_all_string_submatch_n(`^(?:arn:aws[a-z-]*:iam::)?(\d{12})(?::|$)`, who, 1)
	guests.literal(found[0][1])
	not regex.match(`^(1{4}2{4}3{4}|4{4}5{4}6{4}|7{4}8{4}9{4}|9{12}|(\d)0{11}|987654321)`, found[0][1])
	some action in split(laid.name, " ")
	regex.match(`(?i)^(\*|iam:\S+|s3:\*|sts:assumerole)$`, action)
} if laid.kind == "policy"

shown_principal(who) := "everybody" if who in {"*", "arn:aws:iam::*:root"}

anybody(who) if who in broad

broad := {"Group system:unauthenticated", "Group system:authenticated", "Group system:serviceaccounts", "User system:anonymous"}

reads_only(name) if regex.match(`(?i)\b(view|viewer|read-?only|reader)\b`, name)

# A sentence only speaks of it, and does not have something done with it.
told_of(command) if {
	commands.told_of(command)
	not means(command.before)
	not regex.match(`^\W*([-*+]|\d+[.)])\W*$`, command.before) # an item of a list that begins with it
}

# A line of a log says what was run.
told_of(command) if {
	not command.fenced
	regex.match(`^\[?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\b`, command.before)
}

means(before) if {
	regex.match(`(?i)(^|[.!?:;,—–|(]\s*|\b(and|then|first|please|now|must|always)\s+)(ensure|grant|give|add|create|make|bind|invite|let|provision|set|fix|solve|get|obtain|enable|assign|attach|register|open|provide|restore|repair|connect|prepare|do|handle|finish|complete)\b[^.!?]*\b(with|by|using|via|through|as)\s*["“]?$`, before)
	not regex.match(`(?i)(\b(never|not|avoid|don['’]t|cannot|users?|attackers?)\b|n['’]t\b)[^.!?]*$`, before)
}

severity(command, _) := "medium" if commands.lesser(command)

severity(command, grade) := grade if not commands.lesser(command)

shown(command) := concat(" ", command.args)

# The value of an option, "--to x" or "--to=x".
valued(command, option) := values(command, option)[0]

values(command, option) := array.concat(
	[command.args[i + 1] | some i, arg in command.args; arg == option],
	[trim_prefix(arg, concat("", [option, "="])) | some arg in command.args; startswith(arg, concat("", [option, "="]))],
)

granted(command) := ["high", name, "the rights of an administrator in a cloud"] if {
	command.program == "gcloud"
	"add-iam-policy-binding" in command.args
	regex.match(`(?i)roles/(owner|editor|\S*admin\S*)`, shown(command))
	name := valued(command, "--member")
	guests.stranger(name)
} else := ["high", name, "the rights of an administrator in a cloud"] if {
	command.program == "az"
	"assignment" in command.args
	"create" in command.args
	regex.match(`(?i)\b(owner|contributor|\w*administrator)\b`, valued(command, "--role"))
	name := array.concat(values(command, "--assignee"), values(command, "--assignee-object-id"))[0]
	somebody(name)
} else := ["high", arn, "a role in this account"] if {
	command.program == "aws"
	some verb in {"add-permission", "put-bucket-policy", "update-assume-role-policy"}
	verb in command.args
	found := regex.find_all_string_submatch_n(`arn:aws:iam::(\d{12}):`, shown(command), 1)
	arn := found[0][0]
	guests.literal(found[0][1])
} else := ["medium", name, "the rights of an administrator in a cloud"] if {
	command.program == "aws"
	regex.match(`(?i)attach-(user|group|role)-policy`, shown(command))
	regex.match(`(?i)policy/(administratoraccess|iamfullaccess|poweruseraccess)`, shown(command))
	name := [value |
		some option in ["--group-name", "--role-name", "--user-name"]
		some value in values(command, option)
		guests.literal(value)
	][0]
} else := ["high", name, "the rights of an administrator of the cluster"] if {
	command.program == "kubectl"
	"clusterrolebinding" in command.args
	valued(command, "--clusterrole") == "cluster-admin"
	name := valued(command, "--user")
	guests.stranger(name)
} else := ["high", name, "the rights of an administrator of the cluster"] if {
	command.program == "kubectl"
	"clusterrolebinding" in command.args
	valued(command, "--clusterrole") in {"cluster-admin", "admin", "edit"}
	name := array.concat(values(command, "--group"), values(command, "--user"))[0]
	name in {"system:unauthenticated", "system:authenticated", "system:anonymous", "system:serviceaccounts"}
} else := containers.started(command) if {
	command.program in {"docker", "docker-compose", "nerdctl", "podman"}
} else := ["high", name, "a way into the repository or the organisation"] if {
	command.program == "gh"
	regex.match(`(?i)\b(PUT|POST)\b`, shown(command))
	name := [found[0][1] |
		some arg in command.args
		found := regex.find_all_string_submatch_n(`(?:collaborators|memberships)/([^/\s?]+)$`, arg, 1)
		guests.literal(found[0][1])
	][0]
} else := ["high", "a key that the skill brings", "a way into the account or the repository"] if {
	command.program == "gh"
	some kind in {"deploy-key", "ssh-key"}
	command.args[0] == kind
	command.args[1] == "add"
	brought(command)
} else := ["high", name, "the right to publish the package"] if {
	command.program == "npm"
	array.slice(command.args, 0, 2) == ["owner", "add"]
	name := command.args[2]
	guests.literal(name)
} else := ["high", name, "the rights of an administrator"] if {
	command.program in {"add-localgroupmember", "dseditgroup", "net"}
	regex.match(`(?i)\badministrators\b.*(/add|-member)|-member.*administrators|-group\s+administrators|-o edit .*\badmin$|-t user admin`, shown(command))
	name := some_account(command)
	guests.literal(name)
} else := ["medium", name, "the rights of an administrator"] if {
	command.program in {"gpasswd", "usermod"}
	regex.match(`(^|[ ,])(-aG|-a -G|-G|--groups|-a|--append)\b.*\b(sudo|wheel|admin|root)\b`, shown(command))
	name := command.args[count(command.args) - 1]
	guests.literal(name)
	not name in {"sudo", "wheel", "admin", "root"}
} else := ["high", "whoever starts it", "the rights of the owner of a shell"] if {
	command.program == "chmod"
	regex.match(`^(u?\+s|u\+[rwx]*s[rwx]*|[46]7\d\d)$`, command.args[0])
	some arg in command.args
	regex.match(`/(ba|da|z|k)?sh$|/(python[0-9.]*|perl|find|env|vim?)$|(^|/)\.[\w-]+$`, arg) # a shell, or what nobody sees
}

# What a program is known to give, else what an address is invited to.
given(command) := granted(command)

given(command) := guests.invites(command) if not granted(command)

# Somebody who is written out: by a mailbox, or by the number of an account.
somebody(name) if guests.stranger(name)

somebody(name) if {
	guests.principal(name)
	not parties.reserved({"kind": "cloud", "key": lower(name)})
}

# A key that the skill brings opens another machine.
granted(command) := ["high", "a key that the skill brings", "a way into another machine"] if {
	command.program in {"ssh", "plink"}
	some arg in command.args
	regex.match(`(?i)\b(ssh-(ed25519|rsa|dss)|ecdsa-\S+) AAAA\S{16,}`, arg)
	regex.match(`authorized_keys`, arg)
	not regex.match(`(?i)\b(your|example|placeholder)\b|<[^>]+>|AAAA\.\.\.`, arg)
}

some_account(command) := valued(command, "-Member") if {
	command.program == "add-localgroupmember"
} else := valued(command, "-a") if {
	command.program == "dseditgroup"
} else := command.args[2] if {
	command.program == "net"
}

# A file of the package, or what another command prints.
brought(command) if {
	some file in input.skill.files
	some arg in command.args
	endswith(concat("", ["/", arg]), concat("", ["/", file.path]))
}

brought(command) if {
	count(command.input) > 0
	not own_key(command)
}

# The key of the user is named, and only its title is made by another command.
own_key(command) if {
	some arg in command.args
	regex.match(`^(~|\$HOME|\$\{HOME\}|/home/[^/]+|/Users/[^/]+)/\.ssh/[^/]+\.pub$`, arg)
}
