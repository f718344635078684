# METADATA
# title: File content does not match its name
# description: >-
#   People and tools judge a file by its name. A program called photo.png, a script
#   called notes.txt, or an archive behind the last byte of a picture gets past them.
# custom:
#   code: FIL-005
#   severity: high
#   confidence: high
#   locus: data
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["type-mismatch"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("the name says %s, but the content is %s", [promise(file.content), files.called(file.content)]),
	"hint": "give the file the name of what it is, or remove it",
	"at": {"file": file.path},
	"severity": grade.severity,
	"confidence": grade.confidence,
} if {
	some file in input.skill.files
	file.content.fits == false
	grade := grades(file.content)
}

findings contains {
	"message": sprintf("the file is %s, and from byte %d on it is %s as well", [files.called(file.content), part.offset, files.called({"class": "data", "type": part.type})]),
	"hint": "remove the second part, or the file",
	"at": {"file": file.path},
	"severity": hidden_severity(part.type),
} if {
	some file in input.skill.files
	some part in file.content.embedded
	not payload(file.content, part)
}

findings contains {
	"message": sprintf("the script continues with binary data from byte %d, which nobody can review", [part.offset]),
	"hint": "ship the binary data as separate files",
	"at": {"file": file.path},
	"confidence": "medium",
	"locus": "script",
} if {
	some file in input.skill.files
	some part in file.content.embedded
	payload(file.content, part)
}

findings contains {
	"message": sprintf("%d bytes follow the end of the image", [file.content.trailing]),
	"hint": "save the image again",
	"at": {"file": file.path},
	"severity": "low",
	"confidence": "medium",
} if {
	some file in input.skill.files
	file.content.trailing > 1024
	not file.content.embedded
}

findings contains {
	"message": sprintf("the document holds programs: %s", [files.some_of(names, 5)]),
	"hint": "remove them from the document",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.content.class == "document"
	names := file.content.archive.executables
}

payload(content, part) if {
	content.class == "script"
	part.type == "binary"
}

passive := {"image", "font", "audio", "video", "document", "text", "database", "model"}

active := {"executable", "bytecode"}

certain := {"severity": "high", "confidence": "high"}

likely := {"severity": "medium", "confidence": "medium"}

slight := {"severity": "low", "confidence": "high"}

# Something that runs under a name that does not.
grades(content) := certain if {
	content.class in active
} else := certain if {
	content.class in {"script", "archive"}
	content.expected.class in (passive - {"text"})
} else := likely if {
	content.class in {"script", "archive"}
	content.expected.class == "text"
} else := certain if {
	# A program that is not the text it should be.
	content.expected.class == "script"
	not content.class in active
} else := slight if {
	not content.class in active
	not content.class in {"script", "archive"}
	content.expected.class != "script"
} else := slight if {
	content.class in {"script", "archive"}
	not content.expected.class in passive
	content.expected.class != "script"
}

# Page readers accept a PDF that starts late, and cameras append things.
hidden_severity(type) := "medium" if type in {"pdf", "binary"}

hidden_severity(type) := "high" if not type in {"pdf", "binary"}

promise(content) := concat(" or ", content.expected.types) if content.expected.types

promise(content) := content.expected.class if not content.expected.types
