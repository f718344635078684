package skill

import (
	"bytes"
	"path"
	"slices"

	"github.com/skillctl/skillctl/engine/dependency"
	"github.com/skillctl/skillctl/internal/document"
)

// Package is a place where a text names a package, or where packages are taken from.
type Package struct {
	dependency.Found

	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// maxPackages is how many places of a package are told.
const maxPackages = 200

// packages notes what a text has package managers install.
func (r *reader) packages(file string, text []byte) {
	if bytes.IndexByte(text, 0) >= 0 {
		return
	}
	found, more := dependency.Find(file, text)
	for _, one := range found {
		if len(r.skill.Packages) >= maxPackages {
			// What another file of its kind names as well is told there.
			if more = more || !slices.ContainsFunc(r.skill.Packages, func(p Package) bool {
				return p.Kind == one.Kind && p.Manager == one.Manager && p.Name == one.Name && p.Address == one.Address && path.Ext(p.File) == path.Ext(file)
			}); more {
				break
			}
			continue
		}
		begin := behind(document.Position{Line: 1, Column: 1}, text[:one.From])
		r.skill.Packages = append(r.skill.Packages, Package{Found: one, File: file, Span: document.Span{Start: begin, End: behind(begin, text[one.From:one.To])}})
	}
	if more {
		r.gap(file, GapCode, "more packages and indexes are named than are told")
	}
}
