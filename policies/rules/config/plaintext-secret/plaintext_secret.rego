# METADATA
# title: Secret in plain text
# description: >-
#   A key or password stands in the configuration itself, so it is in every
#   backup and every screen that shows the file.
# custom:
#   severity: medium
#   confidence: medium
#   locus: config
#   unit: config
#   fix: none
#   security: true
package skillctl.rules.config["plaintext-secret"]

import data.skillctl.lib.openclaw
import data.skillctl.rules.sandbox["env-secret"] as env_secret

findings contains {
	"message": sprintf("%s holds a secret in plain text", [concat(".", [sprintf("%v", [step]) | some step in path])]),
	"hint": hint,
	"at": {"path": path},
} if {
	[path, value] := walk(input.config.value)
	is_string(value)
	count(value) >= 8
	some key in [path[count(path) - 1]]
	is_string(key)
	secret_key(key)
	not openclaw.is_reference(value)
	not contains(value, "${")
	not said(path)
}

# Of what the sandbox is given, sandbox/env-secret says more.
said(path) if {
	input.config.kind == "openclaw"
	some finding in env_secret.findings
	finding.at.path == path
}

secret_key(key) if regex.match(`(?i)(api_?key|token|password|passwd|secret|private_?key)$`, key)

default hint := "take it from the environment or a secret store, and replace the exposed secret"

hint := "write ${NAME}, or an object with source, provider and id, and replace the exposed secret" if input.config.kind == "openclaw"
