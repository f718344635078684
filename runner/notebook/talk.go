package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/kernel"
)

// asked is what a supervisor is told, a line of JSON.
type asked struct {
	// Op is "about", "take", "run", "interrupt", "kill", "reset" or "close".
	Op string `json:"op"`
	// NoWait: not to wait for the turn.
	NoWait bool   `json:"noWait,omitempty"`
	Order  *Order `json:"order,omitempty"`
}

// Order is code that is to run.
type Order struct {
	Code      []byte `json:"code"`
	TimeoutMS int64  `json:"timeoutMs"`
	GraceMS   int64  `json:"graceMs"`
	// Output is how much is kept of each stream, in bytes.
	Output int64 `json:"output"`
}

// told is what a supervisor answers, lines of JSON.
type told struct {
	Error string `json:"error,omitempty"`
	// Busy: somebody else has the turn. It is waited for, unless there is an error.
	Busy   bool   `json:"busy,omitempty"`
	About  *About `json:"about,omitempty"`
	Stdout []byte `json:"stdout,omitempty"`
	Stderr []byte `json:"stderr,omitempty"`
	Done   *Done  `json:"done,omitempty"`
	OK     bool   `json:"ok,omitempty"`
}

// Ran is a text that ran.
type Ran struct {
	Text string `json:"text"`
	// Partly is true when it may not have run to its end: it was interrupted, or
	// ended with another code than 0, as with an error in the middle.
	Partly bool `json:"partly,omitempty"`
}

// About is what a supervisor knows of its session.
type About struct {
	Executions int  `json:"executions"`
	Busy       bool `json:"busy"`
	// History are the texts that ran since the state was last clean, where they are
	// kept.
	History []Ran `json:"history,omitempty"`
	// Private is what whoever opened the session wants to know again.
	Private json.RawMessage `json:"private,omitempty"`
}

// Done is how an execution ended.
type Done struct {
	Result runner.Result `json:"result"`
	Value  *string       `json:"value,omitempty"`
	// Number is which execution of the session it was.
	Number int `json:"number"`
	// Notes are what people should know besides.
	Notes []string `json:"notes,omitempty"`
	// Lost: the state is gone, and the next execution begins with a clean one.
	Lost bool `json:"lost,omitempty"`
}

// The bounds of what is said.
const (
	maxAsked = 2 * kernel.MaxCode // in base64, with what is around it
	maxTold  = 16 << 20           // all of the history
	patience = 10 * time.Second
	// maxHistory bounds the texts that are kept, in bytes together.
	maxHistory = 1 << 20
)

// line is a connection that lines of JSON go over.
type line struct {
	net.Conn
	decoder *json.Decoder
	encoder *json.Encoder
	limit   *io.LimitedReader
	most    int64
}

func newLine(conn net.Conn, most int64) *line {
	limit := &io.LimitedReader{R: conn, N: most}
	return &line{Conn: conn, decoder: json.NewDecoder(limit), encoder: json.NewEncoder(conn), limit: limit, most: most}
}

func (l *line) read(into any) error {
	l.limit.N = l.most
	return l.decoder.Decode(into)
}

func (l *line) write(value any) error {
	if err := l.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	return l.encoder.Encode(value)
}

// ErrBusy says that another execution has the turn.
var ErrBusy = errors.New("it is running another execution")

// OverError says that a session does not run code any more.
type OverError struct {
	Session Session
}

// Error says how it ended.
func (e *OverError) Error() string {
	s := e.Session
	what := "session " + s.ID
	switch {
	case s.State == Lost:
		return what + " was lost: its supervisor was killed, and its kernel with it"
	case s.End == nil:
		return what + " does not answer"
	case s.End.Why == Expired:
		return fmt.Sprintf("%s expired after %s", what, s.Expires.Sub(s.Created).Round(time.Second))
	case s.End.Error != "":
		return what + " has ended: " + s.End.Error
	}
	return what + " was closed"
}
