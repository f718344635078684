package hook

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/internal/document"
)

// broken is a stream that nobody reads.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestWriteBroken wants exit code 2 where an answer does not arrive: with any other the
// call would pass.
func TestWriteBroken(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	call := &hook.Call{Attended: true}
	question := answer{decision: engine.Decision{Effect: engine.Ask, Reasons: []engine.Reason{{Rule: "r", Effect: engine.Ask, Message: "m"}}}}.of(&hook.Client{}, call)
	denial := refusal("r", "m").of(&hook.Client{Says: "stdout"}, call)
	var told bytes.Buffer
	for name, test := range map[string]struct {
		answer  answer
		streams kit.IOStreams
	}{
		"question to a broken pipe": {question, kit.IOStreams{Out: broken{}, Err: &told}},
		"question to nobody":        {question, kit.IOStreams{Out: null, Err: &told}},
		"denial to broken pipes":    {denial, kit.IOStreams{Out: broken{}, Err: broken{}}},
	} {
		if err := test.answer.write(&test.streams); kit.ExitCode(err) != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if strings.Count(told.String(), "skillctl asks: m <r>\n") != 2 {
		t.Errorf("told %q", told.String())
	}
	var shown bytes.Buffer
	if err := question.write(&kit.IOStreams{Out: &shown, Err: broken{}}); err != nil || !strings.Contains(shown.String(), `"permissionDecision":"ask"`) {
		t.Errorf("%v: %q", err, shown.String())
	}
}

// TestTextOnce: what is so at several places is told once, since no place is told.
func TestTextOnce(t *testing.T) {
	t.Parallel()
	why := func(message string, column int) engine.Reason {
		return engine.Reason{Rule: "exec/r", Effect: engine.Deny, Message: message, Span: &document.Span{Start: document.Position{Offset: column}}}
	}
	got := answer{decision: engine.Decision{Effect: engine.Deny, Reasons: []engine.Reason{why("a", 1), why("b", 2), why("a", 9)}}}.text()
	if want := "skillctl denies this: a <exec/r>; b <exec/r>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
