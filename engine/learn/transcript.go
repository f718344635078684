package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"sync"
)

// The agents whose logs are read.
const (
	claudeCode = "Claude Code"
	codex      = "Codex"
)

// log is what is known of the log of an agent as far as it is read.
type log struct {
	source Source
	// calls are those of a shell, in order; seen has their ids.
	calls []call
	seen  map[string]bool
	// well has the ids of what was run and ended well.
	well map[string]bool
}

type call struct {
	id      string
	command Command
}

// transcript reads the log of an agent. A call counts only where its result says that it
// was run and ended well: what was refused was not allowed by anybody, and what failed was
// of no use.
func transcript(text []byte) (Source, error) {
	l := log{seen: map[string]bool{}, well: map[string]bool{}}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var one entry
		if json.Unmarshal(line, &one) != nil || !l.take(&one, number) {
			l.source.Unread = append(l.source.Unread, number)
		}
	}
	if l.source.Form == "" {
		return Source{}, errors.New("read commands: its lines are JSON, and neither those of Claude Code nor those of Codex")
	}
	for _, one := range l.calls {
		if one.id != "" && l.well[one.id] {
			l.source.Commands = append(l.source.Commands, one.command)
		} else {
			l.source.Failed++
		}
	}
	return l.source, nil
}

// entry is a line of an agent's log. Claude Code 2.1.330 has messages with calls of tools
// and their results in them, Codex 0.169.0 items of the model's answer.
type entry struct {
	Type    string `json:"type"`
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	// Result is what Claude Code keeps of a result: an object, or the text of an error.
	Result  json.RawMessage `json:"toolUseResult"`
	Payload struct {
		Type      string          `json:"type"`
		Name      string          `json:"name"`
		ID        string          `json:"call_id"`
		Arguments string          `json:"arguments"`
		Output    json.RawMessage `json:"output"`
		Action    struct {
			Command []string `json:"command"`
		} `json:"action"`
	} `json:"payload"`
	SessionID string `json:"sessionId"`
}

// take takes in a line; false says that it calls a shell in a way that is not understood,
// or that it is of no known kind.
func (l *log) take(e *entry, number int) bool {
	form, known := codex, true
	switch {
	case e.Type == "assistant":
		form, known = claudeCode, l.called(e, number)
	case e.Type == "user":
		form, known = claudeCode, l.answered(e)
	case e.SessionID != "":
		form = claudeCode
	case e.Type == "response_item":
		known = l.item(e, number)
	case e.Type == "session_meta", e.Type == "event_msg", e.Type == "turn_context", e.Type == "compacted":
	default:
		return e.Type != ""
	}
	if l.source.Form == "" {
		l.source.Form = form
	}
	return known
}

// add takes a call in, once. One without an id has no result.
func (l *log) add(id, text string, number int) {
	if id != "" && l.seen[id] {
		return
	}
	l.seen[id] = true
	l.calls = append(l.calls, call{id, Command{text, number}})
}

// called are the calls in an answer of the model of Claude Code.
func (l *log) called(e *entry, number int) bool {
	var parts []struct {
		Type  string `json:"type"`
		ID    string `json:"id"`
		Name  string `json:"name"`
		Input struct {
			Command string `json:"command"`
		} `json:"input"`
	}
	if !list(e.Message.Content, &parts) {
		return false
	}
	for _, part := range parts {
		if part.Type == "tool_use" && (part.Name == "Bash" || part.Name == "Monitor") {
			l.add(part.ID, part.Input.Command, number)
		}
	}
	return true
}

// answered are the results of calls, which Claude Code has as said by the user. What the
// user refuses, what a hook or a rule denies and what ends with another code than 0 is an
// error.
func (l *log) answered(e *entry) bool {
	var parts []struct {
		Type  string `json:"type"`
		ID    string `json:"tool_use_id"`
		Error bool   `json:"is_error"`
	}
	if !list(e.Message.Content, &parts) {
		return false
	}
	var result struct {
		Interrupted bool `json:"interrupted"`
	}
	_ = json.Unmarshal(e.Result, &result) // a text is that of an error, which the part says as well
	for _, part := range parts {
		if part.Type == "tool_result" {
			l.well[part.ID] = !part.Error && !result.Interrupted
		}
	}
	return true
}

// list reads the parts of a message; a text alone has none.
func list(content json.RawMessage, into any) bool {
	return len(content) == 0 || content[0] == '"' || json.Unmarshal(content, into) == nil
}

// item is a call or a result of Codex.
func (l *log) item(e *entry, number int) bool {
	var text string
	var ok bool
	switch e.Payload.Type {
	case "local_shell_call":
		text, ok = shellText(e.Payload.Action.Command)
	case "function_call":
		if e.Payload.Name != "shell" && e.Payload.Name != "exec_command" && e.Payload.Name != "shell_command" {
			return true
		}
		text, ok = argument(e.Payload.Arguments)
	case "function_call_output":
		l.well[e.Payload.ID] = endedWell(e.Payload.Output)
		return true
	default:
		return true
	}
	if ok {
		l.add(e.Payload.ID, text, number)
	}
	return ok
}

// argument is the command of a function of Codex that is a shell.
func argument(arguments string) (string, bool) {
	var said struct {
		Cmd     string          `json:"cmd"`
		Command json.RawMessage `json:"command"`
	}
	if json.Unmarshal([]byte(arguments), &said) != nil {
		return "", false
	}
	var argv []string
	var text string
	switch {
	case said.Cmd != "":
		return said.Cmd, true
	case json.Unmarshal(said.Command, &text) == nil:
		return text, true
	case json.Unmarshal(said.Command, &argv) == nil:
		return shellText(argv)
	}
	return "", false
}

var (
	shellName   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/\S*/)?(ba|z|da|k)?sh$`) })
	shellOption = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-l?c$`) })
	exitedWell  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(Exit code: 0|Process exited with code 0)$`) })
)

// shellText is the text that a shell is given: "bash -lc TEXT". Another list of words is
// not understood.
func shellText(argv []string) (string, bool) {
	if len(argv) == 3 && shellName().MatchString(argv[0]) && shellOption().MatchString(argv[1]) {
		return argv[2], true
	}
	return "", false
}

// endedWell reports whether the result of a call of Codex says that it ended with code 0:
// in JSON, or in the lines before what the command itself wrote.
func endedWell(output json.RawMessage) bool {
	var text string
	if json.Unmarshal(output, &text) != nil {
		return false
	}
	var said struct {
		Metadata *struct {
			Code *int `json:"exit_code"`
		} `json:"metadata"`
	}
	if json.Unmarshal([]byte(text), &said) == nil {
		return said.Metadata != nil && said.Metadata.Code != nil && *said.Metadata.Code == 0
	}
	head, _, found := strings.Cut(text, "\nOutput:\n")
	return found && exitedWell().MatchString(head)
}
