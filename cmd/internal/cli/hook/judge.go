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
	// answer is what a person has said to the call, nil for nothing.
	answer *exec.Approval
	// instead is what is to run in place of the command, "" for itself.
	instead string
}

// decide answers the call, and records the answer. What cannot be recorded is not
// allowed.
func (j *judge) decide(ctx context.Context) (engine.Decision, error) {
	if info, err := os.Stat(j.call.Dir); err != nil || !info.IsDir() {
		return engine.Decision{}, fmt.Errorf("the working folder %q is not there, or is no folder", j.call.Dir)
	}
	if err := j.open(ctx); err != nil {
		return engine.Decision{}, err
	}
	question := j.question()
	if err := j.ask(ctx, question); err != nil {
		return engine.Decision{}, err
	}
	decision, err := hook.New().Decide(ctx, question)
	if err != nil {
		return engine.Decision{}, err
	}
	if j.observe { // an approval is not used up, and nothing runs in another way
		j.approval = nil
		return decision, j.record(ctx, decision)
	}
	if decision, err = j.elsewhere(ctx, decision); err != nil {
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

// question is what the policies are asked, without what the call would do.
func (j *judge) question() *hook.Question {
	return &hook.Question{
		Client: j.client.Name, Call: j.call, Judged: []hook.Judged{}, Typed: []string{},
		Settings: map[string]any{"tools": list(j.merged.Hook.Tools), "hosts": list(j.merged.Hook.Hosts), "deciders": list(j.merged.Hook.Deciders), "enclose": j.merged.Hook.Enclose, "serverRequests": list(j.merged.Hook.ServerRequests)},
	}
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
	if j.factory.IO.Dir == "" { // it is a process of its own, and has the environment that its agent gave it
		if err := led(placesBy(j.factory.IO), ownPlaces(), j.trees()); err != nil {
			return err
		}
	}
	var err error
	j.merged, err = j.factory.ExecSettings(ctx, kit.SettingsQuery{File: j.Config, None: j.NoConfig, Dir: j.project(), Policies: j.Policies})
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
		return j.command(ctx, question, j.call.Command)
	case "write":
		return j.files(ctx, question, ": > ", j.call.Paths)
	case "read":
		return j.files(ctx, question, ": < ", j.call.Paths)
	case "list":
		return j.files(ctx, question, "ls -- ", j.call.Paths)
	case "search":
		return j.searches(ctx, question)
	case "skill":
		return j.skill(ctx, question)
	case "unknown":
		return j.arguments(ctx, question)
	}
	return nil
}

// arguments judges what the arguments of a tool name that is not known: commands as exec
// does, and files as read and, unless the tool only reads, as written.
func (j *judge) arguments(ctx context.Context, question *hook.Question) error {
	for _, command := range j.call.Commands {
		if err := j.command(ctx, question, command); err != nil {
			return err
		}
	}
	var files, folders []string
	for _, path := range j.call.Paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() && j.plain(path) {
			folders = append(folders, path)
		} else {
			files = append(files, path)
		}
	}
	if err := j.files(ctx, question, "ls -- ", folders); err != nil {
		return err
	}
	if err := j.files(ctx, question, ": < ", files); err != nil || j.call.Reads {
		return err
	}
	return j.files(ctx, question, ": > ", slices.Concat(files, folders))
}

// plain reports whether a folder is one of the project, and none that programs keep for
// themselves: a tool that is given it works on the project.
func (j *judge) plain(folder string) bool {
	below, err := filepath.Rel(j.call.From, folder)
	return err == nil && filepath.IsLocal(below) && (below == "." || !strings.HasPrefix(below, ".") && !strings.Contains(below, "/."))
}

// command judges a command as exec does, with what people approved.
func (j *judge) command(ctx context.Context, question *hook.Question, command string) error {
	request, err := j.request(command, j.call.Dir)
	if err != nil {
		return err
	}
	if j.store, err = j.factory.Approvals(); err != nil && !errors.Is(err, approval.ErrNoHome) {
		return fmt.Errorf("read approvals: %w", err)
	}
	var store exec.Approvals
	if j.store != nil && len(j.call.Commands) <= 1 { // one call uses one approval up
		store = j.store
	}
	if j.answer != nil {
		decision, err := j.decider.Decide(ctx, request, j.merged)
		question.Judged = append(question.Judged, hook.Judged{Subject: command, Effect: decision.Effect, Reasons: decision.Reasons})
		return err
	}
	got, err := j.decider.Consult(ctx, request, j.merged, store, j.factory.Now())
	if err != nil {
		return err
	}
	j.approval, j.judged, j.asked = got.Approval, request, got.Asked
	question.Judged = append(question.Judged, hook.Judged{Subject: command, Effect: got.Decision.Effect, Reasons: got.Decision.Reasons})
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
	o := &run.Options{Command: text, IsText: true, Workdir: dir, From: j.project(), Policies: j.Policies, Config: j.Config, NoConfig: j.NoConfig, Unattended: !j.call.Attended, Unenclosed: !j.encloses()}
	request, err := (&run.Invocation{Options: o, Factory: j.factory}).Request(j.merged)
	request.Exec.Approved, request.Exec.Approval = j.answer != nil, j.answer
	return request, err
}

// encloses reports whether what the call runs is put into a boundary.
func (j *judge) encloses() bool { return j.merged.Hook.Enclose && j.call.Kind == "shell" }

// searches judges a search in files, and one in all that is in a folder.
func (j *judge) searches(ctx context.Context, question *hook.Question) error {
	for _, path := range j.call.Paths {
		command, full := "grep -r -e text -- ", j.home(path)
		if !filepath.IsAbs(full) {
			full = filepath.Join(j.call.From, full)
		}
		if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() {
			command = "grep -e text -- "
		}
		if err := j.files(ctx, question, command, []string{path}); err != nil {
			return err
		}
	}
	return nil
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
		request.Profile, request.Exec.FileTool = fileProfile, j.call.Tool
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
		if c.Of == nil && c.Interpreter != nil && c.Stdin.Kind == "inherit" && !slices.Contains(fed(), string(c.Interpreter.Mode)) {
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
		request.Argv = slices.Concat([]string{j.call.Tool}, j.call.Commands, j.call.Paths)
		for _, host := range j.call.Hosts {
			request.Argv = append(request.Argv, host.Address)
		}
	}
	record := audit.Record{Kind: audit.Answered, Request: request, Decision: run.RecordedDecision(decision)}
	record.Decision.Observed = j.observe
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
