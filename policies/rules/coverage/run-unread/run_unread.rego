# METADATA
# title: A file that cannot be read is run
# description: >-
#   The text or a script of the skill runs a file of the package of which nobody can
#   read what it does: binary data, an image, an archive, or what another program
#   unpacks or decodes from a file.
# custom:
#   code: COV-004
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.coverage["run-unread"]

import data.skillctl.lib.commands
import data.skillctl.lib.files
import data.skillctl.tables.runners

findings contains {
	"message": sprintf("%s runs %q, which is %s: what it does was not read", [commands.shown(use), use.file, called(use)]),
	"hint": "ship the code as a plain script under a name that says so, and run that",
	"at": {"file": use.in, "span": use.span},
	"locus": commands.locus(use.in),
	"severity": severity(use),
} if {
	some use in uses
	not use.how in {"before", "changed"}
	use.unread != ""
	plain(use)
	not reported(use.file)
}

findings contains {
	"message": sprintf("%s runs what %s makes of %q: that was not read", [commands.shown(use), concat(", ", makers(use)), use.file]),
	"hint": "ship the code as a plain script under a name that says so, and run that",
	"at": {"file": use.in, "span": use.span},
	"locus": commands.locus(use.in),
	"severity": severity(use),
} if {
	some use in uses
	use.how == "made"
	not plain(use)
	not fetched(use)
	not compiled(use)
}

findings contains {
	"message": sprintf("%s runs what the program makes of %q (%s): that was not read", [commands.shown(use), use.file, use.through[0]]),
	"hint": "ship the code as a plain script under a name that says so, and run that",
	"at": {"file": use.in, "span": use.span},
	"locus": commands.locus(use.in),
	"severity": "medium",
} if {
	some use in uses
	use.how == "changed"
}

findings contains {
	"message": sprintf("%s runs something that is not in the package, behind a command that takes %q (%s): what that holds was not read", [commands.shown(use), use.file, called(use)]),
	"hint": "ship the code as a plain script under a name that says so, and run that",
	"at": {"file": use.in, "span": use.span},
	"locus": commands.locus(use.in),
} if {
	some use in uses
	use.how == "before"
	use.unread == "binary"
	not reported(use.file)
}

# What runs without being told to, and what the package tells to run. The templates of
# hooks in the repository that somebody works in do neither.
uses := [use |
	some use in input.skill.body.uses
	not idle(use)
]

idle(use) if {
	regex.match(`^\.git/hooks/[^/]+\.sample$`, use.in)
	not told(use.in)
}

told(file) if {
	some other in input.skill.body.uses
	other.file == file
	not startswith(other.in, ".git/")
}

# A file is handed on as it is.
plain(use) if count(makers(use)) == 0

makers(use) := [program | some program in use.through; not program in runners.copiers]

# What a compiler makes of a text that was read does what that says.
compiled(use) if {
	use.unread == ""
	makers(use) != []
	every program in makers(use) { program in runners.compilers }
}

# What an address answers is no part of the package.
fetched(use) if {
	some program in use.through
	program in commands.fetchers
	contains(use.text, "://")
}

# A recipe for an image changes the image: it runs in a container.
severity(use) := "medium" if {
	use.language in runners.contained
} else := "medium" if {
	# Most such files do nothing but what they are for; a person looks.
	use.unread == "form"
} else := "medium" if {
	use.language in runners.opaque
} else := "medium" if {
	# Of a text that was read, a part is run.
	use.unread == ""
	every program in makers(use) { program in runners.selectors }
} else := "high"

# Compiled programs have a rule of their own.
reported(path) if {
	some file in input.skill.files
	file.path == path
	file.content.class in {"executable", "bytecode"}
}

called(use) := "longer than what is looked through" if use.unread == "size"

called(use) := sprintf("in a form that nothing here reads (%s)", [use.language]) if use.unread == "form"

called(use) := name if {
	use.unread == "binary"
	name := [kind(file) | some file in input.skill.files; file.path == use.file][0]
}

kind(file) := "a binary file of no known type" if {
	file.content.class == "data"
} else := sprintf("not text (%s)", [files.called(file.content)]) if {
	file.content.class != "data"
} else := "a file that could not be read" if {
	not file.content
}
