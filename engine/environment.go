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
// by their names, and says which of them OpenClaw drops; what follows them is not
// used at all: values that are no text or empty, names that are, and a key that no
// variable takes, with the name "". Of values it is only looked at whether they
// are there.
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
	if entry.Enabled != nil && !*entry.Enabled {
		return list, nil
	}
	return append(list, unused(skill, entry, found.Setting(key), key)...), nil
}

// unused are the parts of an entry that no variable is made of.
func unused(skill *catalog.SkillView, entry catalog.Entry, node *document.Node, key []any) []Variable {
	var list []Variable
	if env := node.At("env"); env != nil {
		for _, member := range env.Members {
			var why string
			name := strings.TrimSpace(member.Key)
			text, isText := member.Value.Interface().(string)
			switch {
			case name == "":
				why = "it has no name"
			case !isText:
				why = "its value is no text"
			case strings.TrimSpace(text) == "":
				why = "its value is empty"
			default:
				continue
			}
			list = append(list, Variable{Name: name, Setting: append(key[:3:3], "env", member.Key), Dropped: why})
		}
	}
	if !entry.APIKey {
		return list
	}
	switch primary := strings.TrimSpace(skill.PrimaryEnv); {
	case primary == "":
		list = append(list, Variable{Setting: append(key[:3:3], "apiKey"), Dropped: "the skill names no primaryEnv that it could go into"})
	case entry.Written(primary) != "":
		list = append(list, Variable{Setting: append(key[:3:3], "apiKey"), Dropped: "env of the entry sets " + primary + " itself"})
	}
	return list
}

// Setting is what the configuration says at a path, nil when it says nothing.
func (r *Resolution) Setting(path []any) *document.Node { return r.config.At(path...) }
