package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/learn"
)

// told is a source as a line: its form, the lines that were not understood, the calls that
// do not count, and the commands with their lines.
func told(s learn.Source) string {
	var commands []string
	for _, c := range s.Commands {
		commands = append(commands, fmt.Sprintf("%d:%s", c.Line, c.Text))
	}
	return fmt.Sprintf("%s %d %v %s", s.Form, s.Failed, s.Unread, strings.Join(commands, "|"))
}

func TestReadHistory(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ls\n\ngit log\n":                        "history of bash or zsh 0 [] 1:ls|3:git log",
		"#17\nls\n#18\ncat <<E\nrm x\nE\n#19\nc": "history of bash or zsh 0 [] 2:ls|4:cat <<E\nrm x\nE|8:c",
		": 17:0;a \\\nb\n: 18:2;c":               "history of bash or zsh 0 [] 1:a \nb|3:c",
		"a\\\nb\nc":                              "history of bash or zsh 0 [] 1:a\nb|3:c",
		": 17:0;echo \xe3\x83\xa3\x83\xa4":       "history of bash or zsh 0 [] 1:echo \xe3\x83\x84",
		"echo \xe3\x83\x84":                      "history of bash or zsh 0 [] 1:echo \xe3\x83\x84",
		"- cmd: git log\n  when: 17\n- cmd: a\\nb\\\\c\n  when: 18\n  paths:\n    - x\nodd\n": "history of fish 0 [7] 1:git log|3:a\nb\\c",
	} {
		got, err := learn.Read([]byte(text))
		if err != nil || told(got) != want {
			t.Errorf("%q: %q (%v), want %q", text, told(got), err, want)
		}
	}
	for _, text := range []string{"a\x00b", `{"a": 1}`, "{"} {
		if _, err := learn.Read([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestReadClaudeCode: a call counts once, and only when its result is no error.
func TestReadClaudeCode(t *testing.T) {
	t.Parallel()
	use := func(id, command string) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":%q,"name":"Bash","input":{"command":%q}}]}}`, id, command)
	}
	result := func(id, more string) string {
		return fmt.Sprintf(`{"type":"user","sessionId":"s","message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":"x"%s}]},"toolUseResult":{"stdout":"x","interrupted":false}}`, id, more)
	}
	for want, lines := range map[string][]string{
		"Claude Code 0 [] 1:a": {use("1", "a"), result("1", "")},
		"Claude Code 0 [] 1:b": {use("1", "b"), use("1", "b"), result("1", `,"is_error":false`)},
		"Claude Code 1 [] ":    {use("1", "a"), result("1", `,"is_error":true`)},
		"Claude Code 2 [] ":    {use("1", "a"), use("2", "b")},
		"Claude Code 1 [] 2:b": {use("1", "a"), use("2", "b"), result("2", ""), strings.ReplaceAll(result("1", ""), "false", "true")},
		"Claude Code 1 [] 1:c": {use("1", "c"), use("2", "b"), strings.Replace(result("2", `,"is_error":true`), `{"stdout":"x","interrupted":false}`, `"Error: no"`, 1), result("1", "")},
		"Claude Code 0 [2] ":   {`{"type":"assistant","message":{"content":"x"}}`, "{"},
		"Claude Code 0 [1 3] ": {`{"type":"assistant","message":{"content":5}}`, `{"type":"summary","sessionId":"s"}`, "no JSON"},
		"Claude Code 0 [] ":    {`{"type":"assistant","sessionId":"s","message":{"content":[{"type":"tool_use","id":"1","name":"Edit","input":{"file_path":"x"}}]}}`},
	} {
		text := strings.Join(lines, "\n")
		got, err := learn.Read([]byte(text))
		if err != nil || told(got) != want {
			t.Errorf("%s: %q (%v), want %q", text, told(got), err, want)
		}
	}
}

// TestReadCodex: a call counts when its result says code 0, in what Codex writes, not in
// what the command does.
func TestReadCodex(t *testing.T) {
	t.Parallel()
	use := func(id, name, arguments string) string {
		return fmt.Sprintf(`{"type":"response_item","payload":{"type":"function_call","name":%q,"call_id":%q,"arguments":%q}}`, name, id, arguments)
	}
	result := func(id, output string) string {
		return fmt.Sprintf(`{"type":"response_item","payload":{"type":"function_call_output","call_id":%q,"output":%q}}`, id, output)
	}
	well := result("1", `{"output":"x","metadata":{"exit_code":0,"duration_seconds":0.1}}`)
	for want, lines := range map[string][]string{
		"Codex 0 [] 1:a b": {`{"type":"response_item","payload":{"type":"local_shell_call","call_id":"1","action":{"command":["/bin/bash","-c","a b"]}}}`, well},
		"Codex 0 [] 1:a":   {use("1", "shell_command", `{"command":"a"}`), result("1", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nx")},
		"Codex 0 [] 1:c":   {use("1", "exec_command", `{"cmd":"c"}`), result("1", "Chunk ID: 5\nProcess exited with code 0\nOutput:\nx")},
		"Codex 0 [] 1:d":   {use("1", "shell", `{"command":["bash","-lc","d"]}`), well},
		"Codex 0 [1] ":     {use("1", "shell", `{"command":["git","log"]}`), well},
		"Codex 0 [] ":      {use("1", "update_plan", `{}`), well},
		"Codex 1 [] ":      {use("1", "shell_command", `{"command":"a"}`)},
	} {
		text := strings.Join(lines, "\n")
		got, err := learn.Read([]byte(text))
		if err != nil || told(got) != want {
			t.Errorf("%s: %q (%v), want %q", text, told(got), err, want)
		}
	}
	for _, output := range []string{"exec command rejected by user", "Exit code: 1\nOutput:\nExit code: 0\n", `{"output":"x","metadata":{"exit_code":2}}`, `{"output":"x"}`, "Exit code: 0", ""} {
		got, err := learn.Read([]byte(use("1", "shell_command", `{"command":"a"}`) + "\n" + result("1", output)))
		if err != nil || told(got) != "Codex 1 [] " {
			t.Errorf("%q: %q (%v)", output, told(got), err)
		}
	}
}

// TestArgPattern: an entry holds the arguments that were seen and no others.
func TestArgPattern(t *testing.T) {
	t.Parallel()
	for want, words := range map[string][]string{`^add a\.b$`: {"git", "add", "a.b"}, `^$`: {"make"}, `^-x \+y$`: {"p", "-x", "+y"}} {
		if got := (&learn.Candidate{Words: words}).ArgPattern(); got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
}
