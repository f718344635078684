package clients

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
)

// Call is the call of a tool that the model makes.
type Call struct {
	Tool  string
	Input map[string]any
}

// model is a server on the loopback address that speaks the interfaces of Anthropic,
// OpenAI (responses and chat) and Gemini. It keeps what it was asked.
type model struct {
	*httptest.Server
	call Call

	mu    sync.Mutex
	asked []string
}

func newModel(call Call) *model {
	m := &model{call: call}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	return m
}

// heard says whether the client told the model a text, after the call.
func (m *model) heard(text string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, body := range m.asked {
		if strings.Contains(body, text) {
			return true
		}
	}
	return false
}

func (m *model) serve(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	m.asked = append(m.asked, string(text))
	m.mu.Unlock()
	var body map[string]any
	_ = json.Unmarshal(text, &body) // without a body there is nothing to be asked
	stream, _ := body["stream"].(bool)
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		plain(w, object{"input_tokens": 10})
	case strings.HasSuffix(path, ":countTokens"):
		plain(w, object{"totalTokens": 10})
	case strings.HasSuffix(path, "/messages"):
		m.anthropic(w, body, stream)
	case strings.HasSuffix(path, "/responses"):
		m.responses(w, body, stream)
	case strings.HasSuffix(path, "/chat/completions"):
		m.chat(w, body, stream)
	case gemini().MatchString(path):
		m.gemini(w, body, strings.Contains(path, "stream"))
	case strings.HasSuffix(path, "/models"):
		plain(w, object{"object": "list", "data": list{object{"id": "scripted", "object": "model"}}, "models": list{}})
	default:
		w.WriteHeader(http.StatusNotFound)
		plain(w, object{"error": object{"message": "there is no such address"}})
	}
}

func gemini() *regexp.Regexp {
	return regexp.MustCompile(`/models/[^:]+:(generateContent|streamGenerateContent)$`)
}

type (
	object = map[string]any
	list   = []any
)

// turn is what the model says next: the call, once, of a request that has tools.
func (m *model) turn(body object, called string) (call *Call, text string) {
	tools, _ := body["tools"].([]any)
	if len(tools) == 0 {
		return nil, "ok"
	}
	conversation, err := json.Marshal([]any{body["messages"], body["input"], body["contents"]})
	if err != nil || strings.Contains(string(conversation), called) {
		return nil, "done"
	}
	return &m.call, ""
}

func plain(w http.ResponseWriter, o object) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(o) // the client says when it gets none
}

// stream writes server-sent events.
type stream struct {
	w http.ResponseWriter
	n int
}

func newStream(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return &stream{w: w}
}

// event writes one, with its kind in it and before it; "" for none.
func (s *stream) event(kind string, o object) {
	if kind != "" {
		o["type"], o["sequence_number"] = kind, s.n
		s.n++
		fmt.Fprintf(s.w, "event: %s\n", kind)
	}
	text, err := json.Marshal(o)
	if err != nil {
		return // they are all texts and numbers
	}
	fmt.Fprintf(s.w, "data: %s\n\n", text)
}

// written is the input of the call as a text.
func (c *Call) written() string {
	text, err := json.Marshal(c.Input)
	if err != nil {
		return "{}"
	}
	return string(text)
}
