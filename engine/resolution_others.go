package engine

import (
	"cmp"
	"path/filepath"
	"slices"
)

// Others lists by path what is different from an earlier resolution about
// candidates that do not count: those that are shadowed, escape, are invalid or
// passed over. What [Resolution.Changes] says of winners is not repeated.
func (r *Resolution) Others(before *Resolution) []Change {
	type pair struct{ before, after *Resolved }
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
		case p.before.Wins || p.before.State != p.after.State || p.before.Message != p.after.Message:
			kind, why = ChangeJudged, p.before.State+" → "+p.after.said()
		}
		if kind != "" {
			changes = append(changes, Change{Name: cmp.Or(p.after, p.before).named(), Kind: kind, Before: p.before, After: p.after, Why: why})
		}
	}
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(cmp.Or(a.After, a.Before).Path, cmp.Or(b.After, b.Before).Path))
	})
	return changes
}

// named is the name of a candidate, or that of its folder where it has none.
func (s *Resolved) named() string {
	if s.Skill != nil && s.Skill.Name != "" {
		return s.Skill.Name
	}
	return filepath.Base(s.Path)
}
