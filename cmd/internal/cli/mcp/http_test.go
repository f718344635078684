package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// served starts the server over HTTP, and returns its address and what it says of the
// token.
func served(t *testing.T, dir, home string, args ...string) (url, said string) {
	t.Helper()
	reader, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	var wrong bytes.Buffer
	go func() {
		code := cli.Main(ctx, append([]string{"mcp", "--http", "127.0.0.1:0"}, args...), &kit.IOStreams{
			In: strings.NewReader(""), Out: out, Err: &wrong, Dir: dir,
			Getenv:  func(name string) string { return map[string]string{"HOME": home, "PATH": os.Getenv("PATH")}[name] },
			Environ: func() []string { return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), itself + "=1"} },
		}, shared())
		_ = out.Close()
		ended <- code
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case code := <-ended:
			if code != 0 {
				t.Errorf("the server ended with %d: %s", code, wrong.String())
			}
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	lines := bufio.NewReader(reader)
	url, err := lines.ReadString('\n')
	if err == nil {
		said, err = lines.ReadString('\n')
	}
	if err != nil {
		t.Fatalf("%v: %s", err, wrong.String())
	}
	return strings.TrimSpace(url), strings.TrimSpace(said)
}

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(request)
}

// TestHTTP wants clients with the token served at every version of the protocol.
func TestHTTP(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	url, said := served(t, dir, home)
	token := strings.TrimPrefix(said, "Authorization: Bearer ")
	if token == said || len(token) < 32 {
		t.Fatalf("of the token it says %q", said)
	}
	for _, version := range []string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}}, &sdk.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		if _, got := ask(t, session, "decide_command", map[string]any{"command": "touch a"}); got["effect"] != "allow" {
			t.Errorf("%s: %v", version, got)
		}
		_ = session.Close()
	}
}

// TestHTTPRefuses wants nobody served who does not know the token, and no page of a
// browser, whatever it knows.
func TestHTTPRefuses(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	url, said := served(t, dir, home)
	right := strings.TrimPrefix(said, "Authorization: ")
	call := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for name, test := range map[string]struct {
		path, authorization, origin, host, body string
		want                                    int
	}{
		"right":           {authorization: right, body: call, want: http.StatusOK},
		"no token":        {body: call, want: http.StatusUnauthorized},
		"another token":   {authorization: right + "x", body: call, want: http.StatusUnauthorized},
		"part of it":      {authorization: right[:len(right)-1], body: call, want: http.StatusUnauthorized},
		"another scheme":  {authorization: strings.TrimPrefix(right, "Bearer "), body: call, want: http.StatusUnauthorized},
		"a page":          {authorization: right, origin: "https://example.com", body: call, want: http.StatusForbidden},
		"a local page":    {authorization: right, origin: "http://localhost:3000", body: call, want: http.StatusForbidden},
		"no origin":       {authorization: right, origin: "null", body: call, want: http.StatusForbidden},
		"a name of ours":  {authorization: right, host: "rebound.example.com", body: call, want: http.StatusForbidden},
		"another port":    {authorization: right, host: "127.0.0.1:1", body: call, want: http.StatusForbidden},
		"another path":    {path: "/x", authorization: right, body: call, want: http.StatusNotFound},
		"too large":       {authorization: right, body: `{"a":"` + strings.Repeat("x", 5<<20) + `"}`, want: http.StatusRequestEntityTooLarge},
		"no message":      {authorization: right, body: `{`, want: http.StatusBadRequest},
		"a key twice":     {authorization: right, body: strings.Replace(call, `"id":1`, `"id":1,"id":2`, 1), want: http.StatusBadRequest},
		"a key twice in":  {authorization: right, body: strings.Replace(call, `"name":"t"`, `"name":"t","name":"u"`, 1), want: http.StatusBadRequest},
		"a list":          {authorization: right, body: "[" + call + "]", want: http.StatusBadRequest},
		"no token, large": {body: strings.Repeat("x", 1<<20), want: http.StatusUnauthorized},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		if test.authorization != "" {
			request.Header.Set("Authorization", test.authorization)
		}
		if test.origin != "" {
			request.Header.Set("Origin", test.origin)
		}
		if test.host != "" {
			request.Host = test.host
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_ = response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("%s: %d; want %d", name, response.StatusCode, test.want)
		}
	}
}

// TestTokenFile wants a token made once, and one refused that others know.
func TestTokenFile(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	file := filepath.Join(home, "token")
	_, said := served(t, dir, home, "--token-file", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("its mode: %v, %v", info.Mode(), err)
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 32 || strings.Contains(said, token) {
		t.Errorf("token %q, said %q", token, said)
	}
	url, _ := served(t, dir, home, "--token-file", file)
	response, err := (&http.Client{Transport: bearer(token)}).Get(url)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode == http.StatusUnauthorized {
		t.Error("the token that was made is not known any more")
	}
	if runtime.GOOS == "windows" {
		return
	}
	short, open, link := filepath.Join(home, "short"), filepath.Join(home, "open"), filepath.Join(home, "link")
	for name, text := range map[string]string{short: "secret\n", open: token} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--http", "127.0.0.1:0", "--token-file", short}, {"--http", "127.0.0.1:0", "--token-file", open}, {"--http", "127.0.0.1:0", "--token-file", link},
		{"--http", "127.0.0.1:0", "--token-file", home}, {"--http", "0.0.0.0:0"}, {"--http", ":0"}, {"--http", "example.com:1"}, {"--http", "[::]:0"}, {"--token-file", file},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		var wrong bytes.Buffer
		code := cli.Main(ctx, append([]string{"mcp"}, args...), &kit.IOStreams{
			In: strings.NewReader(""), Out: io.Discard, Err: &wrong, Dir: dir, Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
		}, shared())
		cancel()
		if code != kit.ExitUsage || !strings.Contains(wrong.String(), args[len(args)-2]) {
			t.Errorf("%v: exit code %d: %s", args, code, wrong.String())
		}
	}
}

// TestHTTPCancelKills wants what runs to end when its call is cancelled: with sessions by a
// message, without by the end of the request.
func TestHTTPCancelKills(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	url, said := served(t, dir, home)
	client := &http.Client{Transport: bearer(strings.TrimPrefix(said, "Authorization: Bearer "))}
	for version, seconds := range map[string]string{"2025-11-25": "3603.25", "2026-07-28": "3604.25"} {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: client}, &sdk.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		boundary(t, session)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = session.CallTool(ctx, &sdk.CallToolParams{Name: "run_command", Arguments: map[string]any{"command": "sleep " + seconds}})
		}()
		wait(t, "it does not run: "+version, func() bool { return alive(seconds) })
		cancel()
		<-ended
		wait(t, "it runs though its call was cancelled: "+version, func() bool { return !alive(seconds) })
		_ = session.Close()
	}
}
