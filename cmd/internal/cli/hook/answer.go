package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
)

// maxReason bounds what a model is told, in bytes; some clients hand on all of it.
const maxReason = 2_000

// answer is what an agent is told.
type answer struct {
	decision engine.Decision
	// client and call are those that asked, nil where nobody knows.
	client *hook.Client
	call   *hook.Call
	// instead is the command that is to run in place of that of the call, "" for itself.
	instead string
	// failed: it is about skillctl, and not about the call.
	failed bool
}

// refusal is the answer to what cannot be decided.
func refusal(rule, message string) answer {
	return answer{failed: true, decision: engine.Decision{Effect: engine.Deny, Reasons: []engine.Reason{{Rule: rule, Effect: engine.Deny, Message: message}}}}
}

// of is the answer, as one to a call.
func (a answer) of(client *hook.Client, call *hook.Call) answer {
	a.client, a.call = client, call
	return a
}

// write tells the agent. Its clients obey exit code 2 with something on standard error;
// what stands on standard output they read as far as they understand it, and a refusal
// never depends on that.
func (a answer) write(streams *kit.IOStreams) error {
	denied := &kit.ExitError{Code: kit.ExitUsage}
	switch a.decision.Effect {
	case engine.Allow, engine.Warn:
		if a.instead == "" {
			return nil
		}
		// Without it the command would run as it is.
		if nowhere(streams.Out) {
			break
		}
		if !said(streams.Out, a.json("allow")) {
			break
		}
		return nil
	case engine.Ask:
		if a.call == nil || !a.call.Attended || nowhere(streams.Out) {
			break
		}
		// A question that is not told whole is no question.
		if !said(streams.Out, a.json("ask")) {
			break
		}
		return nil
	}
	if a.client != nil && a.client.Says == "stdout" {
		_, _ = streams.Out.Write(a.json("deny")) // the exit code says it as well
	}
	_, _ = io.WriteString(streams.Err, a.text()+"\n") // another code than this one lets the call pass
	return denied
}

// said reports whether a text was written, whole. Nothing at all would be a yes.
func said(w io.Writer, text []byte) bool {
	_, err := w.Write(text)
	return err == nil && len(text) > 0
}

// leave leaves the call to the agent. What was not judged, or not recorded, is said where
// agents show it to a person, if they do: a model is told nothing.
func (a answer) leave(streams *kit.IOStreams) error {
	if a.failed {
		_, _ = io.WriteString(streams.Err, "skillctl observes, and has nothing on record of this: "+a.text()+"\n") // the call is let pass all the same
	}
	return nil
}

// nowhere reports whether what is written to w is thrown away: it is the null device,
// which stands in for a standard output that is closed.
func nowhere(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	null, nullErr := os.Stat(os.DevNull)
	return err != nil || nullErr == nil && os.SameFile(info, null)
}

// json is the answer in the words of the client, as a line; nil where it cannot be
// written.
func (a answer) json(says string) []byte {
	what := map[string]any{}
	if says != "allow" || a.client.Grants {
		what["permissionDecision"], what["permissionDecisionReason"] = says, a.text()
	}
	native := a.call != nil && a.call.Native
	if a.instead != "" {
		what[a.client.Changed(a.call)] = a.call.With(a.instead)
	}
	if !native {
		what["hookEventName"] = "PreToolUse"
		if a.call != nil {
			what["hookEventName"] = a.call.Event
		}
		what = map[string]any{"hookSpecificOutput": what}
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false) // a person reads it
	if err := w.Encode(what); err != nil {
		return nil
	}
	return b.Bytes()
}

// text says why, in words that a model can act on.
func (a answer) text() string {
	verb := map[engine.Effect]string{engine.Allow: "allows this", engine.Warn: "allows this", engine.Ask: "asks", engine.Deny: "denies this"}[a.decision.Effect]
	if verb == "" {
		verb = "denies this"
	}
	var parts []string
	told := map[string]bool{} // of several places one reason is told once: no place is told
	for _, reason := range a.decision.Reasons {
		if reason.Effect.Rank() < a.decision.Effect.Rank() {
			continue
		}
		part := reason.Message
		if reason.Hint != "" {
			part += " (" + reason.Hint + ")"
		}
		if reason.Setting != "" {
			part += " [" + reason.Setting + "]"
		}
		if part += " <" + reason.Rule + ">"; !told[part] {
			parts = append(parts, part)
		}
		told[part] = true
	}
	text := "skillctl " + verb + ": " + strings.Join(parts, "; ")
	if a.decision.Effect == engine.Ask { // a person decides by it
		text = format.Told(text)
	} else {
		text = format.Escape(secret.Known().Hide(text))
	}
	if len(text) <= maxReason {
		return text
	}
	cut := maxReason - len(" ...")
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + " ..."
}
