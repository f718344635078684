package resolve

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestResolveAgain changes drawn trees step by step, and wants every resolution
// after a change to be what a new one is. SKILLCTL_TREES says how many trees (1, or 5
// with SKILLCTL_SLOW=1), SKILLCTL_SEED from which on (1).
func TestResolveAgain(t *testing.T) {
	t.Parallel()
	first, trees := fixture.Number("SKILLCTL_SEED", 1), fixture.Number("SKILLCTL_TREES", fixture.Size(1, 5))
	resolver := sharedResolver()
	for seed := first; seed < first+trees; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			root = filepath.Join(root, "a", "b", "tree") // links go up from it
			tree := &skillTree{Rand: rand.New(rand.NewPCG(uint64(seed), 11)), root: root}
			agents := tree.grow(uint64(seed))
			for _, agent := range agents {
				againAndAgain(t, resolver, tree, agent)
			}
			if tree.err != nil {
				t.Fatal(tree.err)
			}
		})
	}
}

// againAndAgain follows one tree for one agent.
func againAndAgain(t *testing.T, resolver *Resolver, tree *skillTree, agent string) {
	t.Helper()
	const steps = 12
	host := &product.Host{Machine: machine.Machine{
		Env: map[string]string{"HOME": tree.root + "/home", "OPENCLAW_BUNDLED_SKILLS_DIR": tree.root + "/bundled", "PATH": tree.root + "/bin", "SET": "1", "EMPTY": ""},
		Cwd: tree.root, Platform: "linux",
	}}
	profile, shadowing, unseen := tree.pick("strict", "openclaw"), tree.pick("allow", "warn", "deny"), tree.chance(70)
	var last *Resolution
	var told []string
	for step := range steps {
		var changed []string
		if step > 0 {
			for range 1 + tree.IntN(3) {
				what, paths := tree.change(host)
				told, changed = append(told, fmt.Sprintf("%d %s %s", step, what, paths)), append(changed, paths...)
			}
		}
		config, err := host.ReadConfig(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		req := Request{Host: host, Config: config, Agent: agent, Profile: profile, Shadowing: shadowing, Unseen: unseen}
		fresh, err := resolver.Resolve(t.Context(), req)
		if err != nil {
			last = nil // the configuration has lost the agent
			continue
		}
		if last, err = resolver.Again(t.Context(), req, last, changed); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(resolved(t, fresh), resolved(t, last)); diff != "" {
			t.Fatalf("profile %s, shadowing %s, after\n%s\n(-anew +again):\n%s", profile, shadowing, strings.ReplaceAll(strings.Join(told, "\n"), tree.root, ""), diff)
		}
	}
}

// resolved is all that a resolution says, as text.
func resolved(t *testing.T, r *Resolution) string {
	t.Helper()
	var winners []int
	for _, skill := range r.Winners() {
		winners = append(winners, skill.ID)
	}
	text, err := json.MarshalIndent(map[string]any{
		"skills": r.Skills, "winners": winners, "roots": r.Roots, "limits": r.Limits, "filter": r.Filter, "agent": r.Agent, "watch": r.WatchFolders(),
		"workspace": r.Workspace, "targets": r.facts.Targets,
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// places are the files and folders of the tree of some kinds, links not followed.
func (t *skillTree) places(keep func(name string, mode os.FileMode) bool) []string {
	var found []string
	for _, top := range []string{"extra1", "extra2", "extra3", "bundled", "custodian-skills", "home", "ws", "ws2", "shared", "outside"} {
		_ = filepath.WalkDir(t.path(top), func(name string, entry os.DirEntry, err error) error {
			if err == nil && keep(name, entry.Type()) && !strings.Contains(name, "/outside/hard-") && filepath.Base(name) != "openclaw.json" {
				found = append(found, name)
			}
			return nil
		})
	}
	return found
}

func (t *skillTree) some1(keep func(name string, mode os.FileMode) bool) string {
	if list := t.places(keep); len(list) > 0 {
		return t.pick(list...)
	}
	return ""
}

func isDir(_ string, mode os.FileMode) bool { return mode.IsDir() }

// inRoots says that a path is below a folder that skills load from.
func inRoots(name string) bool {
	return strings.Contains(name, "skills") || strings.Contains(name, "/extra")
}

// change makes one change and says which paths it touched.
func (t *skillTree) change(host *product.Host) (what string, paths []string) {
	t.files = 0
	manifest := func(name string, mode os.FileMode) bool {
		return filepath.Base(name) == "SKILL.md" && mode.IsRegular() && inRoots(name)
	}
	switch n := t.IntN(100); {
	case n < 30:
		place := t.some1(manifest)
		if place == "" {
			return "nothing", nil
		}
		t.overwrite(place, t.manifest())
		return "edit", []string{place}
	case n < 35:
		place := t.some1(manifest)
		if place == "" {
			return "nothing", nil
		}
		t.check(os.Chmod(place, []os.FileMode{0o644, 0o666, 0o600, 0o646}[t.IntN(4)]))
		return "mode", []string{place}
	case n < 40:
		place := t.some1(func(name string, mode os.FileMode) bool { return !mode.IsDir() && inRoots(name) })
		if place == "" {
			return "nothing", nil
		}
		t.check(os.Remove(place))
		return "remove", []string{place}
	case n < 47:
		place := t.some1(isDir)
		if filepath.Dir(place) == t.root || !inRoots(place) {
			return "nothing", nil
		}
		t.check(os.RemoveAll(place))
		return "remove all of", []string{place}
	case n < 60:
		place := filepath.Join(t.some1(isDir), t.folderName())
		if _, err := os.Lstat(place); err == nil {
			return "nothing", nil
		}
		if t.chance(30) {
			t.fill(place, 2)
		} else {
			t.skill(place)
		}
		return "add", []string{place}
	case n < 68:
		from, to := t.some1(func(name string, _ os.FileMode) bool { return inRoots(name) }), filepath.Join(t.some1(isDir), t.folderName())
		if from == "" || os.Rename(from, to) != nil {
			return "nothing", nil
		}
		return "rename", []string{from, to}
	case n < 74:
		place := filepath.Join(t.some1(isDir), t.folderName())
		paths = []string{place}
		if old := t.some1(func(name string, mode os.FileMode) bool { return mode&os.ModeSymlink != 0 }); old != "" && t.chance(50) {
			t.check(os.Remove(old))
			place, paths = old, []string{old}
		}
		if _, err := os.Lstat(place); err == nil {
			return "nothing", nil
		}
		if t.linkAt(place); t.chance(10) {
			t.check(os.Remove(place))
			t.check(os.Symlink(t.path("outside"), place))
		}
		return "link", paths
	case n < 79:
		place := t.some1(func(name string, _ os.FileMode) bool { return inRoots(name) })
		if place == "" || os.RemoveAll(place) != nil {
			return "nothing", nil
		}
		if t.chance(40) {
			t.check(unix.Mkfifo(place, 0o644))
			return "pipe", []string{place}
		}
		t.write(place, t.manifest())
		return "replace by a file", []string{place}
	case n < 86:
		place := filepath.Join(t.some1(isDir), t.pick("notes.txt", "run.sh", "SKILL.md", "skill.md", ".openclaw/source-origin.json", "REAL.md", "x"))
		if info, err := os.Stat(filepath.Dir(place)); err == nil && !info.IsDir() {
			return "nothing", nil
		}
		if info, err := os.Lstat(place); err == nil && !info.Mode().IsRegular() || strings.HasSuffix(filepath.Dir(place), ".openclaw/skills") && filepath.Base(place) == "x" {
			return "nothing", nil
		}
		_, err := os.Lstat(filepath.Dir(place))
		t.check(os.MkdirAll(filepath.Dir(place), 0o755))
		t.overwrite(place, t.pick(t.manifest(), `{"slug":"key-1"}`, `{"slug":"alpha"}`))
		if err != nil {
			place = filepath.Dir(place)
		}
		return "put a file", []string{place}
	case n < 90:
		root := t.path(t.pick("extra1", "ws/skills", "bundled", "home/.openclaw/skills", "extra2/skills"))
		if info, err := os.Lstat(root); err != nil || !info.IsDir() {
			t.check(os.RemoveAll(root))
			t.fill(root, 2)
			return "a root again", []string{root}
		}
		place := filepath.Join(root, "SKILL.md")
		t.check(os.RemoveAll(place))
		if t.chance(60) {
			t.write(place, t.manifest())
		}
		return "the manifest of a root", []string{place}
	case n < 94:
		place := t.path("bin", t.pick("here", "nowhere", "sh"))
		if os.Remove(place) != nil {
			t.overwrite(place, "")
			t.check(os.Chmod(place, 0o755))
		}
		return "program", []string{place}
	case n < 96:
		name := t.pick("SET", "UNSET", "BY_KEY")
		host.Env = maps.Clone(host.Env)
		host.Env[name] = t.pick("", "1")
		return "variable " + name, nil
	default:
		place := t.path("home/.openclaw/openclaw.json")
		config, _ := t.config(uint64(n))
		text, err := json.MarshalIndent(config, "", "  ")
		t.check(err)
		t.check(os.MkdirAll(filepath.Dir(place), 0o700))
		t.overwrite(place, string(text))
		return "configure", []string{place}
	}
}

func (t *skillTree) overwrite(name, text string) {
	t.check(os.WriteFile(name, []byte(text), 0o644))
}
