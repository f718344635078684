package catalog

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// WorkspaceOf is the folder that an agent works in.
func (h *Host) WorkspaceOf(config *document.Node, agent agents.Agent) string {
	return h.workspaceOf(config, agent, agents.Heir(config))
}

// workspaceOf takes the heir, which to find takes a look at every agent.
func (h *Host) workspaceOf(config *document.Node, agent agents.Agent, heir string) string {
	switch {
	case h.Dialect == DialectClaude:
		return h.Cwd
	case h.Dialect == DialectZeroClaw:
		return h.zeroclawWorkspace()
	case h.Workspace != "":
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

func (h *Host) standardWorkspace() string {
	if folder := h.value("OPENCLAW_WORKSPACE_DIR"); folder != "" {
		return h.absolute(folder)
	}
	if h.stateNamed() {
		return filepath.Join(h.State(), "workspace")
	}
	if profile := h.value("OPENCLAW_PROFILE"); profile != "" && !strings.EqualFold(profile, "default") && filepath.Base(profile) == profile {
		return filepath.Join(h.home(), ".openclaw-"+profile, "workspace")
	}
	return filepath.Join(h.home(), ".openclaw", "workspace")
}

// AgentHere is the agent in whose workspace the working directory is, "" for
// none: the one whose workspace is deepest, of equal ones the first.
func (h *Host) AgentHere(config *document.Node) string {
	list, written := agents.List(config)
	if !written {
		list = []agents.Agent{{ID: agents.Main}}
	}
	here, deepest, found, heir := realOr(h.Cwd), -1, "", agents.Heir(config)
	for _, agent := range list {
		if folder := realOr(h.workspaceOf(config, agent, heir)); folders.Within(here, folder) && len(folder) > deepest {
			found, deepest = agent.ID, len(folder)
		}
	}
	return found
}

// agentFolder is where an agent keeps its own state.
func (h *Host) agentFolder(agent agents.Agent) string {
	if agent.Dir != "" {
		return h.Expand(agent.Dir)
	}
	return filepath.Join(h.State(), "agents", agent.ID, "agent")
}
