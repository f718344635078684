package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/settings"
)

// fileProfile judges files: the profiles of other systems judge commands alone.
const fileProfile = "strict"

// judge finds out what there is to say of a call.
type judge struct {
	*hookOptions
	client *hook.Client
	call   *hook.Call

	merged  *settings.Settings
	decider kit.Decider
	// approval lets the command pass; nil for none.
	approval *approval.Record
	store    *approval.Store
	// judged is the request of a command, asked are the rules that ask about it.
	judged exec.Request
	asked  []string
	// instead is what is to run in place of the command, "" for itself.
	instead string
}

// decide answers the call, and records the answer. What cannot be recorded is not
// allowed.
func (j *judge) decide(ctx context.Context) (engine.Decision, error) {
	if info, err := os.Stat(j.call.Dir); err != nil || !info.IsDir() {
		return engine.Decision{}, fmt.Errorf("%q, the working folder, is no folder", j.call.Dir)
	}
	if err := j.open(ctx); err != nil {
		return engine.Decision{}, err
	}
	question := &hook.Question{
		Client: j.client.Name, Call: j.call, Judged: []hook.Judged{}, Typed: []string{},
		Settings: map[string]any{"tools": list(j.merged.Hook.Tools), "hosts": list(j.merged.Hook.Hosts), "enclose": j.merged.Hook.Enclose},
	}
	if err := j.ask(ctx, question); err != nil {
		return engine.Decision{}, err
	}
	decision, err := hook.New().Decide(ctx, question)
	if err != nil {
		return engine.Decision{}, err
	}
	if j.instead, err = j.enclosed(ctx, decision); err != nil {
		return engine.Decision{}, err
	}
	if err := j.record(ctx, decision); err != nil {
		return engine.Decision{}, err
	}
	if j.instead != "" {
		return decision, nil // what runs uses up the approval
	}
	if err := j.use(decision); err != nil {
		// The record says last what was answered.
		refused := refusal("hook/failure", "the approval cannot be used: "+err.Error()).decision
		j.approval = nil
		return refused, j.record(ctx, refused)
	}
	return decision, nil
}

func list(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

// project is the folder that the settings are looked for from: that of the project where
// the client tells it, else the client's working folder. A folder that the model names for
// a command is neither: settings in it would be its own.
func (j *judge) project() string {
	if name := j.client.Project; name != "" {
		if dir := j.factory.IO.Getenv(name); filepath.IsAbs(dir) {
			return dir
		}
	}
	return j.call.From
}

// open reads the settings and the policies.
func (j *judge) open(ctx context.Context) error {
	var err error
	j.merged, err = j.factory.ExecSettings(ctx, kit.SettingsQuery{File: j.config, None: j.noConfig, Dir: j.project(), Policies: j.policies})
	if err != nil {
		return fmt.Errorf("the settings of skillctl cannot be used: %w", err)
	}
	if j.decider, err = j.factory.Decider(j.merged.Policies.Dirs); err != nil {
		return fmt.Errorf("the policies of the settings cannot be used: %w", err)
	}
	return nil
}

// ask judges what the tool would do.
func (j *judge) ask(ctx context.Context, question *hook.Question) error {
	switch j.call.Kind {
	case "shell":
		return j.command(ctx, question)
	case "write":
		return j.files(ctx, question, ": > ", j.call.Paths)
	case "read":
		return j.files(ctx, question, ": < ", j.call.Paths)
	case "list":
		return j.files(ctx, question, "ls -- ", j.call.Paths)
	case "search":
		return j.files(ctx, question, "grep -r -e text -- ", j.call.Paths)
	case "skill":
		return j.skill(ctx, question)
	}
	return nil
}

// command judges a command as exec does, with what people approved.
func (j *judge) command(ctx context.Context, question *hook.Question) error {
	request, err := j.request(j.call.Command, j.call.Dir)
	if err != nil {
		return err
	}
	if j.store, err = j.factory.Approvals(); err != nil && !errors.Is(err, approval.ErrNoHome) {
		return fmt.Errorf("read approvals: %w", err)
	}
	var store exec.Approvals
	if j.store != nil {
		store = j.store
	}
	got, err := j.decider.Consult(ctx, request, j.merged, store, j.factory.Now())
	if err != nil {
		return err
	}
	j.approval, j.judged, j.asked = got.Approval, request, got.Asked
	question.Judged = append(question.Judged, hook.Judged{Subject: j.call.Command, Effect: got.Decision.Effect, Reasons: got.Decision.Reasons})
	question.Typed = append(question.Typed, typed(got.Facts)...)
	if j.call.Dir != j.call.From {
		// What only reads in its working folder needs no entry, so that who names the
		// folder needs one for that.
		return j.files(ctx, question, "ls -- ", []string{j.call.Dir})
	}
	return nil
}

// request is a text for the shell in a folder, as exec would be asked for it.
func (j *judge) request(text, dir string) (exec.Request, error) {
	o := &run.Options{Command: text, IsText: true, Workdir: dir, From: j.project(), Policies: j.policies, Config: j.config, NoConfig: j.noConfig, Unattended: !j.call.Attended}
	return (&run.Invocation{Options: o, Factory: j.factory}).Request(j.merged)
}

// files judges each file as the command would be that does the same.
func (j *judge) files(ctx context.Context, question *hook.Question, command string, paths []string) error {
	merged, err := j.reading()
	if err != nil {
		return err
	}
	for _, path := range paths {
		request, err := j.request(command+argv.Quote(j.home(path)), j.call.From)
		if err != nil {
			return err
		}
		request.Profile = fileProfile
		decision, err := j.decider.Decide(ctx, request, merged)
		if err != nil {
			return err
		}
		for i := range decision.Reasons {
			decision.Reasons[i].Span = nil // places in a text that nobody wrote
		}
		question.Judged = append(question.Judged, hook.Judged{Subject: path, Effect: decision.Effect, Reasons: decision.Reasons})
	}
	return nil
}

// reading are the settings for files: an allow-list says which programs may run, and
// tools that read are none. Where somebody has set exec.readOnly, that holds.
func (j *judge) reading() (*settings.Settings, error) {
	if _, said := j.merged.Origin("exec", "readOnly"); said {
		return j.merged, nil
	}
	return j.merged.With("skillctl hook", map[string]any{"exec": map[string]any{"readOnly": "allow"}})
}

// home is a path with the home folder in place of "~".
func (j *judge) home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		if home := j.factory.IO.Getenv("HOME"); home != "" {
			return home + rest
		}
	}
	return path
}

// typed are the interpreters that run what is typed into them, because nothing else
// feeds them.
func typed(facts *exec.Facts) []string {
	var names []string
	if facts == nil {
		return names
	}
	for i := range facts.Commands {
		c := &facts.Commands[i]
		if c.Interpreter != nil && c.Stdin.Kind == "inherit" && !slices.Contains(fed(), string(c.Interpreter.Mode)) {
			names = append(names, c.Base)
		}
	}
	return names
}

// fed are the modes in which an interpreter has its code from elsewhere.
func fed() []string { return []string{"inline", "file", "module", "program", "info"} }

// record writes down what was decided.
func (j *judge) record(ctx context.Context, decision engine.Decision) error {
	request := &audit.Request{Cwd: j.call.Dir, Agent: j.client.Name, Tool: j.call.Tool, Skill: j.call.Skill, Profile: j.merged.Exec.Profile}
	if j.call.Command != "" {
		request.Command = &j.call.Command
	} else {
		request.Argv = append([]string{j.call.Tool}, j.call.Paths...)
		for _, host := range j.call.Hosts {
			request.Argv = append(request.Argv, host.Address)
		}
	}
	record := audit.Record{Kind: audit.Answered, Request: request, Decision: run.RecordedDecision(decision)}
	if j.approval != nil {
		record.Approval = j.approval.ID
	}
	return run.Record(ctx, j.factory, j.merged, record)
}

// use uses up the approval that lets a command pass.
func (j *judge) use(decision engine.Decision) error {
	if j.approval == nil || decision.Effect.Rank() > engine.Warn.Rank() {
		return nil
	}
	return j.store.Use(j.approval.ID, j.factory.Now())
}
