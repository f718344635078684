package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
)

// installer changes what is in one root.
type installer struct {
	*placeOptions
	command string
	merged  *settings.Settings
	gate    kit.Gate
	log     *audit.Log
	mask    *audit.Mask
	root    *lock.Root
	// locked is the lock file as it was when the root was opened; damage says why it
	// could not be read, where that may be.
	locked *lock.Lock
	damage *lock.DamagedError
}

// open gets ready to change a root: it reads the settings, compiles the policies,
// opens the record and holds the root.
func (o *placeOptions) open(ctx context.Context, command string, make bool) (*installer, error) {
	in := &installer{placeOptions: o, command: command, mask: audit.NewMask(o.factory.Environ(), nil)}
	var err error
	if in.merged, in.gate, err = o.judge(ctx); err != nil {
		return nil, err
	}
	if in.log, err = o.factory.Audit(in.merged); err != nil {
		return nil, fmt.Errorf("nothing is installed: %w", err)
	}
	var opts []lock.Option
	if make {
		opts = append(opts, lock.WithMake())
	}
	if in.root, err = lock.OpenRoot(ctx, o.factory.IO.At(o.root), opts...); err != nil {
		return nil, rootError(o.root, err)
	}
	in.locked, err = in.root.Lock()
	if errors.As(err, &in.damage) && command == commandLock {
		in.locked, err = lock.New(), nil
	}
	if err != nil {
		in.close()
		return nil, lockError(err)
	}
	for _, note := range in.root.Notes() {
		fmt.Fprintf(o.factory.IO.Err, "note: %s\n", format.Escape(note))
	}
	return in, nil
}

// commandLock is the command that takes on what is there, whatever the lock file is.
const commandLock = "lock"

// write replaces the lock file, and says what is lost of one that could not be read.
func (in *installer) write(l *lock.Lock) error {
	if in.damage == nil {
		return in.root.Write(l)
	}
	if err := in.root.Replace(l); err != nil {
		return err
	}
	fmt.Fprintf(in.factory.IO.Err, "note: %s could not be read (%s): every skill was judged anew, and the origins, signers and approvals in it are lost; the old file is %s\n",
		lock.Name, format.Escape(in.damage.Message), format.Escape(in.root.Damaged()))
	return nil
}

// judge reads the settings and builds the gate for them.
func (o *placeOptions) judge(ctx context.Context) (*settings.Settings, kit.Gate, error) {
	query := kit.SettingsQuery{File: o.config, None: o.noConfig, Policies: o.policies, PolicyKinds: kit.GatePolicies()}
	merged, err := o.factory.ExecSettings(ctx, query)
	if err == nil && o.agent != "" && len(merged.Lint.Dialects) == 0 {
		// It is judged as a skill of the agent that it is for.
		query.Dialects = []string{o.agent}
		merged, err = o.factory.ExecSettings(ctx, query)
	}
	if err != nil {
		return nil, nil, err
	}
	gate, err := o.factory.HeldGate(query, merged)
	if err != nil {
		return nil, nil, err
	}
	if err := gate.Check(ctx); err != nil {
		return nil, nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return merged, gate, nil
}

// rootError is what is said of a root that cannot be opened: most of it is for
// the user to correct.
func rootError(path string, err error) error {
	var unsafe *lock.UnsafeError
	var link *lock.LinkError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &kit.ExitError{Code: kit.ExitUsage, Err: &noRootError{path}}
	case errors.As(err, &unsafe), errors.As(err, &link):
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return err
}

func (in *installer) close() { in.root.Close() }

// request is what the gate is asked.
func (in *installer) request(s *stagedSkill) install.Request {
	req := install.Request{
		Host: "skillctl", Version: in.factory.Build().Version, Target: install.Target{Type: "skill", Name: s.name},
		Source: s.origin.source(), Origin: s.origin.facts(), PathKind: "directory", Path: s.dir, Dir: s.name, Shown: s.name,
		Action: install.Action{Kind: "skill-install", Mode: "install", Specifier: s.origin.Spec},
		Skill:  map[string]any{"installId": s.origin.installID()},
		Agents: in.agents(), Rulers: in.factory.IO.GateFiles(in.merged),
	}
	if s.source != "" {
		req.From = in.factory.IO.At(s.source)
	}
	if in.root != nil {
		req.Taken, req.Root = []string{in.root.Path()}, install.RootNames(in.root.Path())
	}
	if s.there {
		req.Action.Mode = "update"
	}
	if s.entry != nil {
		req.Lock = kit.Locked(s.entry)
	}
	return req
}

// agents are those that a person says the skill is for.
func (in *installer) agents() []string {
	if in.agent != "" {
		return []string{in.agent}
	}
	return kit.AgentsFor(in.merged)
}

// lockOrigin is an origin as it is locked, which the gate is told of in its own
// words.
type lockOrigin struct {
	lock.Origin
	// tag: the reference is a tag. was is the origin of what is locked, nil for none.
	tag bool
	was *lock.Origin
}

// installID is by which installer, as OpenClaw names them.
func (o lockOrigin) installID() string {
	switch o.Kind {
	case "git", "archive":
		return o.Kind
	}
	return "path"
}

func (o lockOrigin) source() *install.Source {
	switch o.Kind {
	case "git":
		return &install.Source{Kind: "git", Authority: "third-party", Mutable: o.Ref != o.Commit, Network: isAddress(o.Location)}
	case "archive":
		return &install.Source{Kind: "archive", Authority: "user"}
	}
	return &install.Source{Kind: "local-path", Authority: "user"}
}

func (o lockOrigin) facts() map[string]any {
	out := map[string]any{"type": o.installID(), "spec": o.Spec}
	if o.Kind == "git" {
		out["spec"], out["commit"] = o.Location, o.Commit
		if o.Ref != "" {
			out["ref"] = o.Ref
		}
		if o.tag {
			out["refKind"] = "tag"
		}
		if o.was != nil && o.was.Location == o.Location && o.was.Ref == o.Ref {
			out["lockedCommit"] = o.was.Commit
		}
	}
	for key, value := range map[string]string{"path": o.Path, "sha256": o.Digest} {
		if value != "" {
			out[key] = value
		}
	}
	return out
}

// record is what is recorded of an installation before it is done, or of one that
// is not.
func (in *installer) record(s *stagedSkill, decision install.Decision) audit.Record {
	cwd, err := in.factory.IO.Abs(".")
	if err != nil {
		cwd = in.root.Path()
	}
	out := audit.Record{
		Run: launch.NewID(in.factory.Now()),
		Request: &audit.Request{
			Argv: []string{"skillctl", in.command, s.origin.Spec, "--to", in.root.Path(), "--name", s.name}, Cwd: cwd, Host: "skillctl", Skill: s.name,
		},
		Decision: &audit.Decision{Effect: string(decision.Effect), Policy: decision.Policy, Reasons: []audit.Reason{}},
	}
	for _, reason := range decision.Reasons {
		out.Decision.Reasons = append(out.Decision.Reasons, audit.Reason{
			Rule: reason.Rule, Effect: string(reason.Effect), Message: reason.Message, Setting: reason.Setting,
		})
	}
	return out
}

// recorded does something between the two records of it. When the first cannot
// be written, it is not done.
func (in *installer) recorded(ctx context.Context, r audit.Record, do func() error) error {
	if _, err := in.log.Begin(ctx, in.mask, r); err != nil {
		return err
	}
	began := in.factory.Now()
	problem := do()
	result := audit.Result{Ended: "exited", DurationMS: in.factory.Now().Sub(began).Milliseconds()}
	if problem != nil {
		result.Code, result.Ended, result.Error = kit.ExitFailure, "failed", problem.Error()
	}
	_, err := in.log.End(ctx, in.mask, r.Run, result, nil)
	return errors.Join(problem, err)
}
