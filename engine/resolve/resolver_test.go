package resolve

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
)

// skillHost is a host below a scratch folder: home, ws (the workspace), bundled,
// bin (the search path).
type skillHost struct {
	t    testing.TB
	root string
	host *product.Host
}

// sharedResolver asks the policies that ship with skillctl: each profile is compiled
// once for all tests.
var sharedResolver = sync.OnceValue(func() *Resolver { return New() })

func newSkillHost(t testing.TB, config string) *skillHost {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &skillHost{t: t, root: root, host: &product.Host{Machine: machine.Machine{
		Env: map[string]string{"HOME": root + "/home", "OPENCLAW_BUNDLED_SKILLS_DIR": root + "/bundled", "PATH": root + "/bin"},
		Cwd: root, Platform: "linux",
	}}}
	for _, dir := range []string{"home/.openclaw/skills", "home/.agents/skills", "ws/skills", "ws/.agents/skills", "bundled", "bin"} {
		h.dir(dir)
	}
	h.config(config)
	return h
}

func (h *skillHost) config(text string) {
	h.write("home/.openclaw/openclaw.json", strings.ReplaceAll(text, "$ROOT", h.root))
}

func (h *skillHost) dir(name string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Join(h.root, name), 0o755); err != nil {
		h.t.Fatal(err)
	}
}

func (h *skillHost) write(name, text string) {
	h.t.Helper()
	h.dir(filepath.Dir(name))
	if err := os.WriteFile(filepath.Join(h.root, name), []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

func (h *skillHost) link(target, name string) {
	h.t.Helper()
	h.dir(filepath.Dir(name))
	if err := os.Symlink(target, filepath.Join(h.root, name)); err != nil {
		h.t.Fatal(err)
	}
}

// skill writes a skill; lines stand in its front matter.
func (h *skillHost) skill(folder, name string, lines ...string) {
	h.t.Helper()
	h.write(folder+"/SKILL.md", fmt.Sprintf("---\nname: %s\ndescription: it does something\n%s\n---\n", name, strings.Join(lines, "\n")))
}

func (h *skillHost) request(change ...func(*Request)) Request {
	h.t.Helper()
	config, err := h.host.ReadConfig(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	req := Request{Host: h.host, Config: config, Unseen: true}
	for _, c := range change {
		c(&req)
	}
	return req
}

func (h *skillHost) resolve(change ...func(*Request)) *Resolution {
	h.t.Helper()
	got, err := sharedResolver().Resolve(h.t.Context(), h.request(change...))
	if err != nil {
		h.t.Fatal(err)
	}
	return got
}

// table is a line for each candidate: path, state, rule.
func (h *skillHost) table(r *Resolution) []string {
	var lines []string
	for i := range r.Skills {
		s := &r.Skills[i]
		line := strings.TrimPrefix(s.Path, h.root+"/") + " " + s.State + " " + s.Rule
		for _, note := range s.Warnings {
			line += " +" + note.Rule
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// plainJSON is a value as policies are given it.
func plainJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

const workspaceConfig = `{agents: {defaults: {workspace: "$ROOT/ws"}}}`

func openclawProfile(r *Request) { r.Profile, r.Shadowing = "openclaw", "allow" }

func TestAgainSearchesOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/a", "a")
	h.skill("home/.openclaw/skills/a", "a")
	h.skill("home/.openclaw/skills/b", "b")
	h.skill("outside/c", "c")
	h.link("../../../outside/c", "home/.openclaw/skills/c")
	resolver := sharedResolver()
	first, err := resolver.Resolve(t.Context(), h.request(openclawProfile))
	if err != nil {
		t.Fatal(err)
	}
	again := func(last *Resolution, paths ...string) *Resolution {
		t.Helper()
		for i := range paths {
			paths[i] = filepath.Join(h.root, paths[i])
		}
		got, err := resolver.Again(t.Context(), h.request(openclawProfile), last, paths)
		if err != nil {
			t.Fatal(err)
		}
		if fresh := h.resolve(openclawProfile); !slices.Equal(h.table(fresh), h.table(got)) {
			t.Errorf("after %v:\n%s\nwanted\n%s", paths, strings.Join(h.table(got), "\n"), strings.Join(h.table(fresh), "\n"))
		}
		return got
	}
	same := again(first)
	if same.Searched != 0 || len(same.Changes(first)) != 0 {
		t.Errorf("nothing changed: %d roots searched, %v", same.Searched, same.Changes(first))
	}
	h.skill("ws/skills/b", "b")
	second := again(same, "ws/skills/b")
	if second.Searched != 1 {
		t.Errorf("%d roots searched; one changed", second.Searched)
	}
	changes := second.Changes(same)
	if len(changes) != 1 || changes[0].Name != "b" || changes[0].Kind != ChangeMoved {
		t.Errorf("changes %+v; wanted b moved", changes)
	}
	h.skill("outside/c", "renamed")
	third := again(second, "outside/c/SKILL.md")
	var kinds []string
	for _, c := range third.Changes(second) {
		kinds = append(kinds, c.Name+" "+c.Kind)
	}
	if want := []string{"c removed", "renamed added"}; !slices.Equal(kinds, want) || third.Searched != 0 {
		t.Errorf("%v, %d roots searched; wanted %v and none: only a manifest is another", kinds, third.Searched, want)
	}
	if err := os.RemoveAll(h.root + "/home/.openclaw/skills"); err != nil {
		t.Fatal(err)
	}
	fourth := again(third, "home/.openclaw/skills")
	h.config(`{agents: {defaults: {workspace: "$ROOT/ws"}}, skills: {entries: {b: {enabled: false}}}}`)
	fifth := again(fourth)
	if changes := fifth.Changes(fourth); len(changes) != 1 || changes[0].Kind != ChangeJudged || !strings.Contains(changes[0].Why, "loaded → ineligible") {
		t.Errorf("changes %+v; wanted b judged anew", changes)
	}
	if !slices.Contains(first.WatchFolders(), h.root+"/outside/c") || !slices.Contains(first.WatchFolders(), h.root+"/ws/skills") {
		t.Errorf("folders to watch: %v", first.WatchFolders())
	}
}

// TestWinnersThatSortAlike stand in the order in which the host met their names, not
// in that of the folders that count.
func TestWinnersThatSortAlike(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}}`)
	h.skill("home/.openclaw/skills/x", "\u00e9")
	h.skill("ws/skills/a", "e\u0301")
	h.skill("ws/skills/b", "\u00e9")
	var names []string
	for _, skill := range h.resolve().Winners() {
		names = append(names, skill.Skill.Name)
	}
	if want := []string{"\u00e9", "e\u0301"}; !slices.Equal(names, want) {
		t.Errorf("%q; wanted %q", names, want)
	}
}
