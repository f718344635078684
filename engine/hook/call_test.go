package hook

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func client(t testing.TB, name string) *Client {
	t.Helper()
	c, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func event(t testing.TB, text string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// events are events as the clients send them, with what they ask for.
func events() []struct{ client, text, kind, want string } {
	return []struct{ client, text, kind, want string }{
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls","description":"d"}}`, "shell", "ls"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Monitor","tool_input":{"command":"id"}}`, "shell", "id"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Edit","tool_input":{"file_path":"a/b","old_string":"x","new_string":"y"}}`, "write", "/w/a/b"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Read","tool_input":{"file_path":"~/x"}}`, "read", "~/x"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Grep","tool_input":{"pattern":"x"}}`, "search", "/w"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"WebFetch","tool_input":{"url":"HTTPS://Docs.Example.COM./a","prompt":"p"}}`, "fetch", "docs.example.com"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Skill","tool_input":{"skill":"weather"}}`, "skill", "weather"},
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"mcp__lab__echo","tool_input":{}}`, "unknown", ""},
		{"codex", `{"hook_event_name":"PreToolUse","cwd":"/w","turn_id":"1","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: ../c\n*** Delete File: /d\n*** End Patch"}}`, "write", "/w/a /w/b /c /d"},
		{"gemini-cli", `{"hook_event_name":"BeforeTool","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"ls","dir_path":"sub"}}`, "shell", "ls"},
		{"gemini-cli", `{"hook_event_name":"BeforeTool","cwd":"/w","tool_name":"web_fetch","tool_input":{"prompt":"read https://a.example/x and http://b.example"}}`, "fetch", "a.example b.example"},
		{"qwen-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_call_id":"1","tool_name":"edit","tool_input":{"file_path":"/x/y"}}`, "write", "/x/y"},
		{"copilot", `{"sessionId":"1","timestamp":1,"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls"}}`, "shell", "ls"},
		{"copilot", `{"sessionId":"1","timestamp":1,"cwd":"/w","toolName":"create","toolArgs":"{\"path\":\"a\",\"file_text\":\"x\"}"}`, "write", "/w/a"},
		{"copilot", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls"}}`, "shell", "ls"},
		{"cursor", `{"hook_event_name":"beforeShellExecution","cwd":"/w","conversation_id":"1","command":"ls"}`, "shell", "ls"},
		{"openclaw", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"exec","tool_input":{"command":"ls"}}`, "shell", "ls"},
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, test := range events() {
		call, err := client(t, test.client).Read(event(t, test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var found []string
		for _, text := range append([]string{call.Command, call.Skill}, call.Paths...) {
			if text != "" {
				found = append(found, text)
			}
		}
		for _, host := range call.Hosts {
			found = append(found, host.Name)
		}
		if got := strings.Join(found, " "); call.Kind != test.kind || got != test.want || !call.Known || call.Missing || len(call.Odd) > 0 {
			t.Errorf("%s:\n%+v (%s)\nwant %s %s", test.text, call, got, test.kind, test.want)
		}
	}
}

// TestReadRefuses wants an error for what cannot be judged.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{}`: "no tool",
		`{"tool_name":"Bash","tool_input":{"command":"ls"}}`:                                           "no absolute working folder",
		`{"cwd":"w","tool_name":"Bash","tool_input":{"command":"ls"}}`:                                 "no absolute working folder",
		`{"cwd":"/w","tool_name":["Bash"],"tool_input":{"command":"ls"}}`:                              "tool_name is no text",
		`{"cwd":"/w","tool_name":"Bash","tool_input":{"command":["ls"]}}`:                              `command of tool "Bash" is no text`,
		`{"cwd":"/w","tool_name":"Bash","tool_input":["ls"]}`:                                          "tool_input is no object",
		`{"cwd":"/w","tool_name":"Bash","tool_input":"ls"}`:                                            "tool_input is no object",
		`{"cwd":7,"tool_name":"Bash","tool_input":{"command":"ls"}}`:                                   "cwd is no text",
		`{"cwd":"/w","toolName":"Bash","toolArgs":{"command":"ls"}}`:                                   "no tool",
		`{"cwd":"/w","tool_name":"Read","tool_input":{"file_path":7}}`:                                 "is no text",
		`{"cwd":"/w","permission_mode":{},"tool_name":"Bash","tool_input":{"command":"ls"}}`:           "permission_mode is no text",
		`{"cwd":"/w","hook_event_name":["PreToolUse"],"tool_name":"Bash","tool_input":{"command":""}}`: "hook_event_name is no text",
	} {
		if _, err := client(t, "claude-code").Read(event(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestReadDoubts wants what is told of calls that can be read, and not whole.
func TestReadDoubts(t *testing.T) {
	t.Parallel()
	read := func(text string) *Call {
		call, err := client(t, "claude-code").Read(event(t, text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return call
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`); c.Known {
		t.Errorf("%+v is known", c)
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}`); !c.Missing {
		t.Errorf("%+v lacks nothing", c)
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash"}`); !c.Missing {
		t.Errorf("%+v lacks nothing", c)
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","sandbox":false,"shell":"x"}}`); !slices.Equal(c.Odd, []string{"sandbox", "shell"}) {
		t.Errorf("odd are %v", c.Odd)
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PreToolUse","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"ls"}}`); c.Attended {
		t.Errorf("%+v is attended", c)
	}
	if c := read(`{"cwd":"/w","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls"}}`); !c.Attended {
		t.Errorf("%+v is not attended", c)
	}
}

// TestClients wants fields with roles that there are, and kinds that the policies know.
func TestClients(t *testing.T) {
	t.Parallel()
	roles := []string{"command", "dir", "path", "patch", "url", "text", "name", "note"}
	needs := map[string][]string{"shell": {"command"}, "write": {"path", "patch"}, "read": {"path"}, "list": {"path"}, "search": {"path"}, "fetch": {"url", "text"}, "skill": {"name"}, "plain": nil}
	for name, c := range Clients() {
		if c.Title == "" || len(c.Events) == 0 || len(c.Skills) == 0 || len(c.Tools) == 0 {
			t.Errorf("%s lacks something: %+v", name, c)
		}
		for tool, about := range c.Tools {
			wanted, known := needs[about.Kind]
			if !known {
				t.Errorf("%s: %s is of kind %q", name, tool, about.Kind)
			}
			found := len(wanted) == 0
			for field, role := range about.Fields {
				if !slices.Contains(roles, role) {
					t.Errorf("%s: %s: field %s is for %q", name, tool, field, role)
				}
				found = found || slices.Contains(wanted, role)
			}
			if !found {
				t.Errorf("%s: %s has no field for what it does", name, tool)
			}
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"localhost": true, "a.localhost": true, "127.0.0.1": true, "10.1.2.3": true, "192.168.0.1": true, "169.254.169.254": true, "::1": true, "fd00::1": true, "0.0.0.0": true,
		"::ffff:127.0.0.1": true, "router": true, "2130706433": true, "127.1": true, "0x7f.0.0.0x1": true, "fe80::1%eth0": true, "0x7f000001": true, "metadata.google.internal": true,
		"example.com": false, "8.8.8.8": false, "2606:4700::1111": false, "": false,
	} {
		if got := near(name); got != want {
			t.Errorf("near(%q) is %v", name, got)
		}
	}
}

// FuzzRead wants neither a crash nor a call of a shell that lacks its command unsaid.
func FuzzRead(f *testing.F) {
	for _, test := range events() {
		f.Add(test.client, []byte(test.text))
	}
	all := Clients()
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		c := all[name]
		var event map[string]any
		if c == nil || json.Unmarshal(text, &event) != nil {
			return
		}
		call, err := c.Read(event)
		if err != nil {
			return
		}
		if call.Kind == "shell" && call.Command == "" && !call.Missing {
			t.Errorf("%s: a command is missing, and nobody says so", text)
		}
		if call.Kind == "write" && len(call.Paths) == 0 && !call.Missing {
			t.Errorf("%s: a file is missing, and nobody says so", text)
		}
		for _, path := range call.Paths {
			if !strings.HasPrefix(path, "/") && path != "~" && !strings.HasPrefix(path, "~/") {
				t.Errorf("%s: %q is not absolute", text, path)
			}
		}
	})
}
