package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/audit"
)

// questionVersion is the version of the form of questions and answers.
const questionVersion = 1

// The bounds of a question.
const (
	// maxQuestion is how large one is, in bytes.
	maxQuestion = 256 << 10
	// maxShown is how long what a person is to agree to may be, in characters: what is not
	// read is not approved.
	maxShown = 8_000
	// MaxWait is how long a question can wait.
	MaxWait = time.Hour
)

// Question is what somebody is asked who is not in front of the program that asks, as
// schema/question.cue has it. It is never changed: its id is the digest of its bytes.
type Question struct {
	Version int `json:"version"`
	// Nonce tells equal questions apart.
	Nonce string `json:"nonce"`
	// Created and Expires are in seconds since 1970.
	Created int64 `json:"created"`
	Expires int64 `json:"expires"`
	// Asker is the process that waits. By is what it is, in words.
	Asker audit.Owner `json:"asker"`
	By    string      `json:"by"`
	// Always: it may be answered for every run of just this, too.
	Always bool `json:"always"`
	// Command is what would run, nil for a call of another tool, which is Call.
	Command *Asked `json:"command,omitempty"`
	Call    *Call  `json:"call,omitempty"`
	// Reasons are why somebody is asked.
	Reasons []Why `json:"reasons"`
}

// Why is one reason to ask.
type Why struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	// Line and Column are its place in the command, 0 for none.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// Asked is a command that a person is asked about, as a [Plan] has it.
type Asked struct {
	// Text is the command, nil where Argv counts.
	Text *string  `json:"text,omitempty"`
	Argv []string `json:"argv,omitempty"`
	// Cwd is the real path of the working directory, Dir the one that was named.
	Cwd string `json:"cwd"`
	Dir string `json:"dir"`
	// Env are the variables that the request sets itself.
	Env      map[string]string `json:"env,omitempty"`
	Host     string            `json:"host,omitempty"`
	Agent    string            `json:"agent,omitempty"`
	Channel  string            `json:"channel,omitempty"`
	Elevated bool              `json:"elevated,omitempty"`
	Programs []File            `json:"programs"`
	Scripts  []File            `json:"scripts"`
	// Loose says what cannot be held to.
	Loose []string `json:"loose"`
}

// Call is a call of a tool that a person is asked about.
type Call struct {
	Tool string `json:"tool"`
	// Input is all that it is called with, as JSON.
	Input string `json:"input"`
	Cwd   string `json:"cwd"`
}

// AskedOf is the question about a plan.
func AskedOf(p *Plan) *Asked {
	s := &p.Subject
	loose := p.Loose
	if loose == nil {
		loose = []string{}
	}
	a := &Asked{
		Argv: slices.Clone(s.Argv), Cwd: p.Cwd, Dir: s.Cwd, Env: s.Env, Host: s.Host, Agent: s.Agent, Channel: s.Channel, Elevated: s.Elevated,
		Programs: orNone(p.Programs), Scripts: orNone(p.Scripts), Loose: loose,
	}
	if s.Argv == nil {
		text := s.Command
		a.Text = &text
	}
	return a
}

// Line is what is asked about, for a list. It is not escaped.
func (q *Question) Line() string {
	switch {
	case q.Call != nil:
		return q.Call.Tool + " " + q.Call.Input
	case q.Command.Text != nil:
		return *q.Command.Text
	}
	return ShowArgv(q.Command.Argv)
}

// Cwd is the folder that it is about.
func (q *Question) Cwd() string {
	if q.Call != nil {
		return q.Call.Cwd
	}
	return q.Command.Cwd
}

// check makes sure that a question says all that a person has to know.
func (q *Question) check() error {
	switch {
	case q.Version != questionVersion:
		return fmt.Errorf("it has version %d; it must be version %d", q.Version, questionVersion)
	case q.Nonce == "" || blank(q.By) || q.Asker.PID <= 0:
		return errors.New("it does not say who asks")
	case q.Created <= 0 || q.Expires <= q.Created || q.Expires-q.Created > int64(MaxWait/time.Second)+1:
		return fmt.Errorf("it has to expire, within %s of being asked", MaxWait)
	case (q.Command == nil) == (q.Call == nil):
		return errors.New("it is about a command or about a call, not about both or neither")
	case len(q.Reasons) == 0:
		return errors.New("it does not say why somebody is asked")
	case q.Call != nil:
		return q.Call.check(q.Always)
	}
	return q.Command.check(q.Always)
}

func (c *Call) check(always bool) error {
	switch {
	case blank(c.Tool) || !filepath.IsAbs(c.Cwd):
		return errors.New("it names no tool, or no folder")
	case always:
		return errors.New("a call cannot be approved for always")
	}
	return shown(c.Tool + c.Input)
}

func (a *Asked) check(always bool) error {
	switch {
	case (a.Text == nil) == (a.Argv == nil):
		return errors.New("it is about a command or an argument vector, not about both or neither")
	case !filepath.IsAbs(a.Cwd):
		return errors.New("it is not bound to a folder")
	case always && len(a.Loose) > 0:
		return errors.New("what cannot be held to cannot be approved for always")
	}
	var all strings.Builder
	if a.Text != nil {
		all.WriteString(*a.Text)
	}
	for _, word := range a.Argv {
		all.WriteString(word)
	}
	for name, value := range a.Env {
		all.WriteString(name + value)
	}
	return shown(all.String())
}

// LongError is a question that is too long to be read.
type LongError struct{ Characters int }

// Error says how long it is, and may be.
func (e *LongError) Error() string {
	return fmt.Sprintf("it has %d characters, which is too long to be read; at most %d are asked about", e.Characters, maxShown)
}

func shown(text string) error {
	if n := utf8.RuneCountInString(text); n > maxShown {
		return &LongError{n}
	}
	if !utf8.ValidString(text) {
		return errors.New("it has bytes that are not UTF-8")
	}
	return nil
}

// Answer is what a person says to a question. It is written once.
type Answer struct {
	Version int `json:"version"`
	// Question is the id of the one that it answers.
	Question string `json:"question"`
	Allow    bool   `json:"allow"`
	// Always: it is to hold for every run of just this.
	Always bool `json:"always"`
	// By says who answered, At when, in seconds since 1970.
	By string `json:"by"`
	At int64  `json:"at"`
}

func (a *Answer) check() error {
	switch {
	case a.Version != questionVersion:
		return fmt.Errorf("it has version %d; it must be version %d", a.Version, questionVersion)
	case blank(a.By) || a.At <= 0:
		return errors.New("it does not say who answered")
	case a.Always && !a.Allow:
		return errors.New("it says no, and always")
	}
	return nil
}

// idOf is the id of a text: its digest.
func idOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// strictly reads a text into a value, which must come to exactly this text again.
func strictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("it is incomplete")
		}
		return errors.New("it cannot be read")
	}
	if again, err := written(into); err != nil || !bytes.Equal(again, text) {
		return errors.New("it was edited")
	}
	return nil
}

func written(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	return append(text, '\n'), err
}

// parseQuestion reads a question that is kept under an id.
func parseQuestion(id string, text []byte) (*Question, error) {
	if idOf(text) != id {
		return nil, errors.New("it was changed after it was asked")
	}
	q := &Question{}
	if err := strictly(text, q); err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	return q, nil
}
