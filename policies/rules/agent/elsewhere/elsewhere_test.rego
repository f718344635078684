package skillctl.rules.agent.elsewhere_test

import data.skillctl.rules.agent.elsewhere as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

source(pattern, key, name, value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "source", "pattern": pattern, "key": key, "name": name, "value": value})}

test_fires_on_what_is_loaded if {
	every one in [
		["enabledPlugins", "enabledPlugins.tools@shop", "tools@shop", true], ["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.repo", "repo", "example/shop"],
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.url", "url", "https://a.example/shop.git"], ["plugin", "plugin.0", "plugin", "opencode-helper"],
		["plugin", "plugin.0", "plugin", "../helper.ts"], ["plugins", "plugins.x.enabled", "enabled", true],
	] {
		source(one[0], one[1], one[2], one[3]) == {"medium"}
	}
}

test_quiet_on_lists_of_others if {
	{f.severity | some f in rule.findings with input as given("settings", {"role": "source", "keys": "marketplace-plugin", "pattern": "source", "key": "plugins.0.source.repo", "name": "repo", "value": "example/tool"})} == {"low"}
}

test_quiet_on_a_commit if {
	unit := given("settings", {"role": "source", "key": "extraKnownMarketplaces.shop.source.repo", "name": "repo", "value": "example/shop"})
	pinned := json.patch(unit, [{"op": "add", "path": "/skill/agents/0/entries/-", "value": {"role": "source", "keys": "", "pattern": "", "key": "extraKnownMarketplaces.shop.source.sha", "name": "sha", "value": "0123456789012345678901234567890123456789", "span": {}}}])
	{f.severity | some f in rule.findings with input as pinned} == {"low"}
}

test_silent_on_what_is_here if {
	every one in [
		["enabledPlugins", "enabledPlugins.tools@shop", "tools@shop", false], ["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.source", "source", "github"],
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.ref", "ref", "v1"], ["plugin", "plugin.0", "plugin", "./tools/helper.ts"],
		["source", "plugins.0.source", "source", "./plugins/tool"], ["extraKnownMarketplaces", "extraKnownMarketplaces.shop.autoUpdate", "autoUpdate", true],
	] {
		source(one[0], one[1], one[2], one[3]) == set()
	}
}

test_fires_on_places_under_other_names if {
	every one in [
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.path", "path", "https://a.example/x"], ["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.path", "path", "/opt/x"],
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.path", "path", "../x"], ["dependencies", "dependencies.0.name", "name", "tool"],
		["dependencies", "dependencies.tool.version", "version", "git+https://a.example/x.git"], ["plugin", "plugin.0", "plugin", "npm"],
		["enabledPlugins", "enabledPlugins.version", "version", true], ["enabledPlugins", "enabledPlugins.autoUpdate", "autoUpdate", true],
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.ref", "ref", "https://a.example/x"],
	] {
		source(one[0], one[1], one[2], one[3]) == {"medium"}
	}
}

test_silent_on_what_describes_a_source if {
	every one in [
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.path", "path", "plugins/tool"], ["dependencies", "dependencies.tool.version", "version", "^1.2.0"],
		["extraKnownMarketplaces", "extraKnownMarketplaces.shop.source.ref", "ref", "refs/heads/main"], ["extraKnownMarketplaces", "extraKnownMarketplaces.shop.name", "name", "shop"],
	] {
		source(one[0], one[1], one[2], one[3]) == set()
	}
}
