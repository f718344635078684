package catalog

import (
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// How far a tier follows links to folders.
const (
	FollowInside   = "inside"   // no further than the root
	FollowTargets  = "targets"  // into the targets that the settings allow, too
	FollowAnywhere = "anywhere" // wherever they lead
	FollowPlugins  = "plugins"  // into the folders of plugins, and only links count
)

// Rules say how roots are searched: as OpenClaw 2026.9.6 does it, with kinds of
// root of other products beside its own. The policies read the same table
// (policies/tables/skill_roots.json).
type Rules struct {
	// Tiers are the kinds of root, the weakest first.
	Tiers []TierRules `json:"tiers"`
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
	// Whole bounds the search of roots of a tier that is searched whole, for each root.
	Whole struct {
		Folders int `json:"folders"`
		Entries int `json:"entries"`
	} `json:"whole"`
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

// TierRules are those of one kind of root.
type TierRules struct {
	Tier string `json:"tier"`
	// Source is what the host calls it; Follow is how far links are followed
	// ([FollowInside], …).
	Source string `json:"source"`
	Follow string `json:"follow"`
	// Container roots are no skill themselves, whatever lies in them.
	Container bool `json:"container"`
	// Whole: every folder is looked into, also those of skills, and the root may be
	// a skill beside others. Plain: a manifest that is a link is none.
	Whole   bool `json:"whole"`
	Plain   bool `json:"plain"`
	Shallow bool `json:"shallow"`
	// Depth, where not 0, is how many folders below such a root a skill may be.
	Depth int `json:"depth"`
}

// ReadRules reads the table once.
func ReadRules() (*Rules, error) { return readRules() }

var readRules = sync.OnceValues(func() (*Rules, error) {
	r := &Rules{}
	if err := policies.Read("tables/skill_roots.json", r); err != nil {
		return nil, fmt.Errorf("read table of roots: %w", err)
	}
	return r, nil
})

// Tier is what the table says of a kind of root.
func (r *Rules) Tier(name string) TierRules {
	for _, tier := range r.Tiers {
		if tier.Tier == name {
			return tier
		}
	}
	return TierRules{Tier: name, Follow: FollowInside}
}

// Root is a root of a tier that is at a path, as far as that can be said before
// it is searched.
func (r *Rules) Root(id int, tier, path string, setting []any) Root {
	real, err := realOf(path)
	return Root{
		ID: id, Tier: tier, Source: r.Tier(tier).Source, Path: path, Real: real, Problem: problemOf(err),
		Setting: setting, Shape: "folder", Notes: []Note{},
	}
}
