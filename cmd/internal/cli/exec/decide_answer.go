package exec

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/jsonline"
	"github.com/skillctl/skillctl/schema"
)

// lineLayer is what messages call the settings of a line.
const lineLayer = "stdin"

// The rules of answers to lines that no policy was asked about.
const (
	ruleLine     = "decide/line"
	ruleRequest  = "decide/request"
	ruleSettings = "decide/settings"
	ruleFailure  = "decide/failure"
)

// answerer answers lines. It is safe for concurrent use.
type answerer struct {
	decider kit.Decider
	base    *settings.Settings
	schema  *schema.Schema
	// faults are those of the settings: they answer every request, nil for none.
	faults []engine.Reason

	mu     sync.Mutex
	merged map[[sha256.Size]byte]*mergedSettings
}

// mergedSettings are the settings of lines that bring the same ones.
type mergedSettings struct {
	once     sync.Once
	settings *settings.Settings
	err      error
}

// maxMerged bounds how many different settings are kept; then they are
// forgotten.
const maxMerged = 256

func newAnswerer(decider kit.Decider, base *settings.Settings) *answerer {
	return &answerer{decider: decider, base: base, schema: schema.New(), merged: map[[sha256.Size]byte]*mergedSettings{}}
}

// answer is the decision about a line, as a line. The only errors are those of a
// ctx that has ended.
func (a *answerer) answer(ctx context.Context, l line) (text []byte, err error) {
	defer func() {
		// A mistake of ours must not end the command, and may not allow anything.
		if p := recover(); p != nil {
			text, err = format.Line(denied(readID(l.text), ruleFailure, fmt.Sprintf("skillctl failed on this line: %v", p)))
		}
	}()
	decision, err := a.decide(ctx, l)
	if err != nil {
		return nil, err
	}
	return format.Line(decision)
}

func (a *answerer) decide(ctx context.Context, l line) (engine.Decision, error) {
	if l.long {
		return denied(readID(l.text), ruleLine, fmt.Sprintf("%s:%d: the line is longer than %d bytes", lineLayer, l.number, maxLine)), nil
	}
	parsed, err := jsonline.Parse(l.text)
	if err != nil {
		return notARequest(l, err), nil
	}
	id := idOf(parsed["id"])
	if a.faults != nil {
		return engine.Decision{ID: id, Effect: engine.Deny, Reasons: a.faults}, nil
	}
	if reasons := a.violations(parsed, l); len(reasons) > 0 {
		return engine.Decision{ID: id, Effect: engine.Deny, Reasons: reasons}, nil
	}
	var request exec.Request
	if err := json.Unmarshal(l.text, &request); err != nil {
		return denied(id, ruleRequest, err.Error()), nil
	}
	request.ID = id
	merged, err := a.settings(parsed["settings"])
	if err != nil {
		return denied(id, ruleSettings, err.Error()), nil
	}
	return a.decider.Decide(ctx, request, merged)
}

// denied is a decision that no policy took.
func denied(id any, rule, message string) engine.Decision {
	return engine.Decision{ID: id, Effect: engine.Deny, Reasons: []engine.Reason{{Rule: rule, Effect: engine.Deny, Message: message}}}
}

// wanted is what a line has to be, for those who wrote another one.
const wanted = `write each request on one line, as {"request": {"command": "git status", "cwd": "/srv/app"}}`

// notARequest is the answer to a line that is not JSON, or no object.
func notARequest(l line, err error) engine.Decision {
	place, message, hint := fmt.Sprintf("%s:%d", lineLayer, l.number), err.Error(), ""
	var fault *jsonline.Error
	if errors.As(err, &fault) {
		place, message, hint = fault.In(lineLayer, l.number), fault.Message, fault.Hint
	}
	out := denied(readID(l.text), ruleLine, place+": the line is not a request: "+message)
	out.Reasons[0].Hint = cmp.Or(hint, wanted)
	return out
}

// maxViolations is how many mistakes of one line are said.
const maxViolations = 20

// violations are the ways in which a line is not a request. Settings are left
// to their merging, which finds the same and more.
func (a *answerer) violations(parsed map[string]any, l line) []engine.Reason {
	plain := make(map[string]any, len(parsed))
	for key, value := range parsed {
		if key != "settings" {
			plain[key] = kit.SchemaValue(value)
		}
	}
	var reasons []engine.Reason
	for _, v := range a.schema.Validate(schema.Request, plain) {
		if !v.Refused() {
			continue
		}
		message := v.Message
		if len(v.Path) > 1 {
			message = schema.PathString(v.Path) + ": " + message
		}
		if v.Code == schema.MissingKey && len(v.Path) == 1 {
			v.Hint = wanted
		}
		reasons = append(reasons, engine.Reason{Rule: ruleRequest, Effect: engine.Deny, Message: placeOf(l, v) + ": " + message, Hint: v.Hint})
		if len(reasons) == maxViolations {
			break
		}
	}
	if what, ok := parsed["settings"]; ok {
		if _, object := what.(map[string]any); !object {
			reasons = append(reasons, engine.Reason{Rule: ruleSettings, Effect: engine.Deny, Message: "settings must be an object"})
		}
	}
	return reasons
}

// placeOf is where a mistake is in the input: the key or the value, or the object that
// lacks a key.
func placeOf(l line, v schema.Violation) string {
	place := fmt.Sprintf("%s:%d", lineLayer, l.number)
	doc, err := document.Parse(context.Background(), lineLayer, l.text, document.JSON)
	if err != nil {
		return place
	}
	span, _, _ := doc.Locate(v.Path, v.On == schema.OnKey)
	return fmt.Sprintf("%s:%d", place, span.Start.Column)
}

// settings are those of the operator with those of a line within.
func (a *answerer) settings(value any) (*settings.Settings, error) {
	fragment, _ := value.(map[string]any)
	if len(fragment) == 0 {
		return a.base, nil
	}
	if _, ok := fragment["policies"]; ok {
		return nil, errors.New("a line cannot bring policies; name their folder with --policy")
	}
	text, err := json.Marshal(fragment)
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(text)
	a.mu.Lock()
	entry := a.merged[key]
	if entry == nil {
		if len(a.merged) >= maxMerged {
			clear(a.merged)
		}
		entry = &mergedSettings{}
		a.merged[key] = entry
	}
	a.mu.Unlock()
	entry.once.Do(func() { entry.settings, entry.err = a.base.With(lineLayer, fragment) })
	return entry.settings, entry.err
}
