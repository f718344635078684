package product

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
)

// Whom skills are installed for.
const (
	ScopeProject = "project" // who works in this folder, or the agent's workspace
	ScopeUser    = "user"    // all projects of the user
)

// Agents are the products that skills are installed for.
func Agents() []string { return []string{Claude, Codex, OpenClaw, ZeroClaw} }

// ByName is the product of a name: its own, or the one that hooks and setup know it by;
// any other name is given back.
func ByName(name string) string {
	if name == "claude-code" {
		return Claude
	}
	return name
}

// tiers are the roots of a product that are for a scope, the best first. ZeroClaw has
// only those of its workspace. In the home folder the project of Claude Code has none of
// its own: they are those of the user.
func tiers() map[string]map[string][]string {
	return map[string]map[string][]string{
		Claude:   {ScopeProject: {"claude-project", "claude-personal"}, ScopeUser: {"claude-personal"}},
		OpenClaw: {ScopeProject: {"workspace"}, ScopeUser: {"managed"}},
		ZeroClaw: {ScopeProject: {"zeroclaw-workspace"}},
	}
}

// SkillsFolder is the folder that the product loads skills of a scope from, "" when it
// has none for that scope. It need not be there.
func (h *Host) SkillsFolder(ctx context.Context, scope string) (string, error) {
	if h.Product == Codex {
		// Of the folders that it loads these are the ones that other agents know, too.
		base := map[string]string{ScopeProject: h.Cwd, ScopeUser: h.UserHome()}[scope]
		if base == "" {
			return "", nil
		}
		return filepath.Join(base, ".agents", "skills"), nil
	}
	config, err := h.ReadConfig(ctx)
	if err != nil {
		return "", fmt.Errorf("read the configuration of %s: %w", cmp.Or(h.Product, OpenClaw), err)
	}
	agent, err := agents.Choose(config.Root, h.AgentHere(config.Root))
	if err != nil {
		return "", err
	}
	layout, err := h.reading().Layout(config.Root, agent)
	if err != nil {
		return "", err
	}
	for _, tier := range tiers()[cmp.Or(h.Product, OpenClaw)][scope] {
		for _, root := range layout.Roots {
			if root.Tier == tier {
				return root.Path, nil
			}
		}
	}
	return "", nil
}
