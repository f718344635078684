package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/gate"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/schema"
)

// installRow is a row of the suite "openclaw-install": a request that OpenClaw
// 2026.9.6 wrote to its install policy, what is at the path that it names (a
// folder with files, or a file with a text), and what is to be answered: the
// decision, and rules that have to say something.
type installRow struct {
	Request map[string]any    `json:"request"`
	Files   map[string]string `json:"files"`
	Text    string            `json:"text"`
	Want    string            `json:"want"`
	Rules   []string          `json:"rules"`
}

// installAnswer is what is looked at of an answer.
type installAnswer struct {
	Decision string           `json:"decision"`
	Reason   string           `json:"reason"`
	Findings []installFinding `json:"findings"`
}

type installFinding struct {
	Rule string `json:"ruleId"`
}

// Install is the suite of requests to the install policy. Every request is
// answered twice, of two folders with the same content: the answers have to be the
// same, byte for byte, and of the shape that the host reads.
func Install() conformance.Suite {
	answer := gate.InstallPolicy()
	shapes := schema.New()
	return conformance.Suite{Name: "openclaw-install", Shapes: installShapes(), Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		var row installRow
		if err := decode(raw, &row); err != nil {
			return conformance.Result{}, err
		}
		if problem := misshapen(shapes, schema.OpenClawInstall, row.Request); problem != "" {
			return conformance.Result{Outcome: conformance.Stricter, Detail: "the request: " + problem}, nil
		}
		var answers [2][]byte
		for i := range answers {
			var err error
			if answers[i], err = row.ask(ctx, answer); err != nil {
				return conformance.Result{}, err
			}
		}
		if !bytes.Equal(answers[0], answers[1]) {
			return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf("two answers: %s and %s", answers[0], answers[1])}, nil
		}
		return row.compare(shapes, answers[0])
	}}
}

// ask lays the files out in a new folder and asks about it.
func (r *installRow) ask(ctx context.Context, answer func(context.Context, []byte) ([]byte, error)) ([]byte, error) {
	dir, err := os.MkdirTemp("", "skillctl-install-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	said, _ := r.Request["sourcePath"].(string)
	at := filepath.Join(dir, filepath.Base(said))
	if r.Request["sourcePathKind"] == "file" {
		err = os.WriteFile(at, []byte(r.Text), 0o600)
	} else {
		if err = os.Mkdir(at, 0o750); err == nil {
			err = conformance.LayOut(at, r.Files)
		}
	}
	if err != nil {
		return nil, err
	}
	request := map[string]any{}
	maps.Copy(request, r.Request)
	request["sourcePath"] = at
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	return answer(ctx, text)
}

// compare holds an answer against the row.
func (r *installRow) compare(shapes *schema.Schema, text []byte) (conformance.Result, error) {
	var shape any
	if err := json.Unmarshal(text, &shape); err != nil {
		return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf("%q is no answer: %v", text, err)}, nil
	}
	if problem := misshapen(shapes, schema.OpenClawInstallAnswer, shape); problem != "" {
		return conformance.Result{Outcome: conformance.Looser, Detail: "the answer: " + problem}, nil
	}
	var got installAnswer
	if err := json.Unmarshal(text, &got); err != nil {
		return conformance.Result{}, err
	}
	result := differs(got.Reason, got.Decision, r.Want, map[string]int{"allow": 0, "warn": 1, "block": 2})
	if result.Outcome != conformance.Agree {
		return result, nil
	}
	for _, rule := range r.Rules {
		if !slices.ContainsFunc(got.Findings, func(f installFinding) bool { return f.Rule == rule }) {
			return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf("%s is silent: %s", rule, text)}, nil
		}
	}
	return result, nil
}

// misshapen is what is wrong with a document, "" for nothing.
func misshapen(shapes *schema.Schema, kind schema.Kind, value any) string {
	for _, violation := range shapes.Validate(kind, whole(value)) {
		return fmt.Sprintf("%v: %s", violation.Path, violation.Message)
	}
	return ""
}

// whole is a value as schemas take it: whole numbers are int64.
func whole(value any) any {
	switch value := value.(type) {
	case float64:
		if number := int64(value); float64(number) == value {
			return number
		}
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = whole(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, item := range value {
			out[key] = whole(item)
		}
		return out
	}
	return value
}
