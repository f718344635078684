package kit

import (
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/engine/policy"
)

// PolicyFlags are the flags that say by what is judged.
type PolicyFlags struct {
	// Config is read as the project's settings; NoConfig leaves those out.
	Config   string
	NoConfig bool
	// Policies are folders with policies of the operator.
	Policies []string
}

// AddTo adds the flags, in their order.
func (p *PolicyFlags) AddTo(f *pflag.FlagSet) {
	f.StringVar(&p.Config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&p.NoConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	f.StringSliceVar(&p.Policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
}

// CheckPolicyFlags refuses two that contradict each other.
func (p *PolicyFlags) CheckPolicyFlags() error {
	if p.Config != "" && p.NoConfig {
		return Usagef("--config and --no-config cannot be used together")
	}
	return nil
}

// Query asks for the settings that they name.
func (p *PolicyFlags) Query() SettingsQuery {
	return SettingsQuery{File: p.Config, None: p.NoConfig, Policies: p.Policies}
}

// AnyKind asks for the same of a command that asks policies of every kind.
func (p *PolicyFlags) AnyKind() SettingsQuery {
	q := p.Query()
	q.PolicyKinds = policy.Kinds()
	return q
}

// Args are the flags as they are written for another process.
func (p *PolicyFlags) Args() []string {
	var args []string
	if p.Config != "" {
		args = append(args, "--config", p.Config)
	}
	if p.NoConfig {
		args = append(args, "--no-config")
	}
	for _, folder := range p.Policies {
		args = append(args, "--policy", folder)
	}
	return args
}

// Judging is what one command wants another to judge.
type Judging struct {
	// Paths are what is judged; none of them says how.
	Paths []string
	// Dialects are the agents that it is judged for; empty: as lint finds them out.
	Dialects []string
	PolicyFlags
}
