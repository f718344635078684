package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
)

// configuration is one as people have it: file is below the home folder, or below that
// of the system for the managed scope.
type configuration struct {
	agent, scope, file, text string
}

// configurations are 40 of them, by what is odd about each.
func configurations() map[string]configuration {
	claude, codex, gemini, qwen, openclaw := ".claude/settings.json", ".codex/hooks.json", ".gemini/settings.json", ".qwen/settings.json", ".openclaw/openclaw.json"
	toml := ".codex/config.toml"
	return map[string]configuration{
		"claude, usual":                        {"claude-code", User, claude, "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(npm run test:*)\"\n    ],\n    \"deny\": [\n      \"Read(./.env)\"\n    ]\n  },\n  \"env\": {\n    \"FOO\": \"bar\"\n  }\n}\n"},
		"claude, no end of line":               {"claude-code", User, claude, "{\n  \"model\": \"opus\"\n}"},
		"claude, empty object":                 {"claude-code", User, claude, "{}"},
		"claude, empty object, line":           {"claude-code", User, claude, "{}\n"},
		"claude, empty object, spread":         {"claude-code", User, claude, "{\n}\n"},
		"claude, empty object, blank":          {"claude-code", User, claude, "{ }\r\n"},
		"claude, empty file":                   {"claude-code", User, claude, ""},
		"claude, blank file":                   {"claude-code", User, claude, "\n\n"},
		"claude, mark alone":                   {"claude-code", User, claude, "\ufeff"},
		"claude, mark":                         {"claude-code", User, claude, "\ufeff{\n  \"model\": \"opus\"\n}\n"},
		"claude, CRLF":                         {"claude-code", User, claude, "{\r\n  \"model\": \"opus\",\r\n  \"hooks\": {}\r\n}\r\n"},
		"claude, mark and CRLF":                {"claude-code", User, claude, "\ufeff{\r\n\t\"model\": \"opus\"\r\n}\r\n"},
		"claude, tabs":                         {"claude-code", User, claude, "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"PostToolUse\": [\n\t\t\t{\n\t\t\t\t\"matcher\": \"Edit\",\n\t\t\t\t\"hooks\": [{\"type\": \"command\", \"command\": \"prettier -w\"}]\n\t\t\t}\n\t\t]\n\t}\n}\n"},
		"claude, four blanks":                  {"claude-code", User, claude, "{\n    \"model\": \"opus\",\n    \"hooks\": {\n        \"Stop\": []\n    }\n}\n"},
		"claude, one line":                     {"claude-code", User, claude, `{"model":"opus","env":{"A":"1"}}`},
		"claude, one line, empty hooks":        {"claude-code", User, claude, `{"hooks":{},"model":"opus"}` + "\n"},
		"claude, hooks of others":              {"claude-code", User, claude, "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"~/bin/audit.sh\"\n          }\n        ]\n      }\n    ]\n  },\n  \"model\": \"opus\"\n}\n"},
		"claude, hooks of others in a line":    {"claude-code", User, claude, "{\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}]}]}\n}\n"},
		"claude, empty list":                   {"claude-code", User, claude, "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n"},
		"claude, other script":                 {"claude-code", User, claude, "{\n  \"日本\": \"\\u00e9 é 🦀\",\n  \"a\\\"b\": [1.5e3, -0, null, true]\n}\n"},
		"claude, keys on lines with others":    {"claude-code", User, claude, "{ \"a\": 1,\n  \"b\": 2, \"c\": {\n  \"d\": [] } }\n"},
		"claude, managed":                      {"claude-code", Managed, "etc/claude-code/managed-settings.json", "{\n  \"permissions\": {\"deny\": [\"WebFetch\"]}\n}\n"},
		"claude, managed, strict already":      {"claude-code", Managed, "etc/claude-code/managed-settings.json", "{\n  \"allowManagedHooksOnly\": true\n}\n"},
		"codex, hooks of others":               {"codex", User, codex, `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo"}]}], "Stop": []}}`},
		"codex, config":                        {"codex", User, toml, "model = \"gpt-5.5\"\napproval_policy = \"on-request\"\n\n# servers\n[mcp_servers.lab]\ncommand = \"npx\"\nargs = [\"-y\", \"lab\"]\n\n[projects.\"/srv/app\"]\ntrust_level = \"trusted\"\n"},
		"codex, config, no end of line":        {"codex", User, toml, "model = \"gpt-5.5\""},
		"codex, config, CRLF":                  {"codex", User, toml, "model = \"gpt-5.5\"\r\n\r\n[features]\r\nplugins = false # no\r\n"},
		"codex, config, others trusted":        {"codex", User, toml, "[hooks.state]\n[hooks.state.\"/x:pre_tool_use:0:0\"]\nenabled = true\ntrusted_hash = \"sha256:00\"\n\n[tui]\ntheme = '''\n[hooks]\n'''\n"},
		"codex, config, lists of tables":       {"codex", User, toml, "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = '''a\nb'''\n\n[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"c\"\n"},
		"codex, config, dotted":                {"codex", User, toml, "features.plugins = false\nfeatures.hooks = true\nwhen = 2026-01-02T03:04:05Z\nratio = 1_000.5\n"},
		"codex, config, empty":                 {"codex", User, toml, ""},
		"codex, requirements":                  {"codex", Managed, "etc/codex/requirements.toml", "# ours\nallowed_approval_policies = [\n  \"on-request\", # asks\n]\n\n[features]\nplugins = false\n[rules]\nprefix_rules = []\n"},
		"codex, requirements, inline":          {"codex", Managed, "etc/codex/requirements.toml", "features = { plugins = false }\nhooks = { PreToolUse = [] }\n"},
		"codex, requirements, hooks of others": {"codex", Managed, "etc/codex/requirements.toml", "[hooks]\nmanaged_dir = \"/etc/codex/hooks\"\n\n[[hooks.PreToolUse]]\n\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"/etc/codex/hooks/a\"\n\n[features]\n\n[[rules]]\na = 1\n"},
		"gemini, comments":                     {"gemini-cli", User, gemini, "// mine\n{\n  /* theme */ \"theme\": \"Dark\", // dark\n  \"mcpServers\": {\n    // \"old\": {},\n    \"lab\": {\"command\": \"npx\"} // last, of servers\n  } /* end */ // done\n  // nothing follows\n}\n// bye\n"},
		"gemini, comment within empty":         {"gemini-cli", User, gemini, "{\n  // nothing yet\n}\n"},
		"gemini, comment in a line":            {"gemini-cli", User, gemini, "{\"theme\": \"Dark\" // dark\n}\n"},
		"qwen, comment before the comma":       {"qwen-code", User, qwen, "{\n  \"a\": 1 /* one */, // first\n  \"b\": [2, 3] /* two\n  lines */\n}\n"},
		"qwen, mark and comments":              {"qwen-code", User, qwen, "\ufeff/* q */{\"hooks\": {\"PreToolUse\": [ /* none */ ]}}\n"},
		"qwen, managed":                        {"qwen-code", Managed, "etc/qwen-code/settings.json", "{}\n"},
		"gemini, managed":                      {"gemini-cli", Managed, "etc/gemini-cli/settings.json", "{\n  \"hooksConfig\": {\"enabled\": true, \"disabled\": []}\n}\n"},
		"cursor, others":                       {"cursor", User, ".cursor/hooks.json", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"beforeShellExecution\": [{ \"command\": \"./audit.sh\" }],\n    \"stop\": [{ \"command\": \"./stop.sh\" }]\n  }\n}\n"},
		"openclaw, JSON5":                      {"openclaw", User, openclaw, "// agents\n{\n  agents: { defaults: { workspace: '~/work', }, },\n  plugins: {\n    allow: ['memory',],\n    load: { paths: [\n      '~/plugins/a', // mine\n    ] },\n  },\n  gateway: { port: +18789, hex: 0xFF },\n}\n"},
		"openclaw, denied":                     {"openclaw", User, openclaw, "{ tools: { exec: { mode: \"deny\" } }, plugins: { entries: { skillctl: {}, }, } }"},
		"openclaw, older name":                 {"openclaw", User, openclaw, "{tools: {exec: {security: 'allowlist', ask: 'off'}}}"},
		"openclaw, copied":                     {"openclaw", User, openclaw, "{\"plugins\":{\"enabled\":true},\"tools\":{\"profile\":\"coding\"}}\n"},
	}
}

// scene is a machine in a temporary folder.
func scene(t testing.TB) (*Machine, *Receipts, Caller) {
	root := t.TempDir()
	m := &Machine{
		Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "project"), Root: root, System: "linux",
		Getenv: func(string) string { return "" }, LookPath: func(string) (string, error) { return "", errors.New("none") },
	}
	for _, dir := range []string{m.Home, m.Dir} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return m, OpenReceipts(filepath.Join(root, "state")), Caller{Program: "/opt/it's here/skillctl", Timeout: "/usr/bin/timeout", Answer: AnswerTime}
}

func put(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// place puts a configuration where it belongs.
func (c configuration) place(t testing.TB, m *Machine) string {
	file := filepath.Join(m.Home, c.file)
	if c.scope == Managed {
		file = filepath.Join(m.Root, c.file)
	}
	put(t, file, c.text)
	return file
}

func agentOf(t testing.TB, name string) *Agent {
	t.Helper()
	a, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// setUp makes the change, and gives the plan.
func setUp(t testing.TB, m *Machine, r *Receipts, caller Caller, c configuration) *Plan {
	t.Helper()
	p, err := m.Plan(context.Background(), agentOf(t, c.agent), c.scope, caller, r)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func takeOut(t testing.TB, m *Machine, r *Receipts, caller Caller, c configuration) {
	t.Helper()
	p, err := m.Removal(context.Background(), agentOf(t, c.agent), c.scope, caller, r)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(p); err != nil {
		t.Fatal(err)
	}
}

// files are the texts of all files of a machine but receipts, by name.
func files(t testing.TB, m *Machine) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(m.Root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || path == filepath.Join(m.Root, "state") {
			return filepath.SkipDir
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all[path] = info.Mode().String()
		if !entry.IsDir() {
			all[path] += get(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestConfigurations sets each up, asks whether it is, and takes it back to the byte.
func TestConfigurations(t *testing.T) {
	t.Parallel()
	for name, c := range configurations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, r, caller := scene(t)
			file := c.place(t, m)
			before := files(t, m)
			p := setUp(t, m, r, caller, c)
			if len(p.Open) > 0 {
				t.Errorf("something is in the way: %v", p.Open)
			}
			text := get(t, file)
			if text == c.text {
				t.Error("nothing was written")
			}
			if crlf := strings.Count(text, "\r\n"); strings.Contains(c.text, "\r\n") && crlf != strings.Count(text, "\n") {
				t.Errorf("line ends are mixed: %q", text)
			}
			again, err := m.Plan(t.Context(), agentOf(t, c.agent), c.scope, caller, r)
			if err != nil || again.Changed() {
				t.Errorf("a second setup would change something (%v)", err)
			}
			takeOut(t, m, r, caller, c)
			if after := files(t, m); !reflect.DeepEqual(before, after) {
				t.Errorf("not as before: %q\nwant %q", after, before)
			}
		})
	}
}

// TestChangedSince has somebody add to each configuration before it is taken back: what
// was added stays, and all that setup wrote goes.
func TestChangedSince(t *testing.T) {
	t.Parallel()
	// What was added stands where it was put because of what setup wrote.
	laidOut := map[string]bool{"codex, config, empty": true, "gemini, comment in a line": true}
	for name, c := range configurations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, r, caller := scene(t)
			file := c.place(t, m)
			setUp(t, m, r, caller, c)
			syntax := edit.JSON5
			if strings.HasSuffix(file, ".toml") {
				syntax = edit.TOML
			}
			later := edit.Edit{Path: []string{"zz_later"}, Value: &document.Node{Kind: document.Bool, Value: true, Raw: "true"}}
			add := func(text string) string {
				changed, _, err := edit.Apply(t.Context(), file, []byte(text), syntax, []edit.Edit{later})
				if err != nil {
					t.Fatal(err)
				}
				return string(changed)
			}
			want := add(c.text)
			put(t, file, add(get(t, file)))
			takeOut(t, m, r, caller, c)
			got := get(t, file)
			if strings.Contains(got, "skillctl hook") || strings.Contains(got, "trusted_hash") && !strings.Contains(c.text, "trusted_hash") {
				t.Errorf("something of skillctl is left: %s", got)
			}
			if value(t, got, syntax) != value(t, want, syntax) || got != want && !laidOut[name] {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}

// value is what a configuration says, as one text.
func value(t *testing.T, text string, syntax edit.Syntax) string {
	t.Helper()
	doc, err := edit.Read(t.Context(), "x", []byte(text), syntax)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	written, err := jsonText(doc.Root.Interface())
	if err != nil {
		t.Fatal(err)
	}
	return string(written)
}

// TestNear: a name that is not one of the table is answered with the agent that was meant.
func TestNear(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"claude": "claude-code", "Claude Code": "claude-code", "claude_code": "claude-code", "claud-code": "claude-code",
		"gemini": "gemini-cli", "qwen": "qwen-code", "cursor-agent": "cursor", "copilot-cli": "copilot", "github-copilot": "copilot",
		"codx": "codex", "Codex": "codex", "nobody": "", "": "",
	} {
		_, err := Find(name)
		if err == nil {
			t.Fatalf("%q was found", name)
		}
		if _, near, _ := strings.Cut(err.Error(), "did you mean "); near != "" && near != fmt.Sprintf("%q?", want) || near == "" && want != "" {
			t.Errorf("%q: %v; want %q", name, err, want)
		}
	}
}
