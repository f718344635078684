package doctor

import (
	"context"
	"errors"
	"os"
	osexec "os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/setup"
)

// machine finds out what there is to examine. Settings of skillctl that cannot
// be used are a result, not an error.
func (o *doctorOptions) machine(ctx context.Context) (*doctor.Machine, kit.Settings, []doctor.Result, error) {
	getenv := o.factory.IO.Getenv
	m := &doctor.Machine{UID: os.Getuid(), Home: getenv("HOME"), Getenv: getenv}
	var err error
	if m.OpenClaw, err = doctor.OpenOpenClaw(ctx, o.openclaw, m.Home, getenv); err != nil {
		return nil, kit.Settings{}, nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	if m.ZeroClaw, err = doctor.OpenZeroClaw(ctx, o.zeroclaw, m.Home); err != nil {
		return nil, kit.Settings{}, nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	host, err := kit.CatalogHost(o.factory, "")
	if err != nil {
		return nil, kit.Settings{}, nil, err
	}
	// Who names an installation means that one alone.
	if o.openclaw == "" && o.zeroclaw == "" {
		if err := openProducts(ctx, m, host); err != nil {
			return nil, kit.Settings{}, nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
		if m.Agents, err = o.agents(ctx, host.Cwd); err != nil {
			return nil, kit.Settings{}, nil, err
		}
	}
	var troubles []doctor.Result
	query := kit.SettingsQuery{File: o.config}
	own, err := o.factory.ExecSettings(ctx, query)
	switch {
	case ctx.Err() != nil:
		return nil, kit.Settings{}, nil, ctx.Err()
	case errors.As(err, new(*settings.MissingError)): // a flag names nothing
		return nil, kit.Settings{}, nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	case err != nil:
		m.Unusable = true
		troubles = append(troubles, doctor.Result{
			Check: doctor.Unusable, Message: err.Error(), Hint: "until it is fixed nothing is decided and nothing runs",
		})
	default:
		m.Own = append(append(m.Own, own.Files...), own.Policies.Dirs...)
		m.Run = o.attempts(own)
		m.Calls, m.Now = o.calls, o.factory.Now
	}
	m.Own = append(m.Own, o.ownFolders(own)...)
	m.Intel = o.intel(own)
	settings := kit.Settings{FailOn: string(engine.SeverityMedium)}
	if err == nil {
		if settings, err = o.factory.Settings(ctx, query); err != nil {
			return nil, kit.Settings{}, nil, err
		}
	}
	m.Exec = o.decideBy(m)
	return m, settings, troubles, nil
}

// openProducts finds out what Claude Code and Codex read, where `list` has skills of them.
func openProducts(ctx context.Context, m *doctor.Machine, host *product.Host) (err error) {
	present := host.Present()
	if slices.Contains(present, product.Claude) {
		if m.Claude, err = doctor.OpenClaude(ctx, host.Cwd, host.Env); err != nil {
			return err
		}
	}
	if slices.Contains(present, product.Codex) {
		m.Codex, err = doctor.OpenCodex(ctx, host.Cwd, host.Platform, host.Env)
	}
	return err
}

// calls reads from the record what agents asked: hooks write into that of the user's
// settings, where no project has a say.
func (o *doctorOptions) calls(ctx context.Context, since time.Time) ([]doctor.Call, error) {
	log, _, err := o.factory.OpenRecord(ctx, kit.SettingsQuery{File: o.config, None: o.config == ""}, "")
	if err != nil {
		return nil, err
	}
	found, err := log.Runs(ctx, audit.Filter{Since: since}, nil)
	if err != nil {
		return nil, err
	}
	var calls []doctor.Call
	for _, run := range found.Runs {
		request, decision := run.First.Request, run.First.Decision
		if run.State != audit.Told && run.State != audit.Observed || request == nil || decision == nil {
			continue
		}
		call := doctor.Call{Agent: request.Agent, At: run.First.Time, Effect: decision.Effect}
		if request.Command != nil {
			call.Command = *request.Command
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// agents finds out how the agents that are installed ask skillctl.
func (o *doctorOptions) agents(ctx context.Context, dir string) ([]setup.Inspected, error) {
	state, err := o.factory.StatePath("setup")
	if err != nil {
		return nil, nil //nolint:nilerr // without a home folder there are no agents
	}
	getenv := o.factory.IO.Getenv
	m := &setup.Machine{Home: getenv("HOME"), Dir: dir, Getenv: getenv, LookPath: osexec.LookPath, System: runtime.GOOS}
	return m.Inspect(ctx, setup.OpenReceipts(state))
}

// ownFolders are the folders that skillctl keeps, those that there are.
func (o *doctorOptions) ownFolders(own *settings.Settings) []string {
	var all, out []string
	if store, err := o.factory.Approvals(); err == nil {
		all = append(all, store.Path())
	}
	if store, err := o.factory.Intel(); err == nil {
		all = append(all, store.Path())
	}
	if own != nil {
		if folder, err := kit.AuditFolder(own.Run.Audit.Dir, o.factory.IO.Getenv); err == nil {
			all = append(all, folder)
		}
	}
	for _, path := range all {
		if _, err := os.Lstat(path); err == nil {
			out = append(out, path)
		}
	}
	return out
}

// intel looks at the list of what is known to be bad; nil when there is none.
func (o *doctorOptions) intel(own *settings.Settings) *doctor.Intel {
	store, err := o.factory.Intel()
	if err != nil {
		return nil
	}
	now := o.factory.Now()
	list, _, err := store.Load(now)
	switch {
	case err != nil:
		return &doctor.Intel{Path: store.Path(), Problem: err.Error()}
	case list == nil || own == nil:
		return nil
	}
	return &doctor.Intel{Path: store.Path(), Name: list.Name, Days: list.Days(now), MaxDays: own.Intel.MaxAgeDays}
}

// decideBy asks the exec policy of a profile under the settings of its host.
func (o *doctorOptions) decideBy(m *doctor.Machine) doctor.Decide {
	known := map[string]engine.Settings{}
	var decider kit.Decider
	return func(ctx context.Context, profile, command string) (effect, reason string, err error) {
		s, ok := known[profile]
		if !ok {
			in := map[string]*doctor.Installation{"openclaw": m.OpenClaw, "zeroclaw": m.ZeroClaw}[profile]
			if s, err = o.factory.ExecSettings(ctx, kit.SettingsQuery{File: in.Config, Dialect: profile}); err != nil {
				return "", "", err
			}
			known[profile] = s
		}
		if decider == nil {
			if decider, err = o.factory.Decider(nil); err != nil {
				return "", "", err
			}
		}
		decision, err := decider.Decide(ctx, probeRequest(profile, command, m.Home), s)
		if err != nil {
			return "", "", err
		}
		if len(decision.Reasons) > 0 {
			reason = decision.Reasons[0].Message
		}
		return string(decision.Effect), reason, nil
	}
}

// probeRequest is a command as an agent would ask for it, with nobody there to
// be asked.
func probeRequest(profile, command, home string) exec.Request {
	return exec.Request{Kind: "exec", Profile: profile, Exec: exec.Invocation{
		Command: command, Cwd: os.TempDir(), Unattended: true,
		Inherited: map[string]string{"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home},
	}}
}
