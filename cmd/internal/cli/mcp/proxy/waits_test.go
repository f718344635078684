package proxy_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// TestWaits has a call answered from another terminal where the client has no dialog.
func TestWaits(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "{}\napprovals: {wait: 10m, notify: false}")
	c := p.talk(t, "good", nil)
	for answer, want := range map[string]string{"allow": `got {"a":1}`, "deny": `"ann" has said no`} {
		told := make(chan string, 1)
		go func() { told <- p.answer(t, answer) }()
		got, failed := c.call(t, "add", map[string]any{"a": 1})
		if failed != (answer == "deny") || !strings.Contains(got, want) {
			t.Errorf("%s: %s", answer, got)
		}
		if shown := <-told; !strings.Contains(shown, "mcp__lab__add") || !strings.Contains(shown, `\"a\": 1`) || !strings.Contains(shown, `"by": "mcp:`) {
			t.Errorf("the person is shown %s", shown)
		}
	}
	c.over(t, kit.ExitClean)
	if record, _ := p.run(t, "audit", "list", "--json"); !strings.Contains(record, "has approved this call, once") || !strings.Contains(record, "has said no") {
		t.Errorf("the record lacks the answers: %s", record)
	}
}

// answer waits until something waits, answers it and gives what the person was shown.
func (p *place) answer(t *testing.T, answer string) string {
	for range 3000 {
		text, _ := p.run(t, "approvals", "waiting", "--json")
		var waiting []struct{ ID string }
		if json.Unmarshal([]byte(text), &waiting) == nil && len(waiting) == 1 {
			if said, code := p.run(t, "approvals", "answer", waiting[0].ID, answer, "--reviewer", "ann"); code != 0 {
				t.Errorf("answer: %s", said)
			}
			return text
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "nothing"
}
