package resolve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/schema"
)

// catalogInput is what the policies of the catalog are given.
type catalogInput struct {
	Profile      string                   `json:"profile"`
	Agent        catalogAgent             `json:"agent"`
	Platform     string                   `json:"platform"`
	Configured   bool                     `json:"configured"`
	Shadowing    string                   `json:"shadowing"`
	Roots        []catalog.Root           `json:"roots"`
	Limits       catalog.Limits           `json:"limits"`
	Candidates   []catalogCandidate       `json:"candidates"`
	Index        catalogIndex             `json:"index"`
	Entries      map[string]loading.Entry `json:"entries"`
	AllowBundled []string                 `json:"allowBundled"`
	Filter       loading.Filter           `json:"filter"`
	Host         loading.There            `json:"host"`
}

type catalogAgent struct {
	ID string `json:"id"`
}

// catalogIndex groups candidates, so that policies need not search for what
// belongs together. Ids stand in the order of loading.
type catalogIndex struct {
	// Names are the candidates that have a name, by what they contend for: the name, or,
	// where those of one name do not displace each other, the folder. Roots are those of
	// each root.
	Names map[string][]int `json:"names"`
	Roots [][]int          `json:"roots"`
	// Alike are keys of Names whose names people do not tell apart, by what is the same
	// of them, each group sorted; names that are alike to no other are not in it.
	Alike map[string][]string `json:"alike"`
}

func indexOf(roots int, candidates []catalogCandidate) catalogIndex {
	index := catalogIndex{Names: map[string][]int{}, Roots: make([][]int, roots), Alike: map[string][]string{}}
	for i := range index.Roots {
		index.Roots[i] = []int{}
	}
	for i := range candidates {
		c := &candidates[i]
		if c.Skill != nil && c.Skill.Problem == "" {
			slot := cmp.Or(c.Skill.Slot, c.Skill.Name)
			if index.Names[slot] == nil {
				index.Alike[c.Skill.Plain] = append(index.Alike[c.Skill.Plain], slot)
			}
			index.Names[slot] = append(index.Names[slot], i)
		}
		if c.Role == "folder" {
			index.Roots[c.Root] = append(index.Roots[c.Root], i)
		}
	}
	for plain, names := range index.Alike {
		if slices.Sort(names); len(names) == 1 {
			delete(index.Alike, plain)
		}
	}
	return index
}

// catalogCandidate is what policies are given of a candidate.
type catalogCandidate struct {
	ID       int                   `json:"id"`
	Root     int                   `json:"root"`
	Path     string                `json:"path"`
	Real     string                `json:"real"`
	Order    int                   `json:"order"`
	Role     string                `json:"role"`
	Link     bool                  `json:"link"`
	Inside   bool                  `json:"inside"`
	Target   int                   `json:"target"`
	Loop     bool                  `json:"loop"`
	Detour   string                `json:"detour"`
	Unseen   string                `json:"unseen"`
	Absent   string                `json:"absent"`
	Manifest *catalog.ManifestFile `json:"manifest"`
	Skill    *catalog.SkillView    `json:"skill"`
}

// askedOf is what policies are given of a candidate that has a place among those
// that they are asked about.
func askedOf(c *catalog.Candidate, id int) catalogCandidate {
	return catalogCandidate{
		ID: id, Root: c.Root, Path: c.Path, Real: c.Real, Order: c.Order, Role: c.Role, Link: c.Link, Inside: c.Inside, Target: c.Target,
		Loop: c.Loop, Detour: c.Detour, Unseen: c.Unseen, Absent: c.Absent, Manifest: c.Manifest, Skill: c.Skill,
	}
}

// judge asks the policies about the facts: about those that a change can have
// touched when the rest was judged before, by the same policies. Policies that are
// not ours may say anything of anything, and are asked about all.
func (r *Resolver) judge(ctx context.Context, query *policy.Query, req Request, agent agents.Agent, facts *catalog.Facts, last *Resolution) (*Resolution, error) {
	config := req.Config.Root
	asked := &catalogInput{
		Profile: req.Profile, Agent: catalogAgent{ID: agent.ID}, Platform: req.Host.Platform, Configured: !config.Span.IsZero(), Shadowing: req.Shadowing,
		Roots: facts.Roots, Limits: facts.Limits, Entries: loading.Entries(config),
		AllowBundled: loading.AllowBundled(config), Filter: loading.FilterOf(config, agent), Host: loading.Ask(&req.Host.Machine, config, facts.Candidates),
	}
	if r.loader.Replaced() {
		last = nil
	}
	answer, err := r.answerOf(ctx, query, asked, facts, partOf(last, facts, asked))
	if err != nil {
		return nil, fmt.Errorf("judge the catalog: %w", err)
	}
	found := newResolution(req, agent, facts, asked, answer)
	return found, r.prompt(ctx, req, found)
}

// ask asks the policies for an answer of a kind. What others than ours answer is
// held to what is wanted first: a word that nobody knows would be taken for none.
func (r *Resolver) ask(ctx context.Context, query *policy.Query, input any, kind schema.Kind, answer any) error {
	if !r.loader.Replaced() {
		return query.EvalInto(ctx, input, answer)
	}
	said, err := query.Eval(ctx, input)
	if err != nil {
		return err
	}
	text, err := json.Marshal(said)
	if err != nil {
		return err
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	var wrong []string
	for _, v := range r.shapes.Validate(kind, plain) {
		if wrong = append(wrong, schema.PathString(v.Path)+": "+v.Message); len(wrong) == 5 {
			break
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("the answer of the catalog policies is not valid (`skillctl schema export %s`):\n%s", kind, strings.Join(wrong, "\n"))
	}
	return json.Unmarshal(text, answer)
}

// catalogAnswer is what the policies of the catalog answer.
type catalogAnswer struct {
	// Answers are about the candidates, in their order.
	Answers []Standing `json:"answers"`
	// Notes are about the roots.
	Notes []RootNote `json:"notes"`
}

// check holds what is answered against what there is: policies of others may speak
// of candidates and roots that there are not.
func (a *catalogAnswer) check(roots int) error {
	for i := range a.Answers {
		if by := a.Answers[i].By; by >= len(a.Answers) {
			return fmt.Errorf("the policies answer that candidate %d is shadowed by %d, but there are %d", i, by, len(a.Answers))
		}
	}
	for _, note := range a.Notes {
		if note.Root < 0 || note.Root >= roots {
			return fmt.Errorf("the policies answer with a note about root %d of %d", note.Root, roots)
		}
	}
	return nil
}

// answerOf asks about a part, or, where that is nil, about everything.
func (r *Resolver) answerOf(ctx context.Context, query *policy.Query, asked *catalogInput, facts *catalog.Facts, p *part) (*catalogAnswer, error) {
	input := *asked
	if p == nil {
		input.Candidates = make([]catalogCandidate, len(facts.Candidates))
		for i := range facts.Candidates {
			input.Candidates[i] = askedOf(&facts.Candidates[i], i)
		}
	} else {
		input.Candidates = make([]catalogCandidate, len(p.ids))
		for at, i := range p.ids {
			input.Candidates[at] = askedOf(&facts.Candidates[i], at)
		}
	}
	input.Index = indexOf(len(facts.Roots), input.Candidates)
	answer := &catalogAnswer{}
	if len(input.Candidates) > 0 || p == nil {
		asking, cancel := context.WithTimeout(ctx, maxResolution)
		defer cancel()
		if err := r.ask(asking, query, input, schema.CatalogAnswer, answer); err != nil {
			return nil, err
		}
	}
	if len(answer.Answers) != len(input.Candidates) {
		return nil, fmt.Errorf("the policies answer for %d of %d candidates", len(answer.Answers), len(input.Candidates))
	}
	if err := answer.check(len(facts.Roots)); err != nil {
		return nil, err
	}
	if p == nil {
		return answer, nil
	}
	all, ok := p.answers(answer.Answers)
	if !ok {
		return r.answerOf(ctx, query, asked, facts, nil)
	}
	// Of the roots the policies were told the same as before.
	return &catalogAnswer{Answers: all, Notes: p.last.Notes}, nil
}
