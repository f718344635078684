package skill

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/dependency"
	"github.com/skillctl/skillctl/internal/document"
)

// Package is a place where a text names a package, or where packages are taken from.
type Package struct {
	dependency.Found

	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// maxPackages is how many places of a package are told: one is enough for a finding.
const maxPackages = 200

// packages notes what a text has package managers install.
func (r *reader) packages(file string, text []byte) {
	if len(r.skill.Packages) >= maxPackages || bytes.IndexByte(text, 0) >= 0 {
		return
	}
	for _, one := range dependency.Find(file, text) {
		begin := behind(document.Position{Line: 1, Column: 1}, text[:one.From])
		r.skill.Packages = append(r.skill.Packages, Package{Found: one, File: file, Span: document.Span{Start: begin, End: behind(begin, text[one.From:one.To])}})
	}
}
