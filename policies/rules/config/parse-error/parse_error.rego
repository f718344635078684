# METADATA
# title: Configuration cannot be parsed
# description: >-
#   The text is not valid in its format, so the agent does not start with it, or
#   ignores it.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["parse-error"]

findings contains {
	"message": sprintf("%s, so nothing in this configuration takes effect", [input.config.error.message]),
	"hint": object.get(input.config.error, "hint", "correct the text at this place"),
	"at": {"file": input.config.error.file, "span": input.config.error.span},
} if {
	input.config.error.kind in {"syntax", "duplicate"}
}
