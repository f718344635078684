# METADATA
# title: Compiled code without matching source
# description: >-
#   Python runs a cached .pyc file in place of the source beside it. One that was
#   compiled from something else is a way to hide code from whoever reads the source.
# custom:
#   code: FIL-004
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files.bytecode

import data.skillctl.lib.files

findings contains {
	"message": sprintf("compiled Python that was not made from the source beside it%s", [detail(file.content.bytecode)]),
	"hint": "delete the file; Python may run it instead of the source, and compiles the source again when it is gone",
	"at": {"file": file.path},
	"severity": "critical",
} if {
	some file in input.skill.files
	file.content.class == "bytecode"
	file.content.bytecode.same == "no"
}

findings contains {
	"message": sprintf("%s without its source, so nobody can review it", [files.called(file.content)]),
	"hint": "ship the source and delete this file",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.content.class == "bytecode"
	not file.content.bytecode.source
}

findings contains {
	"message": "compiled Python beside its source: a cache of the author's machine",
	"hint": "delete `__pycache__` and add it to .gitignore",
	"at": {"file": file.path},
	"severity": "low",
	"confidence": "medium",
} if {
	some file in input.skill.files
	file.content.class == "bytecode"
	file.content.bytecode.source
	file.content.bytecode.same != "no"
}

detail(bytecode) := sprintf(": it uses %s, which is not in the source", [files.some_of(bytecode.foreign, 5)]) if bytecode.foreign

detail(bytecode) := sprintf(": its header says that the source has %d bytes", [bytecode.sourceSize]) if {
	not bytecode.foreign
	bytecode.check == "time"
}

detail(bytecode) := ": the source hash in its header does not match" if {
	not bytecode.foreign
	bytecode.check == "hash"
}
