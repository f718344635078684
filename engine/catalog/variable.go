package catalog

import (
	"strings"

	"github.com/skillctl/skillctl/engine/document"
)

// Assignment is a member of env in an entry of skills.entries. Of its value it is
// only said what is there.
type Assignment struct {
	// Written is its name as it stands there.
	Written string `json:"written"`
	// Text: the value is a text. Blank: there is no text in it, or nothing but
	// blanks of JavaScript.
	Text  bool `json:"text"`
	Blank bool `json:"blank"`
}

// Assignments lists the members of env in an entry of skills.entries in their
// order; of equal names the last counts. What [Entries] takes for no entry has
// none.
func Assignments(config *document.Node, key string) []Assignment {
	list := []Assignment{}
	if _, known := Entries(config)[key]; !known {
		return list
	}
	env := config.At("skills", "entries", key, "env")
	if env == nil {
		return list
	}
	last := map[string]int{}
	for i, member := range env.Members {
		last[member.Key] = i
	}
	for i, member := range env.Members {
		if last[member.Key] == i {
			list = append(list, Assignment{
				Written: member.Key,
				Text:    member.Value != nil && member.Value.Kind == document.String,
				Blank:   jsTrim(text(member.Value)) == "",
			})
		}
	}
	return list
}

// Declared are the variables that a skill itself names.
func (v *SkillView) Declared() []string {
	names := append([]string{}, v.Env...)
	if primary := strings.TrimSpace(v.PrimaryEnv); primary != "" {
		names = append(names, primary)
	}
	return names
}
