package hook

import (
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/schema"
)

// TestDecide holds what is asked against the schema, and wants the answers of the
// policies as they are built in.
func TestDecide(t *testing.T) {
	t.Parallel()
	shapes, decider := schema.New(), New()
	said := func(effect engine.Effect) []Judged {
		return []Judged{{Subject: "x", Effect: effect, Reasons: []engine.Reason{{Rule: "exec/strict/program", Effect: effect, Message: "m"}}}}
	}
	for _, test := range events() {
		call, err := client(t, test.client).Read(event(t, test.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, effect := range []engine.Effect{engine.Allow, engine.Ask, engine.Deny} {
			question := &Question{
				Client: test.client, Call: call, Judged: said(effect), Typed: []string{}, Settings: map[string]any{"tools": []string{}, "hosts": []string{}, "serverRequests": []string{}},
			}
			if call.Kind == "skill" {
				question.Skill = &Skill{Found: true, Folder: "/f", Safety: map[engine.Effect]engine.Verdict{engine.Allow: "pass", engine.Ask: "review", engine.Deny: "block"}[effect], Findings: []string{}, Commands: []string{}}
			}
			for _, v := range shapes.Validate(schema.HookInput, document(t, question)) {
				t.Errorf("%s: %s: %s", test.text, schema.PathString(v.Path), v.Message)
			}
			got, err := decider.Decide(t.Context(), question)
			if err != nil {
				t.Fatalf("%s: %v", test.text, err)
			}
			if want := wanted(call, effect); got.Effect != want || got.Policy == "" {
				t.Errorf("%s: judged %s, answered %s, want %s: %+v", test.text, effect, got.Effect, want, got.Reasons)
			}
		}
	}
}

// wanted is what follows from what was judged.
func wanted(call *Call, judged engine.Effect) engine.Effect {
	if call.Kind == "fetch" || call.Kind == "unknown" && judged != engine.Deny {
		judged = engine.Ask
	}
	if judged == engine.Ask && !call.Attended {
		return engine.Deny
	}
	return judged
}

// document is a question as JSON has it.
func document(t *testing.T, question *Question) any {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
