# METADATA
# title: Key that stands twice
# description: >-
#   Of a key that stands twice in one object only the last counts, with
#   everything in it; the first is lost without a word.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["duplicate-key"]

findings contains {
	"message": sprintf("%q stands twice in the same object: this one is lost without a word", [double.key]),
	"hint": "merge the two, or remove one",
	"at": {"file": double.file, "span": double.span},
	"related": [{"at": {"file": double.file, "span": double.last}, "message": "this one counts"}],
} if {
	some double in input.config.duplicates
}
