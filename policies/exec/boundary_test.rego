package skillctl.exec.boundary_test

import data.skillctl.exec
import data.skillctl.exec.boundary

# What the settings are when nobody has said anything.
defaults := {
	"sandbox": "auto", "trusted": false, "host": "auto", "network": "none", "allowedHosts": [], "deniedHosts": [],
	"workspaceAccess": "rw", "allowedWorkspaceRoots": [], "read": [], "write": [], "hide": [], "protect": [], "gitConfig": "ro", "env": [], "pathPrepend": [],
	"timeout": "30m", "grace": "2s", "yield": "10s",
	"limits": {"memory": "2g", "cpus": 2, "pids": 512, "fileSize": "1g", "written": "20g", "files": 1000000, "openFiles": 1024, "output": "1MB"},
	"docker": {"readOnlyRootfs": true, "mountWorkspace": true, "tmpfs": [], "ulimits": {}, "binds": [], "warm": false},
	"nodes": {}, "allowedOutputTypes": [], "maxOutputFileSize": "5MB",
	"audit": {"logCode": true, "logOutput": false, "retentionDays": 30},
}

machine := {
	"os": "linux", "uid": 1000, "homes": ["/home/ada"], "workdir": "/srv/app", "repository": "", "path": ["/usr/bin"],
	"own": ["/home/ada/.config/skillctl"], "cache": "/home/ada/.cache/skillctl/c", "real": {},
}

asked(changes) := object.union(
	{"kind": "exec", "profile": "strict", "request": {"cwd": "/srv/app"}, "settings": {"run": defaults}, "facts": {}, "machine": machine},
	changes,
)

run(changes) := asked({"settings": {"run": changes}})

# The one refusal, as the setting that it names and its message.
refusal(given) := refused if {
	some refused in boundary.refusals with input as given
	count(boundary.refusals) == 1 with input as given
}

pinned := "registry.example.com/box@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

box := {"sandbox": "docker", "docker": {"image": pinned}}

test_nothing_said if {
	drawn := boundary.drawn with input as asked({})
	drawn.host == "gateway"
	drawn.sandbox == "landlock"
	drawn.network == "none"
	drawn.workspace == {"path": "/srv/app", "access": "rw", "roots": []}
	"/home/ada/.ssh" in drawn.hide
	"/home/ada/.config/skillctl" in drawn.hide
	"/home/ada/.gitconfig" in drawn.read
	"/home/ada/.cache/skillctl/c" in drawn.write
	"HOME" in drawn.environment.pass
	drawn.limits.timeoutMs == 1800000
	drawn.limits.memory == 2147483648
	drawn.limits.written == 21474836480
	drawn.limits.files == 1000000
	not drawn.docker
	count(boundary.reasons) == 0 with input as asked({})
}

test_without_a_machine_nothing_is_drawn if {
	given := object.remove(asked({}), ["machine"])
	not boundary.drawn with input as given
	count(boundary.reasons) == 0 with input as given
}

test_every_system if {
	every pair in [["linux", "landlock"], ["darwin", "sandbox-exec"]] {
		drawn := boundary.drawn with input as asked({"machine": {"os": pair[0]}})
		drawn.sandbox == pair[1]
	}
	refusal(asked({"machine": {"os": "windows"}})).setting == ["run", "sandbox"]
	refusal(asked({"machine": {"os": "darwin"}, "settings": {"run": {"sandbox": "bubblewrap"}}})).setting == ["run", "sandbox"]
}

test_none_is_for_the_trusted if {
	refusal(run({"sandbox": "none", "network": "full"})).setting == ["run", "trusted"]
	refusal(run({"sandbox": "none", "trusted": true})).setting == ["run", "network"]
	drawn := boundary.drawn with input as run({"sandbox": "none", "trusted": true, "network": "full"})
	drawn.sandbox == "none"
	drawn.hide == []
	drawn.write == []
	"PATH" in drawn.environment.pass
	bare := {"sandbox": "none", "trusted": true, "network": "full"}
	refusal(run(object.union(bare, {"hide": ["/srv/secret"]}))).setting == ["run", "hide"]
	refusal(run(object.union(bare, {"workspaceAccess": "ro"}))).setting == ["run", "workspaceAccess"]
}

test_container if {
	drawn := boundary.drawn with input as run(box)
	drawn.host == "sandbox"
	drawn.sandbox == "docker"
	drawn.docker.image == pinned
	drawn.environment.pass == []
	drawn.read == []
	count(boundary.reasons) == 0 with input as run(box)
}

test_container_filter if {
	ours := boundary.drawn with input as run(box)
	not ours.docker.seccomp
	engine := boundary.drawn with input as run({"sandbox": "docker", "docker": {"image": pinned, "seccomp": "engine"}})
	engine.docker.seccomp == "engine"
	own := boundary.drawn with input as run({"sandbox": "docker", "docker": {"image": pinned, "seccomp": "~/filter.json"}})
	own.docker.seccomp == "/home/ada/filter.json"
	unknown := boundary.drawn with input as run({"sandbox": "docker", "docker": {"image": pinned, "seccomp": "./filter.json"}})
	unknown.docker.seccomp == "./filter.json"
}

test_container_needs_an_image if {
	refusal(run({"sandbox": "docker"})).setting == ["run", "docker", "image"]
	refusal(asked({"request": {"host": "sandbox"}})).setting == ["run", "docker", "image"]
}

test_container_that_is_not_pinned if {
	reasons := boundary.reasons with input as run({"sandbox": "docker", "docker": {"image": "box:latest"}})
	{reason.effect | some reason in reasons} == {"warn"}
}

test_container_networks if {
	every name in ["host", " HOST", "container:db", "none"] {
		refusal(run({"sandbox": "docker", "network": "full", "docker": {"image": pinned, "network": name}})).setting == ["run", "docker", "network"]
	}
	refusal(run({"sandbox": "docker", "docker": {"image": pinned, "network": "build"}})).setting == ["run", "docker", "network"]
	refusal(run({"sandbox": "docker", "docker": {"image": pinned}, "limits": {"memory": "5m"}})).setting == ["run", "limits", "memory"]
}

# [settings, request, the host, or what is refused].
hosts := [
	[{}, {}, "gateway"],
	[{}, {"host": "auto"}, "gateway"],
	[{}, {"host": " Gateway "}, "gateway"],
	[{}, {"host": "gateaway"}, "refused"],
	[{"docker": {"image": pinned}}, {"host": "sandbox"}, "sandbox"],
	[box, {}, "sandbox"],
	[box, {"host": "gateway"}, "refused"],
	[box, {"host": "sandbox"}, "sandbox"],
	[box, {"elevated": true}, "gateway"],
	[box, {"elevated": true, "host": "sandbox"}, "refused"],
	[{"host": "sandbox", "docker": {"image": pinned}}, {"elevated": true}, "refused"],
	[{"host": "gateway"}, {"host": "sandbox"}, "refused"],
	[{"host": "gateway"}, {"host": "node"}, "refused"],
	[{"host": "gateway", "sandbox": "docker"}, {}, "refused"],
	[{"host": "sandbox", "docker": {"image": pinned}}, {"host": "gateway"}, "refused"],
	[{"host": "node", "docker": {"image": pinned}, "nodes": {"a": {"engine": "ssh://a"}}}, {}, "node"],
	[{"docker": {"image": pinned}, "nodes": {"a": {"engine": "ssh://a"}}}, {"node": "a"}, "node"],
	[{"docker": {"image": pinned}, "nodes": {"a": {"engine": "ssh://a"}}}, {"host": "gateway", "node": "a"}, "refused"],
]

test_hosts if {
	every row in hosts {
		host_of(asked({"request": row[1], "settings": {"run": row[0]}})) == row[2]
	}
}

host_of(given) := "refused" if {
	count(boundary.refusals) > 0 with input as given
} else := drawn.host if {
	drawn := boundary.drawn with input as given
}

two := {"host": "node", "docker": {"image": pinned}, "nodes": {"a": {"engine": "ssh://a"}, "b": {"engine": "tcp://b:2376", "tls": {"ca": "c", "cert": "d", "key": "e"}}}}

test_a_workspace_that_no_container_sees_may_lie_anywhere if {
	roots := object.union(box, {"allowedWorkspaceRoots": ["/allowed"]})
	contains(refusal(run(roots)).message, "none of the allowed folders")
	unseen := object.union(roots, {"docker": object.union(box.docker, {"mountWorkspace": false})})
	count(boundary.refusals) == 0 with input as run(unseen)
}

test_the_node_of_the_settings if {
	drawn := boundary.drawn with input as run(object.union(two, {"node": "b"}))
	drawn.node == "b"
	other := boundary.drawn with input as asked({"request": {"node": "a"}, "settings": {"run": object.union(two, {"node": "b"})}})
	other.node == "a"
	here := boundary.drawn with input as run({"node": "b"})
	here.host == "gateway"
}

test_nodes if {
	contains(refusal(run(two)).message, "configured nodes: a, b")
	contains(refusal(asked({"request": {"node": "c"}, "settings": {"run": two}})).message, "node \"c\" is not configured")
	drawn := boundary.drawn with input as asked({"request": {"node": "b"}, "settings": {"run": two}})
	drawn.node == "b"
	drawn.docker.engine == "tcp://b:2376"
	drawn.docker.tls.ca == "c"
	contains(refusal(run({"host": "node", "docker": {"image": pinned}})).message, "no nodes are configured")
	plain := {"host": "node", "docker": {"image": pinned}, "nodes": {"b": {"engine": "tcp://b:2375"}}}
	refusal(run(plain)).setting == ["run", "nodes", "b"]
}

test_networks if {
	refusal(run({"network": "restricted"})).setting == ["run", "allowedHosts"]
	refusal(run({"allowedHosts": ["example.com"]})).setting == ["run", "allowedHosts"]
	refusal(run({"network": "full", "deniedHosts": ["example.com"]})).setting == ["run", "deniedHosts"]
	refusal(run({"maxBandwidth": "10MB"})).setting == ["run", "maxBandwidth"]
	drawn := boundary.drawn with input as run({"network": "restricted", "allowedHosts": ["b.example", "a.example"], "maxBandwidth": "10MB"})
	drawn.egress == {"allowed": ["a.example", "b.example"], "denied": [], "bytes": 10485760}
}

test_workspaces if {
	every dir in ["/", "/etc", "/etc/x", "/usr/local/src", "/home/ada", "/home", "/home/ada/.ssh", "/home/ada/.ssh/x", ""] {
		count(boundary.refusals) > 0 with input as asked({"machine": {"workdir": dir}})
	}
	every dir in ["/home/ada/work", "/tmp/x", "/etcetera", "/home/adam"] {
		count(boundary.refusals) == 0 with input as asked({"machine": {"workdir": dir}})
	}
}

roots := {"allowedWorkspaceRoots": ["/srv", "~/work", "/gone"]}

rooted(dir) := asked({
	"machine": {"workdir": dir, "real": {"/srv": "/srv", "~/work": "/home/ada/work", "/gone": ""}},
	"settings": {"run": roots},
})

test_roots if {
	count(boundary.refusals) == 0 with input as rooted("/srv/app")
	count(boundary.refusals) == 0 with input as rooted("/home/ada/work/x")
	refusal(rooted("/srv2/app")).setting == ["run", "allowedWorkspaceRoots"]
	refusal(rooted("/gone")).setting == ["run", "allowedWorkspaceRoots"]
	drawn := boundary.drawn with input as rooted("/srv/app")
	drawn.workspace.roots == ["/home/ada/work", "/srv"]
}

test_hidden_wins if {
	drawn := boundary.drawn with input as run({"read": ["~/.ssh", "~/notes"], "write": ["~/.aws"], "hide": ["~/notes"]})
	not "/home/ada/.ssh" in drawn.read
	not "/home/ada/notes" in drawn.read
	not "/home/ada/.aws" in drawn.write
}

test_repositories if {
	above := boundary.drawn with input as asked({"machine": {"repository": "/srv"}})
	"/srv" in above.read
	home := boundary.drawn with input as asked({"machine": {"repository": "/home/ada"}})
	not "/home/ada" in home.read
}

test_somebody_elses_home if {
	refusal(run({"read": ["~eve/x"]})).setting == ["run", "read"]
}

test_no_home if {
	count(boundary.refusals) == 1 with input as asked({"machine": {"homes": []}})
}

test_timeouts if {
	shorter := boundary.drawn with input as asked({"request": {"timeoutMs": 5000}})
	shorter.limits.timeoutMs == 5000
	refusal(asked({"request": {"timeoutMs": 1800001}})).setting == ["run", "timeout"]
}

test_outputs if {
	drawn := boundary.drawn with input as asked({"request": {"outputDir": "/srv/out"}, "settings": {"run": {"allowedOutputTypes": ["*.png"]}}})
	drawn.output == {"source": "/srv/app/out", "target": "/srv/out", "types": ["*.png"], "fileSize": 5242880}
	inside := boundary.drawn with input as asked({"request": {"outputDir": "/srv/out"}, "settings": {"run": object.union(box, {"outputDir": "made"})}})
	inside.output.source == "/workspace/made"
	refusal(asked({"request": {"outputDir": "/home/ada/.ssh"}}))
	refusal(asked({"request": {"outputDir": "/etc/cron.d"}}))
}

test_zeroclaw if {
	nested := {"runtime": {"kind": "docker"}, "sandbox_backend": "docker"}
	refusal(asked({"settings": {"run": box, "zeroclaw": nested}})).setting == ["zeroclaw", "sandbox_backend"]
	refusal(asked({"settings": {"zeroclaw": {"sandbox_backend": "firejail"}}})).setting == ["zeroclaw", "sandbox_backend"]
	refusal(asked({"settings": {"zeroclaw": {"runtime": {"kind": "cloudflare"}}}})).setting == ["zeroclaw", "runtime", "kind"]
}

test_profile_and_settings_agree if {
	refused := boundary.refusals with input as asked({"profile": "other"}) with data.skillctl.exec.profiles.other.boundary as {"host": "sandbox"}
	count(refused) == 1
	agreed := boundary.refusals with input as asked({"profile": "other"}) with data.skillctl.exec.profiles.other.boundary as {"host": "gateway"}
	count(agreed) == 0
}

test_missing_settings_deny if {
	bare := exec.decision with input as json.remove(asked({}), ["settings/run"])
		with data.skillctl.exec.profiles.strict.reasons as {{"effect": "allow", "rule": "r", "message": "m"}}
	bare.effect == "deny"
	bare.boundary == {}
}

test_the_boundary_tightens_only if {
	denied := exec.decision with input as run({"sandbox": "none"})
		with data.skillctl.exec.profiles.strict.reasons as {{"effect": "allow", "rule": "r", "message": "m"}}
	denied.effect == "deny"
	still := exec.decision with input as asked({})
		with data.skillctl.exec.profiles.strict.reasons as {{"effect": "deny", "rule": "r", "message": "m"}}
	still.effect == "deny"
	still.boundary.host == "gateway"
}

test_folder_of_a_tool if {
	"/srv/skills/weather" in with_tool("/srv/skills/weather").read
	not "/home" in with_tool("/home").read
	not "/home/ada/.ssh" in with_tool("/home/ada/.ssh").read
}

with_tool(folder) := drawn if {
	drawn := boundary.drawn with input as object.union(run({}), {"request": {"tool": {"folder": folder}}})
}

on_node(changes) := object.union(
	run(object.union(object.union(box, {"sandbox": "auto", "nodes": {"far": {"engine": "tcp://far:2376", "tls": {"ca": "~/ca", "cert": "/c", "key": "k"}}}}), changes)),
	{"request": {"node": "far"}},
)

test_node_shows_nothing if {
	drawn := boundary.drawn with input as on_node({})
	drawn.host == "node"
	drawn.workspace.access == "none"
	drawn.docker.mount == false
	drawn.docker.engine == "tcp://far:2376"
	drawn.docker.tls == {"ca": "/home/ada/ca", "cert": "/c", "key": "k"}
	count(boundary.refusals) == 0 with input as on_node({})
}

test_node_refuses_what_it_cannot_hold if {
	refusal(on_node({"docker": {"binds": [{"source": "/srv/data", "target": "/data"}]}})).setting == ["run", "docker", "binds"]
	refusal(on_node({"network": "restricted", "allowedHosts": ["example.com"]})).setting == ["run", "network"]
	given := object.union(on_node({"outputDir": "out"}), {"request": {"outputDir": "/srv/got"}})
	refusal(given).setting == ["run", "outputDir"]
}

test_output_of_a_language if {
	given := object.union(run({}), {"settings": {"codeExec": {"python": {"maxOutputSize": "10k"}, "javascript": {"maxOutputSize": "20k"}, "bash": {"maxOutputSize": "9GB"}}}})
	limit("python", given) == 10240
	limit("typescript", given) == 20480
	limit("bash", given) == 1048576
	boundary.drawn.limits.output == 1048576 with input as given
}

limit(name, given) := drawn.limits.output if {
	drawn := boundary.drawn with input as object.union(given, {"request": {"language": name}})
}

# The project's settings are shown and kept from change; all others are hidden.
test_settings_are_kept if {
	given := asked({"machine": {"settings": ["/srv/app/skillctl.cue", "/srv/rules", "/home/ada/own.cue"], "repository": "/srv"}})
	drawn := boundary.drawn with input as given
	drawn.protect == ["/srv/app/skillctl.cue", "/srv/rules"]
	"/home/ada/own.cue" in drawn.hide
	not "/srv/app/skillctl.cue" in drawn.hide
	home := boundary.drawn with input as asked({"machine": {"settings": ["/home/ada/own.cue"], "repository": "/home/ada", "workdir": "/home/ada/app"}})
	home.protect == []
	"/home/ada/own.cue" in home.hide
	secret := boundary.drawn with input as object.union(given, {"settings": {"run": object.union(defaults, {"hide": ["/srv/rules"]})}})
	secret.protect == ["/srv/app/skillctl.cue"]
}

# So is what git obeys, unless the settings let it be changed.
test_git_is_kept if {
	git := {"folders": ["/srv/app/.git"], "files": ["/srv/app/sub/.git"], "astray": []}
	given := asked({"machine": {"git": git}})
	drawn := boundary.drawn with input as given
	drawn.protect == [
		"/srv/app/.git/commondir", "/srv/app/.git/config", "/srv/app/.git/config.worktree", "/srv/app/.git/hooks",
		"/srv/app/.git/info/attributes", "/srv/app/sub/.git",
	]
	free := boundary.drawn with input as object.union(given, {"settings": {"run": object.union(defaults, {"gitConfig": "rw"})}})
	free.protect == []
	bare := object.union(given, {"settings": {"run": object.union(defaults, {"sandbox": "none", "trusted": true, "network": "full"})}})
	none := boundary.drawn with input as bare
	none.protect == []
}

test_git_is_not_sent_elsewhere if {
	astray := {"git": {"folders": [], "files": [], "astray": ["/srv/app/.git/commondir"]}}
	contains(refusal(asked({"machine": astray})).message, "/srv/app/.git/commondir")
	free := asked({"machine": astray, "settings": {"run": object.union(defaults, {"gitConfig": "rw"})}})
	count(boundary.refusals) == 0 with input as free
}

test_more_is_kept if {
	drawn := boundary.drawn with input as run({"protect": ["./.envrc", "~/notes"]})
	drawn.protect == ["/home/ada/notes", "/srv/app/.envrc"]
	bare := {"sandbox": "none", "trusted": true, "network": "full", "protect": ["./.envrc"]}
	refusal(run(bare)).setting == ["run", "protect"]
	refusal(run({"protect": ["~bob/x"]})).setting == ["run", "protect"]
}

# What an agent keeps is hidden, but not the workspace that the command works in, nor
# skills; a repository around all of it is not given with it.
test_workspaces_and_skills_are_shown if {
	tree := "/home/ada/.openclaw"
	agents := [
		{"tree": tree, "path": "/home/ada/.openclaw/workspace", "skills": false},
		{"tree": tree, "path": "/home/ada/.openclaw/skills", "skills": true},
	]
	inside := {"workdir": "/home/ada/.openclaw/workspace/notes", "repository": tree, "agents": agents}
	count(boundary.refusals) == 0 with input as asked({"machine": inside})
	drawn := boundary.drawn with input as asked({"machine": inside})
	drawn.show == ["/home/ada/.openclaw/skills", "/home/ada/.openclaw/workspace"]
	tree in drawn.hide
	"/home/ada/.openclaw/skills" in drawn.read
	not tree in drawn.read
	not "/home/ada/.openclaw/workspace" in drawn.read
	elsewhere := boundary.drawn with input as asked({"machine": {"agents": agents}})
	elsewhere.show == ["/home/ada/.openclaw/skills"]
	beside := object.union(inside, {"workdir": "/home/ada/.openclaw/agents"})
	contains(refusal(asked({"machine": beside})).message, "which is hidden from commands")
	boxed := boundary.drawn with input as asked({"machine": {"agents": agents}, "settings": {"run": object.union(defaults, box)}})
	not boxed.show
}

test_least_access_in_a_container if {
	every pair in [["rw", "none", "none"], ["ro", "rw", "ro"], ["none", "ro", "none"]] {
		settings := object.union(box, {"workspaceAccess": pair[0], "docker": object.union(box.docker, {"workspaceAccess": pair[1]})})
		drawn := boundary.drawn with input as run(settings)
		drawn.workspace.access == pair[2]
	}
	drawn := boundary.drawn with input as run({"docker": {"workspaceAccess": "none"}})
	drawn.workspace.access == "rw"
}

test_names_of_a_container if {
	named := {"docker": object.union(box.docker, {"dns": ["192.0.2.1"], "extraHosts": ["a:192.0.2.2"], "env": {"A": "b"}})}
	drawn := boundary.drawn with input as run(object.union_n([box, named, {"network": "full"}]))
	drawn.docker.dns == ["192.0.2.1"]
	drawn.docker.extraHosts == ["a:192.0.2.2"]
	drawn.environment.container == ["A"]
	count(boundary.refusals) == 2 with input as run(object.union(box, named))
	native := boundary.drawn with input as run(named)
	not native.environment.container
}

# A container is given a folder that is none of the working directory's, and its files
# go to the folder of that name.
test_output_folders_are_handed if {
	drawn := boundary.drawn with input as run(object.union(box, {"outputDir": "/tmp/openclaw/code-output"}))
	drawn.output.source == "/tmp/openclaw/code-output"
	drawn.output.target == "/tmp/openclaw/code-output"
	count(boundary.refusals) == 0 with input as run(object.union(box, {"outputDir": "/tmp/openclaw/code-output"}))
	contains(refusal(run(object.union(box, {"outputDir": "/etc/x"}))).message, "files cannot be written to")
	contains(refusal(run(object.union(box, {"outputDir": "/home/ada"}))).message, "files cannot be written to")
	native := boundary.drawn with input as run({"outputDir": "/tmp/out"})
	not native.output
	inside := boundary.drawn with input as run(object.union(box, {"outputDir": "/workspace/out"}))
	not inside.output
}
