package settings

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/skillctl/skillctl/schema"
)

// WithRules says which rules the keys of lint.rules stand for that are no ids: a
// category, or a glob. It is asked only where there is such a key; nothing is an
// answer, too. Without it such keys stay as they are.
func WithRules(match func(pattern string) ([]string, error)) Option {
	return func(l *loader) { l.rules = match }
}

// expand writes out the keys of lint.rules that stand for several rules, layer by
// layer, so that layers are merged rule by rule: an inner id does not beat an
// outer glob.
func expand(layers []schema.Layer, match func(string) ([]string, error)) ([]schema.Layer, error) {
	exact := regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9-]+$`)
	globs := schema.Globs{
		At: []string{"lint", "rules"}, Short: "level", Single: []string{"options"},
		Names: func(key string) ([]string, error) {
			if match == nil || exact.MatchString(key) {
				return nil, nil
			}
			return match(key)
		},
	}
	out := make([]schema.Layer, len(layers))
	var problems []schema.Problem
	for i, layer := range layers {
		written, wrong, err := layer.Expand(globs)
		if err != nil {
			return nil, fmt.Errorf("read settings of rules: %w", err)
		}
		out[i] = written
		problems = append(problems, wrong...)
	}
	if len(problems) > 0 {
		return nil, &schema.MergeError{Problems: problems}
	}
	return out, nil
}

// UnmarshalJSON reads a rule that is a level or an object.
func (r *Rule) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		*r = Rule{}
		return json.Unmarshal(text, &r.Level)
	}
	type plain Rule
	return json.Unmarshal(text, (*plain)(r))
}
