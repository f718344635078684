package loading

import (
	"slices"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Entry is what the settings say of one skill (skills.entries).
type Entry struct {
	// Enabled is nil when it is not said.
	Enabled *bool `json:"enabled"`
	// Env are the names of variables that have a value, sorted.
	Env []string `json:"env"`
	// APIKey: there is a key, plain or by reference.
	APIKey bool `json:"apiKey"`
}

// Entries lists skills.entries by key. What is no object says nothing.
func Entries(config *document.Node) map[string]Entry {
	entries := map[string]Entry{}
	node := config.At("skills", "entries")
	if node == nil {
		return entries
	}
	for _, member := range node.Members {
		if member.Value == nil || member.Value.Kind != document.Object || member.Key == "__proto__" {
			delete(entries, member.Key) // to JavaScript "__proto__" is no key
			continue
		}
		entry := Entry{Env: []string{}}
		if enabled, ok := member.Value.At("enabled").Interface().(bool); ok {
			entry.Enabled = &enabled
		}
		if env := member.Value.At("env"); env != nil {
			for _, variable := range env.Members {
				if frontmatter.Trim(variable.Value.Text()) != "" && !slices.Contains(entry.Env, variable.Key) {
					entry.Env = append(entry.Env, variable.Key)
				}
			}
			slices.Sort(entry.Env)
		}
		entry.APIKey = isSecret(member.Value.At("apiKey"))
		entries[member.Key] = entry
	}
	return entries
}

// isSecret says whether a setting holds a secret or names where one is.
func isSecret(n *document.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == document.String:
		return frontmatter.Trim(n.Text()) != ""
	}
	return n.Kind == document.Object && n.At("source").Text() != "" && n.At("id").Text() != ""
}

// trimmed are the texts of a list with blanks cut off, empty ones left out; nil
// for no list.
func trimmed(list []string) []string {
	if list == nil {
		return nil
	}
	kept := []string{}
	for _, item := range list {
		if item = frontmatter.Trim(item); item != "" {
			kept = append(kept, item)
		}
	}
	return kept
}

// AllowBundled is skills.allowBundled, nil when it is not said.
func AllowBundled(config *document.Node) []string {
	return trimmed(config.At("skills", "allowBundled").Texts())
}

// Filter is the list of skills of an agent.
type Filter struct {
	// Skills are the names, nil when there is no list.
	Skills []string `json:"skills"`
	// Setting is the path of the list, nil for none.
	Setting []any `json:"setting"`
}

// FilterOf is the list that holds for an agent: its own, or else the default.
func FilterOf(config *document.Node, agent agents.Agent) Filter {
	if agent.Skills != nil {
		return Filter{Skills: trimmed(agent.Skills), Setting: append(slices.Clone(agent.Path), "skills")}
	}
	if skills := config.At("agents", "defaults", "skills").Texts(); skills != nil {
		return Filter{Skills: trimmed(skills), Setting: []any{"agents", "defaults", "skills"}}
	}
	return Filter{}
}
