package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// ReadConfig reads the configuration as OpenClaw 2026.9.6 does, with what it
// includes and variables put in. The root is an empty object when there is no
// configuration, and nothing but that is taken for one.
func (h *Host) ReadConfig(ctx context.Context) (*document.Document, error) {
	if h.foreign() {
		return h.foreignConfig(ctx)
	}
	place := h.Config()
	root, err := folders.Open(filepath.Dir(place))
	if errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration %q: %w", place, folders.Bare(err))
	}
	defer func() { _ = root.Close() }()
	if _, err := root.Stat(filepath.Base(place)); errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	return document.Load(ctx, root, filepath.Base(place), document.WithDir(filepath.ToSlash(filepath.Dir(place))), document.WithEnv(func(name string) (string, bool) {
		value, ok := h.Env[name]
		return value, ok && value != ""
	}))
}

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

// There is what candidates ask for, and what is there.
type There struct {
	// Programs by name.
	Programs map[string]Program `json:"programs"`
	// Env are the variables that have a value.
	Env map[string]bool `json:"env"`
	// Config are the settings that are said, by dotted path. Of objects and
	// lists nothing is told but that they are there.
	Config map[string]any `json:"config"`
}

// Ask looks for what the candidates want to be there.
func (h *Host) Ask(config *document.Node, candidates []Candidate) There {
	there := There{Programs: map[string]Program{}, Env: map[string]bool{}, Config: map[string]any{}}
	given := configEnv(config)
	for i := range candidates {
		view := candidates[i].Skill
		if view == nil {
			continue
		}
		for _, names := range [][]string{view.Bins, view.AnyBins} {
			for _, name := range names {
				if _, known := there.Programs[name]; !known {
					there.Programs[name] = h.Program(name)
				}
			}
		}
		for _, name := range view.Env {
			there.Env[name] = h.value(name) != "" || given[name]
		}
		for _, name := range view.Config {
			if value, said := settingAt(config, name); said {
				there.Config[name] = value
			}
		}
	}
	return there
}

// configEnv are the variables that the configuration itself sets.
func configEnv(config *document.Node) map[string]bool {
	given := map[string]bool{}
	for _, group := range []*document.Node{config.At("env", "vars"), config.At("env")} {
		if group == nil {
			continue
		}
		for _, member := range group.Members {
			if frontmatter.Trim(member.Value.Text()) != "" {
				given[frontmatter.Trim(member.Key)] = true
			}
		}
	}
	return given
}

// settingAt reads a dotted path as resolveConfigPath of OpenClaw 2026.9.6 does,
// which takes the steps for properties of objects of JavaScript.
func settingAt(config *document.Node, path string) (value any, said bool) {
	at := config
	for _, step := range strings.Split(path, ".") {
		switch {
		case step == "":
			continue
		case step == "__proto__" || step == "prototype" || step == "constructor":
			return nil, false
		case at.Kind != document.Object && at.Kind != document.Array:
			return nil, false
		case at.Kind == document.Array && step == "length":
			at = &document.Node{Kind: document.Number, Value: int64(len(at.Items))}
			continue
		}
		next := at.At(step)
		if i, err := strconv.Atoi(step); err == nil && at.Kind == document.Array && strconv.Itoa(i) == step {
			next = at.At(i)
		}
		if next == nil {
			if slices.Contains(inherited(), step) {
				next = &document.Node{Kind: document.Bool, Value: true}
			} else {
				return nil, false
			}
		}
		at = next
	}
	switch at.Kind {
	case document.Object:
		return map[string]any{}, true
	case document.Array:
		return []any{}, true
	}
	return at.Value, true
}

// inherited are the properties that every object of JavaScript has.
func inherited() []string {
	return []string{
		"toString", "toLocaleString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
		"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
	}
}
