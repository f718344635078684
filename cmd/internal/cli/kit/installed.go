package kit

import (
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/skill"
)

// OwnName is what a skill calls itself, when that can be the name of a folder,
// else the name of its source: it is judged and installed under this name.
func OwnName(read *skill.Skill, source string) string {
	name := read.Front.Host["name"]
	if read.TOML != nil && read.TOML.Root != nil {
		if part, ok := zeroclaw.Read(read, "").Manifest["skill"].(map[string]any); ok {
			name, _ = part["name"].(string)
		}
	}
	if lock.ValidName(name) {
		return name
	}
	return source
}

// AgentsFor are the agents that a person says skills are for, by a flag or in the
// settings. What a project says of itself may have come with what is judged.
func AgentsFor(s *settings.Settings) []string {
	if s.OfProject("lint", "dialects") || s.OfProject("lint", "hosts") {
		return nil
	}
	return s.Lint.Dialects
}
