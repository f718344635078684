package skills

import (
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/resolve"
)

// listReport is what list writes as JSON. Agent, workspace and skills have the
// names that OpenClaw's own status has.
type listReport struct {
	// Product is what loads the skills.
	Product   string        `json:"product"`
	Profile   string        `json:"profile"`
	Config    string        `json:"config"`
	Agent     string        `json:"agentId"`
	Workspace string        `json:"workspaceDir"`
	Filter    []string      `json:"agentSkillFilter"`
	Skills    []listedSkill `json:"skills"`
	// Candidates are there with --all: every folder, in the order of loading.
	Candidates []listedFolder `json:"candidates,omitempty"`
	Roots      []catalog.Root `json:"roots"`
	// Unsearched is what of the roots was not looked at.
	Unsearched []listedGap `json:"unsearched"`
	// Prompt is left out where it is not known what the model is told.
	Prompt *listedPrompt `json:"prompt,omitempty"`
	// Problems are why the host may not do as its configuration says.
	Problems []configDoubt `json:"problems,omitempty"`
	// Others are the reports of other products that are set up here.
	Others []listReport `json:"others,omitempty"`
	// Unread are products that are set up here, and whose configuration cannot be used.
	Unread []listedUnread `json:"unread,omitempty"`
}

type listedUnread struct {
	Product string `json:"product"`
	Message string `json:"message"`
}

// reports is that of the first, with the others in it.
func reports(all []*opened, unread []unread, folders bool) listReport {
	r := all[0].report(folders)
	for _, one := range unread {
		r.Unread = append(r.Unread, listedUnread{one.product, one.err.Error()})
	}
	for _, got := range all[1:] {
		r.Others = append(r.Others, got.report(folders))
	}
	return r
}

// listedPrompt is what the prompt of the model has of the skills.
type listedPrompt struct {
	Skills int                `json:"skills"`
	Listed int                `json:"listed"`
	Format string             `json:"format"`
	Notes  []listedPromptNote `json:"notes,omitempty"`
}

type listedPromptNote struct {
	Message string `json:"message"`
	Setting string `json:"setting,omitempty"`
	Place   string `json:"place,omitempty"`
}

// listedGap is a part of a root that was not looked at.
type listedGap struct {
	Root    string `json:"root"`
	Path    string `json:"path"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Setting string `json:"setting,omitempty"`
	Place   string `json:"place,omitempty"`
}

// listedSkill is a skill that counts, one for each name, or one that is refused.
type listedSkill struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Source      string `json:"source"`
	File        string `json:"filePath"`
	Dir         string `json:"baseDir"`
	Key         string `json:"skillKey"`
	PrimaryEnv  string `json:"primaryEnv,omitempty"`
	Always      bool   `json:"always"`
	Disabled    bool   `json:"disabled"`
	Blocked     bool   `json:"blockedByAllowlist"`
	Hidden      bool   `json:"blockedByAgentFilter"`
	Eligible    bool   `json:"eligible"`
	// Runtime: the agent is really offered it.
	Runtime  bool `json:"runtimeEligible"`
	Platform bool `json:"platformIncompatible"`
	Model    bool `json:"modelVisible"`
	User     bool `json:"userInvocable"`
	Command  bool `json:"commandVisible"`
	// InPrompt: the prompt of the model names it; left out where that is not known.
	InPrompt *bool        `json:"inPrompt,omitempty"`
	Requires listedWants  `json:"requirements"`
	Missing  listedWants  `json:"missing"`
	State    string       `json:"state"`
	Rule     string       `json:"rule"`
	Message  string       `json:"message,omitempty"`
	Setting  string       `json:"setting,omitempty"`
	Place    string       `json:"place,omitempty"`
	Warnings []listedNote `json:"warnings,omitempty"`
}

type listedWants struct {
	Bins    []string `json:"bins"`
	AnyBins []string `json:"anyBins"`
	Env     []string `json:"env"`
	Config  []string `json:"config"`
	OS      []string `json:"os"`
}

type listedNote struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// listedFolder is a candidate, and what becomes of it.
type listedFolder struct {
	Path    string `json:"path"`
	Real    string `json:"realPath"`
	Root    string `json:"root"`
	Tier    string `json:"tier"`
	Name    string `json:"name,omitempty"`
	State   string `json:"state"`
	Rule    string `json:"rule"`
	Message string `json:"message,omitempty"`
	// By is the folder that is taken instead.
	By      string                `json:"by,omitempty"`
	Setting string                `json:"setting,omitempty"`
	Place   string                `json:"place,omitempty"`
	Silent  bool                  `json:"silent"`
	Chain   []catalog.Step        `json:"links,omitempty"`
	File    *catalog.ManifestFile `json:"manifest,omitempty"`
}

func (o *opened) report(all bool) listReport {
	r := listReport{
		Product: o.product(), Profile: o.Profile, Config: o.Config, Agent: o.Agent.ID, Workspace: o.Workspace, Filter: o.Filter.Skills, Skills: []listedSkill{}, Roots: o.Roots,
		Unsearched: []listedGap{}, Problems: o.doubts,
	}
	if p := o.Prompt; p != nil {
		r.Prompt = &listedPrompt{Skills: p.Skills, Listed: p.Listed, Format: p.Format}
		for _, note := range p.Notes() {
			r.Prompt.Notes = append(r.Prompt.Notes, listedPromptNote{note.Message, dotted(note.Setting), o.settingPlace(note.Setting)})
		}
	}
	for _, n := range o.Notes {
		r.Unsearched = append(r.Unsearched, listedGap{
			Root: o.Roots[n.Root].Path, Path: n.Path, Rule: n.Rule, Message: n.Message, Setting: dotted(n.Setting), Place: o.settingPlace(n.Setting),
		})
	}
	for _, s := range append(o.Winners(), o.refused()...) {
		if s.Skill == nil {
			continue // nothing is known that a skill could be listed by
		}
		r.Skills = append(r.Skills, o.listed(s))
	}
	for i := range o.Skills {
		if !all {
			break
		}
		s := &o.Skills[i]
		folder := listedFolder{
			Path: s.Path, Real: s.Real, Root: o.Roots[s.Root].Path, Tier: o.Roots[s.Root].Tier, State: s.State, Rule: s.Rule, Message: s.Message,
			Setting: dotted(s.Setting), Place: o.settingPlace(s.Setting), Silent: s.Silent, Chain: s.Chain, File: s.Manifest,
		}
		if s.Skill != nil {
			folder.Name = s.Skill.Name
		}
		if s.By >= 0 {
			folder.By = o.Skills[s.By].Path
		}
		r.Candidates = append(r.Candidates, folder)
	}
	return r
}

func (o *opened) listed(s *resolve.Skill) listedSkill {
	m, v := s.Missing, s.Skill
	skill := listedSkill{
		Name: v.Name, Description: v.Description, Source: o.Roots[s.Root].Source, File: o.File(s), Key: v.Key, PrimaryEnv: v.PrimaryEnv, Always: v.Always,
		Disabled: s.Disabled, Blocked: s.Blocked, Hidden: s.Hidden, Eligible: s.Eligible, Runtime: s.Offered, Platform: len(m.OS) > 0,
		Model: s.Model, User: v.User, Command: s.Command, InPrompt: inPrompt(o.host, s),
		Requires: listedWants{Bins: v.Bins, AnyBins: v.AnyBins, Env: v.Env, Config: v.Config, OS: v.OS},
		Missing:  listedWants{Bins: m.Bins, AnyBins: m.AnyBins, Env: m.Env, Config: m.Config, OS: m.OS},
		State:    s.State, Rule: s.Rule, Message: s.Message, Setting: dotted(s.Setting), Place: o.settingPlace(s.Setting),
	}
	skill.Dir = filepath.Dir(skill.File)
	for _, note := range s.Notes() {
		skill.Warnings = append(skill.Warnings, listedNote{Rule: note.Rule, Message: note.Message})
	}
	return skill
}

// inPrompt says whether the prompt names a skill; nil where it is not known what the model
// is told, as of all products but OpenClaw.
func inPrompt(host *product.Host, s *resolve.Skill) *bool {
	if !host.IsOpenClaw() {
		return nil
	}
	return &s.InPrompt
}
