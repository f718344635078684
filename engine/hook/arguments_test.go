package hook

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/schema"
)

// TestServed wants what the arguments of a tool name told: commands, files, addresses, and
// nothing of texts.
func TestServed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{}`:                                       "||",
		`{"command":"ls -l"}`:                      "ls -l||",
		`{"cmd":["rm","-rf","a b"]}`:               `rm -rf 'a b'||`,
		`{"command":"sh","args":["-c","id"]}`:      "sh -c id||",
		`{"shell_command":"id"}`:                   "id||",
		`{"steps":[{"Command":"id"}]}`:             "id||",
		`{"path":"a"}`:                             "|/w/a|",
		`{"file_path":"../b","n":1,"o":true}`:      "|/b|",
		`{"paths":["a","/etc/passwd"]}`:            "|/etc/passwd /w/a|",
		`{"x":"/etc/passwd"}`:                      "|/etc/passwd|",
		`{"x":"file:///etc/passwd"}`:               "|/etc/passwd /w/file:/etc/passwd|",
		`{"x":"a/../../b"}`:                        "|/b|",
		`{"x":"HTTP://169.254.169.254/latest"}`:    "||169.254.169.254",
		`{"x":{"y":["https://a.example/b"]}}`:      "||a.example",
		`{"x":"http://[::1"}`:                      "||",
		`{"text":"/help", "body":"http://a.test"}`: "||",
		`{"x":"and/or"}`:                           "|/w/and/or|",
		`{"command":{"x":"/y"}}`:                   "/y||",
	} {
		var arguments map[string]any
		if err := json.Unmarshal([]byte(text), &arguments); err != nil {
			t.Fatal(err)
		}
		call := Served("lab", "do", arguments, "/w", false, false)
		var hosts []string
		for _, host := range call.Hosts {
			hosts = append(hosts, host.Name)
		}
		got := strings.Join([]string{strings.Join(call.Commands, ";"), strings.Join(call.Paths, " "), strings.Join(hosts, " ")}, "|")
		if got != want || call.Tool != "mcp__lab__do" || len(call.Odd) > 0 {
			t.Errorf("%s: %q, odd %v; want %q", text, got, call.Odd, want)
		}
	}
	deep := strings.Repeat(`{"a":`, 40) + `"/x"` + strings.Repeat("}", 40)
	var arguments map[string]any
	if err := json.Unmarshal([]byte(deep), &arguments); err != nil {
		t.Fatal(err)
	}
	if call := Served("lab", "do", arguments, "/w", false, false); len(call.Odd) != 1 {
		t.Errorf("what was not looked at is not told: %v", call.Odd)
	}
}

// TestDescribing holds what is asked about a server against the schema, and wants the
// policies to answer.
func TestDescribing(t *testing.T) {
	t.Parallel()
	settings := map[string]any{"tools": []string{}, "hosts": []string{}, "enclose": false, "serverRequests": []string{"roots"}}
	described := func(state string, safety engine.Verdict) *Question {
		return Describing(&Described{Server: "lab", What: "tool", Name: "do", State: state, Safety: safety, Findings: []string{}}, settings)
	}
	for _, test := range []struct {
		question *Question
		want     engine.Effect
	}{
		{described("pinned", engine.VerdictBlock), engine.Allow},
		{described("first", engine.VerdictPass), engine.Allow},
		{described("first", engine.VerdictBlock), engine.Deny},
		{described("changed", engine.VerdictPass), engine.Deny},
		{Requesting("lab", "roots", settings), engine.Allow},
		{Requesting("lab", "sampling", settings), engine.Deny},
	} {
		for _, v := range schema.New().Validate(schema.HookInput, document(t, test.question)) {
			t.Errorf("%s: %s", schema.PathString(v.Path), v.Message)
		}
		got, err := New().Decide(t.Context(), test.question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Effect != test.want {
			t.Errorf("%+v: %s; want %s: %+v", test.question.Described, got.Effect, test.want, got.Reasons)
		}
	}
}
