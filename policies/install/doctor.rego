# The test that an agent makes of its policy: openClaw's `doctor --deep` sends a request for
# an empty folder. It is allowed as what it is; a probe that brings something is not one.
package skillctl.install

probe if told_of("type") == "doctor"

probe_reasons contains {
	"rule": "install/doctor/probe",
	"effect": "allow",
	"message": "this is the agent's test of its policy, with an empty folder",
} if {
	probe
	harmless
}

probe_reasons contains {
	"rule": "install/doctor/content",
	"effect": "deny",
	"message": "the request claims to be the agent's test of its policy, but such a test has an empty folder",
	"hint": "install it under its own origin",
} if {
	probe
	not harmless
}

harmless if {
	request.path
	facts.found == "directory"
	facts.empty
	count(facts.gaps) == 0
	not request.skill
	not request.plugin
}
