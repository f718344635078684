package resolve

import (
	"context"
	"fmt"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

const (
	// environmentFile says what a host makes of the entry of a skill.
	environmentFile  = "lib/openclaw/environment.rego"
	environmentEntry = "data.skillctl.lib.openclaw.environment.answer"
)

// Variable is one that a skill is given by its entry in skills.entries.
type Variable struct {
	Name string `json:"name"`
	// Setting is the path of what it is set to.
	Setting []any `json:"setting"`
	// Key: that is the key of the entry, which may be kept elsewhere.
	Key bool `json:"key"`
	// Dropped says why the host does not set it, "" where it does.
	Dropped string `json:"dropped"`
}

// Environment is what becomes of the variables and the key of an entry.
type Environment struct {
	// Variables are those that the entry has a value for, sorted by their names.
	Variables []Variable `json:"variables"`
	// Unused is what no variable is made of, in the order of the entry: values that
	// are no text or empty, names that are, and last a key that no variable takes,
	// with the name "".
	Unused []Variable `json:"unused"`
}

// environmentInput is what the policy is given of an entry and its skill.
type environmentInput struct {
	Entry environmentEntryFacts `json:"entry"`
	Skill environmentSkillFacts `json:"skill"`
}

type environmentEntryFacts struct {
	// Key is where the entry stands in skills.entries; there may be none.
	Key     string               `json:"key"`
	Enabled *bool                `json:"enabled"`
	Env     []loading.Assignment `json:"env"`
	APIKey  bool                 `json:"apiKey"`
}

type environmentSkillFacts struct {
	PrimaryEnv string   `json:"primaryEnv"`
	Declared   []string `json:"declared"`
}

func environmentOf(config *document.Node, skill *catalog.SkillView) *environmentInput {
	entry := loading.Entries(config)[skill.Key]
	return &environmentInput{
		Entry: environmentEntryFacts{Key: skill.Key, Enabled: entry.Enabled, Env: loading.Assignments(config, skill.Key), APIKey: entry.APIKey},
		Skill: environmentSkillFacts{PrimaryEnv: loading.Primary(skill), Declared: loading.Declared(skill)},
	}
}

// Environment says which variables the entry of a skill has for it, which of them
// OpenClaw drops, and what of the entry it does not use. Of values it is only
// looked at whether they are there.
func (r *Resolver) Environment(ctx context.Context, found *Resolution, skill *catalog.SkillView) (*Environment, error) {
	query, err := r.environment(ctx)
	if err != nil {
		return nil, err
	}
	answer := &Environment{}
	if err := r.ask(ctx, query, environmentOf(found.config, skill), schema.EnvironmentAnswer, answer); err != nil {
		return nil, fmt.Errorf("judge the variables of skill %q: %w", skill.Name, err)
	}
	return answer, nil
}

// environment compiles the policy of a skill's variables once.
func (r *Resolver) environment(ctx context.Context) (*policy.Query, error) {
	return r.loader.Prepare(ctx, environmentEntry, environmentEntry, func(file string) bool { return file == environmentFile })
}

// Setting is what the configuration says at a path, nil when it says nothing.
func (r *Resolution) Setting(path []any) *document.Node { return r.config.At(path...) }
