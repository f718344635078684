package skillctl.install_test

import data.skillctl.install

named(target, written) := object.union(
	requested({"target": {"name": target}}),
	{"facts": {"skills": [object.union(hello, {"written": written, "name": written})]}},
)

test_shadowing_of_the_hosts_own if {
	every document in [named("github", "github"), named("greeter", "github"), named("greeter", "GitHub"), named("greeter", " github ")] {
		said("install/names/shadowing", document) == {"deny"}
	}

	# A manifest without a name is loaded under that of its folder.
	said("install/names/shadowing", named("github", "")) == {"deny"}
	said("install/names/shadowing", base) == set()
}

# What a person installs with skillctl, for these agents, in a folder of these names.
for_agents(host, agents, root) := object.union(named("weather", "weather"), {"request": {"host": host, "agents": agents, "root": root}})

# The names of OpenClaw's skills are free where another system loads the skill, and only
# there: a host that asks by itself, nothing said, or OpenClaw among them is OpenClaw.
test_shadowing_depends_on_the_system if {
	every case in [
		["skillctl", ["claude"], [], set()],
		["skillctl", ["claude", "codex"], ["w", "skills"], set()],
		["skillctl", ["zeroclaw"], [".openclaw", "skills"], set()],
		["skillctl", [], ["w", ".claude", "skills"], set()],
		["skillctl", [], ["w", ".gemini", "skills"], set()],
		["skillctl", [], ["w", ".openclaw", "skills"], {"deny"}],
		["skillctl", [], [".claude", "skills", "w", "skills"], {"deny"}],
		["skillctl", [], ["w", ".claude", "other"], {"deny"}],
		["skillctl", [], ["w", ".agents", "skills"], {"deny"}],
		["skillctl", [], ["skills"], {"deny"}],
		["skillctl", [], [], {"deny"}],
		["skillctl", ["openclaw"], [".claude", "skills"], {"deny"}],
		["skillctl", ["claude", "openclaw"], [], {"deny"}],
		["skillctl", ["agentskills"], [], {"deny"}],
		["openclaw", ["claude"], [".claude", "skills"], {"deny"}],
	] {
		said("install/names/shadowing", for_agents(case[0], case[1], case[2])) == case[3]
	}

	# Other names are taken there, too.
	known := set_to({"names": {"known": ["weather"]}}, for_agents("skillctl", ["claude"], []))
	said("install/names/shadowing", known) == {"deny"}
	like := object.union(named("git-hub", "git-hub"), {"request": {"host": "skillctl", "agents": ["claude"]}})
	said("install/names/lookalike", like) == set()
}

hints(document) := {reason.hint |
	some reason in install.reasons with input as document
	reason.rule == "install/names/shadowing"
}

# A hint says only what can be done.
test_hints_of_shadowing if {
	unknown := "give it another name in its manifest, or say with --agent (gate: --dialect) which other agent it is for"
	hints(for_agents("skillctl", [], [])) == {unknown}
	hints(for_agents("skillctl", ["openclaw"], [])) == {"give it another name in its manifest"}
	hints(for_agents("openclaw", [], [])) == {"give it another name in its manifest"}
}

# What somebody else publishes under a name that the host has taken over is asked for;
# so is a skill from where it is kept.
test_shadowing_that_may_be_meant if {
	own := named("skill-creator", "skill-creator")
	said("install/names/shadowing", own) == {"warn"}
	said("install/names/shadowing", set_to({"names": {"bundled": "deny"}}, own)) == {"deny"}
	said("install/names/shadowing", set_to({"names": {"bundled": "allow"}}, own)) == set()
	within := object.union(own, {"facts": {"skills": [hello, object.union(hello, {"path": "in", "name": "skill-creator", "written": "skill-creator"})]}})
	said("install/names/shadowing", within) == {"deny", "warn"}
	every case in [
		["https://github.com/openclaw/openclaw", "github", {"warn"}],
		["https://github.com/anthropics/skills", "skill-creator", {"warn"}],
		["https://github.com/anthropics/skills", "github", {"deny"}],
		["https://github.com/evil/openclaw", "github", {"deny"}],
		["https://github.com/evil/skills", "skill-creator", {"deny"}],
		["https://github.com.evil.example/openclaw/openclaw", "github", {"deny"}],
	] {
		document := object.union(named(case[1], case[1]), {"request": {"origin": {"type": "git", "spec": case[0]}, "source": {"kind": "git"}}})
		said("install/names/shadowing", document) == case[2]
	}
}

published(more, registry) := object.union(named("weather", "weather"), {"request": {
	"origin": object.union({"type": "clawhub", "registry": registry, "slug": "weather", "version": "1.0.0"}, more),
	"source": {"kind": "clawhub"},
}})

# The host's own registry has the host's own skills; what others publish there under the
# name of one does not become it.
test_what_the_hosts_registry_publishes if {
	every case in [
		[{}, "https://clawhub.ai", set()],
		[{}, "https://clawhub.openclaw.ai/", set()],
		[{"ownerHandle": "openclaw"}, "https://clawhub.ai", set()],
		[{"ownerHandle": "owner"}, "https://clawhub.ai", {"deny"}],
		[{"slug": "other"}, "https://clawhub.ai", {"deny"}],
		[{"repo": "evil/skills"}, "https://clawhub.ai", {"deny"}],
		[{}, "https://registry.example", {"deny"}],
	] {
		said("install/names/shadowing", published(case[0], case[1])) == case[2]
	}
	said("install/names/shadowing", set_to({"names": {"bundled": "deny"}}, published({}, "https://clawhub.ai"))) == {"deny"}
}

test_shadowing_of_others if {
	known := set_to({"names": {"known": ["Deploy"]}}, named("deploy", "deploy"))
	said("install/names/shadowing", known) == {"deny"}
	here := object.union(named("deploy", "deploy"), {"facts": {"names": [{"name": "deploy", "dir": "deploy-it", "where": "/srv/skills/deploy-it"}]}})
	said("install/names/shadowing", here) == {"deny"}
	said("install/names/shadowing", set_to({"names": {"shadowing": "warn"}}, here)) == {"warn"}
	said("install/names/shadowing", set_to({"names": {"shadowing": "allow"}}, here)) == set()
}

# What is updated has its own name, and no other.
test_shadowing_of_itself if {
	updated := object.union(named("deploy", "deploy"), {
		"request": {"action": {"mode": "update"}},
		"facts": {"names": [{"name": "deploy", "dir": "deploy", "where": "/srv/skills/deploy"}]},
	})
	said("install/names/shadowing", updated) == set()
	said("install/names/shadowing", object.union(updated, {"request": {"action": {"mode": "install"}}})) == {"deny"}
	other := object.union(updated, {"facts": {"names": [{"name": "deploy", "dir": "other", "where": "/srv/skills/other"}]}})
	said("install/names/shadowing", other) == {"deny"}
}

# The skills of a plugin are loaded after all others of their name.
test_shadowing_by_plugins if {
	document := plugin({"facts": {"skills": [object.union(hello, {"path": "skills/github", "name": "github", "written": "github"})]}})
	said("install/names/shadowing", document) == {"warn"}
}

# A dependency brings no name.
test_shadowing_by_what_is_there if {
	said("install/names/shadowing", object.union(running({}), {"request": {"target": {"name": "github"}}})) == set()
}

test_lookalike if {
	every written in ["git-hub", "git_hub", "gh.issues", "Apple Notes", "g\u0456thub", "gith\u03c5b", "gith\uff55b", "git\u200bhub", "g\u0456t-h\u057db"] {
		said("install/names/lookalike", named(written, written)) == {"warn"}
	}
	said("install/names/lookalike", base) == set()
	said("install/names/lookalike", named("github", "github")) == set()
}

test_mismatch if {
	said("install/names/mismatch", named("greeter", "hello")) == {"warn"}
	said("install/names/mismatch", set_to({"names": {"mismatch": "deny"}}, named("greeter", "hello"))) == {"deny"}
	every target in ["hello", "Hello", "he-llo"] {
		said("install/names/mismatch", named(target, "hello")) == set()
	}
	said("install/names/mismatch", named("greeter", "")) == set()
}

test_invalid if {
	every written in [
		"../../evil", "a/b", "a\\b", ".hidden", "~root", "a:b", "a\nb", "a\u202eb", "a\u200bb", "\u0430pple", "\uff47ithub", "a\u0000b",
		"\u3164", concat("", ["a" | some _ in numbers.range(1, 201)]),
	] {
		said("install/names/invalid", named("hello", written)) == {"deny"}
	}
	every written in ["hello", "Hello World", "\u00fcbersetzer", "\u0433\u0438\u0442", ""] {
		said("install/names/invalid", named("hello", written)) == set()
	}
}

test_target if {
	every target in ["", " ", "../../evil", "a/b", "a\nb", "a\u202eb", ".x"] {
		said("install/names/target", named(target, "hello")) == {"deny"}
	}
	said("install/names/target", base) == set()
}

# The label of a plugin that is not fetched yet can have slashes.
test_target_of_plugins if {
	every target in ["srv/agent/gitplug", "@team/demo", "demo"] {
		said("install/names/target", plugin({"request": {"target": {"name": target}}})) == set()
	}
	every target in ["../x", "a/../b", "/srv/x", "a\\b", "a\nb", ""] {
		said("install/names/target", plugin({"request": {"target": {"name": target}}})) == {"deny"}
	}
}
