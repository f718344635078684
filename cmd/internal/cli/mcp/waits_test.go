package mcp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// TestRunWaits has a command, and code, answered from another terminal where the client
// has no dialog.
func TestRunWaits(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	session := connect(t, dir, home, "")
	boundary(t, session)
	text := "exec: {allowlist: [touch]}\napprovals: {wait: 10m, notify: false}\n"
	if err := os.WriteFile(filepath.Join(dir, "skillctl.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	skillctl := func(args ...string) (string, int) {
		var out bytes.Buffer
		code := cli.Main(t.Context(), args, &kit.IOStreams{
			In: &bytes.Buffer{}, Out: &out, Err: &out, Dir: dir, Environ: func() []string { return nil },
			Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
		}, shared())
		return out.String(), code
	}
	answer := func(said string) {
		for range 3000 {
			text, _ := skillctl("approvals", "waiting", "--json")
			var waiting []struct{ ID string }
			if json.Unmarshal([]byte(text), &waiting) == nil && len(waiting) == 1 {
				if got, code := skillctl("approvals", "answer", waiting[0].ID, said, "--reviewer", "ann"); code != 0 {
					t.Errorf("answer: %s", got)
				}
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("nothing waits")
	}
	for name, arguments := range map[string]map[string]any{
		"run_command": {"command": "sleep 0; touch made"},
		"run_code":    {"language": "bash", "code": "sleep 0\ntouch made"},
	} {
		for _, said := range []string{"deny", "allow"} {
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				answer(said)
			}()
			result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
			<-answered // it reports to the test, which must not be over
			if err != nil {
				t.Fatal(err)
			}
			got := result.StructuredContent.(map[string]any)
			_, err = os.Stat(filepath.Join(dir, "made"))
			if yes := said == "allow"; got["ran"] != yes || (err == nil) != yes || yes && got["effect"] != "allow" || !yes && got["effect"] != "deny" {
				t.Errorf("%s, %s: %v", name, said, got)
			}
		}
		_ = os.Remove(filepath.Join(dir, "made"))
	}
}
