package doctor

import (
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/setup"
)

// TestHostileEvent: the event that is sent through the hook of each agent is one that its
// client reads as the hostile command.
func TestHostileEvent(t *testing.T) {
	t.Parallel()
	for name := range setup.Agents() {
		client, err := hook.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := hostileEvent(name)
		if err != nil {
			t.Fatal(err)
		}
		var event map[string]any
		if err := json.Unmarshal(text, &event); err != nil {
			t.Fatal(err)
		}
		call, err := client.Read(event)
		if err != nil || !call.Known || call.Kind != "shell" || call.Command != attack || len(call.Odd) > 0 {
			t.Errorf("%s reads %s as %+v (%v)", name, text, call, err)
		}
	}
}
