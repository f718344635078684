package product

import (
	"context"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/claude"
	"github.com/skillctl/skillctl/engine/host/codex"
	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// The products whose skills can be found.
const (
	OpenClaw = "openclaw" // also for ""
	ZeroClaw = "zeroclaw"
	Claude   = "claude"
	Codex    = "codex"
)

// Host is a machine with the product that loads skills on it.
type Host struct {
	machine.Machine

	// Product is which one it is.
	Product string
}

// reading is what a product makes of a machine.
type reading interface {
	// ReadConfig reads the configuration; the root is an empty object where there
	// is none.
	ReadConfig(ctx context.Context) (*document.Document, error)
	// Workspaces says which folder an agent works in.
	Workspaces(config *document.Node) func(agents.Agent) string
	// Layout says where the skills of an agent are.
	Layout(config *document.Node, agent agents.Agent) (catalog.Layout, error)
}

func (h *Host) reading() reading {
	switch h.Product {
	case ZeroClaw:
		return zeroclaw.Host{Machine: &h.Machine}
	case Claude:
		return claude.Host{Machine: &h.Machine}
	case Codex:
		return codex.Host{Machine: &h.Machine}
	}
	return h.OpenClaw()
}

// IsOpenClaw says that the product is OpenClaw.
func (h *Host) IsOpenClaw() bool {
	return h.Product != ZeroClaw && h.Product != Claude && h.Product != Codex
}

// OpenClaw is the machine as OpenClaw sees it, whatever the product is.
func (h *Host) OpenClaw() loading.Host { return loading.Host{Machine: &h.Machine} }

// ReadConfig reads the configuration of the product, with what it includes and
// variables put in. The root is an empty object when there is no configuration,
// and nothing but that is taken for one.
func (h *Host) ReadConfig(ctx context.Context) (*document.Document, error) {
	return h.reading().ReadConfig(ctx)
}

// WorkspaceOf is the folder that an agent works in.
func (h *Host) WorkspaceOf(config *document.Node, agent agents.Agent) string {
	return h.reading().Workspaces(config)(agent)
}

// Find looks for the skills that the product could give an agent; see
// [catalog.Find]. Links may lead where the settings of OpenClaw let them, by
// whatever product they are read.
func (h *Host) Find(ctx context.Context, config *document.Node, agent agents.Agent, opts ...catalog.FindOption) (*catalog.Facts, error) {
	layout, err := h.reading().Layout(config, agent)
	if err != nil {
		return nil, err
	}
	layout.Targets = h.OpenClaw().Targets(config)
	return catalog.Find(ctx, layout, opts...)
}

// AgentHere is the agent in whose workspace the working directory is, "" for
// none: the one whose workspace is deepest, of equal ones the first.
func (h *Host) AgentHere(config *document.Node) string {
	list, written := agents.List(config)
	if !written {
		list = []agents.Agent{{ID: agents.Main}}
	}
	here, deepest, found, workspace := realOr(h.Cwd), -1, "", h.reading().Workspaces(config)
	for _, agent := range list {
		if folder := realOr(workspace(agent)); folders.Within(here, folder) && len(folder) > deepest {
			found, deepest = agent.ID, len(folder)
		}
	}
	return found
}

// realOr is the real path, or the path itself where there is nothing.
func realOr(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
