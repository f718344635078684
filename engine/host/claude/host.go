package claude

import (
	"context"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// Host is a machine as Claude Code sees it.
type Host struct{ *machine.Machine }

// ReadConfig returns an empty object: nothing says where skills are.
func (h Host) ReadConfig(context.Context) (*document.Document, error) {
	place := filepath.Join(h.UserHome(), ".claude")
	return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
}

// Workspaces says which folder an agent works in: the project.
func (h Host) Workspaces(*document.Node) func(agents.Agent) string {
	return func(agents.Agent) string { return h.Cwd }
}
