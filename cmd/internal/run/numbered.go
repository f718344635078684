package run

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner/session"
)

// AgentZeroProfile judges each call of a session by number, beside the profile that
// judges what runs.
const AgentZeroProfile = "agentzero"

// Runtimes are what a call of a session by number may name.
func Runtimes() []string { return []string{"terminal", "python", "nodejs", "output", "reset"} }

// Numbered is one call of a session by number, as Agent Zero makes it.
type Numbered struct {
	*Invocation
	Merged  *settings.Settings
	Decider kit.Decider
	// Runtime and Session are as they were given, Text is the code.
	Runtime, Session, Text string
	// First: the session is reset before the code runs.
	First bool
	// Make makes the request to run the code, and what its shell is told.
	Make func(runtime string) (exec.Request, string, error)

	folder  string
	store   *session.Store
	numbers *session.Numbers
	seat    session.Seat
	seated  session.Seated
	known   bool
	// state is what the shell said; cwd its working directory as the shell names it.
	state session.Heard
	judge engine.Decision
}

// named is the runtime as Agent Zero reads it.
func (n *Numbered) named() string { return strings.ToLower(strings.TrimSpace(n.Runtime)) }

// Gate is the call as profile agentzero judges it.
func (n *Numbered) Gate() (exec.Request, error) {
	text, isText, argv := n.Command, n.IsText, n.Argv
	n.Command, n.IsText, n.Argv = "", true, nil
	if n.named() == "terminal" {
		n.Command = n.Text
	}
	request, err := n.Invocation.Request(n.Merged)
	n.Command, n.IsText, n.Argv = text, isText, argv
	if err != nil {
		return request, err
	}
	n.folder = request.Exec.Cwd
	if machine := request.Exec.Machine; machine != nil && machine.Workdir != "" {
		n.folder = machine.Workdir
	}
	request.Profile, request.Exec.Machine = AgentZeroProfile, nil
	request.Exec.Extra = map[string]any{"runtime": n.Runtime, "session": n.Session}
	if n.named() != "terminal" {
		request.Exec.Extra["code"] = n.Text
	}
	return request, nil
}

// Do decides the call and does what it asks for.
func (n *Numbered) Do(ctx context.Context) error {
	gate, err := n.Gate()
	if err != nil {
		return err
	}
	if n.judge, err = n.Decider.Decide(ctx, gate, n.Merged); err != nil {
		return err
	}
	if refused(n.judge) {
		return n.refuse(ctx, gate)
	}
	if err := n.find(); err != nil {
		return err
	}
	if runtime := n.named(); runtime == "output" || runtime == "reset" {
		gate.Exec.Extra["session_exists"] = n.known
		if n.judge, err = n.Decider.Decide(ctx, gate, n.Merged); err != nil {
			return err
		}
		switch {
		case refused(n.judge):
			return n.refuse(ctx, gate)
		case runtime == "reset":
			return n.reset(ctx)
		}
		return n.output(ctx)
	}
	return n.code(ctx)
}

func refused(d engine.Decision) bool { return d.Effect.Rank() > engine.Warn.Rank() }

// refuse says why a call may not be made, and records it.
func (n *Numbered) refuse(ctx context.Context, request exec.Request) error {
	j, err := n.newJob(request, n.Merged)
	if err != nil {
		return err
	}
	j.answer.Decision, j.answer.Profile = n.judge, AgentZeroProfile
	return j.refuse(ctx)
}

// find finds out what the number stands for.
func (n *Numbered) find() error {
	number, err := numberOf(n.judge.Details["session"])
	if err != nil {
		return err
	}
	if n.store, err = n.Factory.Runs(); err != nil {
		return err
	}
	n.numbers = n.store.Numbers()
	n.seat = session.Seat{Agent: n.Agent, Folder: n.folder, Number: number}
	n.seated, n.known, err = n.numbers.Find(n.seat)
	return err
}

// numberOf is the number of a session as the policies read it.
func numberOf(value any) (int64, error) {
	text := fmt.Sprint(value)
	if number, ok := value.(float64); ok {
		text = big.NewFloat(number).Text('f', 0)
	}
	// Policies count in floating point, where larger numbers are not exact.
	const most = 1 << 53
	if number, ok := new(big.Int).SetString(text, 10); ok && number.IsInt64() && number.Int64() < most && number.Int64() > -most {
		return number.Int64(), nil
	}
	return 0, kit.Usagef("--session %s is out of range: it must be between -%d and %d", text, int64(most-1), int64(most-1))
}

func (n *Numbered) reset(ctx context.Context) error {
	if err := n.clean(ctx); err != nil {
		return err
	}
	return n.tell(launch.NewID(n.Factory.Now()), n.judge, session.Heard{Reply: session.Reply{Message: session.WasReset("")}})
}

// tell says what came of the call. The exit code is that of the command, when it has
// ended.
func (n *Numbered) tell(id string, decision engine.Decision, heard session.Heard) error {
	if n.JSON {
		out := Outcome{ID: id, Decision: decision, Background: heard.Running, Session: &SessionOutcome{
			Number: n.seat.Number, Runtime: n.named(), Cwd: heard.Cwd, Reply: heard.Reply,
		}}
		if !heard.Running {
			out.Session.Code = &heard.Code
		}
		if err := n.Factory.WriteOutputJSON(out); err != nil {
			return err
		}
	} else {
		text := session.Answer{OK: true, Result: &heard.Reply}.Text(n.named(), n.seat.Number)
		if err := n.Factory.WriteOutput("", []byte(text+"\n")); err != nil {
			return err
		}
	}
	switch {
	case heard.Running:
		return &kit.ExitError{Code: kit.ExitExecYielded}
	case heard.Code != 0:
		return &kit.ExitError{Code: heard.Code}
	}
	return nil
}

// SessionOutcome is what exec --json writes of a call of a session by number.
type SessionOutcome struct {
	Number  int64  `json:"number"`
	Runtime string `json:"runtime"`
	// Code is the exit code of the last command that has ended.
	Code *int `json:"code,omitempty"`
	// Cwd is the working directory of the shell then.
	Cwd string `json:"cwd,omitempty"`
	session.Reply
}
