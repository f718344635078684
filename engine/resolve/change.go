package resolve

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/skillctl/skillctl/engine/catalog"
)

// maxDangling bounds how many links that lead nowhere are watched for something to
// come there.
const maxDangling = 100

// WatchFolders are the folders that decide what a resolution is: every root,
// whether it is there or not, and what links in it that are followed, or lead
// nowhere yet, lead to outside of it. Everything below them counts. Sorted,
// absolute, each once.
func (r *Resolution) WatchFolders() []string {
	seen := map[string]bool{}
	for i := range r.Roots {
		root := &r.Roots[i]
		seen[root.Path] = true
		if root.Real != "" {
			seen[root.Real] = true
		}
	}
	outside := func(place string) {
		if !seen[place] && !r.inRoot(place) {
			seen[place] = true
		}
	}
	for _, ways := range r.facts.Ways {
		for _, real := range ways {
			outside(real)
		}
	}
	dangling := 0
	for i := range r.Skills {
		if c := &r.Skills[i]; c.Unseen == catalog.UnseenDangling && len(c.Chain) > 0 && dangling < maxDangling {
			step := c.Chain[len(c.Chain)-1]
			target := filepath.FromSlash(step.Target)
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(step.Path), target)
			}
			outside(filepath.Clean(target))
			dangling++
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (r *Resolution) inRoot(place string) bool {
	for i := range r.Roots {
		if rel, err := filepath.Rel(r.Roots[i].Real, place); r.Roots[i].Real != "" && err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// Identity tells whether a skill is still the same: where it is loaded from, and
// the digest of its manifest ("" when it could not be read). Other files of the
// skill are not in it.
type Identity struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

// Identity of a candidate.
func (s *Skill) Identity() Identity {
	id := Identity{Path: s.Path}
	if s.Manifest != nil {
		id.Digest = s.Manifest.Digest
	}
	return id
}

// Kinds of [Change].
const (
	ChangeAdded   = "added"   // there was no skill of the name
	ChangeRemoved = "removed" // there is none any more
	ChangeMoved   = "moved"   // another folder is loaded
	ChangeEdited  = "edited"  // the same folder, another manifest
	ChangeJudged  = "judged"  // the same manifest, another answer
)

// Change is what is different about the skills of one name.
type Change struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Before and After are the winners of the name, nil for none.
	Before, After *Skill `json:"-"`
	// Why says the difference for people: "loaded → ineligible: …".
	Why string `json:"why"`
	// Wins: it is about the skill that counts; see [Resolution.Steps].
	Wins bool `json:"-"`
}

// Changes lists by name what is different from an earlier resolution.
func (r *Resolution) Changes(before *Resolution) []Change {
	type pair struct{ before, after *Skill }
	pairs := map[string]pair{}
	for _, skill := range before.Winners() {
		pairs[skill.Skill.Name] = pair{before: skill}
	}
	for _, skill := range r.Winners() {
		pairs[skill.Skill.Name] = pair{before: pairs[skill.Skill.Name].before, after: skill}
	}
	var changes []Change
	for name, p := range pairs {
		if kind, why := difference(p.before, p.after); kind != "" {
			changes = append(changes, Change{Name: name, Kind: kind, Before: p.before, After: p.after, Why: why})
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Name, b.Name) })
	return changes
}

func difference(before, after *Skill) (kind, why string) {
	switch {
	case before == nil:
		return ChangeAdded, after.said()
	case after == nil:
		return ChangeRemoved, "it was " + before.said()
	case before.Path != after.Path:
		return ChangeMoved, fmt.Sprintf("from %s to %s: %s", before.Path, after.Path, after.said())
	case before.Identity() != after.Identity():
		return ChangeEdited, after.said()
	case before.State != after.State || before.Message != after.Message:
		return ChangeJudged, before.said() + " → " + after.said()
	case before.Model != after.Model || before.Command != after.Command || before.Skill.Key != after.Skill.Key || !reflect.DeepEqual(before.Missing, after.Missing):
		return ChangeJudged, after.said()
	case before.untold == nil && after.untold != nil:
		return ChangeJudged, after.said()
	case before.untold != nil && after.untold == nil:
		return ChangeJudged, after.said() + "; the prompt of the model has room for it"
	}
	return "", ""
}

// said is what became of a candidate in words.
func (s *Skill) said() string {
	text := s.State
	if s.Message != "" {
		text += ": " + s.Message
	}
	if s.untold != nil {
		text += "; " + s.untold.Message
	}
	return text
}

// PromptChange says what is different about the prompt of the model from an earlier
// resolution, "" where it names all that it may, or leaves some out, as it did, and
// shows of descriptions what it did.
func (r *Resolution) PromptChange(before *Resolution) string {
	now, was := r.Prompt, before.Prompt
	if now == nil || was == nil || now.Format == was.Format && (now.LeftOut == nil) == (was.LeftOut == nil) {
		return ""
	}
	return fmt.Sprintf("the prompt of the model named %s; now %s", was.Summary, now.Summary)
}
