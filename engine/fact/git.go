package fact

import (
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/gitconfig"
)

// GitPart is #GitPart of schema/lint.cue: what Git obeys of a package.
type GitPart struct {
	File     string              `json:"file"`
	Kind     string              `json:"kind"`
	Own      bool                `json:"own"`
	Target   string              `json:"target"`
	Inside   bool                `json:"inside"`
	Settings []gitconfig.Setting `json:"settings"`
	Problem  string              `json:"problem"`
}

// OfGit lists what Git obeys of a skill; it is never nil.
func OfGit(s *skill.Skill) []GitPart {
	parts := make([]GitPart, len(s.Git))
	for i, part := range s.Git {
		if parts[i] = GitPart(part); part.Settings == nil {
			parts[i].Settings = []gitconfig.Setting{}
		}
	}
	return parts
}
