package loading

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Assignment is a member of env in an entry of skills.entries. Of its value it is
// only said what is there.
type Assignment struct {
	// Written is its name as it stands there, Name that without blanks around it.
	Written string `json:"written"`
	Name    string `json:"name"`
	// Text: the value is a text. Empty: there is no text in it. Nul: the text has
	// a NUL character.
	Text  bool `json:"text"`
	Empty bool `json:"empty"`
	Nul   bool `json:"nul"`
}

// Assignments lists the members of env in an entry of skills.entries as JavaScript
// does: of equal names the value of the last at the place of the first. What [Entries] takes for no entry has
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
	known := map[string]int{}
	for _, member := range env.Members {
		at, again := known[member.Key]
		if !again {
			at = len(list)
			list, known[member.Key] = append(list, Assignment{}), at
		}
		value := member.Value.Text()
		list[at] = Assignment{
			Written: member.Key, Name: frontmatter.Trim(member.Key),
			Text: member.Value != nil && member.Value.Kind == document.String, Empty: value == "", Nul: strings.ContainsRune(value, 0),
		}
	}
	return list
}

// Primary is the variable that a configured key goes into, "" for none.
func Primary(v *catalog.SkillView) string { return frontmatter.Trim(v.PrimaryEnv) }

// Declared are the variables that a skill itself names.
func Declared(v *catalog.SkillView) []string {
	names := []string{}
	for _, name := range append(slices.Clone(v.Env), v.PrimaryEnv) {
		if name = frontmatter.Trim(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
