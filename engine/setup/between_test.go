package setup

import (
	"os"
	"path/filepath"
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
