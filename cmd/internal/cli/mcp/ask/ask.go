// Package ask puts a question to the person in front of a client of the Model Context
// Protocol, where the client has a dialog for that (elicitation). An answer holds once, and
// for exactly what was asked about.
package ask

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// life is how long a person may take.
	life = 10 * time.Minute
	// maxOpen bounds how many questions wait at a time.
	maxOpen = 64
	// MaxText bounds a question, in characters: what is not read is not approved.
	MaxText = 8_000

	field = "approve"
)

// ErrNo is the answer of a person who does not want it.
var ErrNo = errors.New("the person in front of the client says no")

// Questions are those that wait for an answer.
type Questions struct {
	mu   sync.Mutex
	open map[string]waiting
	now  func() time.Time
}

type waiting struct {
	digest string
	until  time.Time
}

// New has none.
func New(now func() time.Time) *Questions { return &Questions{open: map[string]waiting{}, now: now} }

// Can reports whether there is somebody to ask: the client has a dialog with fields.
func Can(session *sdk.ServerSession) bool {
	if session == nil {
		return false
	}
	params := session.InitializeParams()
	if params == nil || params.Capabilities == nil || params.Capabilities.Elicitation == nil {
		return false
	}
	e := params.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil
}

// Put is the answer to a call that asks the person first; nil where there is nobody to
// ask, or the client has answered, which [Questions.Answer] reads. What is asked about is
// bound: the call, its arguments, and more that the answer depends on.
func (q *Questions) Put(request *sdk.CallToolRequest, text string, more ...string) *sdk.CallToolResult {
	if !Can(request.Session) || len(request.Params.InputResponses) > 0 || len([]rune(text)) > MaxText {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	for state, one := range q.open {
		if now.After(one.until) {
			delete(q.open, state)
		}
	}
	if len(q.open) >= maxOpen {
		return nil
	}
	state := rand.Text()
	q.open[state] = waiting{digest(request, more), now.Add(life)}
	return &sdk.CallToolResult{
		RequestState: state,
		InputRequests: sdk.InputRequestMap{field: &sdk.ElicitParams{
			Mode: "form", Message: text,
			RequestedSchema: map[string]any{
				"type": "object", "required": []string{field},
				"properties": map[string]any{field: map[string]any{"type": "boolean", "title": "Approve this once", "description": "It holds for exactly this, once."}},
			},
		}},
	}
}

// Answer is nil where the person has approved exactly this, once.
func (q *Questions) Answer(request *sdk.CallToolRequest, more ...string) error {
	q.mu.Lock()
	one, there := q.open[request.Params.RequestState]
	delete(q.open, request.Params.RequestState)
	q.mu.Unlock()
	switch {
	case !there || q.now().After(one.until):
		return errors.New("nobody was asked about this, or too long ago")
	case one.digest != digest(request, more):
		return errors.New("it is not what the person was asked about")
	}
	answer, ok := request.Params.InputResponses[field].(*sdk.ElicitResult)
	if !ok || answer == nil || answer.Action != "accept" {
		return ErrNo
	}
	if yes, ok := answer.Content[field].(bool); !ok || !yes {
		return ErrNo
	}
	return nil
}

// digest is that of a call and what its answer depends on.
func digest(request *sdk.CallToolRequest, more []string) string {
	h := sha256.New()
	session := ""
	if request.Session != nil {
		session = request.Session.ID()
	}
	for _, text := range append([]string{session, request.Params.Name, plain(request.Params.Arguments)}, more...) {
		_, _ = h.Write([]byte(strconv.Itoa(len(text)) + ":" + text))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// plain is JSON in one spelling: a client may send it anew.
func plain(raw json.RawMessage) string {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // two numbers are not one
	if decoder.Decode(&value) != nil {
		return string(raw)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return string(raw)
	}
	return string(text)
}
