package loading

import (
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// Layout says where the skills of an agent are.
func (h Host) Layout(config *document.Node, agent agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	roots, err := h.Roots(config, agent)
	if err != nil {
		return catalog.Layout{}, err
	}
	return catalog.Layout{
		Roots: roots, Targets: h.Targets(config), Limits: limits(rules, config), Manifests: []string{catalog.ManifestName},
		View: func(m catalog.Manifest) *catalog.SkillView { return View(m.Dir, m.Source, origin(m.Folder)) },
	}, nil
}

// limits are those of the settings, where they are numbers.
func limits(r *catalog.Rules, config *document.Node) catalog.Limits {
	read := func(key string, standard int) int {
		if n, ok := count(config.At("skills", "limits", key)); ok {
			return n
		}
		return standard
	}
	return catalog.Limits{
		Candidates: read("maxCandidatesPerRoot", r.Limits.Candidates),
		Loaded:     read("maxSkillsLoadedPerSource", r.Limits.Loaded),
		FileBytes:  read("maxSkillFileBytes", r.Limits.FileBytes),
	}
}

// count is the number of a setting, where it is one.
func count(setting *document.Node) (int, bool) {
	switch value := setting.Interface().(type) {
	case int64:
		return int(max(0, min(value, 1<<31))), true
	case float64:
		return int(max(0, min(value, 1<<31))), true
	}
	return 0, false
}
