# METADATA
# title: Key appears twice
# description: >-
#   When a key appears twice in one object only the last one counts, with everything
#   in it; the first is silently lost.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["duplicate-key"]

findings contains {
	"message": sprintf("%q appears twice in the same object: this one is silently lost", [double.key]),
	"hint": "merge the two, or remove one",
	"at": {"file": double.file, "span": double.span},
	"related": [{"at": {"file": double.file, "span": double.last}, "message": "this one counts"}],
} if {
	some double in input.config.duplicates
}
