# METADATA
# title: Configuration that cannot be read
# description: >-
#   The text is not of its format, so the host does not start with it, or goes
#   on without it.
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
