package agents

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Choose is the agent of a configuration that is meant by an id, as
// written; "" means the one that acts where no other is named. Where nothing is
// said of agents there is the main agent. An error is a [*NoAgentError].
func Choose(config *document.Node, id string) (Agent, error) {
	agents, _ := List(config)
	names := []string{Main}
	if len(agents) > 0 {
		names = make([]string, len(agents))
		for i := range agents {
			names[i] = agents[i].ID
		}
	}
	if id == "" {
		owner := Owner(config)
		if owner == "" {
			return Agent{}, &NoAgentError{Known: names}
		}
		agent, _ := Find(config, owner)
		return agent, nil
	}
	agent, known := Find(config, ID(id))
	if !known && (len(agents) > 0 || agent.ID != Main) {
		return Agent{}, &NoAgentError{Name: id, Known: names}
	}
	return agent, nil
}

// NoAgentError says that a configuration does not name an agent, or several and
// none that is meant where no name is given.
type NoAgentError struct {
	// Name is what was asked for, "" for none.
	Name  string
	Known []string
}

// Error names the agents that there are.
func (e *NoAgentError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("the configuration has several agents, and none of them acts for all: name one of %s (--agent)", strings.Join(e.Known, ", "))
	}
	return fmt.Sprintf("the configuration has no agent %q; it has %s", e.Name, strings.Join(e.Known, ", "))
}
