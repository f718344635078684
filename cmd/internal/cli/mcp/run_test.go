package mcp_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// boundary skips a test where no boundary can be held that a command runs in.
func boundary(t *testing.T, session *sdk.ClientSession) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("what runs is looked for in /proc")
	}
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "run_command", Arguments: map[string]any{"command": "touch tried"}})
	if err != nil {
		t.Fatal(err)
	}
	switch text := result.Content[0].(*sdk.TextContent).Text; {
	case strings.Contains(text, "<exec/start>"):
		t.Skipf("no boundary can be held here: %s", text)
	case !strings.HasPrefix(text, "exit code 0"):
		t.Fatalf("run_command: %s", text)
	}
}

// TestRun wants a command run when it may, its end told, and what it writes while it
// runs; and nothing run that has to be asked about.
func TestRun(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	var mu sync.Mutex
	var heard strings.Builder
	session, _ := connectAs(t, dir, home, "", &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, request *sdk.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		heard.WriteString(request.Params.Message)
	}})
	boundary(t, session)
	params := &sdk.CallToolParams{Name: "run_command", Arguments: map[string]any{"command": "echo first; echo second >&2; sleep 0.5; echo third"}}
	params.SetProgressToken("t")
	result, err := session.CallTool(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	got := result.StructuredContent.(map[string]any)
	if result.IsError || got["ran"] != true || got["exitCode"] != 0.0 || got["stdout"] != "first\nthird\n" || got["stderr"] != "second\n" {
		t.Errorf("%v", got)
	}
	// The client hands on what it is told beside the answer, not before it.
	wait(t, "the client was not told all that was written", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return !slices.ContainsFunc([]string{"first", "second", "third"}, func(word string) bool { return !strings.Contains(heard.String(), word) })
	})
	for name, arguments := range map[string]map[string]any{
		"run_command": {"command": "touch made; curl -s https://example.com"},
		"run_code":    {"language": "bash", "code": "touch made\ncurl -s https://example.com"},
	} {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		got := result.StructuredContent.(map[string]any)
		if !result.IsError || got["ran"] != false || got["effect"] != "ask" || !strings.Contains(result.Content[0].(*sdk.TextContent).Text, "Do not run it") {
			t.Errorf("%s: %v", name, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
		t.Error("what has to be asked about ran in part")
	}
	_, got = ask(t, session, "run_code", map[string]any{"language": "bash", "code": "echo one\ntouch coded"})
	if got["stdout"] != "one\n" || got["exitCode"] != 0.0 {
		t.Errorf("%v", got)
	}
	_, got = ask(t, session, "run_command", map[string]any{"command": "sleep 20", "timeoutSeconds": 1})
	if got["exitCode"] != 124.0 {
		t.Errorf("past its time limit: %v", got)
	}
}

// TestNotStarted wants what was refused at its start told as what did not run, with why.
func TestNotStarted(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{"own.yaml": "exec: {allowlist: [touch]}\nrun: {sandbox: docker, docker: {image: 'example.invalid/none:1'}}\n"})
	session, _ := connectAs(t, dir, home, "", nil, "--config", "own.yaml")
	for name, arguments := range map[string]map[string]any{"run_command": {"command": "touch made"}, "run_code": {"language": "bash", "code": "touch made"}} {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := result.StructuredContent.(map[string]any)
		if _, code := got["exitCode"]; !result.IsError || got["ran"] != false || got["effect"] != "deny" || code {
			t.Errorf("%s: %v", name, got)
		}
		if text := result.Content[0].(*sdk.TextContent).Text; !strings.Contains(text, "docker") || !strings.Contains(text, "<exec/start>") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestAskedRecorded wants the rules that ask recorded of code as of commands.
func TestAskedRecorded(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	session := connect(t, dir, home, "")
	for name, arguments := range map[string]map[string]any{"run_command": {"command": "curl -s https://example.com"}, "run_code": {"language": "bash", "code": "curl -s https://example.com"}} {
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments}); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(home, ".local/state/skillctl/audit/*"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, `"asked":["exec/strict/program`) {
				asked++
			}
		}
	}
	if asked != 2 {
		t.Errorf("%d of 2 say which rules ask, in %v", asked, files)
	}
}

// alive says whether a process has an argument.
func alive(argument string) bool {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && bytes.Contains(text, []byte("\x00"+argument+"\x00")) {
			return true
		}
	}
	return false
}

// wait waits until something is so.
func wait(t *testing.T, what string, so func() bool) {
	t.Helper()
	for begun := time.Now(); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 30*time.Second {
			t.Fatalf("after 30 seconds: %s", what)
		}
	}
}

// TestCancelKills wants what runs to end when its call is cancelled, and when the client
// closes its end; and the server to go on after the first.
func TestCancelKills(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	session, hangUp := connectAs(t, dir, home, "", nil)
	boundary(t, session)
	begin := func(ctx context.Context, seconds string) (ended chan struct{}) {
		ended = make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = session.CallTool(ctx, &sdk.CallToolParams{Name: "run_command", Arguments: map[string]any{"command": "sleep " + seconds}})
		}()
		wait(t, "it does not run", func() bool { return alive(seconds) })
		return ended
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := begin(ctx, "3601.25")
	cancel()
	<-ended
	wait(t, "it runs though its call was cancelled", func() bool { return !alive("3601.25") })
	ask(t, session, "decide_command", map[string]any{"command": "touch a"})
	ended = begin(t.Context(), "3602.25")
	hangUp()
	<-ended
	wait(t, "it runs though the client has closed its end", func() bool { return !alive("3602.25") })
}

// TestKilled wants what runs to end with the server, even where that is killed: on Linux
// the system sees to it.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	boundary(t, connect(t, dir, home, ""))
	server := exec.CommandContext(t.Context(), os.Args[0], "mcp")
	server.Dir, server.Env = dir, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), itself + "=1"}
	input, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(input, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_command","arguments":{"command":"sleep 3605.25"}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	wait(t, "it does not run", func() bool { return alive("3605.25") })
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	wait(t, "it runs though the server was killed", func() bool { return !alive("3605.25") })
}

// TestOutput wants the end of a long output told, and the whole kept.
func TestOutput(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{"long.txt": strings.Repeat("a line of a long text\n", 5_000) + "the last line\n"})
	session := connect(t, dir, home, "")
	boundary(t, session)
	text, got := ask(t, session, "run_command", map[string]any{"command": "echo first; while read -r line; do echo \"$line\"; done < long.txt"})
	if got["ran"] != true {
		t.Fatalf("%v", got)
	}
	rest, ok := got["rest"].(map[string]any)
	if !ok || len(got["stdout"].(string)) > 24_000 || !strings.HasSuffix(got["stdout"].(string), "the last line\n") {
		t.Fatalf("%d bytes, %v", len(got["stdout"].(string)), rest)
	}
	if !strings.Contains(text, "the last line") || strings.Contains(text, "first") || len(text) > 15_000 {
		t.Errorf("%d bytes of text: %.200s", len(text), text)
	}
	page, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: rest["uri"].(string)})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.Contents[0].Text, "first") {
		t.Error("the whole does not have the beginning")
	}
}
