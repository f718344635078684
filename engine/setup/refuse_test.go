package setup

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// TestRefused leaves configurations as they are that cannot be read or changed, and says
// where.
func TestRefused(t *testing.T) {
	t.Parallel()
	claude, gemini, qwen, openclaw := ".claude/settings.json", ".gemini/settings.json", ".qwen/settings.json", ".openclaw/openclaw.json"
	for name, tt := range map[string]struct {
		configuration
		want string
	}{
		"not closed":            {configuration{"claude-code", User, claude, "{\n  \"a\": 1,\n"}, "settings.json:1:1: this object is not closed"},
		"no comma":              {configuration{"claude-code", User, claude, "{\n  \"a\": 1\n  \"b\": 2\n}"}, `settings.json:3:3: expected ","`},
		"comment":               {configuration{"claude-code", User, claude, "{\n  \"é\": 1, // one\n}"}, "settings.json:2:9: there is no"},
		"comment alone":         {configuration{"claude-code", User, claude, "{\n  \"é\": 1 // one\n}"}, "settings.json:2:10: this is a comment"},
		"comma too many":        {configuration{"gemini-cli", User, gemini, "{\n  \"a\": [1, 2 /* two */ ,]\n}"}, `settings.json:2:24: there is no value behind this ","`},
		"mark":                  {configuration{"gemini-cli", User, gemini, "\ufeff{}"}, "settings.json:1:1: the file begins with a byte order mark"},
		"mark alone":            {configuration{"codex", User, ".codex/hooks.json", "\ufeff"}, "hooks.json:1:1: the file begins with a byte order mark"},
		"single quotes":         {configuration{"qwen-code", User, qwen, "{\n  'a': 1\n}"}, "settings.json:2:3: the program that reads this file takes plain JSON alone"},
		"a list":                {configuration{"claude-code", User, claude, "\n[]"}, "settings.json:2:1: this is a list"},
		"hooks are a list":      {configuration{"claude-code", User, claude, "{\"hooks\": []}"}, "settings.json:1:11: this is a list, and an object is wanted"},
		"hooks are null":        {configuration{"claude-code", User, claude, "{\"hooks\": null}"}, "settings.json:1:11: this is null"},
		"the event is a text":   {configuration{"claude-code", User, claude, "{\"hooks\": {\"PreToolUse\": \"x\"}}"}, "settings.json:1:26: this is a string, and a list is wanted"},
		"a key stands twice":    {configuration{"claude-code", User, claude, "{\"hooks\": {},\n\"hooks\": {}}"}, `settings.json:2:1: the key "hooks" stands twice`},
		"not UTF-8":             {configuration{"claude-code", User, claude, "{\"a\": \"\xff\"}"}, "settings.json:1:8: byte 0xFF is not UTF-8"},
		"UTF-16":                {configuration{"claude-code", User, claude, "{\x00}\x00"}, "settings.json:1:2: a NUL byte"},
		"other skillctl":        {configuration{"claude-code", User, claude, "{\"hooks\": {\"PreToolUse\": [\n{\"hooks\": [{\"type\": \"command\", \"command\": \"skillctl hook claude-code --no-config\"}]}]}}"}, "settings.json:2:1: a hook that calls skillctl stands here"},
		"includes":              {configuration{"openclaw", User, openclaw, "{\n  $include: './plugins.json',\n}"}, "openclaw.json:2:3: the values here come from other files"},
		"broken TOML":           {configuration{"codex", User, ".codex/config.toml", "a = 1\nb = \n"}, "config.toml:2:5: expected a value"},
		"table of TOML closed":  {configuration{"codex", User, ".codex/config.toml", "hooks = { state = \"x\" }\n"}, "config.toml:1:19: this is a string"},
		"hooks in TOML a value": {configuration{"codex", Managed, "etc/codex/requirements.toml", "hooks = true\n"}, "requirements.toml:1:9: this is a boolean"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, r, caller := scene(t)
			tt.place(t, m)
			before := files(t, m)
			_, err := m.Plan(t.Context(), agentOf(t, tt.agent), tt.scope, caller, r)
			if at := new(document.Error); !errors.As(err, &at) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q", err, tt.want)
			}
			if after := files(t, m); !reflect.DeepEqual(before, after) {
				t.Error("something was changed")
			}
		})
	}
}

// TestOpen tells what stands in the way, and changes none of it.
func TestOpen(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		configuration
		want string
	}{
		"hooks off":        {configuration{"claude-code", User, ".claude/settings.json", "{\n  \"disableAllHooks\": true\n}"}, "settings.json:2:22: disableAllHooks is true: hooks are switched off here"},
		"others' hooks":    {configuration{"claude-code", Managed, "etc/claude-code/managed-settings.json", "{\"allowManagedHooksOnly\": false}"}, "1:27: allowManagedHooksOnly is false here, and true is wanted"},
		"Codex' hooks off": {configuration{"codex", User, ".codex/config.toml", "[features]\nhooks = false\n"}, "config.toml:2:9: features.hooks is false"},
		"older name":       {configuration{"openclaw", User, ".openclaw/openclaw.json", "{tools: {exec: {security: 'full', ask: 'off'}}}"}, "this is an older name of tools.exec.mode"},
		"full":             {configuration{"openclaw", User, ".openclaw/openclaw.json", "{tools: {exec: {mode: 'full'}}}"}, `1:23: tools.exec.mode is "full" here, and "allowlist" is wanted`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, r, caller := scene(t)
			file := tt.place(t, m)
			p := setUp(t, m, r, caller, tt.configuration)
			if len(p.Open) != 1 || !strings.Contains(p.Open[0].Error(), tt.want) {
				t.Errorf("told is %v; want %q", p.Open, tt.want)
			}
			if !strings.Contains(get(t, file), strings.Trim(tt.text, "{}\n ")) {
				t.Errorf("it was changed: %s", get(t, file))
			}
			takeOut(t, m, r, caller, tt.configuration)
			if get(t, file) != tt.text {
				t.Errorf("it is %q; want %q", get(t, file), tt.text)
			}
		})
	}
}

// TestUpdated replaces what an earlier skillctl wrote, with or without its receipt.
func TestUpdated(t *testing.T) {
	t.Parallel()
	for name, c := range configurations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, r, caller := scene(t)
			file := c.place(t, m)
			fresh := caller
			fresh.Program, fresh.Timeout, fresh.Answer = "/usr/bin/skillctl", "", 2*AnswerTime
			setUp(t, m, r, fresh, c)
			want := get(t, file)
			takeOut(t, m, r, fresh, c)
			setUp(t, m, r, caller, c)
			setUp(t, m, r, fresh, c)
			if get(t, file) != want {
				t.Errorf("%s\nwant %s", get(t, file), want)
			}
			takeOut(t, m, r, fresh, c)
			if get(t, file) != c.text {
				t.Errorf("%q\nwant %q", get(t, file), c.text)
			}
		})
	}
}

// TestLinks follows those of a user, and none that leads out of a project.
func TestLinks(t *testing.T) {
	t.Parallel()
	m, r, caller := scene(t)
	kept := filepath.Join(m.Root, "dotfiles", "claude.json")
	put(t, kept, "{}")
	link := filepath.Join(m.Home, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, link); err != nil {
		t.Fatal(err)
	}
	c := configuration{agent: "claude-code", scope: User}
	setUp(t, m, r, caller, c)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(get(t, kept), "skillctl") {
		t.Errorf("the link was not followed: %v", err)
	}
	takeOut(t, m, r, caller, c)
	if get(t, kept) != "{}" {
		t.Errorf("it is %q", get(t, kept))
	}
	if err := os.Symlink(filepath.Dir(link), filepath.Join(m.Dir, ".claude")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Plan(t.Context(), agentOf(t, "claude-code"), Project, caller, r); err == nil || !strings.Contains(err.Error(), "leads out of the project") {
		t.Errorf("error %v; want that the link leads out", err)
	}
	if err := os.Remove(kept); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Plan(t.Context(), agentOf(t, "claude-code"), User, caller, r); err == nil || !strings.Contains(err.Error(), "a link to a file that is not there") {
		t.Errorf("error %v; want that the link leads nowhere", err)
	}
}

// TestNothingThere makes files and folders, and removes them.
func TestNothingThere(t *testing.T) {
	t.Parallel()
	for name, a := range Agents() {
		for scope := range a.At {
			t.Run(name+" "+scope, func(t *testing.T) {
				t.Parallel()
				m, r, caller := scene(t)
				before := files(t, m)
				c := configuration{agent: name, scope: scope}
				setUp(t, m, r, caller, c)
				if reflect.DeepEqual(before, files(t, m)) {
					t.Error("nothing was written")
				}
				takeOut(t, m, r, caller, c)
				if after := files(t, m); !reflect.DeepEqual(before, after) {
					t.Errorf("not as before: %q", after)
				}
			})
		}
	}
}

// TestMeanwhile writes over nothing that it has not seen.
func TestMeanwhile(t *testing.T) {
	t.Parallel()
	m, r, caller := scene(t)
	c := configurations()["claude, usual"]
	file := c.place(t, m)
	p, err := m.Plan(t.Context(), agentOf(t, c.agent), c.scope, caller, r)
	if err != nil {
		t.Fatal(err)
	}
	put(t, file, "{}")
	if err := r.Write(p); err == nil || get(t, file) != "{}" {
		t.Errorf("error %v, the file is %q", err, get(t, file))
	}
}

// TestCodexHash holds the hash to what `hooks/list` of Codex 0.169.0 answered.
func TestCodexHash(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"hooks": [{"type": "command", "command": "echo other"}]}`:                                                        "345a124e51bb597375f6e17a14124fcfe9a78cf23d66b13301b87d11cd36ab92",
		`{"matcher": "*", "hooks": [{"type": "command", "command": "/usr/bin/timeout 5 x || { \"é\"; }", "timeout": 10}]}`: "babb8d6a97e60d5e9c8ffbbd539442bf2ed963d7ea2e77178eb0e76186019087",
		`{"hooks": [{"type": "command", "command": "a <b> & c", "timeout": 10}]}`:                                          "090f1f470ddf07d15fcdd11361a6e4d41ba1731310c92bb05e142b0f523c9ed2",
	} {
		group, err := document.Parse(t.Context(), "group", []byte(text), document.JSON5)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := codexHash("pre_tool_use", group.Root.At("matcher"), group.Root.At("hooks", 0)); err != nil || got != "sha256:"+want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
