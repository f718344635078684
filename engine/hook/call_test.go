package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
		{"claude-code", `{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Read","tool_input":{"file_path":"~/x"}}`, "read", "/w/~/x ~/x"},
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

// TestTwoTools wants no tool of a server taken for an event, nor one of two that are named.
func TestTwoTools(t *testing.T) {
	t.Parallel()
	for text, name := range map[string]string{
		`{"hook_event_name":"beforeMCPExecution","cwd":"/w","tool_name":"beforeShellExecution","tool_input":{"command":"ls"}}`: "cursor",
		`{"cwd":"/w","tool_name":"bash","tool_input":{"command":"ls"},"toolName":"bash","toolArgs":{"command":"id"}}`:          "copilot",
	} {
		if call, err := client(t, name).Read(event(t, text)); err == nil {
			t.Errorf("%s: %+v", text, call)
		}
	}
	call, err := client(t, "cursor").Read(event(t, `{"hook_event_name":"beforeShellExecution","cwd":"/w","tool_name":"x","command":"id"}`))
	if err != nil || call.Command != "id" || len(call.Odd) != 1 {
		t.Errorf("%+v, %v", call, err)
	}
}

// TestTexts wants what a tool is called with read as strictly as the event where it is a
// text, and from one place alone.
func TestTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"id\",\"command\":\"ls\"}"}`:                      "duplicate key",
		`{"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls\"} {}"}`:                                      "text after the object",
		`{"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls \\ud800\"}"}`:                                 "unpaired surrogate",
		`{"cwd":"/w","toolName":"bash","toolArgs":"\"ls\""}`:                                                       "not an object",
		`{"cwd":"/w","tool_name":"bash","tool_input":{"command":"ls"},"toolArgs":{"command":"id"}}`:                "twice",
		`{"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls"},"tool_input":{"command":"id"}}`:                 "twice",
		`{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"bash","tool_input":"{\"command\":\"ls\"}","x":1}`: "",
	} {
		call, err := client(t, "copilot").Read(event(t, text))
		if got := fmt.Sprint(err); want == "" && (err != nil || call.Command != "ls") || want != "" && !strings.Contains(got, want) {
			t.Errorf("%s: %+v, %v, want %q", text, call, err, want)
		}
	}
}

// TestServer wants the server of a tool, and none for a tool that is called otherwise.
func TestServer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"cwd":"/w","tool_name":"mcp__a__b","mcp_server":{"name":"a"}}`:         "mcp__a__",
		`{"cwd":"/w","tool_name":"mcp__a__b__c","mcp_server":{"name":"a__b"}}`:   "mcp__a__b__",
		`{"cwd":"/w","tool_name":"mcp__a_b_c__d","mcp_server":{"name":"a b.c"}}`: "mcp__a_b_c__",
		`{"cwd":"/w","tool_name":"mcp__a__b","mcp_server":{"name":"x"}}`:         "mcp__a__b",
		`{"cwd":"/w","tool_name":"mcp__a__b"}`:                                   "",
		`{"cwd":"/w","tool_name":"mcp__a__b","mcp_server":{"name":7}}`:           "error",
		`{"cwd":"/w","tool_name":"mcp__a__b","mcp_server":"a"}`:                  "error",
	} {
		call, err := client(t, "claude-code").Read(event(t, text))
		if got := "error"; err == nil {
			if got = call.Server; got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		} else if got != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestCommands wants the commands that run when a skill is used.
func TestCommands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"see !`git log -1` and `ls`": "git log -1", "x\n```!\nls\npwd\n```\n": "\nls\npwd\n", "```sh\nls\n```": "", "!`a` !`b`": "a|b", "!`open": "",
	} {
		if got := strings.Join(Commands(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for given, want := range map[string]bool{"17": false, "; id": false, "!`id`": true, "a !`": true, "```!\nid": true} {
		call, err := client(t, "claude-code").Read(map[string]any{"cwd": "/w", "tool_name": "Skill", "tool_input": map[string]any{"skill": "x", "args": given}})
		if err != nil || call.Inner != want || call.Arguments != given {
			t.Errorf("%q: %+v, %v", given, call, err)
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

// TestNearClient: a name that is not one of the table is answered with the agent that was meant.
func TestNearClient(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"claude": "claude-code", "Claude Code": "claude-code", "gemini": "gemini-cli", "cursor-agent": "cursor", "github-copilot": "copilot", "codx": "codex",
		"open-claw": "openclaw", "nobody": "", "": "",
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

// TestClients wants fields with roles that there are, and kinds that the policies know.
func TestClients(t *testing.T) {
	t.Parallel()
	roles := []string{"command", "dir", "path", "pattern", "patch", "url", "text", "name", "arguments", "note"}
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
		"127.0.0.0x": true, "0.1.2.3": true, "100.100.100.200": true, "168.63.129.16": true, "255.255.255.255": true, "64:ff9b::7f00:1": true, "2002:7f00:1::": true, "::7f00:1": true,
		"a1.example": false, "example.com": false, "8.8.8.8": false, "2606:4700::1111": false, "": false,
	} {
		if got := near(name); got != want {
			t.Errorf("near(%q) is %v", name, got)
		}
	}
}

// TestHosts wants addresses as clients read them, and no name where they differ.
func TestHosts(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://a.example@b.example/": "b.example", "https://b.example#@a.example": "b.example", "https://b.example:8443/": "b.example", " https://b.example": "b.example",
		"https://b\u00fccher.example": "xn--bcher-kva.example", "http://\uff11\uff12\uff17.0.0.1/": "127.0.0.1", "https://b\u3002example": "b.example",
		"https:/b.example": "", "https:b.example": "", `https://b.example\@a.example`: "", "https://b.\texample": "", "https://%62.example": "", "b.example": "", "https://a\"@b.example": "",
		"https://b.example;a.example": "", "https://*.b.example": "", "https://b.example,c.example/": "", "https://[fe80::1%25e]/": "fe80::1%e", "https://_b.b-b.example.": "_b.b-b.example",
	} {
		if got := hostOf(address); got.Name != want {
			t.Errorf("%q: %+v, want %q", address, got, want)
		}
	}
	for text, want := range map[string]string{
		"read <https://a.example/x>, please": "a.example", "see (http://a.example).": "a.example",
		"https://a.example/ and www.b.example": "a.example www.b.example", "https://a.example/ b.example/p?q=1": "a.example b.example", "10.0.0.1/x": "10.0.0.1",
		"https://a.example/\u00a0https://b.example": "a.example b.example", "_https://b.example": "b.example", "https://a.example/https://b.example": "a.example b.example",
		"https://a.example\"@b.example/": "", "b\u3002example": "b.example", "e.g. of v1.2.3, at 3.5": "",
	} {
		var names []string
		for _, host := range hostsIn(text) {
			names = append(names, host.Name)
		}
		slices.Sort(names)
		if got := strings.Join(slices.Compact(names), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestReadings wants each file that a path may stand for.
func TestReadings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "o/d"), 0o755), os.MkdirAll(filepath.Join(dir, "w"), 0o755), os.Symlink("../o/d", filepath.Join(dir, "w/link"))); err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	call := &Call{Dir: filepath.Join(dir, "w")}
	for path, want := range map[string]string{
		"a": "w/a", "./a/../b": "w/b", "a b": "w/a b", "link/../x": "o/x w/x", "link/x": "w/link/x",
		" /x": "/x w/ /x", "@/x": "/x w/@/x", "file:///x": "/x w/file:/x", "a\u00a0b": "w/a b w/a\u00a0b", " ~/x": "w/ ~/x w/~/x ~/x", "~u/x": "w/~u/x",
		"FILE:/x": "/x w/FILE:/x", "file://localhost/x": "/x w/file:/localhost/x w/localhost/x", "file:///a%2fb?c#d": "/a%2fb /a%2fb?c#d /a/b w/file:/a%2fb?c#d", "file:~/x": "w/file:~/x w/~/x ~/x",
	} {
		got := strings.Join(call.readings(path), " ")
		if got = strings.ReplaceAll(got, dir+"/", ""); !slices.Equal(slices.Sorted(strings.SplitSeq(got, " ")), slices.Sorted(strings.SplitSeq(want, " "))) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestPatches wants the headers that Codex takes for headers, and tells of others.
func TestPatches(t *testing.T) {
	t.Parallel()
	for patch, want := range map[string]string{
		"*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch":                   "a |",
		"*** Begin Patch\n \t*** Add File: a\n+x\n\u00a0*** Delete File:  b\n":        "a  b |",
		"*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End of File\n":      "a b |",
		"*** Begin Patch\n*** Environment ID: e\n*** Add File: a\n":                   "a | *** Environment ID: e",
		"*** Begin Patch\n*** add file: a\n+*** Add File: b\n-*** Add File: c\n***\n": "| *** add file: a",
	} {
		paths, others := patched(patch)
		if got := strings.TrimSpace(strings.Join(paths, " ") + " | " + strings.Join(others, " ")); got != want {
			t.Errorf("%q: %q, want %q", patch, got, want)
		}
	}
}

// TestPatterns wants the folders that patterns look in, and doubts those that leave them.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"**/*.go": "/w", "src/**/*.{go,ts}": "/w/src", "/etc/*": "/etc", "../*": "/", "~/.ssh/*": "/w/~/.ssh ~/.ssh/", "a.txt": "/w",
		"{..,a}/x": "odd", ".{.,a}/x": "odd", "{.,}{.,}/x": "odd", "a/{b,..}/x": "odd", "..*/x": "/w", "{.,a}/x": "/w", ".{a,b}/x": "/w", " /etc/*": "/etc /w/ /etc", "file:///etc/*": "/etc /w/file:/etc",
		"{/etc,a}/*": "odd", "*/../../x": "odd", `a\/..`: "odd",
	} {
		call, err := client(t, "claude-code").Read(map[string]any{"cwd": "/w", "tool_name": "Glob", "tool_input": map[string]any{"pattern": text}})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(slices.Sorted(slices.Values(call.Paths)), " ")
		if len(call.Odd) > 0 {
			got = "odd"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestModes wants questions in modes that are known to show them alone.
func TestModes(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]bool{"": true, "default": true, "plan": true, "bypassPermissions": false, "dontAsk": false, "auto": false, "Default": false} {
		call, err := client(t, "claude-code").Read(map[string]any{"cwd": "/w", "permission_mode": mode, "tool_name": "Bash", "tool_input": map[string]any{"command": "ls"}})
		if err != nil || call.Attended != want {
			t.Errorf("%q: %+v, %v", mode, call, err)
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
