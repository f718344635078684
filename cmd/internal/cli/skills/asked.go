package skills

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// Listed is a skill that an agent loads, or that is refused.
type Listed struct {
	// Product is what loads it; Agent the one of its agents.
	Product, Agent string
	Name           string
	Description    string
	// File is its manifest.
	File string
	// State is what becomes of it; Rule, Message and Setting say why.
	State, Rule, Message, Setting string
}

// Unlisted is a product whose skills are not known, and why.
type Unlisted struct{ Product, Why string }

// List says which skills the agents that are set up here load, as list does, and of which
// of them that is not known. No policy of an operator is about that; folders of them that
// cannot be used are refused all the same.
func List(ctx context.Context, f *kit.Factory, flags kit.PolicyFlags, agent string) ([]Listed, []Unlisted, error) {
	merged, err := f.ExecSettings(ctx, flags.AnyKind())
	if err != nil {
		return nil, nil, err
	}
	if _, err := f.Decider(merged.Policies.Dirs); err != nil {
		return nil, nil, err
	}
	c := &catalogFlags{factory: f, config: flags.Config, noConfig: flags.NoConfig, agent: agent, color: kit.ColorNever}
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	all, unread, err := c.openAll(ctx, false)
	if err != nil {
		return nil, nil, err
	}
	var missing []Unlisted
	for _, one := range unread {
		missing = append(missing, Unlisted{one.product, one.err.Error()})
	}
	var out []Listed
	for _, got := range all {
		r := got.report(false)
		for i := range r.Skills {
			s := &r.Skills[i]
			out = append(out, Listed{
				Product: r.Product, Agent: r.Agent, Name: s.Name, Description: s.Description, File: s.File, State: s.State, Rule: s.Rule, Message: s.Message, Setting: s.Setting,
			})
		}
	}
	return out, missing, nil
}
