package resolve

import (
	"reflect"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// EntryChanges says in words which variables and whether the key that the entry of
// a skill gives it are others than in an earlier resolution, sorted: names alone,
// never values. before and after are the winners of one name.
func (r *Resolution) EntryChanges(earlier *Resolution, before, after *Skill) []string {
	if before == nil || after == nil || before.Skill == nil || after.Skill == nil {
		return nil
	}
	old, now := earlier.given(before.Skill.Key), r.given(after.Skill.Key)
	var list []string
	for name, value := range now {
		if was, known := old[name]; !known {
			list = append(list, name+" is new")
		} else if !reflect.DeepEqual(was, value) {
			list = append(list, name+" has another value")
		}
	}
	for name := range old {
		if _, known := now[name]; !known {
			list = append(list, name+" is gone")
		}
	}
	slices.Sort(list)
	return list
}

// given is what the entry of a key gives, by the name of the variable, and of
// "apiKey"; nothing where it is switched off.
func (r *Resolution) given(key string) map[string]any {
	entry := r.Setting([]any{"skills", "entries", key})
	if entry == nil {
		return nil
	}
	if enabled, ok := entry.At("enabled").Interface().(bool); ok && !enabled {
		return nil
	}
	given := map[string]any{}
	if env := entry.At("env"); env != nil && env.Kind == document.Object {
		for _, member := range env.Members {
			given["env."+strings.TrimSpace(member.Key)] = member.Value.Interface()
		}
	}
	if secret := entry.At("apiKey"); secret != nil {
		given["apiKey"] = secret.Interface()
	}
	return given
}
