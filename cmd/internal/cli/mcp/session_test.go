package mcp_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// TestSession wants a session to keep its state, each piece of code judged, another's
// session out of reach, and all of it ended with the client.
func TestSession(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	session, hangUp := connectAs(t, dir, home, "", nil)
	boundary(t, session)
	_, got := ask(t, session, "session_open", map[string]any{"language": "bash"})
	opened := got["sessions"].([]any)[0].(map[string]any)
	id := opened["id"].(string)
	if opened["state"] != "open" || opened["language"] != "bash" {
		t.Errorf("%v", opened)
	}
	ask(t, session, "session_run", map[string]any{"session": id, "code": "kept=state"})
	if _, got := ask(t, session, "session_run", map[string]any{"session": id, "code": "echo $kept"}); got["stdout"] != "state\n" || got["exitCode"] != 0.0 {
		t.Errorf("%v", got)
	}
	refused := func(session *sdk.ClientSession, tool string, arguments map[string]any) string {
		t.Helper()
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		if !result.IsError {
			t.Errorf("%s %v: %v", tool, arguments, result.StructuredContent)
		}
		return result.Content[0].(*sdk.TextContent).Text
	}
	if text := refused(session, "session_run", map[string]any{"session": id, "code": "curl -s https://example.com"}); !strings.Contains(text, "curl") {
		t.Errorf("%s", text)
	}
	other := connect(t, dir, home, "")
	for _, tool := range []string{"session_run", "session_close"} {
		arguments := map[string]any{"session": id}
		if tool == "session_run" {
			arguments["code"] = "echo mine"
		}
		if text := refused(other, tool, arguments); !strings.Contains(text, "no session") {
			t.Errorf("%s", text)
		}
	}
	if _, got := ask(t, other, "session_list", nil); len(got["sessions"].([]any)) != 0 {
		t.Errorf("another client is told of it: %v", got)
	}
	refused(session, "session_open", map[string]any{"language": "perl"})
	if text := refused(session, "session_open", map[string]any{"language": "python"}); !strings.Contains(text, `"python3" is not on the allow-list`) {
		t.Errorf("it does not say why: %s", text)
	}
	_, got = ask(t, session, "session_open", map[string]any{"language": "bash"})
	second := got["sessions"].([]any)[0].(map[string]any)["id"].(string)
	if _, got := ask(t, session, "session_close", map[string]any{"session": second}); got["sessions"].([]any)[0].(map[string]any)["state"] == "open" {
		t.Errorf("%v", got)
	}
	go func() {
		_, _ = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "session_run", Arguments: map[string]any{"session": id, "code": "sleep 3608.25"}})
	}()
	wait(t, "it does not run", func() bool { return alive("3608.25") })
	hangUp()
	wait(t, "it runs though the client has closed its end", func() bool { return !alive("3608.25") })
	wait(t, "the session is open though its client has closed its end", func() bool {
		var out bytes.Buffer
		cli.Main(t.Context(), []string{"session", "list", "--open"}, &kit.IOStreams{
			In: strings.NewReader(""), Out: &out, Err: io.Discard, Dir: dir, Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
		}, shared())
		return !strings.Contains(out.String(), id)
	})
}
