package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/dialect"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/document"
)

// skillEntry is what the settings of OpenClaw say of the skill that a command runs
// for.
type skillEntry struct {
	skill  *resolve.Skill
	host   *product.Host
	config *document.Document
	// variables are those that the entry has a value for.
	variables []resolve.Variable
}

// ForSkill finds the skill as its host would, and tells the policies which
// variables its entry has. No secret is looked for yet.
func (o *Invocation) ForSkill(ctx context.Context, request *exec.Request, merged *settings.Settings) error {
	e := &skillEntry{host: o.skillHost(request.Exec.Cwd, request.Exec.Inherited)}
	var err error
	if e.config, err = e.host.ReadConfig(ctx); err != nil {
		return err
	}
	if e.host.IsOpenClaw() {
		if err := dialect.CheckOpenClaw(e.config); err != nil {
			return &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
	}
	resolver := resolve.New()
	found, err := e.find(ctx, resolver, o.Skill, o.Agent, merged.Exec.Profile)
	if err != nil {
		return err
	}
	view := e.skill.Skill
	environment, err := resolver.Environment(ctx, found, view)
	if err != nil {
		return err
	}
	e.variables = environment.Variables
	o.entry = e
	names := make([]string, len(e.variables))
	for i := range e.variables {
		names[i] = e.variables[i].Name
	}
	if request.Exec.Extra == nil {
		request.Exec.Extra = map[string]any{}
	}
	request.Exec.Extra["skill"] = map[string]any{"name": view.Name, "key": view.Key, "variables": names, "declared": loading.Declared(view)}
	return nil
}

// skillHost is this machine as OpenClaw would see it; --config may name its
// configuration.
func (o *Invocation) skillHost(dir string, env map[string]string) *product.Host {
	h := kit.HostMachine(dir, env)
	if name := filepath.Base(o.Config); name == "openclaw.json" || name == "clawdbot.json" {
		if full, err := o.Factory.IO.Abs(o.Config); err == nil {
			h.ConfigPath = full
		}
	}
	return h
}

// find looks for the copy of the skill that the agent gets.
func (e *skillEntry) find(ctx context.Context, resolver *resolve.Resolver, name, agent, profile string) (*resolve.Resolution, error) {
	if profile != "openclaw" {
		profile = "strict"
	}
	ask := resolve.Request{Host: e.host, Config: e.config, Agent: agent, Profile: profile}
	found, err := resolver.Resolve(ctx, ask)
	var unknownAgent *agents.NoAgentError
	if errors.As(err, &unknownAgent) {
		return nil, kit.Usagef("--skill %q: %w", name, err)
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, skill := range found.Winners() {
		if skill.Skill.Name != name {
			names = append(names, skill.Skill.Name)
			continue
		}
		if skill.State != resolve.StateLoaded {
			return nil, kit.Usagef("--skill %q: %s is %s: %s", name, found.File(skill), skill.State, skill.Message)
		}
		e.skill = skill
		return found, nil
	}
	return nil, kit.UnknownValue(fmt.Sprintf("skill %q", name), name, names)
}

// skillValues finds the values of the variables that the boundary gives. What is
// secret is masked from here on.
func (j *Job) skillValues(ctx context.Context) error {
	names := j.Boundary.Environment.Skill
	if len(names) == 0 || j.entry == nil {
		return nil
	}
	j.skillEnv = map[string]string{}
	for _, name := range names {
		value, err := j.entry.value(ctx, name, j.request.Exec.Inherited)
		if err != nil {
			return Refused(fmt.Sprintf("%s of skill %q is not available: %v", name, j.Skill, err))
		}
		if value == "" {
			continue
		}
		j.skillEnv[name] = value
		switch {
		case j.mask.SecretName(name):
			j.secret = append(j.secret, name+"="+value)
		case name == loading.Primary(j.entry.skill.Skill):
			// A key is secret whatever its variable is called.
			j.secret = append(j.secret, name+"_SECRET="+value)
		}
	}
	j.mask = audit.NewMask(append(j.Factory.Environ(), j.secret...), j.Env)
	return nil
}

// value is what a variable is set to. One that this process has keeps its value,
// as in OpenClaw 2026.9.6.
func (e *skillEntry) value(ctx context.Context, name string, inherited map[string]string) (string, error) {
	if value, ok := inherited[name]; ok {
		return value, nil
	}
	i := slices.IndexFunc(e.variables, func(v resolve.Variable) bool { return v.Name == name })
	if i < 0 {
		return "", nil
	}
	node := e.config.Root.At(e.variables[i].Setting...)
	if !e.variables[i].Key {
		text, _ := node.Interface().(string)
		return text, noNUL(text)
	}
	input, err := secret.Read(node)
	if err != nil || input.Ref == nil {
		return strings.TrimSpace(input.Text), cmp.Or(err, noNUL(input.Text))
	}
	getenv := func(name string) string { return inherited[name] }
	place := secret.Place{Getenv: getenv, Expand: e.host.Expand}
	if approvals, err := approval.DefaultPath(getenv); err == nil {
		place.Store = filepath.Join(filepath.Dir(approvals), "secrets")
	}
	return secret.Open(e.config.Root, place).Resolve(ctx, *input.Ref)
}

// noNUL says why a value can be that of no variable.
func noNUL(value string) error {
	if strings.ContainsRune(value, 0) {
		return errors.New("its value holds a NUL character")
	}
	return nil
}
