package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/claude"
	"github.com/skillctl/skillctl/engine/host/codex"
	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// SetUp is a product as it is set up for this user and folder.
type SetUp struct {
	// Skills are the folders that it loads skills from, Settings the files that say what
	// it may do; those that are there.
	Skills, Settings []string
}

// OpenClaude finds out what Claude Code reads when it is started in a folder. env is the
// environment.
func OpenClaude(_ context.Context, cwd string, env map[string]string) (*SetUp, error) {
	host := claude.Host{Machine: &machine.Machine{Cwd: cwd, Env: env}}
	layout, err := host.Layout(nil, agents.Agent{})
	if err != nil {
		return nil, fmt.Errorf("find the skills of Claude Code: %w", err)
	}
	return setUp(layout.Roots, host.SettingsFiles()), nil
}

// OpenCodex finds out what Codex reads when it is started in a folder of a system. env is
// the environment.
func OpenCodex(ctx context.Context, cwd, platform string, env map[string]string) (*SetUp, error) {
	host := codex.Host{Machine: &machine.Machine{Cwd: cwd, Platform: platform, Env: env}}
	var root *document.Node
	// One with a mistake in it switches nothing off: the folders are there all the same.
	if config, err := host.ReadConfig(ctx); err == nil {
		root = config.Root
	}
	layout, err := host.Layout(root, agents.Agent{})
	if err != nil {
		return nil, fmt.Errorf("find the skills of Codex: %w", err)
	}
	return setUp(layout.Roots, host.SettingsFiles()), nil
}

// setUp keeps what is there.
func setUp(roots []catalog.Root, files []string) *SetUp {
	found := &SetUp{}
	for _, root := range roots {
		if _, err := os.Lstat(root.Path); err == nil {
			found.Skills = append(found.Skills, filepath.Clean(root.Path))
		}
	}
	for _, file := range files {
		if _, err := os.Lstat(file); err == nil {
			found.Settings = append(found.Settings, file)
		}
	}
	return found
}

// settings are the files that say what it may do.
func (s *SetUp) settings() []string {
	if s == nil {
		return nil
	}
	return s.Settings
}

// roots are the folders of skills as those of OpenClaw are.
func (s *SetUp) roots() []skillRoot {
	if s == nil {
		return nil
	}
	list := make([]skillRoot, len(s.Skills))
	for i, path := range s.Skills {
		list[i] = skillRoot{path: path}
	}
	return list
}
