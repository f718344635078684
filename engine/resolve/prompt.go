package resolve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/schema"
)

const (
	// promptFile says what of the skills the prompt of a model has room for.
	promptFile  = "lib/openclaw/prompt.rego"
	promptEntry = "data.skillctl.lib.openclaw.prompt.answer"
)

// Formats of [Prompt].
const (
	PromptFull  = "full"  // with descriptions
	PromptCut   = "cut"   // descriptions are cut short
	PromptNames = "names" // without descriptions
	PromptNone  = "none"  // no skill is named
)

// Prompt says how the prompt of the model names the skills that it may be told of.
// What a session adds is not in it: how much a model can read, overrides, nodes.
type Prompt struct {
	// Skills is how many it may be told of, Listed how many of these, the first by
	// name, are in it.
	Skills int `json:"skills"`
	Listed int `json:"listed"`
	// Format is one of the Prompt constants.
	Format string `json:"format"`
	// Summary says both for people, Rule is the rule behind it.
	Summary string `json:"summary"`
	Rule    string `json:"rule"`
	// LeftOut is about the skills that are not in it, Descriptions about what of
	// descriptions is not; nil for nothing.
	LeftOut      *PromptNote `json:"leftOut"`
	Descriptions *PromptNote `json:"descriptions"`
}

// PromptNote says what is missing in a prompt.
type PromptNote struct {
	// Message is about all skills, Each about one.
	Message string `json:"message"`
	Each    string `json:"each"`
	// Setting is the path of the limit behind it, nil where that is a default.
	Setting []any `json:"setting"`
}

// Notes are what is missing, in words.
func (p *Prompt) Notes() []PromptNote {
	var notes []PromptNote
	if p == nil {
		return nil
	}
	for _, note := range []*PromptNote{p.LeftOut, p.Descriptions} {
		if note != nil {
			notes = append(notes, *note)
		}
	}
	return notes
}

// prompt finds what the prompt names, and notes it with the skills that it has no
// room for. Of hosts whose prompt is not known nothing is said.
func (r *Resolver) prompt(ctx context.Context, req Request, found *Resolution) error {
	if _, err := fs.Stat(r.loader.Files(), promptFile); errors.Is(err, fs.ErrNotExist) {
		return nil // policies of others need not speak of it
	}
	var told []loading.Told
	var skills []*Skill
	for _, skill := range found.winners {
		if skill.Offered && skill.Skill != nil && skill.Skill.Model {
			told = append(told, loading.Told{Skill: skill.Skill, File: found.File(skill)})
			skills = append(skills, skill)
		}
	}
	if len(told) == 0 || !req.Host.IsOpenClaw() {
		return nil
	}
	facts, err := req.Host.OpenClaw().PromptOf(req.Config.Root, found.Agent, told)
	if err != nil {
		return err
	}
	query, err := r.loader.Prepare(ctx, promptEntry, promptEntry, func(file string) bool { return file == promptFile })
	if err != nil {
		return err
	}
	found.Prompt = &Prompt{}
	if err := r.ask(ctx, query, facts, schema.PromptAnswer, found.Prompt); err != nil {
		return fmt.Errorf("judge the prompt of agent %q: %w", found.Agent.ID, err)
	}
	if listed := found.Prompt.Listed; listed < 0 || listed > len(skills) {
		return fmt.Errorf("judge the prompt of agent %q: the policies answer that it names %d of %d skills", found.Agent.ID, listed, len(skills))
	}
	for i, skill := range skills {
		skill.InPrompt = i < found.Prompt.Listed
		if note := found.Prompt.LeftOut; !skill.InPrompt && note != nil {
			skill.untold = &Note{Rule: found.Prompt.Rule, Message: note.Each, Setting: note.Setting}
		}
	}
	return nil
}

// Notes are the warnings about a candidate.
func (s *Skill) Notes() []Note {
	if s.untold == nil {
		return s.Warnings
	}
	return append(s.Warnings[:len(s.Warnings):len(s.Warnings)], *s.untold)
}
