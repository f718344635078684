package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/policies"
)

// The scopes: whose configuration is changed.
const (
	User    = "user"
	Project = "project"
	Managed = "managed"
)

// Scopes are all scopes.
func Scopes() []string { return []string{User, Project, Managed} }

// Agent is what an agent needs so that it asks skillctl.
type Agent struct {
	// Name is what it is called on the command line: "claude-code".
	Name string `json:"-"`
	// Programs are the names of its program.
	Programs []string `json:"programs"`
	// At is the folder of its configuration by scope; a scope that is not there is none
	// that skillctl can write to.
	At map[string]Place `json:"at"`
	// Plugin is the folder for its plugin below that of the configuration, "" for none.
	Plugin string `json:"plugin"`
	// Files are its configurations.
	Files []File `json:"files"`
	// Watch are the files in which it may be told not to ask.
	Watch []Watch `json:"watch"`
	// Alone: with its managed configuration, as setup writes it, it runs no hook of a user
	// or a project.
	Alone bool `json:"alone"`
	// Says is what a person has to know, by scope.
	Says map[string]string `json:"says"`
}

// Place is a folder of configurations.
type Place struct {
	// Folder is below the home folder where it begins with "~/", below that of the project
	// where it is relative; Darwin is in its place on macOS.
	Folder string `json:"folder"`
	Darwin string `json:"darwin"`
	// Variable has the folder where it is set, or with Below the one that it is in.
	Variable string `json:"variable"`
	Below    string `json:"below"`
}

// File is a configuration.
type File struct {
	// Name is below the folder; Variable has the whole path where it is set.
	Name     string   `json:"name"`
	Variable string   `json:"variable"`
	Scopes   []string `json:"scopes"`
	// Syntax is how the agent reads it.
	Syntax edit.Syntax `json:"syntax"`
	Edits  []Wanted    `json:"edits"`
	// Trust is the file beside it with the hook that it says is trusted.
	Trust string `json:"trust"`
	// Off are values that would switch the hook off.
	Off []Value `json:"off"`
}

// Wanted is a value that a configuration is to have: Item is one of a list.
type Wanted struct {
	Path    []string        `json:"path"`
	Item    json.RawMessage `json:"item"`
	Value   json.RawMessage `json:"value"`
	Or      []string        `json:"or"`
	Present bool            `json:"present"`
	// Unless are older names of the same, beside which it cannot be written, each with a
	// value by which it does as well; nil for none.
	Unless []Value `json:"unless"`
}

// Value is a value at a path.
type Value struct {
	Path []string `json:"path"`
	Is   any      `json:"is"`
}

// Watch is a file with values that take away from what a hook is worth.
type Watch struct {
	// Name is below the folder of the scope; "*" in its last step stands for any names.
	Name   string   `json:"name"`
	Scopes []string `json:"scopes"`
	// Syntax is how the agent reads it; "" for a plugin, which is code.
	Syntax edit.Syntax `json:"syntax"`
	// Hooks leads to the list with the hooks that are asked before a tool is called.
	Hooks  []string  `json:"hooks"`
	Values []Watched `json:"values"`
}

// Watched is a value, and what it does: Filled stands for any that says
// something: a list with something in it, a text.
type Watched struct {
	// Path leads to it; "*" is any key.
	Path   []string `json:"path"`
	Is     any      `json:"is"`
	Filled bool     `json:"filled"`
	Kind   Kind     `json:"kind"`
	// Always: also where the hook is in the managed configuration.
	Always bool `json:"always"`
}

// Agents are those that can be set up, by name.
func Agents() map[string]*Agent {
	var table struct {
		Agents map[string]*Agent `json:"agents"`
	}
	policies.Table("setup", &table)
	for name, a := range table.Agents {
		a.Name = name
	}
	return table.Agents
}

// Find is the agent of a name; an error says which names there are, and which one is near.
func Find(name string) (*Agent, error) {
	all := Agents()
	if a := all[name]; a != nil {
		return a, nil
	}
	names := slices.Sorted(maps.Keys(all))
	err := fmt.Errorf("%q is no agent that skillctl can set up; it must be one of %s", name, strings.Join(names, ", "))
	if near := agent.Near(name, names, func(n string) []string { return all[n].Programs }); near != "" {
		err = fmt.Errorf("%w; did you mean %q?", err, near)
	}
	return nil, err
}

// edits are what is wanted, with values in the places of "@name@".
func (f *File) edits(ctx context.Context, values map[string]any) ([]edit.Edit, error) {
	var all []edit.Edit
	for _, w := range f.Edits {
		e := edit.Edit{Path: w.Path, Item: len(w.Item) > 0, Or: w.Or, Present: w.Present}
		for _, other := range w.Unless {
			e.Unless = append(e.Unless, edit.Other{Path: other.Path, Is: other.Is})
		}
		text := w.Value
		if e.Item {
			text = w.Item
		}
		for name, value := range values {
			written, err := jsonText(value)
			if err != nil {
				return nil, err
			}
			text = bytes.ReplaceAll(text, []byte(`"@`+name+`@"`), written)
		}
		doc, err := document.Parse(ctx, f.Name, text, document.JSON5)
		if err != nil {
			return nil, fmt.Errorf("read table setup: %w", err)
		}
		e.Value = doc.Root
		all = append(all, e)
	}
	return all, nil
}

// jsonText is a value as JSON, with "<", ">" and "&" as they are.
func jsonText(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("write a value: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
