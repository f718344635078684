package resolve

import (
	"reflect"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
)

// part is what the policies are asked about after a change. They tie candidates
// together in three ways: those of one name contend for it, or of names that read alike, a root that is a
// skill itself keeps out what else is in it, and of one root only so many are
// loaded. A part that is closed under these is judged as the whole would be. What
// is not about a candidate (the configuration, the roots, the agent, the limits)
// ties all of them together.
type part struct {
	last *Resolution
	list []catalog.Candidate
	// ids are the candidates that are asked about, ascending.
	ids []int
	// counts, by candidate, are those whose answers count; the others of ids are
	// only there because these depend on them.
	counts []bool
	// was, by candidate, is its id in the last resolution, now the other way
	// round; -1 for none.
	was, now []int
	// bounded, by root, says that there is more in it than is loaded.
	bounded []bool
	// whole, by root, are those of which every candidate is judged.
	whole []bool
	names map[string][]int
}

// partOf finds the candidates whose answers a change may have touched; nil when
// that is all of them, or cannot be told.
func partOf(last *Resolution, facts *catalog.Facts, asked *catalogInput) *part {
	if last == nil || !sameAround(*last.asked, *asked) {
		return nil
	}
	p := &part{last: last, list: facts.Candidates, counts: make([]bool, len(facts.Candidates)), names: map[string][]int{}}
	if !p.match() {
		return nil
	}
	p.bounded, p.whole = p.bounds(len(facts.Roots), facts.Limits.Loaded), make([]bool, len(facts.Roots))
	for i := range p.list {
		if name := nameIn(&p.list[i]); name != "" {
			p.names[name] = append(p.names[name], i)
		}
	}
	other := otherFacts(last.asked.Host, asked.Host)
	for i := range p.list {
		c := &p.list[i]
		switch was := p.was[i]; {
		case was < 0:
			p.changed(c)
			p.counts[i] = true
		case !sameCandidate(&last.facts.Candidates[was], c) || other.wanted(c.Skill):
			p.changed(&last.facts.Candidates[was])
			p.changed(c)
			p.counts[i] = true
		}
	}
	for i, now := range p.now {
		if now < 0 {
			p.changed(&last.facts.Candidates[i])
		}
	}
	p.gather()
	if len(p.ids) == len(p.list) {
		return nil
	}
	return p
}

// sameAround compares all that is not about single candidates.
func sameAround(a, b catalogInput) bool {
	a.Candidates, a.Index, a.Host = nil, catalogIndex{}, loading.There{}
	b.Candidates, b.Index, b.Host = nil, catalogIndex{}, loading.There{}
	return reflect.DeepEqual(a, b)
}

// match finds each candidate in the last resolution, by root and path. It is
// false where that is ambiguous.
func (p *part) match() bool {
	type key struct {
		root int
		path string
	}
	old := p.last.facts.Candidates
	p.was, p.now = make([]int, len(p.list)), make([]int, len(old))
	byPlace := make(map[key]int, len(old))
	for i := range old {
		byPlace[key{old[i].Root, old[i].Path}] = i
		p.now[i] = -1
	}
	for i := range p.list {
		was, known := byPlace[key{p.list[i].Root, p.list[i].Path}]
		if p.was[i] = -1; !known {
			continue
		}
		if p.now[was] >= 0 {
			return false
		}
		p.was[i], p.now[was] = was, i
	}
	return len(byPlace) == len(old)
}

// bounds finds the roots that hold, or held, more than is loaded of one.
func (p *part) bounds(roots, loaded int) []bool {
	bounded := make([]bool, roots)
	for _, list := range [][]catalog.Candidate{p.list, p.last.facts.Candidates} {
		count := make([]int, roots)
		for i := range list {
			if list[i].Unseen == "" {
				count[list[i].Root]++
			}
		}
		for root, n := range count {
			bounded[root] = bounded[root] || n > loaded
		}
	}
	return bounded
}

// nameIn is what ties a candidate to those of its name, and of names that people
// take for it.
func nameIn(c *catalog.Candidate) string {
	if c.Skill == nil || c.Skill.Problem != "" {
		return ""
	}
	return c.Skill.Plain
}

// changed has those judged that a candidate, as it is or as it was, is tied to.
func (p *part) changed(c *catalog.Candidate) {
	p.judge(nameIn(c))
	if (c.Role == "folder" && !p.bounded[c.Root]) || p.whole[c.Root] {
		return
	}
	p.whole[c.Root] = true
	for i := range p.list {
		if p.list[i].Root == c.Root {
			p.counts[i] = true
			p.judge(nameIn(&p.list[i]))
		}
	}
}

// judge has all of a name judged.
func (p *part) judge(name string) {
	for _, i := range p.names[name] {
		p.counts[i] = true
	}
}

// gather adds what the answers that count depend on: what makes a root a skill,
// and what comes first where not all are loaded.
func (p *part) gather() {
	roots := map[int]bool{}
	for i, counts := range p.counts {
		if counts {
			roots[p.list[i].Root] = true
		}
	}
	for i, counts := range p.counts {
		if c := &p.list[i]; counts || roots[c.Root] && (c.Role != "folder" || p.bounded[c.Root]) {
			p.ids = append(p.ids, i)
		}
	}
}

// answers puts together the new answers, for ids, and those that still hold. It is
// false when they do not fit together.
func (p *part) answers(fresh []Standing) ([]Standing, bool) {
	all, ok := make([]Standing, len(p.list)), true
	moved := func(by int, to []int) int {
		if by < 0 {
			return by
		}
		if ok = ok && by < len(to) && to[by] >= 0; ok {
			return to[by]
		}
		return -1
	}
	for at, i := range p.ids {
		if p.counts[i] {
			all[i] = fresh[at]
			all[i].By = moved(all[i].By, p.ids)
		}
	}
	for i, counts := range p.counts {
		if !counts {
			all[i] = p.last.Skills[p.was[i]].Standing
			all[i].By = moved(all[i].By, p.now)
		}
	}
	return all, ok
}

// sameCandidate says that policies are told the same of a candidate, but for its
// place in the list.
func sameCandidate(a, b *catalog.Candidate) bool {
	x, y := askedOf(a, 0), askedOf(b, 0)
	x.Order, y.Order = 0, 0
	return x == y || reflect.DeepEqual(x, y)
}

// others are the names of programs, variables and settings about which something
// else is so than before.
type others struct{ programs, env, config map[string]bool }

func otherFacts(before, now loading.There) others {
	return others{
		programs: otherKeys(before.Programs, now.Programs), env: otherKeys(before.Env, now.Env), config: otherKeys(before.Config, now.Config),
	}
}

func otherKeys[V any](before, now map[string]V) map[string]bool {
	var found map[string]bool
	for name, value := range now {
		if old, known := before[name]; !known || !reflect.DeepEqual(old, value) {
			found = addName(found, name)
		}
	}
	for name := range before {
		if _, known := now[name]; !known {
			found = addName(found, name)
		}
	}
	return found
}

func addName(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}

// wanted says that a skill asks for one of them.
func (o others) wanted(skill *catalog.SkillView) bool {
	if skill == nil || len(o.programs)+len(o.env)+len(o.config) == 0 {
		return false
	}
	among := func(set map[string]bool, names []string) bool {
		for _, name := range names {
			if set[name] {
				return true
			}
		}
		return false
	}
	return among(o.programs, skill.Bins) || among(o.programs, skill.AnyBins) || among(o.env, skill.Env) || among(o.config, skill.Config)
}
