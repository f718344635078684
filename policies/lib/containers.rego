# METADATA
# title: Containers with the rights of their machine
# description: >-
#   Which rights of the machine a container gets, of which image, and how much that weighs:
#   whose the image is, and whether the skill is for what looks after machines.
package skillctl.lib.containers

import data.skillctl.lib.told

# What a container that a manifest describes is given.
laid(one) := judged(one.to[0], {given | some given in array.slice(one.to, 1, count(one.to))}) if one.kind == "container"

# What a command gives one.
started(command) := judged(image(command), {given | some i, _ in command.args; some given in given_by(command.args, i)}) if {
	command.program in {"docker", "docker-compose", "nerdctl", "podman"}
	some verb in {"create", "run"}
	verb in command.args
}

image(command) := image_of(command)

image(command) := "an image that is known when it runs" if not image_of(command)

judged(image, given) := [weight(rights, image), image, called(rights)] if {
	rights := {right | some one in given; some right in {right_of(one)}}
	count(rights) > 0
}

# What an option of a command gives, in the words of a manifest.
given_by(args, i) := {"privileged"} if {
	regex.match(`^--privileged(=(1|t|T|true|TRUE|True))?$`, args[i])
} else := {sprintf("%s host", [spaces[0]])} if {
	spaces := [space | some space in ["ipc", "pid", "userns"]; value(args, i, concat("", ["--", space])) == "host"]
} else := {"unconfined"} if {
	regex.match(`^((seccomp|apparmor)[=:]unconfined|label[=:]disable|systempaths[=:]unconfined)$`, value(args, i, "--security-opt"))
} else := {sprintf("device %s", [split(value(args, i, "--device"), ":")[0]])} if {
	value(args, i, "--device")
} else := {sprintf("cap %s", [trim_prefix(upper(value(args, i, "--cap-add")), "CAP_")])} if {
	value(args, i, "--cap-add")
} else := {mount(parts[0], array.slice(parts, 2, 3))} if {
	parts := split(value(args, i, "(-[a-zA-Z]*v|--volume)"), ":")
	count(parts) > 1
} else := {mount(found[0][1], [only | some only in ["ro"]; regex.match(`(^|,)(ro|readonly)(=true|=1)?(,|$)`, said)])} if {
	said := value(args, i, "--mount")
	found := regex.find_all_string_submatch_n(`(?:^|,)(?:source|src)=([^,]+)`, said, 1)
}

# The value of an option, "--to x" or "--to=x".
value(args, i, option) := regex.replace(args[i], concat("", ["^", option, "="]), "") if {
	regex.match(concat("", ["^", option, "="]), args[i])
} else := args[i + 1] if {
	regex.match(concat("", ["^", option, "$"]), args[i])
} else := regex.replace(args[i], "^-[a-zA-Z]*v", "") if {
	contains(option, "volume")
	regex.match(`^-[a-zA-Z]*v[/.~$]`, args[i])
}

mount(from, how) := sprintf("mount %s ro", [clean(from)]) if {
	some one in how
	"ro" in split(one, ",")
} else := sprintf("mount %s", [clean(from)])

clean(from) := "/" if {
	regex.match(`^/+(\.\./?)*$`, from)
} else := trim_right(from, "/")

right_of(given) := simple[given] if {
	simple[given]
} else := "disk" if {
	regex.match(`^device /dev/(sd|hd|vd|xvd|nvme|dm-|mapper/|mmcblk|loop|mem$|kmem$|port$)`, given)
} else := "keys" if {
	regex.match(`^mount (~|\$HOME|\$\{HOME\}|/home/[^/ ]+|/root|/Users/[^/ ]+)(/\.(ssh|gnupg|aws|kube|config|netrc|docker))?( ro)?$`, given)
} else := "socket" if {
	regex.match(`^mount \S*(docker|containerd|crio|podman)\S*\.sock( ro)?$`, given)
}

# What is only looked at is no right over it, but for all of it.
simple := {
	"cap ALL": "admin",
	"cap SYS_ADMIN": "admin",
	"cap SYS_MODULE": "admin",
	"cap SYS_RAWIO": "admin",
	"mount /": "disk",
	"mount / ro": "reading",
	"mount /etc": "disk",
	"mount /home": "disk",
	"mount /proc": "disk",
	"mount /root": "disk",
	"mount /var/lib/kubelet": "disk",
	"pid host": "processes",
	"privileged": "privileged",
	"unconfined": "unconfined",
	"userns host": "users",
}

# The first word that may be an image, behind the verb, the options and their values.
image_of(command) := [arg |
	some i, arg in command.args
	i > min([at | some at, verb in command.args; verb in {"create", "run"}])
	not startswith(arg, "-")
	not valued(command.args[i - 1])
	regex.match(`^(?:[\w.-]+(?::\d+)?/)*[a-z0-9][a-z0-9._-]*(?::[\w.-]+)?(?:@sha256:\w+)?$`, arg)
][0]

valued(option) if regex.match(`^(-[a-z]*[vepuwhlm]|--(volume|env|publish|user|workdir|hostname|label|memory|name|network|net|entrypoint|mount|pid|cap-add|security-opt|device|gpus|cpus|restart|platform|add-host|env-file|ipc|userns|shm-size|ulimit|tmpfs|link|dns))$`, option)

# Two of them together leave nothing of the wall between the two; a stranger's image needs but one.
weight(rights, image) := "low" if {
	explained
	whose(image) != "stranger"
} else := "low" if {
	# What the skill is about needs one of them.
	count(rights) == 1
	whose(image) in {"known", "linked"}
} else := "medium" if {
	whose(image) == "namesake"
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
	named(owner(image))
} else := "linked" if {
	count(owner(image)) > 3
	some link in input.skill.body.links
	link.kind == "url"
	contains(lower(link.target), concat("", ["/", owner(image), "/"]))
} else := "namesake" if {
	# What the skill is about, of somebody of whom it says nothing.
	parts := split(bare(image), "/")
	named(parts[count(parts) - 1])
} else := "stranger"

owner(image) := parts[count(parts) - 2] if parts := split(bare(image), "/")

bare(image) := lower(regex.replace(image, `[:@][^/]*$`, ""))

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
	"keys": "the user's home folder or keys",
	"privileged": "privileged",
	"processes": "its processes",
	"reading": "its whole disk, to read",
	"socket": "the socket of its containers",
	"unconfined": "no filter of what it asks of the kernel",
	"users": "its users",
}
