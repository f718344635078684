package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/exec"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
)

func decideTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "decide_command", Annotations: hints("Decide a command"),
		Description: "Says whether a shell command may run here, and why. Nothing runs. Ask before you run a command with another tool.",
	}
}

type decideIn struct {
	Command string `json:"command" jsonschema:"the whole command line, as a shell would be given it"`
	Dir     string `json:"dir,omitempty" jsonschema:"the folder that it would run in: the project's or one below it; left out, that of the project"`
}

func (in decideIn) check() error { return missing("command", in.Command) }

// decideOut is what would follow from a command.
type decideOut struct {
	Effect  string   `json:"effect" jsonschema:"allow, warn (it may run, with a warning), ask (a person has to approve it first) or deny"`
	MayRun  bool     `json:"mayRun" jsonschema:"whether it may run now, without asking anybody"`
	Profile string   `json:"profile" jsonschema:"by which rules it was judged"`
	Reasons []reason `json:"reasons" jsonschema:"why, the strictest first"`
	// Programs are those that it would run.
	Programs []string `json:"programs" jsonschema:"the programs that it would run, behind pipes, shells and wrappers"`
	Approve  string   `json:"approve,omitempty" jsonschema:"what a person types to approve it; not for you to run"`
	Rest     *rest    `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
}

// reason is one reason of a decision.
type reason struct {
	Rule    string `json:"rule" jsonschema:"the id of the rule; the tool explain has its page"`
	Effect  string `json:"effect"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty" jsonschema:"what to do instead"`
	Setting string `json:"setting,omitempty" jsonschema:"the setting that would change it; a person sets it"`
}

// decideCommand decides, and records the answer. What cannot be recorded is not allowed.
func (s *server) decideCommand(ctx context.Context, request *sdk.CallToolRequest, in decideIn) (*decideOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	got, err := s.foresee(ctx, in)
	if err != nil {
		return nil, err
	}
	asked := &audit.Request{Command: &in.Command, Cwd: got.Request.Exec.Cwd, Agent: agentOf(request), Noted: true, Tool: "decide_command", Profile: got.Profile}
	record := audit.Record{Kind: audit.Answered, Request: asked, Decision: run.RecordedDecision(got.Decision)}
	if got.Approval != nil {
		record.Approval = got.Approval.ID
	}
	if err := run.Record(ctx, s.factory, got.Settings, record); err != nil {
		return nil, err
	}
	return decided(got), nil
}

// foresee asks what would follow from a command.
func (s *server) foresee(ctx context.Context, in decideIn) (*exec.Foreseen, error) {
	dir, err := s.folder(in.Dir)
	if err != nil {
		return nil, err
	}
	by := s.commands()
	got, err := exec.Foresee(ctx, s.factory, &run.Options{
		Command: in.Command, IsText: true, Workdir: dir, From: s.project, Config: by.Config, NoConfig: by.NoConfig, Policies: by.Policies, Color: kit.ColorNever,
	})
	if err != nil {
		return nil, unusable(err)
	}
	return got, nil
}

// unusable says of an error that it is nothing that a model can fix.
func unusable(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("nothing was decided, so it is not allowed: %w", err)
}

// decided is an answer in the words of the tool.
func decided(got *exec.Foreseen) *decideOut {
	out := &decideOut{Effect: string(got.Decision.Effect), MayRun: passes(string(got.Decision.Effect)), Profile: got.Profile, Reasons: reasonsOf(got.Decision.Reasons), Programs: []string{}}
	if len(got.Asked) > 0 && !out.MayRun && !got.Fleeting {
		out.Approve = short(got.Approve)
	}
	if got.Facts != nil {
		for i := range got.Facts.Commands {
			if name := short(got.Facts.Commands[i].Base); name != "" && !slices.Contains(out.Programs, name) {
				out.Programs = append(out.Programs, name)
			}
		}
	}
	return out
}

func reasonsOf(reasons []engine.Reason) []reason {
	out := make([]reason, len(reasons))
	for i, r := range reasons {
		out[i] = reason{Rule: short(r.Rule), Effect: string(r.Effect), Message: short(r.Message), Hint: short(r.Hint), Setting: short(r.Setting)}
	}
	return out
}

// agentOf is what the client calls itself, for the record alone.
func agentOf(request *sdk.CallToolRequest) string {
	if request.Session != nil {
		if params := request.Session.InitializeParams(); params != nil && params.ClientInfo != nil && params.ClientInfo.Name != "" {
			name, _ := cut(clean(params.ClientInfo.Name), maxName)
			return "mcp:" + name
		}
	}
	return "mcp"
}

func (o *decideOut) parts() []part     { return []part{listPart(&o.Reasons), listPart(&o.Programs)} }
func (o *decideOut) leave(where *rest) { o.Rest = where }

func (o *decideOut) text() string {
	var b strings.Builder
	b.WriteString(map[string]string{
		"allow": "allow: it may run.", "warn": "warn: it may run.", "ask": "ask: a person has to approve it first. Do not run it.",
	}[o.Effect])
	if b.Len() == 0 {
		b.WriteString("deny: it may not run. Do not try it in another way; do something else, or tell the user.")
	}
	b.WriteByte('\n')
	for _, r := range o.Reasons {
		if engine.Effect(r.Effect).Rank() >= engine.Effect(o.Effect).Rank() {
			r.line(&b)
		}
	}
	switch {
	case o.Approve != "":
		fmt.Fprintf(&b, "A person approves it with: %s\n", o.Approve)
	case o.Effect == string(engine.Ask):
		b.WriteString("Nobody can approve it ahead of time, since what would run can change until then. Ask for it in another way, or tell the user.\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// line writes a reason as an entry of a list.
func (r *reason) line(b *strings.Builder) {
	b.WriteString("- ")
	r.write(b)
}

// write writes a reason as a model reads it, as a line.
func (r *reason) write(b *strings.Builder) {
	b.WriteString(r.Message)
	if r.Hint != "" {
		fmt.Fprintf(b, " (%s)", r.Hint)
	}
	if r.Setting != "" {
		fmt.Fprintf(b, " [%s]", r.Setting)
	}
	fmt.Fprintf(b, " <%s>\n", r.Rule)
}

// at is a place in a file; line 0 is the file.
func at(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}
