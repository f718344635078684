package catalog

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// How far a tier follows links to folders.
const (
	followInside   = "inside"   // no further than the root
	followTargets  = "targets"  // into the targets that the settings allow, too
	followAnywhere = "anywhere" // wherever they lead
	followPlugins  = "plugins"  // into the folders of plugins, and only links count
)

// rules say where OpenClaw 2026.9.6 looks for skills. The policies read the
// same table (policies/tables/skill_roots.json).
type rules struct {
	// Tiers are the kinds of root, the weakest first.
	Tiers []tierRules `json:"tiers"`
	// Depth is how many folders below a root a skill may be, Shallow how many
	// in the roots of a tier that says so.
	Depth   int `json:"depth"`
	Shallow int `json:"shallow"`
	Limits  struct {
		Candidates int `json:"maxCandidatesPerRoot"`
		Loaded     int `json:"maxSkillsLoadedPerSource"`
		FileBytes  int `json:"maxSkillFileBytes"`
	} `json:"limits"`
	// Prompt bounds what of the skills stands in the prompt of a model.
	Prompt struct {
		Skills     int `json:"maxSkillsInPrompt"`
		Characters int `json:"maxSkillsPromptChars"`
		// Least is how much of a description is shown, if any.
		Least int `json:"leastDescription"`
	} `json:"prompt"`
	// Entries of a folder that are looked at: Each for every candidate that a
	// root may have, within bounds.
	Entries struct {
		Least int `json:"least"`
		Most  int `json:"most"`
		Each  int `json:"each"`
	} `json:"entries"`
	// WalkLoops are the profiles that go round in circles as the host does.
	WalkLoops []string `json:"walkLoops"`
}

type tierRules struct {
	Tier   string `json:"tier"`
	Source string `json:"source"`
	Follow string `json:"follow"`
	// Container roots are no skill themselves, whatever lies in them.
	Container bool `json:"container"`
	Shallow   bool `json:"shallow"`
	// Depth, where not 0, is how many folders below such a root a skill may be.
	Depth int `json:"depth"`
}

var readRules = sync.OnceValues(func() (*rules, error) {
	text, err := fs.ReadFile(policies.FS(), "tables/skill_roots.json")
	if err != nil {
		return nil, fmt.Errorf("read table of roots: %w", err)
	}
	r := &rules{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("read table of roots: %w", err)
	}
	return r, nil
})

func (r *rules) tier(name string) tierRules {
	for _, tier := range r.Tiers {
		if tier.Tier == name {
			return tier
		}
	}
	return tierRules{Tier: name, Follow: followInside}
}

// Limits bound what is found in one root.
type Limits struct {
	// Candidates of one folder; also what the number of folders that are listed
	// follows from.
	Candidates int `json:"candidates"`
	// Loaded is how many skills of one root are loaded.
	Loaded int `json:"loaded"`
	// FileBytes is how long a manifest may be.
	FileBytes int `json:"fileBytes"`
}
