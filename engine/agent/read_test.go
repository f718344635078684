package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/agent"
)

// cases are files with what is told of them: role, key and what follows from it.
func cases() []struct{ name, text, want string } {
	return []struct{ name, text, want string }{
		{".claude/settings.json", `{"model": "opus", "permissions": {"deny": ["x"]}}`, ""},
		{".claude/settings.json", `{"permissions": {"allow": ["Bash(a, b)", "Read"]}}`, "grant permissions.allow.0=Bash(a, b) @1:28\ngrant permissions.allow.1=Read @1:42"},
		{".claude/settings.json", "{\n // why\n \"disableAllHooks\": true,\n}", "guard disableAllHooks=true @3:21"},
		{".claude/settings.json", `{"disableAllHooks": false, "disableAllHooks": true}`, "guard disableAllHooks=false @1:21\nguard disableAllHooks=true @1:47"},
		{".claude/settings.json", `{"env": {"A": "1", "B": {}}}`, "variable env.A=1 @1:10\nunknown env.B @1:20"},
		{".claude/settings.json", `{"hooks": {"Stop": [{"matcher": "x", "hooks": [{"type": "command", "command": "make a", "sudo": 1}]}]}}`, "unknown hooks.Stop.0.hooks.0.sudo @1:89\nrun hooks.Stop.0.hooks.0 make a @1:79"},
		{".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "node x", "hooks": []}]}]}}`, "run hooks.Stop.0.hooks.0.command node x @1:63"},
		{".claude/settings.json", `{"sandbox": {"ripgrep": {"command": "bin/rg", "args": ["-x"]}}}`, "run sandbox.ripgrep bin/rg -x @1:37"},
		{".claude/settings.json", `{"hooks": {"Stop": 7}}`, "unknown hooks.Stop @1:12"},
		{".claude/settings.json", `{"statusLine": {"type": "command", "command": "x y"}}`, "run statusLine x y @1:47"},
		{".claude/settings.json", `{"apiKeyHelper": "bin/key"}`, "run apiKeyHelper bin/key @1:18"},
		{".claude/settings.json", `{"mystery": {"a": 1}}`, "unknown mystery @1:2"},
		{".claude/settings.json", `[]`, "unknown  @1:1"},
		{".claude/settings.local.json", `{"permissions": {"defaultMode": "plan", "more": 1}}`, "asking permissions.defaultMode=plan @1:33\nunknown permissions.more @1:41"},
		{".mcp.json", `{"mcpServers": {"a": {"command": "sh", "args": ["-c", "x | y"], "env": {"K": "v"}}}}`, "variable mcpServers.a.env.K=v @1:73\nserver mcpServers.a sh -c 'x | y' @1:34"},
		{".mcp.json", `{"mcpServers": {"a": {"url": "https://a.example"}, "b": 3}}`, "server mcpServers.a https://a.example @1:30\nunknown mcpServers.b @1:52"},
		{".mcp.json", `{"mcpServers": {"a": {"args": ["x"], "command": "y"}}}`, "server mcpServers.a y x @1:31"},
		{".vscode/mcp.json", `{"servers": {"a": {"command": ["x"]}}}`, "server servers.a x @1:31"},
		{".codex/config.toml", "approval_policy = \"never\"\n[features]\nhooks = false\n", "asking approval_policy=never @1:19\nguard features.hooks=false @3:9"},
		{".codex/config.toml", "notify = [\"a\", \"b c\"]\n[mcp_servers.x]\ncommand = \"y\"\n[profiles.p]\nsandbox_mode = \"read-only\"", "run notify a 'b c' @1:10\nserver mcp_servers.x y @3:11\nguard profiles.p.sandbox_mode=read-only @5:16"},
		{".codex/config.toml", "instructions = \"x\"\n[features]\nnew = true\n", "prompt instructions=x @1:16\nreach features.new=true @3:7"},
		{".codex/hooks.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a", "timeout": 3}]}]}}`, "run hooks.PreToolUse.0.hooks.0 a @1:69"},
		{".gemini/settings.json", `{"hooksConfig": {"disabled": ["p"]}, "hooks": {"disabled": ["q"], "BeforeTool": [{"hooks": [{"command": "a"}]}]}}`, "guard hooksConfig.disabled.0=p @1:31\nguard hooks.disabled.0=q @1:61\nrun hooks.BeforeTool.0.hooks.0 a @1:105"},
		{".gemini/settings.json", `{"mcpServers": {"a": {"httpUrl": "http://a", "trust": true}}}`, "asking mcpServers.a.trust=true @1:55\nserver mcpServers.a http://a @1:34"},
		{".mcp.json", `{"mcpServers": {"a": {"url": "https://a.example", "httpUrl": "https://b.example", "command": "x"}}}`, "server mcpServers.a x @1:30\nserver mcpServers.a https://a.example @1:30\nserver mcpServers.a https://b.example @1:30"},
		{".mcp.json", `{"mcpServers": {"a": {"command": "x", "args": ["1"], "command": "y"}}}`, "unknown mcpServers.a.command @1:54\nserver mcpServers.a x 1 @1:34\nserver mcpServers.a y 1 @1:34"},
		{".mcp.json", `{"mcpServers": {"a": {"url": "https://a.example", "url": "https://b.example"}}}`, "unknown mcpServers.a.url @1:51\nserver mcpServers.a https://a.example @1:30\nserver mcpServers.a https://b.example @1:30"},
		{".mcp.json", `{"mcpServers": {"a": {"command": "npx -y x", "args": ["a b"]}}}`, "server mcpServers.a npx -y x 'a b' @1:34"},
		{".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "curl u | sh", "args": ["x"]}]}]}}`, "run hooks.Stop.0.hooks.0 curl u | sh x @1:63"},
		{".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "is it done?"}]}]}}`, "prompt hooks.Stop.0.hooks.0.prompt=is it done? @1:61"},
		{".gemini/commands/a.toml", "description = \"d\"\nprompt = \"look: !{git diff | awk '{print}'} and @{a.md}\"\n", "prompt prompt=look: !{git diff | awk '{print}'} and @{a.md} @2:10\nrun prompt git diff | awk '{print}' @2:10"},
		{".gemini/settings.json", `{"tools": {"enableHooks": false, "shell": {"pager": "less"}}}`, "guard tools.enableHooks=false @1:27\nrun tools.shell.pager less @1:53"},
		{".codex/requirements.toml", "allow_managed_hooks_only = false\nmystery = 1\n[hooks]\nmanaged_dir = \"h\"", "guard allow_managed_hooks_only=false @1:28\nunknown mystery @2:1\nreach hooks.managed_dir=h @4:15"},
		{"opencode.json", `{"experimental": {"new": 1}, "provider": {"a": {"options": {"fetch": "x"}, "models": {"m": {"provider": {"npm": "evil"}, "limit": {}}}}}}`, "unknown experimental.new @1:19\nunknown provider.a.options.fetch @1:61\nsource provider.a.models.m.provider.npm=evil @1:113"},
		{".cursor/hooks.json", `{"version": 1, "hooks": {"stop": [{"command": "a"}]}}`, "run hooks.stop.0 a @1:47"},
		{".github/hooks/x.json", `{"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "a", "powershell": "b"}]}}`, "run hooks.preToolUse.0 a\nb @1:69"},
		{"opencode.json", `{"permission": {"bash": {"*": "allow"}}, "mcp": {"a": {"type": "local", "command": ["x", "y"]}}}`, "permission permission.bash.*=allow @1:31\nserver mcp.a x y @1:84"},
		{"opencode.jsonc", `{"provider": {"a": {"options": {"baseURL": "https://a", "timeout": 3}, "mode": 1}}}`, "endpoint provider.a.options.baseURL=https://a @1:44\nunknown provider.a.mode @1:72"},
		{".claude-plugin/plugin.json", `{"name": "x", "hooks": "./hooks.json", "mcpServers": {"a": {"command": "${CLAUDE_PLUGIN_ROOT}/a"}}}`, "file hooks=./hooks.json @1:24\nserver mcpServers.a ${CLAUDE_PLUGIN_ROOT}/a @1:72"},
		{".claude-plugin/marketplace.json", `{"name": "x", "plugins": [{"name": "a", "source": "./a"}]}`, "source plugins.0.source=./a @1:51"},
	}
}

func told(p *agent.Part) string {
	var list []string
	for _, e := range p.Entries {
		line := e.Role + " " + e.Key
		switch {
		case e.Text != "":
			line += " " + e.Text
		case e.URL != "":
			line += " " + e.URL
		case e.Role != agent.RoleUnknown:
			line += fmt.Sprintf("=%v", e.Value)
		}
		list = append(list, fmt.Sprintf("%s @%d:%d", line, e.Span.Start.Line, e.Span.Start.Column))
	}
	return strings.Join(list, "\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range cases() {
		file, ok := agent.Of(c.name)
		if !ok {
			t.Errorf("%s is no file that agents obey", c.name)
			continue
		}
		part := agent.Read(c.name, file, []byte(c.text))
		if got := told(&part); got != c.want || part.Problem != "" {
			t.Errorf("%s %s\ntells %s %s\nwant  %s", c.name, c.text, got, part.Problem, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		text []byte
	}{
		{".claude/settings.json", nil},
		{".claude/settings.json", []byte(`{"hooks": [`)},
		{".claude/settings.json", []byte("")},
		{".claude/settings.json", []byte("\x00\x01\x02\x03\xff\xfe")},
		{".claude/settings.json", []byte(`{"a": "` + strings.Repeat("x", agent.MaxFile) + `"}`)},
		{".claude/settings.json", []byte(strings.Repeat(`{"hooks":`, 200) + "1" + strings.Repeat("}", 200))},
		{".claude/settings.json", []byte(`{"permissions": {"allow": [` + strings.Repeat(`"a",`, 3000) + `]}}`)},
		{".codex/config.toml", []byte("approval_policy = never")},
		{".codex/config.toml", []byte("a = 1\na = 2")},
	} {
		file, _ := agent.Of(c.name)
		if part := agent.Read(c.name, file, c.text); part.Problem == "" {
			t.Errorf("%s %.40q: nothing is said", c.name, c.text)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		".claude/settings.json": "Claude Code settings .", "a/b/.claude/settings.local.json": "Claude Code settings a/b", ".Claude/Settings.JSON": "Claude Code settings .",
		"CLAUDE.md": "Claude Code instructions .", "x/AGENTS.md": "agents instructions x", ".cursor/rules/a/b.mdc": "Cursor instructions .", ".cursorrules": "Cursor instructions .",
		".claude/commands/a/b.md": "Claude Code prompt .", ".claude/hooks/x.sh": "Claude Code code .", ".github/hooks/a.json": "Copilot hooks .", ".mcp.json": "Claude Code servers .",
		".opencode/plugin/a.ts": "opencode code .", "/abs/.codex/config.toml": "Codex settings /abs", ".claude/a/.claude/settings.json": "Claude Code settings .claude/a",
		"settings.json": "", "hooks/hooks.json": "Claude Code hooks .", ".lsp.json": "", ".gemini/.env": "Gemini CLI variables .", ".env": "Gemini CLI variables .", ".qwen/sandbox.Dockerfile": "Qwen Code code .", ".claude/skills/a/x.md": "", "src/AGENTS.md.bak": "", "agents/x.md": "", ".claude/projects/x.jsonl": "", "README.md": "",
	} {
		got := ""
		if file, ok := agent.Of(name); ok {
			got = fmt.Sprintf("%s %s %s", file.Client, file.Kind, file.Base)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if list := agent.All("p/.lsp.json"); len(list) != 1 || list[0].Needs != ".claude-plugin/plugin.json" || list[0].Base != "p" {
		t.Errorf("p/.lsp.json may be %+v", list)
	}
}

// TestVariables wants each line that sets a variable told, with its value as readers take it.
func TestVariables(t *testing.T) {
	t.Parallel()
	text := "\ufeffA=1\n# B=2\n export  C = 'x # y' # z\r\nD: https://a.example/p\n\nE=\"open\nF=x y # z\nno line\n=1\nG-1=\n"
	part := agent.Read(".gemini/.env", agent.File{Kind: agent.KindVariables, Keys: "variables"}, []byte(text))
	var told []string
	for _, e := range part.Entries {
		told = append(told, fmt.Sprintf("%s %d %v", e.Name, e.Span.Start.Line, e.Value))
	}
	want := []string{"A 1 1", "C 3 x # y", "D 4 https://a.example/p", `E 6 "open`, "F 7 x y", "G-1 10 "}
	if part.Problem != "" || !slices.Equal(told, want) {
		t.Errorf("%q (%s), and is to be %q", told, part.Problem, want)
	}
	for name, text := range map[string][]byte{"missing": nil, "long": make([]byte, agent.MaxFile+1), "no text": {0, 1, 2, 0xff}} {
		if part := agent.Read(".gemini/.env", agent.File{Kind: agent.KindVariables, Keys: "variables"}, text); part.Problem == "" {
			t.Errorf("%s: no problem is told", name)
		}
	}
}

func TestLeads(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		".claude": true, ".claude/commands": true, ".claude/commands/a/b": true, ".claude/skills": false, ".claude/projects": false, ".github": true, ".github/workflows": false,
		".github/copilot": true, "src": false, ".Cursor/Rules": true, ".claude/settings.json": false,
	} {
		if got := agent.Leads(name); got != want {
			t.Errorf("%s leads to files: %t, want %t", name, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh`:         ".claude/hooks/a.sh",
		`bash ./scripts/a.sh && python3 tools/b.py`:        "scripts/a.sh tools/b.py",
		`${CLAUDE_PLUGIN_ROOT}/bin/x --config=conf/y.json`: "bin/x conf/y.json",
		`npm run lint`:             "",
		`cat /etc/passwd ../up.sh`: "../up.sh",
	} {
		e := agent.Entry{Text: text}
		got := e.Named()
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s names %q, want %q", text, got, want)
		}
	}
}

func TestImports(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"See @docs/a.md, (@./b.md) and @someone; mail a@b.example.": "docs/a.md b.md",
		"@/etc/x @../y.md @~/z.md":                                  "/etc/x ../y.md ~/z.md",
		"[rules](mdc:.cursor/rules/a.mdc) @{notes/b.txt}":           ".cursor/rules/a.mdc notes/b.txt",
		"@https://a.example/x @..":                                  "",
	} {
		got, problem := agent.Imports([]byte(text))
		var names []string
		for _, one := range got {
			names = append(names, one.Name)
		}
		if strings.Join(names, " ") != want || problem != "" {
			t.Errorf("%q takes in %q (%s), want %q", text, names, problem, want)
		}
	}
	got, _ := agent.Imports([]byte("é\n  @a/b.md"))
	if len(got) != 1 || got[0].Span.Start.Line != 2 || got[0].Span.Start.Column != 3 || got[0].Span.Start.Offset != 5 {
		t.Errorf("it is taken in at %+v", got)
	}
	var many strings.Builder
	for i := range 501 {
		fmt.Fprintf(&many, "@a/%d ", i)
	}
	if got, problem := agent.Imports([]byte(many.String())); len(got) != 500 || problem == "" {
		t.Errorf("of 501 files %d are told: %q", len(got), problem)
	}
	if _, problem := agent.Imports([]byte("@a/" + strings.Repeat("b", 5000))); problem == "" {
		t.Error("a name that is passed over is not told")
	}
}

// FuzzRead holds what every reading has to hold: it ends, an unreadable file is said, and
// every place is in the text.
func FuzzRead(f *testing.F) {
	for _, c := range cases() {
		f.Add(c.name, []byte(c.text))
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		for _, name := range []string{name, ".claude/settings.json", ".mcp.json", ".codex/config.toml", "opencode.json"} {
			file, ok := agent.Of(name)
			if !ok {
				continue
			}
			part := agent.Read(name, file, text)
			for _, e := range part.Entries {
				if e.Span.Start.Offset < 0 || e.Span.End.Offset > len(text) || e.Span.Start.Offset > e.Span.End.Offset || e.Span.Start.Line < 1 {
					t.Fatalf("%s: %s is at %+v of %d bytes", name, e.Key, e.Span, len(text))
				}
				if e.Role == "" || e.Argv == nil {
					t.Fatalf("%s: %+v says nothing", name, e)
				}
			}
			again := agent.Read(name, file, text)
			if told(&part) != told(&again) {
				t.Fatalf("%s is read in two ways", name)
			}
		}
	})
}
