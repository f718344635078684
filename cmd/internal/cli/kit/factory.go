package kit

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/rate"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/policies"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/native"
	"github.com/skillctl/skillctl/runner/notebook"
	"github.com/skillctl/skillctl/runner/session"
)

// Linter judges what is below some paths.
type Linter interface {
	Lint(ctx context.Context, paths []string) (engine.Report, error)
	// Session lints the same paths again and again.
	Session(paths []string) *lint.Session
	Rules() []engine.Rule
	// Asks returns a rule by its id and whether it is asked.
	Asks(id string) (engine.Rule, bool)
	// Ignores says whether the settings leave a path out.
	Ignores(name string) bool
	Policy() string
	// Behind says what the verdict on a skill comes from.
	Behind(ctx context.Context, s engine.SkillReport) (lint.Behind, error)
	// Check says what is wrong with the operator's own rules.
	Check(ctx context.Context) error
}

// Decider decides what may run.
type Decider interface {
	Decide(ctx context.Context, req exec.Request, s engine.Settings) (engine.Decision, error)
	Explain(ctx context.Context, req exec.Request, s engine.Settings) (exec.Explanation, error)
	Profiles() ([]string, error)
	// Check says what is wrong with the policies of a profile.
	Check(ctx context.Context, profile string) error
	Consult(ctx context.Context, req exec.Request, s engine.Settings, store exec.Approvals, now time.Time) (exec.Consultation, error)
	// Remember has it keep answers, for a process that is asked again and again.
	Remember()
}

// Gate decides what may be installed.
type Gate interface {
	Judge(ctx context.Context, req install.Request, s engine.Settings) (install.Decision, error)
	// Check says what is wrong with the policies.
	Check(ctx context.Context) error
}

// Factory gives commands what they need. What costs time or may fail is a
// function, called by the commands that want it and by no others.
type Factory struct {
	IO *IOStreams
	// Build says what this binary is.
	Build func() Build
	// Now is the clock: expiry dates, progress.
	Now func() time.Time
	// Settings reads the operator's settings.
	Settings func(ctx context.Context, query SettingsQuery) (Settings, error)
	// Linter builds the engine, which loads the policies.
	Linter func(opts ...lint.Option) (Linter, error)
	// Rules lists the rules that are built in.
	Rules func() ([]engine.Rule, error)
	// ExecSettings reads the operator's settings for decisions.
	ExecSettings func(ctx context.Context, query SettingsQuery) (*settings.Settings, error)
	// Decider builds the engine of decisions with the operator's policies in
	// these folders.
	Decider func(dirs []string) (Decider, error)
	// Gate builds the gate with the operator's policies that the settings name.
	Gate func(s *settings.Settings, opts ...install.Option) (Gate, error)
	// Environ is the environment that a command would inherit, as "NAME=value".
	Environ func() []string
	// Resolver says which skills an agent gets.
	Resolver func() *resolve.Resolver
	// Approvals are what people approved for this user.
	Approvals func() (*approval.Store, error)
	// Calls are commands that an agent asks a person about in a dialog of its own: each
	// is approved if the agent starts it, since it does so when the person says yes.
	Calls func() (*approval.Store, error)
	// Questions are those that wait for an answer from another terminal.
	Questions func() (*approval.Queue, error)
	// Audit opens the record of runs that the settings name.
	Audit func(s *settings.Settings) (*audit.Log, error)
	// Runs are those in the background.
	Runs func() (*session.Store, error)
	// Places count the runs of the last hour.
	Places func() (*rate.Places, error)
	// Sessions are those of code that shares its state.
	Sessions func() (*notebook.Store, error)
	// Backends are what can run commands.
	Backends func() []runner.Backend
	// User is the login name of who runs this, "" when it is not known.
	User func() string
	// Cache is the findings cache of this user for a policy set; nil without
	// one.
	Cache func() (lint.Cache, error)

	shared *Shared
}

// NewFactory returns the factory of the real program.
func NewFactory(io *IOStreams) *Factory {
	f := &Factory{
		IO:       io,
		Build:    readBuild,
		Now:      time.Now,
		Settings: func(ctx context.Context, q SettingsQuery) (Settings, error) { return readSettings(ctx, io, q) },
		Linter: func(opts ...lint.Option) (Linter, error) {
			known, err := openIntel(io.Getenv)
			if err != nil {
				return nil, err
			}
			own := []lint.Option{lint.WithDir(io.Dir), lint.WithEnvironment(io.lookup()), lint.WithIntel(known)}
			return lint.New(append(own, opts...)...)
		},
		Rules: func() ([]engine.Rule, error) { return lint.Rules(policies.FS()) },
		ExecSettings: func(ctx context.Context, q SettingsQuery) (*settings.Settings, error) {
			return readExecSettings(ctx, io, q)
		},
		Decider:   func(dirs []string) (Decider, error) { return openDecider(io, dirs) },
		Environ:   io.environ,
		Resolver:  func() *resolve.Resolver { return resolve.New() },
		Approvals: func() (*approval.Store, error) { return openApprovals(io.Getenv) },
		Calls:     func() (*approval.Store, error) { return openCalls(io.Getenv) },
		Questions: func() (*approval.Queue, error) { return openQuestions(io.Getenv) },
		Audit:     func(s *settings.Settings) (*audit.Log, error) { return openAudit(s, io.Getenv) },
		Runs:      func() (*session.Store, error) { return openRuns(io.Getenv) },
		Places:    func() (*rate.Places, error) { return openPlaces(io.Getenv) },
		Sessions:  func() (*notebook.Store, error) { return openSessions(io.Getenv) },
		Backends:  backends,
		User:      loginName,
		Cache:     func() (lint.Cache, error) { return openCache(io) },
	}
	f.Gate = f.OpenGate
	return f
}

// backends are all that there are.
func backends() []runner.Backend { return append(native.Backends(), docker.New()) }

// Build says what a binary was built from.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	// Time is that of the commit.
	Time string `json:"time,omitempty"`
	// Modified says that the tree had changes that were not committed.
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// readBuild reads what the Go tool wrote into the binary: no linker flags are
// wanted, and `go install` gives the same.
func readBuild() Build {
	b := Build{Version: "devel"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Go = info.GoVersion
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	var goos, goarch string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "GOOS":
			goos = s.Value
		case "GOARCH":
			goarch = s.Value
		}
	}
	b.Platform = goos + "/" + goarch
	return b
}
