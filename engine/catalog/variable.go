package catalog

import (
	"slices"
	"strings"
)

// Written is the key under which an entry has a variable, "" when it has not.
func (e Entry) Written(name string) string {
	for _, key := range e.Env {
		if strings.TrimSpace(key) == name {
			return key
		}
	}
	return ""
}

// Variables are the names that the entry of a skill has a value for, sorted:
// those that it lists, and the one that its key goes into. An entry that is
// switched off has none.
func (v *SkillView) Variables(entry Entry) []string {
	names := []string{}
	if entry.Enabled != nil && !*entry.Enabled {
		return names
	}
	for _, name := range entry.Env {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	if primary := strings.TrimSpace(v.PrimaryEnv); primary != "" && entry.APIKey {
		names = append(names, primary)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Declared are the variables that a skill itself names.
func (v *SkillView) Declared() []string {
	if v.PrimaryEnv == "" {
		return slices.Clone(v.Env)
	}
	return append(slices.Clone(v.Env), v.PrimaryEnv)
}
