package agents

import (
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Main is the agent of a configuration that names none.
const Main = "main"

// Agent is one agent of the configuration.
type Agent struct {
	// ID is the id as the host writes it: lower case.
	ID string `json:"id"`
	// Path is where the configuration speaks of it, nil where it does not.
	Path []any `json:"path"`
	// Skills is its list of skills as written, nil when it has none; an empty
	// list is a list.
	Skills []string `json:"skills"`
	// Default: it is marked as the default.
	Default bool `json:"default"`

	Workspace, Dir string
}

// agentPatterns are those of normalizeAgentId.
type agentPatterns struct{ valid, invalid *regexp.Regexp }

var agentID = sync.OnceValue(func() agentPatterns {
	return agentPatterns{valid: regexp.MustCompile(`^(?i)[a-z0-9][a-z0-9_-]{0,63}$`), invalid: regexp.MustCompile(`[^a-z0-9_-]+`)}
})

// ID writes an agent's id as OpenClaw 2026.9.6 does: lower case, every run
// of other characters a hyphen. An id of which nothing is left is that of the
// main agent.
func ID(id string) string {
	id = frontmatter.Trim(id)
	lower := strings.ToLower(id)
	if agentID().valid.MatchString(id) {
		return lower
	}
	lower = strings.Trim(agentID().invalid.ReplaceAllString(lower, "-"), "-")
	if len(lower) > 64 {
		lower = lower[:64]
	}
	if lower == "" {
		return Main
	}
	return lower
}

// List lists the agents of a configuration in the order in which it names
// them; of equal ids the first counts. written is false when it does not say.
func List(config *document.Node) (agents []Agent, written bool) {
	roster := config.At("agents", "entries")
	if roster == nil {
		roster = config.At("agents", "list")
		if roster == nil {
			return nil, false
		}
		for i, item := range roster.Items {
			if item.Kind == document.Object {
				agents = append(agents, agentOf(item.At("id").Text(), item, []any{"agents", "list", i}))
			}
		}
		return unique(agents), true
	}
	for _, member := range inKeyOrder(roster.Members) {
		if member.Value.Kind == document.Object {
			agents = append(agents, agentOf(member.Key, member.Value, []any{"agents", "entries", member.Key}))
		}
	}
	return unique(agents), true
}

// inKeyOrder puts keys that are whole numbers first, as objects of JavaScript
// do.
func inKeyOrder(members []document.Member) []document.Member {
	sorted := append([]document.Member(nil), members...)
	number := func(key string) (n int, ok bool) {
		for _, c := range key {
			if c < '0' || c > '9' || len(key) > 9 {
				return 0, false
			}
			n = n*10 + int(c-'0')
		}
		return n, key != "" && (key == "0" || key[0] != '0')
	}
	sort.SliceStable(sorted, func(i, j int) bool {
		a, isA := number(sorted[i].Key)
		b, isB := number(sorted[j].Key)
		return isA && (!isB || a < b)
	})
	return sorted
}

func unique(agents []Agent) []Agent {
	seen := map[string]bool{}
	kept := agents[:0]
	for _, agent := range agents {
		if !seen[agent.ID] {
			seen[agent.ID] = true
			kept = append(kept, agent)
		}
	}
	return kept
}

func agentOf(id string, n *document.Node, path []any) Agent {
	agent := Agent{ID: ID(id), Path: path, Workspace: frontmatter.Trim(n.At("workspace").Text()), Dir: frontmatter.Trim(n.At("agentDir").Text())}
	agent.Default, _ = n.At("default").Interface().(bool)
	agent.Skills = n.At("skills").Texts()
	return agent
}

// Owner is the agent that acts where no other is named, "" when that is open.
func Owner(config *document.Node) string {
	if id := frontmatter.Trim(config.At("agents", "defaults", "systemAgent", "agentId").Text()); id != "" {
		return ID(id)
	}
	if config.At("agents", "ownership").Text() == "explicit" {
		return sole(config)
	}
	return Heir(config)
}

// Heir is the agent that the default workspace belongs to, "" for none: the
// only one that is marked as the default, or the only one that there is.
func Heir(config *document.Node) string {
	agents, _ := List(config)
	marked := ""
	for _, agent := range agents {
		if agent.Default && marked != "" {
			return sole(config)
		}
		if agent.Default {
			marked = agent.ID
		}
	}
	if marked == "" || config.At("agents", "ownership").Text() == "explicit" {
		return sole(config)
	}
	return marked
}

func sole(config *document.Node) string {
	agents, written := List(config)
	switch {
	case !written:
		return Main
	case len(agents) == 1:
		return agents[0].ID
	}
	return ""
}

// Find returns an agent of the configuration, and whether it names it.
func Find(config *document.Node, id string) (Agent, bool) {
	agents, _ := List(config)
	for _, agent := range agents {
		if agent.ID == id {
			return agent, true
		}
	}
	return Agent{ID: id}, false
}
