package loading

import (
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/internal/document"
)

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
