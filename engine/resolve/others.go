package resolve

import (
	"cmp"
	"path/filepath"
	"slices"
)

// Steps are the [Resolution.Changes] since an earlier resolution and then the
// [Resolution.Others], so that what is added is removed once: a folder that was
// there already when it begins to count, or still is when it ceases to, is judged.
func (r *Resolution) Steps(before *Resolution) []Change {
	resting := func(r *Resolution) map[string]*Skill {
		places := map[string]*Skill{}
		for i := range r.Skills {
			if !r.Skills[i].Wins {
				places[r.Skills[i].Path] = &r.Skills[i]
			}
		}
		return places
	}
	was, is := resting(before), resting(r)
	var steps []Change
	for _, c := range r.Changes(before) {
		switch {
		case c.Kind == ChangeRemoved && is[c.Before.Path] != nil:
			continue // as one of the others
		case c.Kind == ChangeAdded && was[c.After.Path] != nil:
			c.Kind, c.Before = ChangeJudged, was[c.After.Path]
			c.Why = c.Before.State + " → " + c.After.said()
		}
		c.Wins = true
		steps = append(steps, c)
	}
	return append(steps, r.Others(before)...)
}

// Others lists by path what is different from an earlier resolution about
// candidates that do not count: those that are shadowed, escape, are invalid or
// passed over. What [Resolution.Changes] says of winners is not repeated; that
// another one shadows a skill now is no difference.
func (r *Resolution) Others(before *Resolution) []Change {
	type pair struct{ before, after *Skill }
	pairs := map[string]pair{}
	for i := range before.Skills {
		pairs[before.Skills[i].Path] = pair{before: &before.Skills[i]}
	}
	for i := range r.Skills {
		path := r.Skills[i].Path
		pairs[path] = pair{before: pairs[path].before, after: &r.Skills[i]}
	}
	var changes []Change
	for _, p := range pairs {
		kind, why := "", ""
		switch {
		case p.after == nil && !p.before.Wins:
			kind, why = ChangeRemoved, "it was "+p.before.said()
		case p.after == nil || p.after.Wins:
		case p.before == nil:
			kind, why = ChangeAdded, p.after.said()
		case !p.before.Wins && p.before.State == p.after.State && p.before.By >= 0 && p.after.By >= 0: // another winner
		case p.before.Wins || p.before.State != p.after.State || p.before.Message != p.after.Message:
			kind, why = ChangeJudged, p.before.State+" → "+p.after.said()
		}
		if kind != "" {
			changes = append(changes, Change{Name: nameOfPair(p.before, p.after), Kind: kind, Before: p.before, After: p.after, Why: why})
		}
	}
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(cmp.Or(a.After, a.Before).Path, cmp.Or(b.After, b.Before).Path))
	})
	return changes
}

// nameOfPair is the name of what there is now, or that of what was where it
// cannot be read any more.
func nameOfPair(before, after *Skill) string {
	if after == nil || before != nil && before.Skill != nil && after.Skill == nil {
		return before.named()
	}
	return after.named()
}

// named is the name of a candidate, or that of its folder where it has none.
func (s *Skill) named() string {
	if s.Skill != nil && s.Skill.Name != "" {
		return s.Skill.Name
	}
	return filepath.Base(s.Path)
}
