package resolve

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/host/product"
)

func (h *skillHost) wantTable(t *testing.T, got *Resolution, want ...string) {
	t.Helper()
	slices.Sort(want)
	if table := h.table(got); !slices.Equal(table, want) {
		t.Errorf("got\n  %s\nwanted\n  %s", strings.Join(table, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestResolveClaude(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, "{}")
	h.host.Product = product.Claude
	h.host.Cwd = h.root + "/project"
	h.skill("project/.claude/skills/deploy", "deploy")
	h.skill("project/.claude/skills/group/nested", "nested")
	h.skill("home/.claude/skills/deploy", "deploy")
	// What OpenClaw reads is nothing to Claude.
	h.skill("home/.claude/skills/gated", "gated", `metadata: {"openclaw":{"os":["win32"],"skillKey":"k"}}`, "disable-model-invocation: true")
	got := h.resolve(openclawProfile, func(r *Request) { r.Unseen = false })
	h.wantTable(t, got,
		"home/.claude/skills/deploy loaded catalog/loaded",
		"home/.claude/skills/gated loaded catalog/loaded",
		"project/.claude/skills/deploy shadowed catalog/precedence")
	if gated := got.Named("gated"); len(gated) != 1 || gated[0].Model || !gated[0].Command || gated[0].Skill.Key != "gated" {
		t.Errorf("gated: %+v", gated)
	}
}

func TestResolveZeroClaw(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, "{}")
	h.host.Product = product.ZeroClaw
	h.write("home/.zeroclaw/config.toml", "[skills]\nopen_skills_enabled = true\nopen_skills_dir = \"~/open\"\n")
	h.write("home/.zeroclaw/workspace/skills/weather/SKILL.toml", "[skill]\nname = \"weather\"\ndescription = \"by table\"\n")
	h.skill("home/.zeroclaw/workspace/skills/weather", "another-name")
	h.write("home/.zeroclaw/workspace/skills/broken/SKILL.toml", "[skill\n")
	h.skill("home/open/skills/weather", "weather")
	h.skill("home/open/skills/open", "open")
	got := h.resolve(openclawProfile, func(r *Request) { r.Unseen = false })
	h.wantTable(t, got,
		"home/.zeroclaw/workspace/skills/broken invalid catalog/front-matter",
		"home/.zeroclaw/workspace/skills/weather loaded catalog/loaded",
		"home/open/skills/open loaded catalog/loaded",
		"home/open/skills/weather shadowed catalog/precedence")
	if weather := got.Named("weather"); weather[len(weather)-1].Skill.Description != "by table" {
		t.Errorf("SKILL.toml is read first: %+v", weather[len(weather)-1].Skill)
	}
}

// TestResolveStrict holds profile strict to what it closes, beside what profile
// openclaw says of the same tree.
func TestResolveStrict(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("outside/linked", "linked")
	h.link("../../../outside/linked", "home/.openclaw/skills/linked")
	h.link(".", "ws/skills/zloop")
	h.skill("ws/skills/real", "real")
	h.dir("bin/folder")
	h.skill("ws/skills/folder", "folder", `metadata: {"openclaw":{"requires":{"bins":["folder"]}}}`)
	h.skill("ws/skills/lost", "lost", `metadata: '{"openclaw":{broken'`)
	h.skill("home/.openclaw/skills/shadow", "shadow")
	h.skill("ws/skills/shadow", "shadow", `metadata: {"openclaw":{"requires":{"bins":["nowhere"]}}}`)
	strict := h.resolve(func(r *Request) { r.Unseen = false })
	h.wantTable(t, strict,
		"home/.openclaw/skills/linked escaped catalog/link-outside",
		"home/.openclaw/skills/shadow shadowed catalog/precedence",
		"ws/skills/folder ineligible catalog/requires",
		"ws/skills/zloop dropped catalog/unfollowed",
		"ws/skills/lost refused catalog/metadata",
		"ws/skills/real loaded catalog/loaded",
		"ws/skills/shadow ineligible catalog/requires +catalog/shadowing +catalog/ineligible-shadows")
	names := func(r *Resolution) (given []string) {
		for _, s := range r.Winners() {
			if s.Offered {
				given = append(given, s.Skill.Name)
			}
		}
		return given
	}
	if given := names(strict); !slices.Equal(given, []string{"real"}) {
		t.Errorf("strict offers %q", given)
	}
	loose := h.resolve(openclawProfile)
	if given := names(loose); !slices.Equal(given, []string{"folder", "linked", "lost", "real"}) {
		t.Errorf("openclaw offers %q", given)
	}
	if real := loose.Named("real"); !strings.HasSuffix(real[len(real)-1].Path, "skills/zloop/zloop/zloop/zloop/zloop/real") {
		t.Errorf("openclaw goes round in circles, and the last way counts: %s", real[len(real)-1].Path)
	}
}

// TestResolveNames: strict refuses names that deceive and warns of those that are
// taken for each other; openclaw, as the host, does not mind.
func TestResolveNames(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/a", "weather")
	h.skill("ws/skills/b", "Weather")
	h.skill("ws/skills/c", "we\u0430ther")
	h.skill("ws/skills/d", `"x\u202ey"`)
	h.skill("ws/skills/e", `"two\nlines"`)
	h.skill("ws/skills/f", "other")
	plain := func(r *Request) { r.Unseen = false }
	h.wantTable(t, h.resolve(plain),
		"ws/skills/a loaded catalog/loaded +catalog/lookalike", "ws/skills/b loaded catalog/loaded +catalog/lookalike",
		"ws/skills/c loaded catalog/loaded +catalog/lookalike +catalog/odd-name", "ws/skills/d refused catalog/deceptive-name",
		"ws/skills/e refused catalog/deceptive-name", "ws/skills/f loaded catalog/loaded")
	h.wantTable(t, h.resolve(openclawProfile, plain),
		"ws/skills/a loaded catalog/loaded", "ws/skills/b loaded catalog/loaded", "ws/skills/c loaded catalog/loaded", "ws/skills/d loaded catalog/loaded",
		"ws/skills/e loaded catalog/loaded", "ws/skills/f loaded catalog/loaded")
}

func TestResolveShadowing(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("home/.openclaw/skills/twice", "twice")
	h.skill("ws/skills/twice", "twice")
	h.skill("ws/skills/once", "once")
	for policy, want := range map[string]string{
		"allow": "ws/skills/twice loaded catalog/loaded",
		"warn":  "ws/skills/twice loaded catalog/loaded +catalog/shadowing",
		"deny":  "ws/skills/twice refused catalog/shadowing",
	} {
		got := h.resolve(func(r *Request) { r.Shadowing = policy })
		h.wantTable(t, got, want, "ws/skills/once loaded catalog/loaded", "home/.openclaw/skills/twice shadowed catalog/precedence")
		winner := got.Named("twice")[1]
		if winner.Offered != (policy != "deny") || winner.Model != (policy != "deny") || !winner.Wins {
			t.Errorf("%s: %+v", policy, winner.Standing)
		}
	}
}

// TestResolvePlugins: the host makes links to the skills of plugins; what else
// lies there, or leads to no plugin, does not count.
func TestResolvePlugins(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.write("plugins/browser/openclaw.plugin.json", "{}")
	h.skill("plugins/browser/skills/browse", "browse")
	h.link(h.root+"/plugins/browser/skills/browse", "home/.openclaw/plugin-skills/browse")
	h.skill("outside/stray", "stray")
	h.link(h.root+"/outside/stray", "home/.openclaw/plugin-skills/stray")
	h.skill("home/.openclaw/plugin-skills/byhand", "byhand")
	plain := func(r *Request) { r.Unseen = false }
	want := []string{"home/.openclaw/plugin-skills/browse loaded catalog/loaded", "home/.openclaw/plugin-skills/stray escaped catalog/link-outside"}
	h.wantTable(t, h.resolve(openclawProfile, plain), want...)
	h.wantTable(t, h.resolve(plain), want...)
	h.config(`{agents: {defaults: {workspace: "$ROOT/ws"}}, plugins: {enabled: false}}`)
	h.wantTable(t, h.resolve(openclawProfile, plain))
}

// TestResolveOddities are ways of the host that few meet.
func TestResolveOddities(t *testing.T) {
	t.Parallel()
	var agents strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&agents, `"a%d": {}, `, i)
	}
	// To find the agent here is no matter of each agent looking at all others.
	h := newSkillHost(t, `{"agents": {"entries": {`+agents.String()+`"main": {"workspace": "~/../ws"}}}, "skills": {"entries": {"__proto__": {"enabled": false}, "off": {"enabled": false}}}}`)
	h.host.Cwd = h.root + "/ws"
	h.write("bin/tool", "#!/bin/sh\n")
	if err := os.Chmod(h.root+"/bin/tool", 0o755); err != nil {
		t.Fatal(err)
	}
	h.skill("ws/skills/proto", "__proto__")
	h.skill("ws/skills/off", "off")
	h.skill("ws/skills/tool", "tool", `metadata: {"openclaw":{"requires":{"bins":["tool"]}}}`)
	h.skill("ws/skills/slash", "slash", `metadata: {"openclaw":{"requires":{"bins":["tool/"]}}}`)
	h.skill("ws/skills/standard", "standard", `metadata: {"openclaw":{"requires":{"config":["messages", "commands.native"]}}}`)
	h.skill("ws/skills/tagged", "tagged", "x: !!int foo", "y: !!null z")
	got := h.resolve(openclawProfile, func(r *Request) { r.Unseen, r.Agent = false, "" })
	if got.Agent.ID != "main" {
		t.Errorf("the agent is %s", got.Agent.ID)
	}
	h.wantTable(t, got,
		"ws/skills/off ineligible catalog/disabled",
		"ws/skills/proto loaded catalog/loaded",
		"ws/skills/slash ineligible catalog/requires",
		"ws/skills/standard loaded catalog/loaded",
		"ws/skills/tagged loaded catalog/loaded",
		"ws/skills/tool loaded catalog/loaded")
}

func TestResolveCodex(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, "{}")
	h.host.Product = product.Codex
	h.host.Platform = "win32" // without the folder of the machine
	h.host.Cwd = h.root + "/project"
	h.skill("project/.agents/skills/deploy", "deploy")
	h.skill("project/.agents/skills/deploy/inner", "inner")
	h.skill("home/.codex/skills/deploy", "deploy")
	h.skill("home/.codex/skills/off", "off")
	h.write("home/.codex/skills/linked/REAL.md", "---\nname: linked\ndescription: d\n---\n")
	if err := os.Symlink("REAL.md", h.root+"/home/.codex/skills/linked/SKILL.md"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("deploy", h.root+"/project/.agents/skills/again"); err != nil {
		t.Skip(err)
	}
	h.write("home/.codex/config.toml", "[[skills.config]]\nname = \"off\"\nenabled = false\n")
	// Skills of one name are all loaded, a folder that is come to twice is one.
	got := h.resolve(openclawProfile, func(r *Request) { r.Shadowing = "warn" })
	h.wantTable(t, got,
		"home/.codex/skills/deploy loaded catalog/loaded +catalog/same-name",
		"home/.codex/skills/linked dropped catalog/manifest-link",
		"home/.codex/skills/off ineligible catalog/disabled",
		"project/.agents/skills/again shadowed catalog/same-folder",
		"project/.agents/skills/again/inner loaded catalog/loaded",
		"project/.agents/skills/deploy loaded catalog/loaded +catalog/same-name")
	refused := h.resolve(openclawProfile, func(r *Request) { r.Shadowing = "deny" })
	states := map[string]int{}
	for _, skill := range refused.Named("deploy") {
		states[skill.State]++
	}
	if states[StateRefused] != 2 || states[StateShadowed] != 1 {
		t.Errorf("with deny: %v", states)
	}
}
