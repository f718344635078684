package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/page"
	"github.com/skillctl/skillctl/policies"
	"github.com/skillctl/skillctl/schema"
)

// entry is an id that is printed somewhere, and what is known of it: a lint rule
// or a page, never both.
type entry struct {
	rule *engine.Rule
	page *page.Page
}

func (e entry) id() string {
	if e.rule != nil {
		return e.rule.ID
	}
	return e.page.ID
}

func (e entry) title() string {
	if e.rule != nil {
		return e.rule.Title
	}
	return e.page.Title
}

// text is everything that a search looks at.
func (e entry) text() string {
	if e.rule != nil {
		return strings.Join([]string{e.rule.ID, e.rule.Code, e.rule.Title, e.rule.Description}, "\n")
	}
	return strings.Join([]string{e.page.ID, e.page.Title, e.page.Description, e.page.Remedy}, "\n")
}

// is reports whether the entry is the one of an id or code, whatever its case.
func (e entry) is(name string) bool {
	if e.page != nil {
		return e.page.Stands(name)
	}
	return e.rule.ID == name || e.rule.Code != "" && strings.EqualFold(e.rule.Code, name)
}

// readPages returns the pages of all ids that are no lint rules.
func readPages() ([]page.Page, error) {
	pages, err := page.Read(policies.FS())
	if err != nil {
		return nil, err
	}
	return append(pages, doctor.Pages()...), nil
}

// entries are the lint rules and all pages, sorted by id.
func entries(f *kit.Factory) ([]entry, error) {
	rules, err := f.Rules()
	if err != nil {
		return nil, err
	}
	pages, err := readPages()
	if err != nil {
		return nil, err
	}
	return join(rules, pages), nil
}

func join(rules []engine.Rule, pages []page.Page) []entry {
	var all []entry
	for i := range rules {
		all = append(all, entry{rule: &rules[i]})
	}
	for i := range pages {
		all = append(all, entry{page: &pages[i]})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.id(), b.id()) })
	return all
}

// find returns the entry of an id, those of a code, or those whose ids begin with
// name as a folder: "exec/strict".
func find(all []entry, name string) ([]entry, error) {
	found, err := named(all, name)
	if slashed := strings.ReplaceAll(name, ".", "/"); err != nil && slashed != name {
		// As settings are written, and as the packages of rules are.
		if found, other := named(all, slashed); other == nil {
			return found, nil
		}
	}
	return found, err
}

// named returns what [find] does of a name in the notation of ids.
func named(all []entry, name string) ([]entry, error) {
	var found, below []entry
	folder := strings.TrimSuffix(name, "/") + "/"
	for _, e := range all {
		if e.is(name) {
			found = append(found, e)
		} else if strings.HasPrefix(e.id(), folder) {
			below = append(below, e)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	if len(below) > 0 {
		return below, nil
	}
	return nil, unknown(all, name)
}

// maxNear is how many near ids a message names.
const maxNear = 3

// unknown is the error for an id that there is not, with those that are near.
func unknown(all []entry, name string) error {
	if file, _, ok := strings.Cut(name, ": "); ok {
		return kit.Usagef("%q is the name of a policy of your own: read %q (`skillctl explain` knows what ships with skillctl)", name, file)
	}
	near := nearest(all, name)
	hint := ""
	switch len(near) {
	case 0:
	case 1:
		hint = fmt.Sprintf("; did you mean %q?", near[0])
	default:
		hint = fmt.Sprintf("; did you mean one of %s?", kit.Quoted(near))
	}
	return kit.Usagef("rule %q does not exist%s (`skillctl rules` lists all, `skillctl rules --search WORD` searches)", name, hint)
}

// nearest are ids that name was probably meant to be: spelt almost the same, or
// with name as one of their parts.
func nearest(all []entry, name string) []string {
	var names []string
	for _, e := range all {
		names = append(names, e.id())
		if e.rule != nil && e.rule.Code != "" {
			names = append(names, e.rule.Code)
		}
	}
	if near := schema.Nearest(name, names); near != "" {
		return []string{near}
	}
	var out []string
	folded := strings.ToLower(strings.Trim(name, "/"))
	for _, e := range all {
		if folded != "" && strings.HasSuffix(e.id(), "/"+folded) {
			out = append(out, e.id())
		}
	}
	return out[:min(len(out), maxNear)]
}
