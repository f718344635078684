package session

import (
	"cmp"
	"fmt"
	"strings"
)

// The words of Agent Zero's tool code_execution_remote (agent-zero 1d6827b7) about
// a client that it waits for.
const tool = "code_execution_remote"

// NoAnswer says that a client did not answer in time, in seconds.
func NoAnswer(runtime string, number int64, waited float64) string {
	return fmt.Sprintf("%s: timed out waiting for CLI to respond to runtime='%s' in session %d after %g seconds", tool, runtime, number, waited)
}

// Disconnected says that a client went away before it was asked.
func Disconnected() string {
	return tool + ": the selected CLI client disconnected before the execution request could be delivered"
}

// Answer is what a client answers.
type Answer struct {
	OK     bool   `json:"ok"`
	Error  string `json:"error"`
	Result *Reply `json:"result"`
}

// Text is the answer to a call as the model reads it.
func (a Answer) Text(runtime string, number int64) string {
	if !a.OK {
		why := cmp.Or(a.Error, "Unknown error")
		return fmt.Sprintf("Error (runtime='%s', session=%d): %s", runtime, number, why)
	}
	r := Reply{}
	if a.Result != nil {
		r = *a.Result
	}
	var parts []string
	if r.Message != "" {
		parts = append(parts, r.Message)
	}
	if r.Text != "" {
		parts = append(parts, r.Text)
	}
	if len(parts) == 0 {
		state := "completed"
		if r.Running {
			state = "running"
		}
		parts = append(parts, fmt.Sprintf("Session %d %s.", number, state))
	}
	return strings.Join(parts, "\n\n")
}
