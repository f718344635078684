# METADATA
# title: Containers with the rights of their machine
# description: >-
#   Which rights of the machine a container gets, of which image, and how much that weighs:
#   whose the image is, and whether the skill is for what looks after machines.
package skillctl.lib.containers

import data.skillctl.lib.told

# What a container that a manifest describes is given.
laid(one) := [grade, one.to[0], called(rights)] if {
	one.kind == "container"
	rights := {right | some right in split(one.name, " ")}
	grade := weight(rights, one.to[0])
}

# What a command gives one.
started(command) := [grade, image, called(rights)] if {
	command.program in {"docker", "nerdctl", "podman"}
	some verb in {"create", "run"}
	verb in command.args
	rights := {right | some i, arg in command.args; some right, _ in words; is_right(right, command.args, i, arg)}
	count(rights) > 0
	image := image_of(command)
	grade := weight(rights, image)
}

is_right("privileged", _, _, arg) if regex.match(`^--privileged(=true)?$`, arg)

is_right("processes", _, _, arg) if arg == "--pid=host"

is_right("processes", args, i, "host") if args[i - 1] == "--pid"

is_right("admin", _, _, arg) if regex.match(`(?i)^--cap-add=(cap_)?(all|sys_admin|sys_module|sys_rawio)$`, arg)

is_right("admin", args, i, arg) if {
	args[i - 1] == "--cap-add"
	regex.match(`(?i)^(cap_)?(all|sys_admin|sys_module|sys_rawio)$`, arg)
}

is_right("disk", _, _, arg) if {
	regex.match(`^(-v=?|--volume=)?/(etc|root|home)?/?:/|(^|,)(source|src)=/(,|$)`, arg)
	not regex.match(`:ro(,|$)|,(ro|readonly)(,|$)`, arg) # what is only looked at
}

is_right("socket", _, _, arg) if regex.match(`(docker|containerd|crio)\.sock:|(source|src)=\S*(docker|containerd|crio)\.sock(,|$)`, arg)

# The first word that may be an image, behind the options and their values.
image_of(command) := [arg |
	some i, arg in command.args
	not arg in {"create", "run", "container"}
	not startswith(arg, "-")
	not valued(command.args[i - 1])
	regex.match(`^(?:[\w.-]+(?::\d+)?/)*[a-z0-9][a-z0-9._-]*(?::[\w.-]+)?(?:@sha256:\w+)?$`, arg)
][0]

valued(option) if regex.match(`^(-[a-z]*[vepuwhlm]|--(volume|env|publish|user|workdir|hostname|label|memory|name|network|net|entrypoint|mount|pid|cap-add|security-opt|device|gpus|cpus|restart|platform|add-host|env-file|ipc|userns|shm-size|ulimit|tmpfs|link|dns))$`, option)

# Two of them together leave nothing of the wall between the two; a stranger's image needs but one.
weight(rights, image) := "low" if {
	count(rights & {"privileged", "disk", "admin", "processes", "socket"}) > 0
	explained
	whose(image) != "stranger"
} else := "low" if {
	# What the skill is about needs one of them.
	count(rights) == 1
	whose(image) in {"known", "linked"}
} else := "medium" if {
	explained
} else := "high" if {
	count(rights) > 1
	whose(image) == "stranger"
} else := "high" if {
	count(rights & {"privileged", "disk"}) > 0
	whose(image) == "stranger"
} else := "medium"

# An image without an owner is one of Docker's own; one of an owner whom the description or the
# name of the skill names is what the skill is for.
whose(image) := "variable" if {
	regex.match(`[$<{]`, image)
} else := "official" if {
	not contains(image, "/")
} else := "official" if {
	regex.match(`^(docker\.io/)?(library|docker|bitnami|moby)/|^(mcr\.microsoft\.com|gcr\.io/(google-containers|cadvisor|k8s-\w+)|k8s\.gcr\.io|registry\.k8s\.io|public\.ecr\.aws/docker|quay\.io/(prometheus|cilium|calico))/`, image)
} else := "known" if {
	some part in split(regex.replace(image, `[:@].*$`, ""), "/")
	named(lower(part))
} else := "linked" if {
	parts := split(regex.replace(image, `[:@].*$`, ""), "/")
	owner := lower(parts[count(parts) - 2])
	count(owner) > 3
	some link in input.skill.body.links
	link.kind == "url"
	contains(lower(link.target), concat("", ["/", owner, "/"]))
} else := "stranger"

# A short name is one only where it is a word of its own; a hyphen is a space to who writes.
named(part) if {
	count(part) > 3
	contains(replace(said, "-", " "), replace(part, "-", " "))
}

named(part) if {
	count(part) > 1
	part in {word | some word in regex.split(`[^a-z0-9]+`, said)}
}

said := lower(sprintf("%s %s", [told.description, object.get(object.get(input.skill.front.fields, "name", {}), "value", "")]))

# The description is about what cannot be had otherwise.
explained if regex.match(`(?i)\b(privileged|docker[- ]in[- ]docker|dind|host (file ?system|access|namespaces?)|docker (socket|daemon|host)s?|container (runtimes?|escapes?|security|management|monitoring)|node (exporter|agents?|debugging)|kubernetes (nodes?|cluster administration)|ebpf|falco|cadvisor|portainer|device plugins?|csi|cni|kernel modules?|self-hosted runners?)\b`, told.description)

called(rights) := sprintf("the rights of the machine (%s)", [concat(", ", [words[right] | some right in sort(rights)])])

words := {
	"admin": "capabilities of an administrator",
	"disk": "its disk",
	"privileged": "privileged",
	"processes": "its processes",
	"socket": "the socket of its containers",
}
