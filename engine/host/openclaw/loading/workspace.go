package loading

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Workspaces says which folder an agent works in.
func (h Host) Workspaces(config *document.Node) func(agents.Agent) string {
	heir := agents.Heir(config) // to find it takes a look at every agent
	return func(agent agents.Agent) string { return h.workspaceOf(config, agent, heir) }
}

func (h Host) workspaceOf(config *document.Node, agent agents.Agent, heir string) string {
	if h.Workspace != "" {
		return h.Expand(h.Workspace)
	}
	if agent.Workspace != "" {
		return h.Expand(agent.Workspace)
	}
	fallback := frontmatter.Trim(config.At("agents", "defaults", "workspace").Text())
	if agent.ID == heir {
		if fallback != "" {
			return h.Expand(fallback)
		}
		return h.standardWorkspace()
	}
	if fallback != "" {
		return filepath.Join(h.Expand(fallback), agent.ID)
	}
	return filepath.Join(h.State(), "workspace-"+agent.ID)
}

func (h Host) standardWorkspace() string {
	if folder := h.Value("OPENCLAW_WORKSPACE_DIR"); folder != "" {
		return h.Absolute(folder)
	}
	if h.stateNamed() {
		return filepath.Join(h.State(), "workspace")
	}
	if profile := h.Value("OPENCLAW_PROFILE"); profile != "" && !strings.EqualFold(profile, "default") && filepath.Base(profile) == profile {
		return filepath.Join(h.Tilde(), ".openclaw-"+profile, "workspace")
	}
	return filepath.Join(h.Tilde(), ".openclaw", "workspace")
}

// agentFolder is where an agent keeps its own state.
func (h Host) agentFolder(agent agents.Agent) string {
	if agent.Dir != "" {
		return h.Expand(agent.Dir)
	}
	return filepath.Join(h.State(), "agents", agent.ID, "agent")
}
