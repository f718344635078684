package loading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// There is what candidates ask for, and what is there.
type There struct {
	// Programs by name.
	Programs map[string]machine.Program `json:"programs"`
	// Env are the variables that have a value.
	Env map[string]bool `json:"env"`
	// Config are the settings that are said, by dotted path. Of objects and
	// lists nothing is told but that they are there.
	Config map[string]any `json:"config"`
}

// Ask looks on a machine for what the candidates want to be there.
func Ask(m *machine.Machine, config *document.Node, candidates []catalog.Candidate) There {
	there := There{Programs: map[string]machine.Program{}, Env: map[string]bool{}, Config: map[string]any{}}
	given := configEnv(config)
	for i := range candidates {
		view := candidates[i].Skill
		if view == nil {
			continue
		}
		for _, names := range [][]string{view.Bins, view.AnyBins} {
			for _, name := range names {
				if _, known := there.Programs[name]; !known {
					there.Programs[name] = m.Program(name)
				}
			}
		}
		for _, name := range view.Env {
			there.Env[name] = m.Value(name) != "" || given[name]
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
