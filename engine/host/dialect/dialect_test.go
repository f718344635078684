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
			map[string]string{"openclaw": `{"elevated":{"enabled":true},"host":"gateway","mode":"ask"}`, "exec.security": `"allowlist"`, "exec.ask": `"on-miss"`}},
		"the older pair": {"", map[string]string{"openclaw.json": `{tools: {exec: {security: "allowlist"}}}`},
			map[string]string{"exec.security": `"allowlist"`, "exec.ask": `"off"`}},
		"an agent": {"writer", map[string]string{"openclaw.json": `{tools: {exec: {security: "full", ask: "always", safeBins: ["cut", ""]}},
			agents: {defaults: {sandbox: {mode: "all", docker: {image: "a", network: "none", memory: "1g", binds: ["/a:/b:ro"]}}},
				entries: {writer: {tools: {exec: {security: "deny"}}, sandbox: {docker: {image: "b"}}}}}}`},
			map[string]string{"exec.security": `"deny"`, "exec.ask": `"always"`, "exec.safeBins": `["cut"]`, "run.docker.image": `"b"`, "run.network": `"none"`,
				"run.limits.memory": `"1g"`, "run.docker.binds": `[{"source":"/a","target":"/b","write":false}]`, "openclaw.sandbox": `{"available":true}`}},
		"a word of the agent and a mode of all": {"writer", map[string]string{"openclaw.json": `{tools: {exec: {mode: "full"}}, agents: {entries: {writer: {tools: {exec: {security: "deny"}}}}}}`},
			map[string]string{"exec.security": `"deny"`, "exec.ask": `"off"`, "openclaw": `{"elevated":{"enabled":true}}`}},
		"a mode of the agent and a word of all": {"writer", map[string]string{"openclaw.json": `{tools: {exec: {security: "full", ask: "always"}}, agents: {entries: {writer: {tools: {exec: {mode: "allowlist"}}}}}}`},
			map[string]string{"exec.security": `"allowlist"`, "exec.ask": `"off"`, "openclaw.mode": `"allowlist"`}},
		"what nobody says": {"", map[string]string{"openclaw.json": `{tools: {exec: {security: "allowlist"}}}`},
			map[string]string{"openclaw.defaults": `["ask"]`}},
		"profiles of both": {"writer", map[string]string{"openclaw.json": `{tools: {exec: {safeBinProfiles: {cut: {maxPositional: 1}, wc: {}}}}, agents: {entries: {writer: {tools: {exec: {safeBinProfiles: {cut: {maxPositional: 2}}}}}}}}`},
			map[string]string{"exec.safeBinProfiles": `{"cut":{"maxPositional":2},"wc":{}}`}},
		"more rights": {"writer", map[string]string{"openclaw.json": `{tools: {elevated: {allowFrom: {telegram: ["1"]}}}, agents: {defaults: {elevatedDefault: "ask"}, entries: {writer: {tools: {elevated: {enabled: false, allowFrom: {telegram: ["1", "2"]}}}}}}}`},
			map[string]string{"openclaw.elevated": `{"allowFrom":{"telegram":["1"]},"alsoFrom":{"telegram":["1","2"]},"defaultLevel":"ask","enabled":false}`}},
		"a sandbox and no placement": {"", map[string]string{"openclaw.json": `{agents: {defaults: {sandbox: {mode: "all"}}}}`},
			map[string]string{"run.sandbox": `"docker"`, "openclaw.sandbox": `{"available":true}`}},
		"an agent of the older list": {"Writer", map[string]string{"openclaw.json": `{agents: {ownership: "explicit", list: [{id: "main"}, {id: "writer", tools: {exec: {security: "deny"}}, sandbox: {docker: {image: "b"}}}]}}`},
			map[string]string{"exec.security": `"deny"`, "run.docker.image": `"b"`}},
		"the only agent": {"", map[string]string{"openclaw.json": `{agents: {entries: {writer: {tools: {exec: {security: "deny"}}}}}}`},
			map[string]string{"exec.security": `"deny"`}},
		"several agents that do not differ": {"", map[string]string{"openclaw.json": `{tools: {exec: {security: "deny"}}, agents: {ownership: "explicit", entries: {main: {}, writer: {}}}}`},
			map[string]string{"exec.security": `"deny"`}},
		"the main agent that is not written down": {"main", map[string]string{"openclaw.json": `{tools: {exec: {ask: "always"}}}`},
			map[string]string{"exec.ask": `"always"`}},
		"the host's approvals": {"main", map[string]string{"openclaw.json": `{agents: {entries: {main: {}}}}`,
			"exec-approvals.json": `{version: 1, defaults: {security: "allowlist", ask: "on-miss"}, agents: {main: {allowlist: [{pattern: "/usr/bin/rg"}]}, other: {allowlist: ["sh"]}}}`},
			map[string]string{"openclaw.approvals": `{"ask":"on-miss","security":"allowlist"}`, "exec.allowlist": `["/usr/bin/rg"]`, "exec.security": `"full"`}},
		"tools": {"a", map[string]string{"openclaw.json": `{tools: {profile: "minimal", alsoAllow: ["x"], deny: ["y"], sandbox: {tools: {allow: ["z"], deny: ["d"]}}},
			agents: {entries: {a: {tools: {profile: "coding", allow: ["exec"], sandbox: {tools: {allow: []}}}}}}}`},
			map[string]string{"openclaw.tools": `{"agent":{"allow":["exec"]},"alsoAllow":["x"],"deny":["y"],"profile":"coding","sandbox":{"allow":[],"deny":["d"]},"widened":["x"]}`}},
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
	text := `{agents: {ownership: "explicit", entries: {main: {tools: {exec: {security: "deny"}}}, writer: {}}}}`
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
			map[string]string{"run.sandbox": `"docker"`, "run.docker.image": `"alpine:latest"`, "run.docker.readOnlyRootfs": `false`, "run.workspaceAccess": `"ro"`, "run.limits.memory": `"512m"`,
				"run.limits.cpus": "1", "run.network": `"none"`}},
		"what is left out": {"[runtime]\nkind = \"docker\"\n",
			map[string]string{"run.docker.image": `"alpine:3.20"`, "run.limits.memory": `"512m"`, "run.limits.cpus": "1", "run.network": `"none"`}},
		"limits that are none": {"[runtime]\nkind = \"docker\"\n[runtime.docker]\nmemory_limit_mb = 0\ncpu_limit = 0\nnetwork = \" none \"\n",
			map[string]string{"run.limits.memory": `"2g"`, "run.limits.cpus": "2", "run.network": `"none"`}},
		"a container for another runtime":            {"[runtime]\nkind = \"native\"\n[runtime.docker]\nnetwork = \"bridge\"\n", map[string]string{"run.network": `"none"`}},
		"built in":                                   {"[runtime]\nkind = \"native\"\n", map[string]string{"run.timeout": `"60s"`, "zeroclaw.max_actions_per_hour": `20`, "zeroclaw.shell_timeout_secs": `60`}},
		"the runtime profile that is called default": {"[risk_profiles.a]\nmax_actions_per_hour = 3\n[runtime_profiles.default]\nmax_actions_per_hour = 4\n", map[string]string{"zeroclaw.max_actions_per_hour": `4`}},
		"roots":       {"[risk_profiles.a]\nallowed_roots = [\"/w\", \"~/v\", \"rel\"]\n", map[string]string{"zeroclaw.allowed_roots": `["/w","~/v","rel"]`, "run.write": `[]`}},
		"its profile": {"[risk_profiles.a]\n", map[string]string{"exec.profile": `"zeroclaw"`}},
		"no sandbox":  {"[risk_profiles.a]\nsandbox_backend = \"none\"\n", map[string]string{"run.sandbox": `"none"`, "run.trusted": `true`, "run.network": `"full"`}},
		"a sandbox that is switched off": {"[risk_profiles.a]\nsandbox_backend = \"landlock\"\nsandbox_enabled = false\n",
			map[string]string{"run.sandbox": `"none"`, "run.trusted": `true`, "run.network": `"full"`}},
		"no sandbox around a container": {"[risk_profiles.a]\nsandbox_backend = \"none\"\nsandbox_enabled = false\n[runtime]\nkind = \"docker\"\n",
			map[string]string{"run.sandbox": `"docker"`, "run.trusted": `false`, "run.network": `"none"`}},
		"tables of older versions fill the profile that is called default": {
			"[autonomy]\nlevel = \"full\"\nworkspace_only = false\n[security.sandbox]\nenabled = false\nbackend = \"landlock\"\n[risk_profiles.default]\nworkspace_only = true\n[risk_profiles.a]\nlevel = \"readonly\"\n",
			map[string]string{"zeroclaw.level": `"full"`, "zeroclaw.workspace_only": `true`, "zeroclaw.sandbox_backend": `"landlock"`, "run.sandbox": `"none"`},
		},
		"they make it": {"[autonomy]\nlevel = \"full\"\n[risk_profiles.a]\nlevel = \"readonly\"\n", map[string]string{"zeroclaw.level": `"full"`}},
		"and fill no other": {"[autonomy]\nworkspace_only = false\n[risk_profiles.a]\nlevel = \"readonly\"\n[agents.m]\nrisk_profile = \"a\"\n",
			map[string]string{"zeroclaw": `{"level":"readonly","max_actions_per_hour":20,"shell_timeout_secs":60}`}},
		"the only agent": {"[risk_profiles.a]\nlevel = \"full\"\n[risk_profiles.b]\nlevel = \"readonly\"\n[runtime_profiles.r]\nshell_timeout_secs = 5\n[agents.m]\nrisk_profile = \" b \"\nruntime_profile = \"r\"\n",
			map[string]string{"zeroclaw.level": `"readonly"`, "run.timeout": `"5s"`}},
		"agents that do not differ":             {"[risk_profiles.a]\nlevel = \"full\"\n[risk_profiles.b]\n[agents.m]\nrisk_profile = \"a\"\n[agents.n]\nrisk_profile = \"a\"\n[agents.o]\nmodel = \"x\"\n", map[string]string{"zeroclaw.level": `"full"`}},
		"a profile that an older version makes": {"[autonomy]\nlevel = \"readonly\"\n[agents.m]\nrisk_profile = \"default\"\n", map[string]string{"zeroclaw.level": `"readonly"`}},
	} {
		if s, err = loadDialect(t, "", "config.toml", map[string]string{"config.toml": c.text}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Run(name, func(t *testing.T) { wantSettings(t, s, c.want) })
	}
	const two = "[risk_profiles.a]\nlevel = \"full\"\n[risk_profiles.b]\nlevel = \"readonly\"\n[agents.m]\nrisk_profile = \"a\"\n[agents.n]\nrisk_profile = \"b\"\n[agents.b]\nrisk_profile = \"a\"\n"
	for agent, level := range map[string]string{"m": `"full"`, "n": `"readonly"`, "a": `"full"`, "b": `"full"`} {
		if s, err = loadDialect(t, agent, "config.toml", map[string]string{"config.toml": two}); err != nil {
			t.Fatalf("%s: %v", agent, err)
		}
		wantSettings(t, s, map[string]string{"zeroclaw.level": level})
	}
	if _, err = loadDialect(t, "", "config.toml", map[string]string{"config.toml": two}); err == nil || !strings.Contains(err.Error(), "name one with --agent (m, n, b)") {
		t.Errorf("the error is %v", err)
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
    python: {allowPipInstall: false}
`})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"run.docker.image": `"a/b:1"`, "run.timeout": `"20s"`, "run.limits.memory": `"64m"`, "run.network": `"restricted"`,
		"run.allowedHosts": `["pypi.org"]`, "codeExec.bash": `{"allowedCommands":["ls"]}`, "run.docker.env": `{"PIP_NO_INDEX":"1"}`, "run.audit.retentionDays": `7`})
	s, err = loadDialect(t, "", "skills.yaml", map[string]string{"skills.yaml": "skills: {codeExec: {sandbox: {image: 'a/b:1', cpuLimit: '0.25'}}}"})
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"run.timeout": `"30s"`, "run.limits.memory": `"256m"`, "run.limits.cpus": "0.25", "run.sandbox": `"docker"`})
}

// TestOwnSettingsHold wants what skillctl's own settings say before what another system
// says of the same with a word that opens something.
func TestOwnSettingsHold(t *testing.T) {
	dir, user := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "config.toml")
	for name, text := range map[string]string{
		file: "[risk_profiles.a]\nsandbox_backend = \"none\"\n", filepath.Join(user, "skillctl.yaml"): "exec: {profile: strict}\nrun: {sandbox: landlock, trusted: false, network: none}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := settings.Load(t.Context(), settings.WithDir(dir), settings.WithSystemDir(""), settings.WithUserDir(user), settings.WithFile(file), settings.WithTranslator(Reader{}.Translate))
	if err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, map[string]string{"exec.profile": `"strict"`, "run.sandbox": `"landlock"`, "run.trusted": `false`, "run.network": `"none"`})
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
