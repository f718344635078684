# METADATA
# title: Full autonomy turns off workspace_only
# description: >-
#   In ZeroClaw level = "full" switches workspace_only off, whatever the
#   profile says, and asks for no approval.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.exec["autonomy-full"]

findings contains {
	"message": sprintf("level is full in risk profile %s, which forces workspace_only to false: the setting has no effect", [name]),
	"hint": "use level = \"supervised\" to keep commands in the workspace",
	"at": {"path": ["risk_profiles", name, "workspace_only"]},
} if {
	some name, profile in full
	profile.workspace_only == true
}

findings contains {
	"message": sprintf("level is full in risk profile %s: commands run without approval and may leave the workspace", [name]),
	"hint": "use level = \"supervised\", unless this agent runs in a container of its own",
	"at": {"path": ["risk_profiles", name, "level"]},
	"severity": "medium",
} if {
	some name, profile in full
	not profile.workspace_only == true
}

full[name] := profile if {
	input.config.kind == "zeroclaw"
	some name, profile in input.config.value.risk_profiles
	profile.level == "full"
}
