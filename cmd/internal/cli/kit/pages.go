package kit

import (
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// WithPages gives the rules that a report has findings of their pages, where the format
// has room for them.
func (f *Factory) WithPages(name string, rules []engine.Rule, r engine.Report) []engine.Rule {
	if name != format.NameSARIF {
		return rules
	}
	broken := map[string]bool{}
	for _, finding := range r.All() {
		broken[finding.Rule] = true
	}
	known, err := f.Rules()
	if err != nil {
		return rules // their descriptions have to do
	}
	rules = slices.Clone(rules)
	for _, k := range known {
		for i := range rules {
			if rules[i].ID == k.ID && broken[k.ID] {
				rules[i].Page, rules[i].Security = k.Page, k.Security
			}
		}
	}
	return rules
}
