package mcp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestElicit wants a command that is to be asked about put to the person where the client
// has a dialog, and a yes to hold once, for exactly that.
func TestElicit(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		dir, home := project(t, map[string]string{})
		var asked []string
		answer := &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}
		session, _ := connectAs(t, dir, home, version, &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			asked = append(asked, request.Params.Message)
			return answer, nil
		}})
		boundary(t, session)
		run := func(command string) (bool, string) {
			result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "run_command", Arguments: map[string]any{"command": command}})
			if err != nil {
				t.Fatal(err)
			}
			got, _ := result.StructuredContent.(map[string]any)
			return got["ran"] == true, result.Content[0].(*sdk.TextContent).Text
		}
		if ran, text := run("mkdir made"); !ran || len(asked) != 1 || !strings.Contains(asked[0], "mkdir made") {
			t.Errorf("%s: approved: %s; asked %q", version, text, asked)
		}
		if _, err := os.Stat(filepath.Join(dir, "made")); err != nil {
			t.Error(err)
		}
		for name, no := range map[string]*sdk.ElicitResult{
			"declined": {Action: "decline"}, "cancelled": {Action: "cancel"}, "unchecked": {Action: "accept", Content: map[string]any{"approve": false}},
		} {
			answer = no
			if ran, text := run("mkdir made"); ran || !strings.Contains(text, "says no") {
				t.Errorf("%s: %s: %s", version, name, text)
			}
		}
		if len(asked) != 4 {
			t.Errorf("%s: asked %d times: a yes holds once", version, len(asked))
		}
	}
}
