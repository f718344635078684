// Package page reads what is to be said of the ids that are printed and are no
// lint rules: reasons of decisions, states of skills, checks of doctor.
package page

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/policy"
)

// Docs is the address of the document that has all pages.
const Docs = "https://github.com/skillctl/skillctl/blob/main/docs/reasons.md"

// Page is what is to be said of an id.
type Page struct {
	// ID is what is printed: "exec/strict/program". A part in capitals stands
	// for something that differs each time: "approval/ID".
	ID    string `json:"id"`
	Title string `json:"title"`
	// Description says what is so, and why it matters; Remedy what to do about it.
	Description string `json:"description"`
	Remedy      string `json:"remedy"`
	// Group is what pages are listed under: "exec", "install" …
	Group string `json:"group"`
}

// Category is the first part of the id.
func (p Page) Category() string { return strings.SplitN(p.ID, "/", 2)[0] }

// Stands reports whether the page is the one of an id.
func (p Page) Stands(id string) bool {
	prefix, last := split(p.ID)
	given, name := split(id)
	return p.ID == id || prefix == given && name != "" && last == strings.ToUpper(last)
}

func split(id string) (prefix, last string) {
	i := strings.LastIndex(id, "/") + 1
	return id[:i], id[i:]
}

// Check refuses a page that does not say everything.
func (p Page) Check() error {
	for _, part := range []struct{ name, text string }{
		{"id", p.ID}, {"title", p.Title}, {"description", p.Description}, {"remedy", p.Remedy}, {"group", p.Group},
	} {
		if strings.TrimSpace(part.text) == "" {
			return fmt.Errorf("the page of %q has no %s", p.ID, part.name)
		}
	}
	return nil
}

// Read returns the pages that are in the METADATA of policies/pages, sorted by
// id. An error is a page that does not say everything.
func Read(policies fs.FS) ([]Page, error) {
	set, err := policy.Load(policies, policy.WithFilter(func(file string) bool { return strings.HasPrefix(file, "pages/") }))
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	all, err := set.Metadata()
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	var pages []Page
	for _, metadata := range all {
		entries, ok := metadata.Custom["pages"].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("read pages of %s: no custom.pages in its METADATA", metadata.File)
		}
		if len(metadata.Package) < 3 {
			return nil, fmt.Errorf("read pages of %s: its package is not skillctl.pages.GROUP", metadata.File)
		}
		for id, entry := range entries {
			fields, _ := entry.(map[string]any)
			text := func(key string) string { value, _ := fields[key].(string); return strings.TrimSpace(value) }
			p := Page{
				ID: id, Title: text("title"), Description: text("description"), Remedy: text("remedy"),
				Group: metadata.Package[2], // skillctl.pages.GROUP, and what it is divided into
			}
			if err := p.Check(); err != nil {
				return nil, fmt.Errorf("read pages of %s: %w", metadata.File, err)
			}
			pages = append(pages, p)
		}
	}
	slices.SortFunc(pages, func(a, b Page) int { return strings.Compare(a.ID, b.ID) })
	return pages, nil
}
