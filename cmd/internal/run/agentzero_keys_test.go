package run

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
)

// TestKeysOfAgentZero changes each setting of docs/configurations.md that Agent Zero's
// sessions are said to go by: a call is decided in another way, or waited for longer.
func TestKeysOfAgentZero(t *testing.T) {
	t.Parallel()
	const given = "execEnabled: true, accessMode: read_write"
	changed := map[string]string{
		"execEnabled": "execEnabled: false, accessMode: read_write", "accessMode": "execEnabled: true, accessMode: read_only",
		"exec_enabled": given + ", exec_enabled: false", "access_mode": given + ", access_mode: read_only", "release": given + `, release: "1.6"`,
	}
	for _, group := range []string{"code", "output"} {
		for _, wait := range []string{"first", "between", "max", "dialog"} {
			changed["timeouts."+group+"."+wait] = given + fmt.Sprintf(", timeouts: {%s: {%s: 7s}}", group, wait)
		}
	}
	page, err := os.ReadFile("../../../docs/configurations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile("`agentzero\\.([a-zA-Z_.]+)`").FindAllSubmatch(page, -1) {
		if key := string(found[1]); changed[key] == "" {
			t.Errorf("the page speaks of agentzero.%s, which is not changed here", key)
		}
	}
	decider := exec.New()
	before := agentZeroAnswers(t, decider, given)
	if !slices.Contains(before, "terminal allow") {
		t.Fatalf("nothing may run: %q", before)
	}
	for key, text := range changed {
		if after := agentZeroAnswers(t, decider, text); slices.Equal(before, after) {
			t.Errorf("agentzero.%s changes nothing: %q", key, after)
		}
	}
}

// agentZeroAnswers are what calls are answered under settings, and how long is waited.
func agentZeroAnswers(t *testing.T, decider *exec.Decider, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "skillctl.yaml")
	if err := os.WriteFile(file, []byte("agentzero: {"+text+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	merged, err := settings.Load(t.Context(), settings.WithFile(file), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir(""))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, runtime := range Runtimes() {
		request := exec.Request{Profile: AgentZeroProfile, Exec: exec.Invocation{
			Cwd: "/nonexistent", Unattended: true, Extra: map[string]any{"runtime": runtime, "session_exists": true},
		}}
		if runtime == "terminal" {
			request.Exec.Command = "true"
		} else {
			request.Exec.Extra["code"] = "1"
		}
		decision, err := decider.Decide(t.Context(), request, merged)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, runtime+" "+string(decision.Effect))
	}
	n := &Numbered{Merged: merged}
	return append(out, fmt.Sprint(n.limits(false)), fmt.Sprint(n.limits(true)))
}
