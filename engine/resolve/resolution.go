package resolve

import (
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/internal/document"
)

// What becomes of a candidate.
const (
	StateLoaded     = "loaded"     // the agent gets it
	StateShadowed   = "shadowed"   // another folder of the same name is loaded
	StateEscaped    = "escaped"    // it leads out of where it may be
	StateInvalid    = "invalid"    // the host does not take its manifest
	StateIneligible = "ineligible" // it wins, and is not offered
	StateHidden     = "hidden"     // it wins, and is not for this agent
	StateDropped    = "dropped"    // the host passes over it
	StateRefused    = "refused"    // the profile or the operator does not want it
)

// Standing is what the policies say of a candidate.
type Standing struct {
	State string `json:"state"`
	// Rule is the rule behind it, Message says it for people, "" where nothing
	// is to be said.
	Rule    string `json:"rule"`
	Message string `json:"message"`
	// Wins: of all that have its name it is the one that counts, whether it is
	// offered or not.
	Wins bool `json:"wins"`
	// By is the id of the candidate that is taken instead, -1 for none.
	By int `json:"by"`
	// Setting is the path of the setting behind it, nil for none.
	Setting []any `json:"setting"`
	// Silent: the host says nothing of it anywhere.
	Silent bool `json:"silent"`
	// Of a skill that wins its name: it is switched off; it is bundled and not
	// listed; the agent's list does not have it; what it wants is there; the
	// agent is offered it; model and user may invoke it.
	Disabled bool    `json:"disabled"`
	Blocked  bool    `json:"blocked"`
	Hidden   bool    `json:"hidden"`
	Eligible bool    `json:"eligible"`
	Offered  bool    `json:"offered"`
	Model    bool    `json:"model"`
	Command  bool    `json:"command"`
	Missing  Missing `json:"missing"`
	Warnings []Note  `json:"warnings"`
}

// Missing is what a skill wants and there is not.
type Missing struct {
	OS      []string `json:"os"`
	Bins    []string `json:"bins"`
	AnyBins []string `json:"anyBins"`
	Env     []string `json:"env"`
	Config  []string `json:"config"`
}

// Note is a warning about a candidate.
type Note struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Setting []any  `json:"setting"`
}

// RootNote says that a part of a root was not looked at.
type RootNote struct {
	// Root is the id of the root.
	Root int    `json:"root"`
	Rule string `json:"rule"`
	// Path is the folder that it is about.
	Path    string `json:"path"`
	Message string `json:"message"`
	// Setting is the path of the setting behind it, nil for none.
	Setting []any `json:"setting"`
}

// Skill is a candidate and what becomes of it.
type Skill struct {
	catalog.Candidate
	Standing
	// InPrompt: the prompt of the model names it; see [Prompt].
	InPrompt bool
	untold   *Note
}

// File is the manifest as the host names it: where links of the root are
// followed anywhere, with all of them resolved.
func (r *Resolution) File(skill *Skill) string {
	folder := skill.Path
	if r.Roots[skill.Root].Canonical {
		folder = skill.Real
	}
	name := "SKILL.md"
	if skill.Manifest != nil {
		name = skill.Manifest.Name
	}
	return filepath.Join(folder, name)
}

// Resolution says which skills an agent gets, and of every candidate why or why
// not.
type Resolution struct {
	Agent     agents.Agent
	Profile   string
	Workspace string
	// Config is the file of the configuration, whether there is one or not.
	Config string
	Filter loading.Filter
	Limits catalog.Limits
	Roots  []catalog.Root
	// Skills are all candidates, by id: root by root in the order of loading.
	Skills []Skill
	// Notes say what of the roots was not looked at.
	Notes []RootNote
	// Prompt is what the prompt of the model has of the skills; nil where that is
	// not known, or it may be told of none.
	Prompt *Prompt

	// Searched is how many roots were searched; see [Resolver.Again].
	Searched int

	config *document.Node
	facts  *catalog.Facts
	// asked is what the policies were asked, without the candidates.
	asked   *catalogInput
	unseen  bool
	winners []*Skill
}

func newResolution(req Request, agent agents.Agent, facts *catalog.Facts, asked *catalogInput, answer *catalogAnswer) *Resolution {
	answers := answer.Answers
	r := &Resolution{
		Agent: agent, Profile: req.Profile, Workspace: req.Host.WorkspaceOf(req.Config.Root, agent), Config: req.Config.File,
		Filter: asked.Filter, Limits: facts.Limits, Roots: facts.Roots, Skills: make([]Skill, len(answers)), Notes: answer.Notes, config: req.Config.Root,
		Searched: facts.Searched, facts: facts, asked: asked, unseen: req.Unseen,
	}
	for i := range answers {
		answers[i].fill()
		r.Skills[i] = Skill{Candidate: facts.Candidates[i], Standing: answers[i]}
	}
	r.winners = winnersOf(r.Skills)
	return r
}

// winnersOf are the skills that count, by name. Names that sort alike stand in the
// order in which the host first met them, whichever folder counts in the end.
func winnersOf(skills []Skill) []*Skill {
	met := map[string]int{}
	var winners []*Skill
	for i := range skills {
		s := &skills[i]
		if s.Wins {
			winners = append(winners, s)
		}
		if s.Skill != nil && (s.Wins || s.State == StateShadowed) {
			if _, known := met[s.Skill.Name]; !known {
				met[s.Skill.Name] = i
			}
		}
	}
	slices.SortStableFunc(winners, func(a, b *Skill) int {
		if order := a.Skill.Compare(b.Skill); order != 0 || a.Skill == nil || b.Skill == nil {
			return order
		}
		return met[a.Skill.Name] - met[b.Skill.Name]
	})
	return winners
}

// fill makes lists of what policies leave out.
func (s *Standing) fill() {
	for _, list := range []*[]string{&s.Missing.OS, &s.Missing.Bins, &s.Missing.AnyBins, &s.Missing.Env, &s.Missing.Config} {
		if *list == nil {
			*list = []string{}
		}
	}
}

// Winners are the skills that count, one for each name, in the order of their
// names.
func (r *Resolution) Winners() []*Skill { return slices.Clip(r.winners) }

// Named are the candidates that have a name, or whose folder has it where the
// name could not be read, the winner last.
func (r *Resolution) Named(name string) []*Skill {
	var found []*Skill
	for i := range r.Skills {
		c := &r.Skills[i]
		if c.Skill != nil && c.Skill.Problem == "" {
			if c.Skill.Name == name || c.Skill.Key == name {
				found = append(found, c)
			}
		} else if filepath.Base(c.Path) == name {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b *Skill) int {
		switch {
		case a.Wins == b.Wins:
			return a.ID - b.ID
		case a.Wins:
			return 1
		}
		return -1
	})
	return found
}

// Place is where the configuration has a setting, or the nearest thing around
// it that it has; the zero span when it has nothing of it.
func (r *Resolution) Place(setting []any) (file string, span document.Span) {
	at := r.config
	for _, step := range setting {
		next := at.At(step)
		if next == nil {
			break
		}
		at = next
	}
	if at == nil || at == r.config {
		return r.Config, document.Span{}
	}
	return at.File, at.Span
}
