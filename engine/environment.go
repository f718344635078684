package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/document"
)

const (
	// environmentFile says what a host drops of a skill's variables.
	environmentFile  = "lib/openclaw/environment.rego"
	environmentEntry = "data.skillctl.lib.openclaw.environment.answers"
)

// Variable is one that a skill is given by its entry in skills.entries.
type Variable struct {
	Name string
	// Setting is the path of what it is set to.
	Setting []any
	// Dropped says why the host does not set it, "" where it does.
	Dropped string
}

// Environment lists the variables that the entry of a skill has for it, sorted
// by their names, and says which of them OpenClaw drops. Values are not looked
// at. A key that no variable takes is there with the name "".
func (r *Resolver) Environment(ctx context.Context, found *Resolution, skill *catalog.SkillView) ([]Variable, error) {
	entry, key := catalog.Entries(found.config)[skill.Key], []any{"skills", "entries", skill.Key}
	names := skill.Variables(entry)
	query, err := r.prepared(ctx, environmentEntry, environmentEntry, func(file string) bool { return file == environmentFile })
	if err != nil {
		return nil, err
	}
	var dropped map[string]string
	if err := query.EvalInto(ctx, map[string]any{"variables": names, "declared": skill.Declared()}, &dropped); err != nil {
		return nil, fmt.Errorf("judge the variables of skill %q: %w", skill.Name, err)
	}
	list := []Variable{}
	for _, name := range names {
		setting := append(key[:3:3], "apiKey")
		if written := entry.Written(name); written != "" {
			setting = append(key[:3:3], "env", written)
		}
		list = append(list, Variable{Name: name, Setting: setting, Dropped: dropped[name]})
	}
	if entry.APIKey && strings.TrimSpace(skill.PrimaryEnv) == "" {
		list = append(list, Variable{Setting: append(key[:3:3], "apiKey"), Dropped: "the skill names no primaryEnv that it could go into"})
	}
	return list, nil
}

// Setting is what the configuration says at a path, nil when it says nothing.
func (r *Resolution) Setting(path []any) *document.Node { return r.config.At(path...) }
