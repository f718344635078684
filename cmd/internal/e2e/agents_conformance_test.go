package e2e

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/clients"
)

// TestAgentsConformance has the conformance program of the Model Context Protocol ask the
// server over HTTP. The scenarios that call tools which only a server for tests has
// (test_simple_text …) are left out, and so is that pages of this machine are served:
// ours serves no page.
func TestAgentsConformance(t *testing.T) {
	all := agents(t)
	program := clients.Client{Name: "mcp-conformance", Package: "@modelcontextprotocol/conformance", Version: "0.1.16"}
	modules, err := program.Install(t.Context(), os.Getenv("SKILLCTL_AGENTS"), all[0].node)
	if err != nil {
		t.Fatal(err)
	}
	address := served(t, all[0].binary)
	node := "node"
	if all[0].node != "" {
		node = filepath.Join(all[0].node, "node")
	}
	for scenario, want := range map[string]string{
		"server-initialize": "1/1, 0 failed", "ping": "1/1, 0 failed", "tools-list": "1/1, 0 failed", "resources-list": "1/1, 0 failed",
		"logging-set-level": "1/1, 0 failed", "server-sse-multiple-streams": "2/2, 0 failed", "dns-rebinding-protection": "1/2, 1 failed",
	} {
		t.Run(scenario, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), node, filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js"), "server", "--url", address, "--scenario", scenario)
			cmd.Dir = t.TempDir()
			text, err := cmd.CombinedOutput()
			if !strings.Contains(string(text), "Passed: "+want) {
				t.Errorf("%v; %q is wanted:\n%.3000s", err, want, text)
			}
			if scenario == "dns-rebinding-protection" && !strings.Contains(string(text), "LocalhostHostAccepted") {
				t.Errorf("another check failed than that pages of this machine are served:\n%.3000s", text)
			}
		})
	}
}

// served starts the server, and gives the address of a proxy in front of it that knows
// the token, which the program cannot be told.
func served(t *testing.T, binary string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "mcp", "--http", "127.0.0.1:0")
	cmd.Dir, cmd.Env = t.TempDir(), []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	var told []string
	for len(told) < 2 && lines.Scan() {
		told = append(told, lines.Text())
	}
	if len(told) < 2 {
		t.Fatalf("the server printed %q", told)
	}
	target, err := url.Parse(told[0])
	if err != nil {
		t.Fatal(err)
	}
	token := strings.TrimPrefix(told[1], "Authorization: ")
	var own string
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host})
		r.Out.Host = r.In.Host
		if r.In.Host == own {
			r.Out.Host = target.Host
		}
		r.Out.Header.Set("Authorization", token)
	}, ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}})
	t.Cleanup(proxy.Close)
	own = strings.TrimPrefix(proxy.URL, "http://")
	return proxy.URL + target.Path
}
