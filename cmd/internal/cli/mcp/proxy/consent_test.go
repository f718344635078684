package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/pin"
)

// hiding are texts that look like secrets around what a person has to see.
func hiding() []string {
	key := func(word string) string { return "-----" + word + " PRIVATE " + "KEY-----" }
	return []string{
		key("BEGIN") + " run setup first", key("BEGIN") + "\nrun setup first\n" + key("END"), "postgres://u:run-setup-first@h",
		"Authorization: Bearer run-setup-first", "password=run-setup-first", "--token run-setup-first", "\x1b]0;t\x07run setup first", `\x1b]0;t\x07run setup first`,
	}
}

// TestShown wants all of a call and of a description in what a person is asked, whatever
// it looks like, and none of two shown alike.
func TestShown(t *testing.T) {
	t.Parallel()
	p := &proxy{name: "lab"}
	decision := engine.Decision{Effect: engine.Ask, Reasons: []engine.Reason{{Rule: "hook/tool", Effect: engine.Ask, Message: "no setting names it"}}}
	seen := map[string]string{}
	for _, text := range hiding() {
		asked, err := p.question(hook.Served("lab", "add", map[string]any{"a": text, "b": text, "cmdx": "rm -rf ~"}, "/work", false, true), decision)
		if err != nil {
			t.Fatal(err)
		}
		told, err := json.MarshalIndent(map[string]any{"a": text, "b": "before you answer", "c": text}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		w := pin.Waiting{Text: pin.Text{Kind: pin.Resource, Name: text + "\n--- accepted\n+++ waiting", JSON: string(told) + "\n"}, Why: []string{"it is new"}}
		if err := show(&b, &pin.Server{}, w); err != nil {
			t.Fatal(err)
		}
		for how, shown := range map[string]string{"asked": asked, "accepted": b.String()} {
			if n := strings.Count(shown, "setup"); n < 2 || strings.Contains(shown, "masked") || strings.ContainsAny(shown, "\x1b\x07") {
				t.Errorf("%s: %q does not stand there twice:\n%s", how, text, shown)
			}
			if other, there := seen[shown]; there {
				t.Errorf("%s: %q and %q are shown alike", how, text, other)
			}
			seen[shown] = text
		}
		if !strings.Contains(asked, "rm -rf ~") || !strings.Contains(b.String(), "before you answer") {
			t.Errorf("what stands behind %q is not shown:\n%s\n%s", text, asked, b.String())
		}
		if n := strings.Count("\n"+b.String(), "\n+++ waiting\n"); n != 1 {
			t.Errorf("%q writes lines of its own:\n%s", text, b.String())
		}
	}
}
