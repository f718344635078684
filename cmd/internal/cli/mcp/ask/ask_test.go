package ask

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func call(tool, arguments, state string, answer sdk.InputResponse) *sdk.CallToolRequest {
	params := &sdk.CallToolParamsRaw{Name: tool, Arguments: json.RawMessage(arguments), RequestState: state}
	if answer != nil {
		params.InputResponses = sdk.InputResponseMap{field: answer}
	}
	return &sdk.CallToolRequest{Params: params}
}

// TestAnswer wants a yes to hold once, for exactly what was asked about, and not for ever.
func TestAnswer(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	q := New(func() time.Time { return now })
	yes := &sdk.ElicitResult{Action: "accept", Content: map[string]any{field: true}}
	put := func(more ...string) string {
		state := "state"
		q.open[state] = waiting{digest(call("run", `{"a":1,"b":2}`, "", nil), more), now.Add(life)}
		return state
	}
	if err := q.Answer(call("run", `{"b": 2, "a": 1}`, put("p"), yes), "p"); err != nil {
		t.Error(err)
	}
	for name, again := range map[string]*sdk.CallToolRequest{
		"used up":             call("run", `{"a":1,"b":2}`, "state", yes),
		"another question":    call("run", `{"a":1,"b":2}`, "other", yes),
		"another tool":        call("walk", `{"a":1,"b":2}`, put("p"), yes),
		"other arguments":     call("run", `{"a":1,"b":3}`, put("p"), yes),
		"nearly the same":     call("run", `{"a":9007199254740993,"b":2}`, put("p"), yes),
		"no answer":           call("run", `{"a":1,"b":2}`, put("p"), nil),
		"declined":            call("run", `{"a":1,"b":2}`, put("p"), &sdk.ElicitResult{Action: "decline", Content: yes.Content}),
		"not checked":         call("run", `{"a":1,"b":2}`, put("p"), &sdk.ElicitResult{Action: "accept"}),
		"a text in its place": call("run", `{"a":1,"b":2}`, put("p"), &sdk.ElicitResult{Action: "accept", Content: map[string]any{field: "true"}}),
	} {
		if name == "used up" {
			delete(q.open, "state")
		} else if again.Params.RequestState == "state" {
			put("p")
		}
		if err := q.Answer(again, "p"); err == nil {
			t.Errorf("%s: it is approved", name)
		}
	}
	if err := q.Answer(call("run", `{"a":1,"b":2}`, put("p"), yes), "other policies"); err == nil || errors.Is(err, ErrNo) {
		t.Errorf("other policies: %v", err)
	}
	state := put("p")
	now = now.Add(life + time.Second)
	if err := q.Answer(call("run", `{"a":1,"b":2}`, state, yes), "p"); err == nil {
		t.Error("an old question is answered")
	}
	if q.Put(call("run", "{}", "", nil), "text") != nil || Can(nil) {
		t.Error("somebody is asked where there is nobody")
	}
}
