package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/claude"
	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
)

// ClaudeCode is Claude Code as it is set up for this user and folder.
type ClaudeCode struct {
	// Skills are the folders that it loads skills from, Settings the files that say what
	// it may do; those that are there.
	Skills, Settings []string
}

// OpenClaude finds out what Claude Code reads when it is started in a folder; nil when
// it is not set up. env is the environment.
func OpenClaude(_ context.Context, cwd string, env map[string]string) (*ClaudeCode, error) {
	host := claude.Host{Machine: &machine.Machine{Cwd: cwd, Env: env}}
	if !host.Present() {
		return nil, nil
	}
	layout, err := host.Layout(nil, agents.Agent{})
	if err != nil {
		return nil, fmt.Errorf("find the skills of Claude Code: %w", err)
	}
	found := &ClaudeCode{}
	for _, root := range layout.Roots {
		if _, err := os.Lstat(root.Path); err == nil {
			found.Skills = append(found.Skills, filepath.Clean(root.Path))
		}
	}
	for _, file := range host.SettingsFiles() {
		if _, err := os.Lstat(file); err == nil {
			found.Settings = append(found.Settings, file)
		}
	}
	return found, nil
}

// settings are the files that say what it may do.
func (c *ClaudeCode) settings() []string {
	if c == nil {
		return nil
	}
	return c.Settings
}

// roots are the folders of skills as those of OpenClaw are.
func (c *ClaudeCode) roots() []skillRoot {
	if c == nil {
		return nil
	}
	list := make([]skillRoot, len(c.Skills))
	for i, path := range c.Skills {
		list[i] = skillRoot{path: path}
	}
	return list
}
