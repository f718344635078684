package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// profiles are where a config.toml of ZeroClaw has what holds for an agent.
type profiles struct {
	// risk is where one of risk_profiles is or would be, runtime one of
	// runtime_profiles, nil for none.
	risk, runtime []any
}

// zeroclawProfiles finds what holds for an agent, or for a risk profile of that name.
// If name is "", what all agents share holds; without agents the risk profile that is
// called default, or the only one. The schema has seen to it that each profile that an
// agent names is there, but for those that older versions make themselves.
func (t *translation) zeroclawProfiles(name string) (profiles, error) {
	agents, names := t.zeroclawAgents(), t.riskNames()
	switch {
	case name == "" && len(agents) > 0:
		first, err := t.profilesOf(agents[0])
		if err != nil {
			return profiles{}, err
		}
		for _, other := range agents[1:] {
			if same, err := t.profilesOf(other); err != nil || !slices.Equal(same.risk, first.risk) || !slices.Equal(same.runtime, first.runtime) {
				return profiles{}, fmt.Errorf("the agents of the configuration go by different profiles: name one with --agent (%s)", strings.Join(agents, ", "))
			}
		}
		return first, nil
	case slices.Contains(agents, name):
		return t.profilesOf(name)
	case name != "" && !slices.Contains(names, name):
		return profiles{}, unknownAgent("agent or risk profile", name, append(names, agents...))
	}
	risk, err := t.riskProfile(name)
	return profiles{risk: risk, runtime: t.runtimeProfile("")}, err
}

// zeroclawAgents are the agents that name a profile.
func (t *translation) zeroclawAgents() []string {
	agents := t.at("agents")
	return slices.DeleteFunc(keysOf(agents), func(id string) bool {
		return textOf(agents.At(id, "risk_profile")) == "" && textOf(agents.At(id, "runtime_profile")) == ""
	})
}

func (t *translation) profilesOf(agent string) (profiles, error) {
	risk, err := t.riskProfile(textOf(t.at("agents", agent, "risk_profile")))
	return profiles{risk: risk, runtime: t.runtimeProfile(textOf(t.at("agents", agent, "runtime_profile")))}, err
}

// riskProfile is where the risk profile of a name is; "" stands for the one that is
// called default, or the only one.
func (t *translation) riskProfile(name string) ([]any, error) {
	names := t.riskNames()
	switch {
	case name == "" && len(names) == 0:
		name = "default"
	case name == "" && len(names) == 1:
		name = names[0]
	case name == "" && !slices.Contains(names, "default"):
		return nil, unknownAgent("risk profile", "default", names)
	case name == "":
		name = "default"
	}
	return []any{"risk_profiles", name}, nil
}

// riskNames are the risk profiles that there are. Tables of older versions make the one
// that is called default.
func (t *translation) riskNames() []string {
	names := keysOf(t.at("risk_profiles"))
	if len(t.olderTables()) > 0 && !slices.Contains(names, "default") {
		names = append(names, "default")
	}
	return names
}

// olderTable is where older versions had keys of a risk profile.
type olderTable struct {
	path []any
	// names are those of the keys in a profile, where they differ.
	names map[string]string
}

// olderTables are those that there are. ZeroClaw 15d28660 fills the risk profile that
// is called default with them, as far as it says nothing itself; the schema has seen
// to it that there are none in a configuration of the present version.
func (t *translation) olderTables() []olderTable {
	all := []olderTable{
		{path: []any{"autonomy"}},
		{path: []any{"security", "sandbox"}, names: map[string]string{"enabled": "sandbox_enabled", "backend": "sandbox_backend"}},
	}
	return slices.DeleteFunc(all, func(o olderTable) bool { return t.at(o.path...) == nil || t.at(o.path...).Kind != document.Object })
}

// named is what a key of the table is called in a profile.
func (o olderTable) named(key string) string {
	if name, ok := o.names[key]; ok {
		return name
	}
	return key
}

// riskOf is all that the risk profile of an agent says.
func (t *translation) riskOf(from profiles) *document.Node {
	out := &document.Node{Kind: document.Object, File: t.from.File}
	if own := t.at(from.risk...); own != nil {
		out.Members = append(out.Members, own.Members...)
	}
	if !from.shared() {
		return out
	}
	for _, table := range t.olderTables() {
		for _, m := range t.at(table.path...).Members {
			if m.Key = table.named(m.Key); out.At(m.Key) == nil {
				out.Members = append(out.Members, m)
			}
		}
	}
	return out
}

// shared reports whether the tables of older versions belong to the risk profile.
func (p profiles) shared() bool { return p.risk[1] == "default" }

// olderScopes are the tables of older versions, and what holds before each; risks say
// why keys in them have no effect.
func (t *translation) olderScopes(from profiles, risks []reason) {
	before := &document.Node{Kind: document.Object, File: t.from.File}
	if own := t.at(from.risk...); own != nil {
		before.Members = append(before.Members, own.Members...)
	}
	for _, table := range t.olderTables() {
		if !from.shared() {
			last := len(table.path) - 1
			key, _ := table.path[last].(string)
			t.scopes = append(t.scopes, scope{
				node: t.from.Root.At(table.path[:last]...), path: table.path[:last], keys: []string{key},
				reasons: []reason{{key: key, why: schema.PathString(from.risk) + " holds"}},
			})
			continue
		}
		said := slices.Clone(risks)
		for key, name := range table.names {
			for _, r := range risks {
				if r.key == name {
					r.key = key
					said = append(said, r)
				}
			}
		}
		for _, m := range t.at(table.path...).Members {
			if before.At(table.named(m.Key)) != nil {
				said = append([]reason{{key: m.Key, why: "risk_profiles.default holds", taken: true}}, said...)
			}
			before.Members = append(before.Members, document.Member{Key: table.named(m.Key), File: m.File, Value: m.Value})
		}
		t.scopes = append(t.scopes, scope{node: t.at(table.path...), path: table.path, reasons: said})
	}
	t.scopes = append(t.scopes, scope{node: t.at("security"), path: []any{"security"}, keys: []string{"audit"}, reasons: []reason{{key: "audit", why: "run.audit says what is recorded"}}})
}

func (t *translation) runtimeProfile(name string) []any {
	if name == "" {
		name = "default"
	}
	if t.at("runtime_profiles", name) == nil {
		return nil
	}
	return []any{"runtime_profiles", name}
}
