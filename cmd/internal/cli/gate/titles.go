package gate

import (
	"fmt"
	"path"

	"github.com/skillctl/skillctl/policies"
)

// titlesFile names the faults that the rules of the gate find.
const titlesFile = "tables/gate_titles.json"

// titles are what the rules of the gate are called, by rule and by group of rules
// ("install/names").
type titles map[string]string

func readTitles() (titles, error) {
	var table struct {
		Titles titles `json:"titles"`
	}
	if err := policies.Read(titlesFile, &table); err != nil {
		return nil, fmt.Errorf("read the titles of rules: policies/%s: %w", titlesFile, err)
	}
	return table.Titles, nil
}

// of is the title of a rule, or that of its group. Rules of neither are the
// operator's own.
func (t titles) of(rule string) string {
	for name := rule; name != "."; name = path.Dir(name) {
		if title := t[name]; title != "" {
			return title
		}
	}
	return "Your own policy"
}
