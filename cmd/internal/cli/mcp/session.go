package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/runner/kernel"
	"github.com/skillctl/skillctl/runner/notebook"
	"github.com/skillctl/skillctl/runner/supervised"
)

const (
	// maxSessions bounds how many sessions of code are open at a time for one server.
	maxSessions = 8
	// closeTime is how long they are given to close when their client is gone.
	closeTime = 10 * time.Second
)

func sessionOpenTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "session_open", Annotations: changes("Open a session of code"),
		Description: "Opens an interpreter in a sandbox that keeps its variables from one piece of code to the next, if the policies allow it. It ends with session_close, with the conversation, or after some minutes.",
	}
}

func sessionRunTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "session_run", Annotations: changes("Run code in a session"),
		Description: "Runs a piece of code in a session, if the policies allow it, and answers with its exit code and output. It has no input. Cancel the call to interrupt it.",
	}
}

func sessionListTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "session_list", Annotations: hints("List sessions of code"), Description: "Lists the sessions of code that this conversation has opened.",
	}
}

func sessionCloseTool() *sdk.Tool {
	no, yes := false, true
	return &sdk.Tool{
		Name: "session_close", Annotations: &sdk.ToolAnnotations{Title: "Close a session of code", DestructiveHint: &yes, OpenWorldHint: &no, IdempotentHint: true},
		Description: "Ends a session of code, and what runs in it.",
	}
}

type sessionOpenIn struct {
	Language string `json:"language" jsonschema:"python, javascript, typescript or bash"`
	Dir      string `json:"dir,omitempty" jsonschema:"the folder that it runs in: the project's or one below it; left out, that of the project"`
}

func (in sessionOpenIn) check() error {
	if kernel.Arguments(in.Language) == nil || !slices.Contains(code.Languages(), in.Language) {
		return fmt.Errorf("\"language\" has to be one of %s", strings.Join(code.Languages(), ", "))
	}
	return nil
}

type sessionIn struct {
	Session string `json:"session" jsonschema:"the id of the session, as session_open gives it"`
}

func (in sessionIn) check() error { return missing("session", in.Session) }

type sessionRunIn struct {
	Session string `json:"session" jsonschema:"the id of the session, as session_open gives it"`
	Code    string `json:"code" jsonschema:"the piece of code"`
	Timeout int    `json:"timeoutSeconds,omitempty" jsonschema:"interrupt it after so many seconds; the settings have a limit, too"`
}

func (in sessionRunIn) check() error {
	return errors.Join(missing("session", in.Session), missing("code", in.Code), checkTimeout(in.Timeout))
}

type noneIn struct{}

func (noneIn) check() error { return nil }

// sessionsOut is which sessions there are, or what became of one.
type sessionsOut struct {
	Sessions []sessionOut `json:"sessions" jsonschema:"the sessions, the oldest first"`
	Reasons  []reason     `json:"reasons" jsonschema:"why it was not opened"`
	Rest     *rest        `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`

	refused bool
}

type sessionOut struct {
	ID       string `json:"id"`
	Language string `json:"language"`
	State    string `json:"state" jsonschema:"open, or how it ended"`
	Dir      string `json:"dir"`
	Expires  string `json:"expires" jsonschema:"when it ends by itself"`
}

// conversation names the conversation of a request: over HTTP there are several.
func conversation(request *sdk.CallToolRequest) string {
	if request.Session == nil {
		return ""
	}
	return request.Session.ID()
}

// reserve takes a place for a session that is to be opened. Where none is free, those that
// have ended by themselves give theirs up.
func (s *server) reserve(ctx context.Context) error {
	full := s.sessions.reserve()
	if full == nil {
		return nil
	}
	store, err := s.factory.Sessions()
	if err != nil {
		return err
	}
	for _, id := range s.sessions.of("", true) {
		one, err := store.Get(ctx, id)
		gone := (*supervised.NotFoundError)(nil)
		if errors.As(err, &gone) || err == nil && (one.State == notebook.Over || one.State == notebook.Lost) {
			s.sessions.closed(id)
		}
	}
	return s.sessions.reserve()
}

// sessionOpen opens a session, as the command does.
func (s *server) sessionOpen(ctx context.Context, request *sdk.CallToolRequest, in sessionOpenIn) (*sessionsOut, error) {
	dir, err := s.folder(in.Dir)
	if err != nil {
		return nil, err
	}
	if err := s.reserve(ctx); err != nil {
		return nil, err
	}
	var id string
	owner := conversation(request)
	defer func() {
		if s.sessions.opened(id, owner) && owner != "" {
			s.running.Go(func() {
				_ = request.Session.Wait() // that it has ended is all that counts
				s.closeSessions(owner, false)
			})
		}
	}()
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	args := append([]string{"session", "open", "--json", "--unattended", "--lang", in.Language, "--workdir", dir, "--agent", agentOf(request)}, s.commandArgs()...)
	var stdout, stderr bytes.Buffer
	status, err := s.process(ctx, args, nil, &stdout, &stderr)
	if err != nil {
		return nil, unusable(err)
	}
	var opened notebook.Session
	// What was refused has an id as well, that of its record.
	if status != 0 || json.Unmarshal(stdout.Bytes(), &opened) != nil || opened.ID == "" {
		return &sessionsOut{Sessions: []sessionOut{}, Reasons: refusals(status, stdout.Bytes(), stderr.String()), refused: true}, nil
	}
	id = opened.ID
	return &sessionsOut{Sessions: []sessionOut{told(opened)}, Reasons: []reason{}}, nil
}

// refusals are why a session was not opened: what was decided, else what was said.
func refusals(status int, answer []byte, said string) []reason {
	var told struct {
		Decision struct {
			Effect  engine.Effect   `json:"effect"`
			Reasons []engine.Reason `json:"reasons"`
		} `json:"decision"`
	}
	if json.Unmarshal(answer, &told) != nil || len(told.Decision.Reasons) == 0 {
		return []reason{startReason(status, said)}
	}
	counting := slices.DeleteFunc(told.Decision.Reasons, func(r engine.Reason) bool { return r.Effect.Rank() < told.Decision.Effect.Rank() })
	return reasonsOf(counting)
}

func (s *server) commandArgs() []string {
	by := s.commands()
	return by.Args()
}

func told(one notebook.Session) sessionOut {
	state := string(one.State)
	if one.End != nil {
		state = one.End.Why
	}
	return sessionOut{ID: one.ID, Language: one.Language, State: state, Dir: short(one.Cwd), Expires: one.Expires.UTC().Format(time.RFC3339)}
}

// sessionRun runs code in a session of this conversation. It is judged as it starts.
func (s *server) sessionRun(ctx context.Context, request *sdk.CallToolRequest, in sessionRunIn) (*runOut, error) {
	if err := s.sessions.check(in.Session, conversation(request)); err != nil {
		return nil, err
	}
	var arguments []string
	if in.Timeout > 0 {
		arguments = []string{"--timeout", strconv.Itoa(in.Timeout) + "s"}
	}
	out := &runOut{Effect: string(engine.Allow), Reasons: []reason{}}
	return out, s.start(ctx, request, []string{"session", "run"}, append(arguments, in.Session, "-"), strings.NewReader(in.Code), out)
}

// sessionList lists the sessions of this conversation.
func (s *server) sessionList(ctx context.Context, request *sdk.CallToolRequest, _ noneIn) (*sessionsOut, error) {
	store, err := s.factory.Sessions()
	if err != nil {
		return nil, err
	}
	out := &sessionsOut{Sessions: []sessionOut{}, Reasons: []reason{}}
	for _, id := range s.sessions.of(conversation(request), false) {
		one, err := store.Get(ctx, id)
		if gone := (*supervised.NotFoundError)(nil); errors.As(err, &gone) {
			s.sessions.closed(id)
			continue
		}
		if err != nil {
			return nil, err
		}
		out.Sessions = append(out.Sessions, told(one))
	}
	return out, nil
}

// sessionClose ends a session of this conversation.
func (s *server) sessionClose(ctx context.Context, request *sdk.CallToolRequest, in sessionIn) (*sessionsOut, error) {
	if err := s.sessions.check(in.Session, conversation(request)); err != nil {
		return nil, err
	}
	one, err := s.closeSession(ctx, in.Session)
	if err != nil {
		return nil, err
	}
	return &sessionsOut{Sessions: []sessionOut{told(one)}, Reasons: []reason{}}, nil
}

// closeSession ends a session; one that has ended is no error.
func (s *server) closeSession(ctx context.Context, id string) (notebook.Session, error) {
	store, err := s.factory.Sessions()
	if err != nil {
		return notebook.Session{}, err
	}
	var over *notebook.OverError
	if err := store.Close(ctx, id); err != nil && !errors.As(err, &over) {
		return notebook.Session{}, err
	}
	s.sessions.closed(id)
	return store.Get(ctx, id)
}

// closeSessions ends the sessions of a conversation that is over, or with all every one.
func (s *server) closeSessions(owner string, all bool) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime) // that of the conversation is over
	defer cancel()
	for _, id := range s.sessions.of(owner, all) {
		if _, err := s.closeSession(ctx, id); err != nil {
			fmt.Fprintf(s.options.factory.IO.Err, "skillctl: session %s is not closed: %v\n", id, err)
		}
	}
}

func (o *sessionsOut) parts() []part     { return []part{listPart(&o.Sessions), listPart(&o.Reasons)} }
func (o *sessionsOut) leave(where *rest) { o.Rest = where }
func (o *sessionsOut) failed() bool      { return o.refused }

func (o *sessionsOut) text() string {
	var b strings.Builder
	if o.refused {
		b.WriteString("deny: it is not opened.\n")
	} else if len(o.Sessions) == 0 {
		b.WriteString("This conversation has opened no session.")
	}
	for i := range o.Reasons {
		o.Reasons[i].line(&b)
	}
	for _, one := range o.Sessions {
		fmt.Fprintf(&b, "session %s (%s): %s, until %s\n", one.ID, one.Language, one.State, one.Expires)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
