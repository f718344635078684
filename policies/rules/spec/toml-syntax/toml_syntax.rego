# METADATA
# title: SKILL.toml cannot be parsed
# description: ZeroClaw drops a skill whose manifest is not valid TOML.
# custom:
#   code: SPEC-022
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.spec["toml-syntax"]

findings contains {
	"message": sprintf("%s is not valid TOML: %s", [input.skill.manifest.file, input.skill.toml.error.message]),
	"hint": "zeroclaw skips the skill until this is fixed: text is in quotes, tables in [brackets], lists of tables in [[two]]",
	"at": {"file": input.skill.manifest.file, "span": input.skill.toml.error.span},
} if {
	input.skill.manifest.format == "toml"
	is_object(input.skill.toml.error)
}
