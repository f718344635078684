# METADATA
# title: Text after a hash sign is lost
# description: >-
#   In an unquoted YAML value, a hash sign after a space starts a comment. The text
#   after it never reaches the model, and no agent reports it.
# custom:
#   severity: medium
#   confidence: medium
#   locus: manifest
#   unit: skill
#   fix: unsafe
package skillctl.rules.openclaw["value-cut-at-hash"]

findings contains {
	"message": sprintf("YAML reads %q as a comment: agents read %s only up to there", [shorten(comment.text), comment.key]),
	"hint": "put the value in quotes, or remove the comment",
	"at": {"span": comment.span},
	"fix": {"title": "quote the whole value", "safe": false, "edits": [{
		"at": {"span": {"start": field.span.start, "end": comment.span.end}},
		"text": json.marshal(sprintf("%s %s", [field.value, comment.text])),
	}]},
} if {
	some comment in input.skill.openclaw.comments
	comment.key in {"name", "description"}
	field := input.skill.front.fields[comment.key]
	is_string(field.value)
}

shorten(text) := text if count(text) <= 40

shorten(text) := sprintf("%s…", [substring(text, 0, 40)]) if count(text) > 40
