package setup

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/setup/edit"
)

// TestBetween has somebody write into a file that setup made, before setup runs again and
// takes its own out: what is theirs stays, and a file that is all setup's goes.
func TestBetween(t *testing.T) {
	t.Parallel()
	deny, model := "{\n  \"permissions\": {\"deny\": [\"Read(.env)\"]}\n}\n", "model = \"x\"\napproval_policy = \"never\"\n"
	inJSON := func(text string) string { return "{\n  \"permissions\": {\"deny\": [\"Read(.env)\"]}," + text[1:] }
	inTOML := func(text string) string { return model + text }
	other := func(with string) func(string) string { return func(string) string { return with } }
	same := func(text string) string { return text }
	claude, codex := ".claude/settings.json", ".codex/config.toml"
	for name, tt := range map[string]struct {
		agent, file string
		change      func(text string) string
		want        string // "" for no file
	}{
		"nothing, JSON":        {"claude-code", claude, same, ""},
		"nothing, TOML":        {"codex", codex, same, ""},
		"settings, JSON":       {"claude-code", claude, inJSON, deny},
		"settings, TOML":       {"codex", codex, inTOML, model},
		"own file, JSON":       {"claude-code", claude, other(deny), deny},
		"own file, TOML":       {"codex", codex, other(model), model},
		"own file, says none":  {"claude-code", claude, other("{}\n"), "{}\n"},
		"own settings, Gemini": {"gemini-cli", ".gemini/settings.json", inJSON, deny},
	} {
		for again, second := range map[string]func(*Caller){
			"observes no more": func(*Caller) {},
			"slower":           func(c *Caller) { c.Answer = 20 * time.Second },
		} {
			t.Run(name+", "+again, func(t *testing.T) {
				t.Parallel()
				m, r, caller := scene(t)
				c := configuration{agent: tt.agent, scope: User}
				observing := caller
				observing.Observe = true
				setUp(t, m, r, observing, c)
				file := filepath.Join(m.Home, tt.file)
				put(t, file, tt.change(get(t, file)))
				second(&caller)
				setUp(t, m, r, caller, c)
				setUp(t, m, r, observing, c)
				takeOut(t, m, r, caller, c)
				if _, err := os.Stat(file); tt.want == "" {
					if !os.IsNotExist(err) {
						t.Errorf("the file is there: %v", err)
					}
					return
				}
				syntax := edit.JSON
				if filepath.Ext(file) == ".toml" {
					syntax = edit.TOML
				}
				if got := get(t, file); value(t, got, syntax) != value(t, tt.want, syntax) {
					t.Errorf("it is %q; want %q", got, tt.want)
				}
			})
		}
	}
}

// TestChangedHook has somebody change the hook itself, of every agent with one in a list:
// it is named with its place, and neither taken out nor written beside, with what setup
// remembers and without. One that setup would write so itself is its own.
func TestChangedHook(t *testing.T) {
	t.Parallel()
	replaced := func(old, by string) func(string) string {
		return func(text string) string { return strings.ReplaceAll(text, old, by) }
	}
	number := regexp.MustCompile(`(?m)^(\s*"timeout\w*": )\d+`)
	changes := map[string]struct {
		change func(text string) string
		own    bool
	}{
		"observes": {replaced(" || {", " --observe || {"), true},
		"waits":    {func(text string) string { return number.ReplaceAllString(text, "${1}61") }, false},
		"agent's name": {func(text string) string {
			return regexp.MustCompile(`hook [a-z-]+ \|\|`).ReplaceAllString(text, "hook nobody ||")
		}, false},
		"program":       {replaced("/skillctl", "/other"), true},
		"other program": {replaced("/usr/bin/timeout 5", "echo"), false},
		"no refusal":    {replaced("exit 2; }", "exit 0; }"), false},
		"a key more": {func(text string) string {
			return regexp.MustCompile(`(?m)^(\s*)"(command|bash)": `).ReplaceAllString(text, "$1\"mine\": 1,\n$0")
		}, false},
		"call of nothing": {func(text string) string {
			return regexp.MustCompile(`(hook [a-z-]+) \|\|[^}]*}`).ReplaceAllString(text, "hook")
		}, false},
	}
	tried := map[string]int{}
	for name, a := range Agents() {
		for change, tt := range changes {
			for _, remembered := range []bool{true, false} {
				m, r, caller := scene(t)
				c := configuration{agent: name, scope: User}
				p := setUp(t, m, r, caller, c)
				i := slices.IndexFunc(p.Changes, func(c *Change) bool { return strings.Contains(string(c.Now), "exit 2; }") })
				if i < 0 {
					continue // a plugin
				}
				file := p.Changes[i].File
				was := get(t, file)
				put(t, file, tt.change(was))
				if get(t, file) == was {
					continue // it has no such part
				}
				tried[change]++
				if !remembered {
					r = OpenReceipts(filepath.Join(m.Root, "nothing"))
				}
				_, err := m.Removal(t.Context(), a, User, caller, r)
				_, again := m.Plan(t.Context(), a, User, caller, r)
				if tt.own {
					if err != nil || again != nil {
						t.Errorf("%s, %s: %v, %v", name, change, err, again)
					}
					continue
				}
				for _, err := range []error{err, again} {
					if blocked, ok := errors.AsType[*BlockedError](err); !ok || blocked.At.File != file || !strings.HasPrefix(get(t, file)[blocked.At.Span.Start.Offset:], "{") {
						t.Errorf("%s, %s, remembered %v: error %v; want that a hook stands in %s", name, change, remembered, err, file)
					}
				}
				if hook, _ := m.inspect(t.Context(), a, User, r); hook == nil || hook.Whole || hook.Open == nil {
					t.Errorf("%s, %s: the hook is told of as %+v; want that it is left to a person", name, change, hook)
				}
			}
		}
	}
	for change := range maps.Keys(changes) {
		if tried[change] < 4 {
			t.Errorf("%s was tried %d times", change, tried[change])
		}
	}
}

// TestBesideInItem: a command that somebody put into the same item is theirs.
func TestBesideInItem(t *testing.T) {
	t.Parallel()
	m, r, caller := scene(t)
	c := configuration{agent: "claude-code", scope: User}
	setUp(t, m, r, caller, c)
	file := filepath.Join(m.Home, ".claude", "settings.json")
	put(t, file, strings.Replace(get(t, file), "\"hooks\": [\n          {", "\"hooks\": [{\"type\": \"command\", \"command\": \"mine\"},\n          {", 1))
	if _, err := m.Removal(t.Context(), agentOf(t, c.agent), User, caller, r); err == nil || !strings.Contains(err.Error(), "a hook that calls skillctl stands here") {
		t.Errorf("error %v; want that the hook is left", err)
	}
}
