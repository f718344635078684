package dialect

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/settings"
)

// load reads one file, with others beside it, and nothing else.
func loadDialect(t *testing.T, agent, name string, files map[string]string) (*settings.Settings, error) {
	t.Helper()
	dir := t.TempDir()
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return settings.Load(t.Context(), settings.WithDir(dir), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithFile(filepath.Join(dir, name)), settings.WithTranslator(Reader{Agent: agent}.Translate))
}

// want holds parts of the settings against JSON, by their paths.
func wantSettings(t *testing.T, s *settings.Settings, want map[string]string) {
	t.Helper()
	for path, text := range want {
		var got any = s.Document()
		for part := range strings.SplitSeq(path, ".") {
			m, _ := got.(map[string]any)
			got = m[part]
		}
		written, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, string(written)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// TestOpenClawSettings reads an openclaw.json as that host does.
func TestOpenClawSettings(t *testing.T) {
	for name, c := range map[string]struct {
		agent string
		files map[string]string
		want  map[string]string
	}{
		"nothing said: everything may run": {"", map[string]string{"openclaw.json": `{tools: {}}`},
			map[string]string{"exec.security": `"full"`, "exec.ask": `"off"`, "exec.allowlist": `[]`, "exec.strictInlineEval": "false"}},
		"an empty file of that name": {"", map[string]string{"openclaw.json": `{}`},
			map[string]string{"exec.security": `"full"`, "exec.ask": `"off"`}},
		"mode": {"", map[string]string{"openclaw.json": `{tools: {exec: {mode: "ask", host: "gateway"}}}`},
			map[string]string{"openclaw": `{"host":"gateway","mode":"ask"}`, "exec.security": `"allowlist"`, "exec.ask": `"on-miss"`}},
		"the older pair": {"", map[string]string{"openclaw.json": `{tools: {exec: {security: "allowlist"}}}`},
			map[string]string{"exec.security": `"allowlist"`, "exec.ask": `"off"`}},
		"a mode that there is not": {"", map[string]string{"openclaw.json": `{tools: {exec: {mode: "yolo"}}}`},
			map[string]string{"exec.security": `"deny"`, "exec.ask": `"off"`}},
		"an agent": {"writer", map[string]string{"openclaw.json": `{tools: {exec: {security: "full", ask: "always", safeBins: ["cut", ""]}},
			agents: {defaults: {sandbox: {mode: "all", docker: {image: "a", network: "none", memory: "1g", binds: ["/a:/b:ro", "x"]}}},
				entries: {writer: {tools: {exec: {security: "deny"}}, sandbox: {docker: {image: "b"}}}}}}`},
			map[string]string{"exec.security": `"deny"`, "exec.ask": `"always"`, "exec.safeBins": `["cut"]`, "run.docker.image": `"b"`, "run.network": `"none"`,
				"run.limits.memory": `"1g"`, "run.docker.binds": `[{"source":"/a","target":"/b","write":false}]`, "openclaw.sandbox": `{"available":true}`}},
		"an agent of the older list": {"Writer", map[string]string{"openclaw.json": `{agents: {list: [{id: "main"}, {id: "writer", tools: {exec: {security: "deny"}}, sandbox: {docker: {image: "b"}}}]}}`},
			map[string]string{"exec.security": `"deny"`, "run.docker.image": `"b"`}},
		"the only agent": {"", map[string]string{"openclaw.json": `{agents: {entries: {writer: {tools: {exec: {security: "deny"}}}}}}`},
			map[string]string{"exec.security": `"deny"`}},
		"several agents that do not differ": {"", map[string]string{"openclaw.json": `{tools: {exec: {security: "deny"}}, agents: {entries: {main: {}, writer: {}}}}`},
			map[string]string{"exec.security": `"deny"`}},
		"the main agent that is not written down": {"main", map[string]string{"openclaw.json": `{tools: {exec: {ask: "always"}}}`},
			map[string]string{"exec.ask": `"always"`}},
		"the host's approvals": {"main", map[string]string{"openclaw.json": `{agents: {entries: {main: {}}}}`,
			"exec-approvals.json": `{version: 1, defaults: {security: "allowlist", ask: "on-miss"}, agents: {main: {allowlist: [{pattern: "/usr/bin/rg"}]}, other: {allowlist: ["sh"]}}}`},
			map[string]string{"openclaw.approvals": `{"ask":"on-miss","security":"allowlist"}`, "exec.allowlist": `["/usr/bin/rg"]`, "exec.security": `"full"`}},
		"an include": {"", map[string]string{"openclaw.json": `{"$include": "more.json5"}`, "more.json5": `{tools: {exec: {mode: "deny"}}}`},
			map[string]string{"exec.security": `"deny"`}},
		"times": {"", map[string]string{"openclaw.json": `{tools: {exec: {timeoutSeconds: 90, backgroundMs: 500, pathPrepend: ["/opt/bin", "rel"]}}}`},
			map[string]string{"run.timeout": `"90s"`, "run.yield": `"500ms"`, "run.pathPrepend": `["/opt/bin"]`}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := loadDialect(t, c.agent, "openclaw.json", c.files)
			if err != nil {
				t.Fatal(err)
			}
			wantSettings(t, s, c.want)
		})
	}
}

// TestWhichAgent does not guess whose word holds where agents differ.
func TestWhichAgent(t *testing.T) {
	text := `{agents: {entries: {main: {tools: {exec: {security: "deny"}}}, writer: {}}}}`
	_, err := loadDialect(t, "", "openclaw.json", map[string]string{"openclaw.json": text})
	var which *agents.NoAgentError
	if !errors.As(err, &which) || !slices.Equal(which.Known, []string{"main", "writer"}) {
		t.Errorf("%v", err)
	}
}

// TestDialectPlaces wants a setting to stand where the other system has it.
func TestDialectPlaces(t *testing.T) {
	s, err := loadDialect(t, "", "openclaw.json", map[string]string{"openclaw.json": "{\n  tools: {\n    exec: {mode: \"ask\"},\n  },\n}\n"})
	if err != nil {
		t.Fatal(err)
	}
	place, ok := s.Origin("exec", "security")
	if !ok || place.Position.Line != 3 || !strings.HasSuffix(place.File, "openclaw.json") {
		t.Errorf("the place is %v, %t", place, ok)
	}
}

func TestZeroClawSettings(t *testing.T) {
	const text = `
[risk_profiles.default]
level = "full"
allowed_commands = ["ls"]
shell_timeout_secs = 30
[risk_profiles.careful]
level = "readonly"
sandbox_backend = "landlock"
unknown_key = 1
[runtime]
kind = "docker"
[runtime.docker]
image = "alpine:3.20"
memory_limit_mb = 128
network = "bridge"
`
	s, err := loadDialect(t, "", "config.toml", map[string]string{"config.toml": text})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"zeroclaw.level": `"full"`, "zeroclaw.allowed_commands": `["ls"]`, "run.timeout": `"30s"`, "run.sandbox": `"docker"`,
		"run.docker.image": `"alpine:3.20"`, "run.limits.memory": `"128m"`, "run.network": `"full"`, "run.docker.network": `"bridge"`})
	if s, err = loadDialect(t, "careful", "config.toml", map[string]string{"config.toml": text}); err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"zeroclaw.level": `"readonly"`, "zeroclaw.runtime": `{"kind":"docker"}`, "run.limits.cpus": "1"})
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"a container around each command": {"[runtime]\nkind = \"native\"\n[runtime.docker]\nnetwork = \"bridge\"\n[risk_profiles.a]\nsandbox_backend = \"docker\"\n",
			map[string]string{"run.sandbox": `"docker"`, "run.docker.image": `"alpine:latest"`, "run.workspaceAccess": `"ro"`, "run.limits.memory": `"512m"`,
				"run.limits.cpus": "1", "run.network": `"none"`}},
		"what is left out": {"[runtime]\nkind = \"docker\"\n",
			map[string]string{"run.docker.image": `"alpine:3.20"`, "run.limits.memory": `"512m"`, "run.limits.cpus": "1", "run.network": `"none"`}},
		"limits that are none": {"[runtime]\nkind = \"docker\"\n[runtime.docker]\nmemory_limit_mb = 0\ncpu_limit = 0\nnetwork = \" none \"\n",
			map[string]string{"run.limits.memory": `"2g"`, "run.limits.cpus": "2", "run.network": `"none"`}},
		"a container for another runtime": {"[runtime]\nkind = \"native\"\n[runtime.docker]\nnetwork = \"bridge\"\n", map[string]string{"run.network": `"none"`}},
	} {
		if s, err = loadDialect(t, "", "config.toml", map[string]string{"config.toml": c.text}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wantSettings(t, s, c.want)
	}
	if _, err = loadDialect(t, "none", "config.toml", map[string]string{"config.toml": text}); err == nil || !strings.Contains(err.Error(), "it has careful, default") {
		t.Errorf("the error is %v", err)
	}
}

func TestCodeExecSettings(t *testing.T) {
	s, err := loadDialect(t, "", "skills.yaml", map[string]string{"skills.yaml": `
skills:
  codeExec:
    enabled: true
    sandbox: {image: "a/b:1", timeout: 20s, memoryLimit: 64m, cpuLimit: 0.5}
    network: {mode: restricted, allowedHosts: [pypi.org], maxBandwidth: 10MB}
    bash: {allowedCommands: [ls]}
    audit: {logCode: true, retentionDays: 7}
`})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"run.docker.image": `"a/b:1"`, "run.timeout": `"20s"`, "run.limits.memory": `"64m"`, "run.network": `"restricted"`,
		"run.allowedHosts": `["pypi.org"]`, "codeExec.bash": `{"allowedCommands":["ls"]}`, "run.audit.retentionDays": `7`})
	s, err = loadDialect(t, "", "skills.yaml", map[string]string{"skills.yaml": "skills: {codeExec: {sandbox: {image: 'a/b:1', cpuLimit: '0.25'}}}"})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"run.timeout": `"30s"`, "run.limits.memory": `"256m"`, "run.limits.cpus": "0.25", "run.sandbox": `"docker"`})
}

// TestDialectFound takes settings of skillctl's for what they are, whatever the
// words in them.
func TestDialectFound(t *testing.T) {
	s, err := loadDialect(t, "", "mine.json", map[string]string{"mine.json": `{"exec": {"security": "deny"}}`})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"exec.security": `"deny"`, "exec.ask": `"on-miss"`})
	if _, err := loadDialect(t, "", "mine.json", map[string]string{"mine.json": `{"tols": {}}`}); err == nil || !strings.Contains(err.Error(), `unknown key "tols"`) {
		t.Errorf("the error is %v", err)
	}
}
