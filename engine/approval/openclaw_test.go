package approval

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// TestExactCommands takes those that were allowed for always, and no other.
func TestExactCommands(t *testing.T) {
	got, err := ImportOpenClaw(t.Context(), "f.json", []byte(`{"agents": {"main": {"allowlist": [
		{"pattern": "=command:0123456789abcdef", "source": "allow-always"}, {"pattern": "=command:0123456789abcdef"}, {"pattern": "=command:01", "source": "allow-always"},
		{"pattern": "/bin/x", "source": "allow-always", "commandText": " ls "}, {"pattern": "/bin/y", "commandText": "ls"}, {"pattern": "/bin/z", "source": "allow-always", "commandText": " "}]}}}`), "main")
	if err != nil {
		t.Fatal(err)
	}
	var digests []string
	for _, command := range got.Commands {
		digests = append(digests, command.Note.Path+" "+command.Digest)
	}
	want := "agents.main.allowlist[0] =command:0123456789abcdef, agents.main.allowlist[3] sha256:c7b68ac37f364473e922936708e7f43c293dd07b295171566c07ff5fe024fab9"
	if strings.Join(digests, ", ") != want {
		t.Errorf("%q, wanted %q", strings.Join(digests, ", "), want)
	}
}

func TestImportOpenClaw(t *testing.T) {
	for _, c := range []struct {
		name, text, agent string
		exec              string
		dropped           []string
	}{
		{"defaults", `{"version": 1, "defaults": {"security": "deny", "ask": "off", "askFallback": "deny"}}`, "", `{"ask":"off","askFallback":"deny","security":"deny"}`, nil},
		{"closest wins, whatever the order", `{"agents": {"a": {"ask": "always"}, "*": {"ask": "off", "security": "full"}}, "defaults": {"ask": "on-miss", "security": "deny"}}`, "a",
			`{"ask":"always","security":"full"}`, []string{"agents.*.ask: a more specific", "defaults.ask: a more specific", "defaults.security: a more specific"}},
		{"without the agent", `{"agents": {"a": {"ask": "always"}, "*": {"ask": "off"}}}`, "", `{"ask":"off"}`, []string{`agents.a: it is for the agent "a" only`}},
		{"lists are joined", `{"agents": {"*": {"allowlist": ["git", {"pattern": "rg"}]}, "a": {"allowlist": [{"pattern": "make", "argPattern": "^(?!x)"}]}}}`, "a",
			`{"allowlist":["git","rg",{"argPattern":"^(?!x)","pattern":"make"}]}`, nil},
		{"wrong kinds", `{"version": 2, "defaults": {"security": 1, "ask": "ALWAYS", "allowlist": {}, "x": 1, "autoAllowSkills": false}, "agents": {"*": [], "b": 1}, "y": 2}`, "b", `{}`,
			[]string{"version:", "defaults.security: one of", "defaults.ask: one of", "defaults.allowlist: a list", "defaults.x: the key", "agents.*: an object", "agents.b: an object", "y: the key"}},
		{"entries", `{"defaults": {"allowlist": [1, null, {}, {"pattern": "  "}, {"pattern": "sha256:argv:1"}, {"pattern": "=command:1"}, {"pattern": "x", "source": "allow-always"},
			{"pattern": "y", "argPattern": 1}, {"pattern": "z", "argPattern": "[" }, "ok", "ok", " ok "]}}`, "", `{"allowlist":["ok"]}`,
			[]string{"[0]: it has no", "[1]: it has no", "[2]: it has no", "[3]: it has no", "[4]: it is the digest", "[5]: it is the digest", "[6]: \"x\" was allowed", "[7]: argPattern has", "[8]: argPattern \"[\"", "[10]: it is a duplicate", "[11]: it is a duplicate"}},
		{"an approval with arguments", `{"defaults": {"allowlist": [{"pattern": "x", "source": "allow-always", "argPattern": "^a$"}]}}`, "", `{"allowlist":[{"argPattern":"^a$","pattern":"x"}]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ImportOpenClaw(context.Background(), "f.json", []byte(c.text), c.agent)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(got.Exec)
			if err != nil || string(text) != c.exec {
				t.Errorf("got %s, want %s (%v)", text, c.exec, err)
			}
			var dropped []string
			for _, n := range got.Dropped {
				dropped = append(dropped, n.Path+": "+n.Message)
			}
			all := strings.Join(dropped, "\n")
			if len(dropped) != len(c.dropped) {
				t.Errorf("left out:\n%s\nwant %q", all, c.dropped)
			}
			for _, want := range c.dropped {
				if !strings.Contains(all, want) {
					t.Errorf("left out:\n%s\nwant %q", all, want)
				}
			}
		})
	}
}

func TestImportRefuses(t *testing.T) {
	for _, text := range []string{"", "[]", "1", "{", "{}", `{"exec": {}}`, "\xff"} {
		var at *document.Error
		if _, err := ImportOpenClaw(context.Background(), "f.json", []byte(text), ""); !errors.As(err, &at) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ImportOpenClaw(context.Background(), "f.json", []byte(`{"agents": {"a": {}}}`), "b"); err == nil || !strings.Contains(err.Error(), `it names "a"`) {
		t.Errorf("got %v", err)
	}
}

func FuzzImport(f *testing.F) {
	f.Add(`{"defaults": {"security": "full", "allowlist": ["x", {"pattern": "y", "argPattern": "^a"}]}, "agents": {"a": {"ask": "off"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ImportOpenClaw(context.Background(), "f.json", []byte(text), "")
		if err == nil && got == nil {
			t.Error("neither settings nor an error")
		}
	})
}
