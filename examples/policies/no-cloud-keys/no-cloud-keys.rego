# METADATA
# title: No skill touches the keys of a cloud
# description: >-
#   Denies skills that name a folder with keys, such as ~/.aws, or a variable that holds one.
package skillctl.user.install.no_cloud_keys

folders := {".aws", ".azure", ".config/gcloud", ".kube", ".ssh"}

variables := {"AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_CLIENT_SECRET", "GOOGLE_APPLICATION_CREDENTIALS"}

reasons contains {"effect": "deny", "message": sprintf("%s touches %s", [skill.name, place])} if {
	some skill in input.facts.skills
	some place in skill.capabilities.paths
	some folder in folders
	contains(sprintf("%s/", [place]), sprintf("/%s/", [folder]))
}

reasons contains {"effect": "deny", "message": sprintf("%s reads the variable %s", [skill.name, name])} if {
	some skill in input.facts.skills
	some name in skill.capabilities.environment
	name in variables
}
