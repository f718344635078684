package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/cmd/internal/elsewhere"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
)

func runTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "run_command", Annotations: changes("Run a command"),
		Description: "Runs a shell command in a sandbox, if the policies allow it, and answers with its exit code and output. What needs a person's approval is not run. It has no input. Cancel the call to end it.",
	}
}

func codeTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "run_code", Annotations: changes("Run code"),
		Description: "Runs a piece of code in a sandbox, if the policies allow it, and answers with its exit code and output. It has no input. Cancel the call to end it.",
	}
}

// changes are what a client is told about a tool that runs what it is given.
func changes(title string) *sdk.ToolAnnotations {
	yes := true
	return &sdk.ToolAnnotations{Title: title, DestructiveHint: &yes, OpenWorldHint: &yes}
}

type runIn struct {
	Command string `json:"command" jsonschema:"the whole command line, for a shell"`
	Dir     string `json:"dir,omitempty" jsonschema:"the folder that it runs in: the project's or one below it; left out, that of the project"`
	Timeout int    `json:"timeoutSeconds,omitempty" jsonschema:"end it after so many seconds; the settings have a limit, too"`
}

func (in runIn) check() error {
	return errors.Join(missing("command", in.Command), checkTimeout(in.Timeout))
}

type codeIn struct {
	Language string `json:"language" jsonschema:"python, javascript, typescript or bash"`
	Code     string `json:"code" jsonschema:"the whole text of the program"`
	Dir      string `json:"dir,omitempty" jsonschema:"the folder that it runs in: the project's or one below it; left out, that of the project"`
	Timeout  int    `json:"timeoutSeconds,omitempty" jsonschema:"end it after so many seconds; the settings have a limit, too"`
}

func (in codeIn) check() error {
	if !slices.Contains(code.Languages(), in.Language) {
		return fmt.Errorf("\"language\" has to be one of %s", strings.Join(code.Languages(), ", "))
	}
	return errors.Join(missing("code", in.Code), checkTimeout(in.Timeout))
}

func checkTimeout(seconds int) error {
	if most := int((24 * time.Hour).Seconds()); seconds < 0 || seconds > most {
		return fmt.Errorf("\"timeoutSeconds\" has to be between 0 and %d", most)
	}
	return nil
}

// runOut is how a command ended, or why it did not run.
type runOut struct {
	Ran      bool     `json:"ran" jsonschema:"whether it ran"`
	Effect   string   `json:"effect" jsonschema:"allow, warn, ask (a person has to approve it first) or deny"`
	Reasons  []reason `json:"reasons" jsonschema:"why, the strictest first"`
	Approve  string   `json:"approve,omitempty" jsonschema:"what a person types to approve it; not for you to run"`
	ExitCode *int     `json:"exitCode,omitempty" jsonschema:"its exit code: 124 when it exceeded its time limit, 125 when skillctl failed, 127 when the program was not found"`
	// Stdout and Stderr are the last of what it wrote.
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr" jsonschema:"with what skillctl has to say of the run"`
	// Cut is how much of the beginning of both is not kept.
	Cut      int64 `json:"cut,omitempty" jsonschema:"how many bytes of its output were too many to be kept"`
	Duration int64 `json:"durationMs,omitempty" jsonschema:"how long it took, in milliseconds"`
	Rest     *rest `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
	// waits: its process has a person answer from another terminal, and records that.
	waits bool
}

// runCommand runs a command as exec does, in a process of its own.
func (s *server) runCommand(ctx context.Context, request *sdk.CallToolRequest, in runIn) (*runOut, error) {
	dir, err := s.folder(in.Dir)
	if err != nil {
		return nil, err
	}
	out, err := s.mayRun(ctx, request, in)
	if err == nil && out.Effect == string(engine.Ask) && ask.Can(request.Session) {
		err = s.approve(ctx, request, in, out)
	}
	if err != nil || !passes(out.Effect) && !out.waits {
		return out, err
	}
	return out, s.start(ctx, request, s.flags("exec", dir, in.Timeout), []string{"--unattended", "-c", in.Command}, nil, out)
}

// mayRun says what would follow from a command. What is not to run is recorded.
func (s *server) mayRun(ctx context.Context, request *sdk.CallToolRequest, in runIn) (*runOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	got, err := s.foresee(ctx, decideIn{Command: in.Command, Dir: in.Dir})
	if err != nil {
		return nil, err
	}
	d := decided(got)
	out := &runOut{Effect: d.Effect, Reasons: d.Reasons, Approve: d.Approve}
	out.waits = got.Decision.Effect == engine.Ask && !ask.Can(request.Session) && elsewhere.Within(ctx, s.factory, got.Settings) > 0
	if d.MayRun || out.waits {
		return out, nil
	}
	asked := &audit.Request{Command: &in.Command, Cwd: got.Request.Exec.Cwd, Agent: agentOf(request), Noted: true, Tool: "run_command", Profile: got.Profile}
	return out, run.Record(ctx, s.factory, got.Settings, refused(asked, got.Decision, got.Fleeting))
}

// runCode runs code as run does, in a process of its own.
func (s *server) runCode(ctx context.Context, request *sdk.CallToolRequest, in codeIn) (*runOut, error) {
	dir, err := s.folder(in.Dir)
	if err != nil {
		return nil, err
	}
	args := append(s.flags("run", dir, in.Timeout), "--lang", in.Language)
	out, err := s.mayRunCode(ctx, request, args, in)
	if err != nil || !passes(out.Effect) && !out.waits {
		return out, err
	}
	return out, s.start(ctx, request, args, []string{"--unattended", "-"}, strings.NewReader(in.Code), out)
}

// mayRunCode says what would follow from code. What is not to run is recorded.
func (s *server) mayRunCode(ctx context.Context, request *sdk.CallToolRequest, args []string, in codeIn) (*runOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	var stdout, stderr bytes.Buffer
	status, err := s.process(ctx, append(slices.Clone(args), "--explain", "--json", "-"), strings.NewReader(in.Code), &stdout, &stderr)
	if err != nil {
		return nil, unusable(err)
	}
	var got struct{ Decision engine.Decision }
	if json.Unmarshal(stdout.Bytes(), &got) != nil || got.Decision.Effect == "" {
		return nil, unusable(fmt.Errorf("exit code %d: %s", status, strings.TrimSpace(stderr.String())))
	}
	d := &got.Decision
	out := &runOut{Effect: string(d.Effect), Reasons: reasonsOf(d.Reasons)}
	if d.Effect == engine.Ask {
		out.Approve = "skillctl allow PROGRAM, for a program that it uses: code cannot be approved ahead of time"
	}
	if passes(out.Effect) {
		return out, nil
	}
	by := s.commands()
	merged, err := s.factory.ExecSettings(ctx, by.Query())
	if err != nil {
		return nil, unusable(err)
	}
	if out.waits = d.Effect == engine.Ask && elsewhere.Within(ctx, s.factory, merged) > 0; out.waits {
		return out, nil
	}
	asked := &audit.Request{Argv: []string{"run_code"}, Language: in.Language, Agent: agentOf(request), Noted: true, Tool: "run_code", Profile: merged.Exec.Profile}
	if asked.Cwd, err = s.folder(in.Dir); err != nil {
		return nil, err
	}
	return out, run.Record(ctx, s.factory, merged, refused(asked, *d, true))
}

// passes reports whether what has an effect may go on without anybody being asked.
func passes(effect string) bool { return engine.Effect(effect).Rank() <= engine.Warn.Rank() }

// refused is the record of what is not run, with the rules that ask a person, and
// whether none can say yes ahead of time.
func refused(request *audit.Request, decision engine.Decision, fleeting bool) audit.Record {
	record := audit.Record{Kind: audit.Decided, Request: request, Decision: run.RecordedDecision(decision)}
	record.Decision.Asked = decision.Asking()
	record.Decision.Fleeting = fleeting && len(record.Decision.Asked) > 0
	return record
}

// flags are those of a command that runs something for a client.
func (s *server) flags(command, dir string, timeout int) []string {
	by := s.commands()
	args := append([]string{command, "--color", kit.ColorNever, "--workdir", dir}, by.Args()...)
	if timeout > 0 {
		args = append(args, "--timeout", strconv.Itoa(timeout)+"s")
	}
	return args
}

// maxRuns bounds how much runs at a time for one server.
const maxRuns = 16

// start runs what was judged, and tells the client what it writes. It is judged again
// right before it starts, and only that counts.
func (s *server) start(ctx context.Context, request *sdk.CallToolRequest, command, arguments []string, input io.Reader, out *runOut) error {
	select {
	case s.runs <- struct{}{}:
		defer func() { <-s.runs }()
	default:
		return fmt.Errorf("it was not run: %d runs go on already; wait until one has ended, or cancel it", maxRuns)
	}
	told := s.teller(ctx, request)
	defer told.stop()
	stdout, stderr := newTail(told), newTail(told)
	started, forget, err := startedFile()
	if err != nil {
		return err
	}
	defer forget()
	begun := time.Now()
	status, err := s.process(ctx, slices.Concat(command, []string{"--started", started}, arguments), input, stdout, stderr)
	if err != nil {
		return err
	}
	if _, err := os.Stat(started); err != nil {
		if out.waits { // its process says why
			out.Reasons, out.Approve = nil, ""
		}
		out.Effect, out.Reasons = string(engine.Deny), append([]reason{startReason(status, stderr.text())}, out.Reasons...)
		return nil
	}
	if out.waits { // a person has said yes
		out.Effect, out.Reasons, out.Approve = string(engine.Allow), []reason{}, ""
	}
	out.Ran, out.ExitCode, out.Duration = true, &status, time.Since(begun).Milliseconds()
	out.Stdout, out.Stderr, out.Cut = stdout.text(), stderr.text(), stdout.left+stderr.left
	return nil
}

// startedFile is the name of a file that a run makes when it has started, and not before.
func startedFile() (name string, forget func(), err error) {
	dir, err := os.MkdirTemp("", "skillctl-mcp-")
	if err != nil {
		return "", nil, fmt.Errorf("it was not run: %w", err)
	}
	return filepath.Join(dir, "started"), func() { _ = os.RemoveAll(dir) }, nil
}

// startReason is why something was refused at its start, as skillctl said.
func startReason(status int, said string) reason {
	why := reason{Rule: "exec/start", Effect: string(engine.Deny), Message: short(strings.TrimPrefix(strings.TrimSpace(said), "skillctl: "))}
	if why.Message == "" {
		why.Message = fmt.Sprintf("skillctl ended with exit code %d before it had started", status)
	}
	return why
}

func (o *runOut) parts() []part {
	return []part{lastPart(&o.Stdout), lastPart(&o.Stderr), listPart(&o.Reasons)}
}

func (o *runOut) leave(where *rest) { o.Rest = where }

// failed: it did not run.
func (o *runOut) failed() bool { return !o.Ran }

// How much of the ends of both streams a model is shown, in bytes.
const (
	briefStdout = 8_000
	briefStderr = 3_000
)

// brief is the text with the ends of what it wrote alone.
func (o *runOut) brief() string {
	short := *o
	for stream, most := range map[*string]int{&short.Stdout: briefStdout, &short.Stderr: briefStderr} {
		if p := lastPart(stream); p.size > most {
			p.keep(most)
			*stream = "(the beginning is left out)\n" + *stream
		}
	}
	return short.text()
}

func (o *runOut) text() string {
	if !o.Ran {
		return (&decideOut{Effect: o.Effect, Reasons: o.Reasons, Approve: o.Approve}).text()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "exit code %d", *o.ExitCode)
	if o.Cut > 0 {
		fmt.Fprintf(&b, "; %d bytes of output were too many to be kept", o.Cut)
	}
	b.WriteByte('\n')
	for _, r := range o.Reasons {
		if r.Effect == string(engine.Warn) {
			r.line(&b)
		}
	}
	for _, stream := range []struct{ name, text string }{{"stderr", o.Stderr}, {"stdout", o.Stdout}} {
		if stream.text != "" {
			fmt.Fprintf(&b, "%s:\n%s\n", stream.name, strings.TrimSuffix(stream.text, "\n"))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
