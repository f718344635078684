# METADATA
# title: Document contains code that runs
# description: >-
#   Macros in Office files and scripts in PDF and SVG files run when the document is
#   opened or shown. Examples and templates in a skill need none.
# custom:
#   code: FIL-007
#   severity: high
#   confidence: high
#   locus: data
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["active-document"]

findings contains {
	"message": sprintf("the document has %s, which run when it is opened", [concat(", ", parts)]),
	"hint": "save the document without them: an example or template needs none",
	"at": {"file": path},
} if {
	some path, parts in loud
}

loud[file.path] contains words[part] if {
	some file in input.skill.files
	some part in file.content.document.active
	part in running
}

findings contains {
	"message": sprintf("the document has %s", [words[part]]),
	"hint": "save the document without it, unless the skill needs it",
	"at": {"file": file.path},
	"severity": quiet[part],
	"confidence": "medium",
} if {
	some file in input.skill.files
	some part in file.content.document.active
	quiet[part]
}

findings contains {
	"message": "Python pickle: loading it runs whatever code it holds",
	"hint": "ship the weights as safetensors and other data as JSON",
	"at": {"file": file.path},
	"severity": "medium",
} if {
	some file in input.skill.files
	file.content.type in {"pickle", "torch"}
}

findings contains {
	"message": "the document is encrypted: nobody can check what it holds",
	"hint": "save it without a password",
	"at": {"file": file.path},
	"severity": "medium",
} if {
	some file in input.skill.files
	file.content.document.encrypted
}

running := {
	"activex", "excel4-macro", "odf-macro", "ole-macro", "pdf-javascript", "pdf-launch", "svg-event-handler",
	"svg-javascript-url", "svg-script", "vba-macro",
}

quiet := {
	"external-template": "medium",
	"ole-object": "medium",
	"pdf-embedded-file": "medium",
	"pdf-open-action": "info",
	"svg-entity": "medium",
	"svg-foreign-object": "info",
}

words := {
	"activex": "ActiveX controls",
	"excel4-macro": "Excel 4 macros",
	"external-template": "a template that is fetched from elsewhere",
	"odf-macro": "macros",
	"ole-macro": "macros",
	"ole-object": "an embedded object",
	"pdf-embedded-file": "a file attached to it",
	"pdf-javascript": "scripts",
	"pdf-launch": "actions that start programs",
	"pdf-open-action": "an action for when it is opened",
	"svg-entity": "entities of its own, which can read files",
	"svg-event-handler": "event handlers",
	"svg-foreign-object": "HTML inside the picture",
	"svg-javascript-url": "links that are scripts",
	"svg-script": "scripts",
	"vba-macro": "VBA macros",
}
