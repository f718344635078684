package skill

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/provision"
	"github.com/skillctl/skillctl/internal/document"
)

// Provision is a place where a text lays down something for others to take over.
type Provision struct {
	provision.Found

	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// maxProvisions is how many places of a package are told: one is enough for a finding.
const maxProvisions = 200

// provisions notes what a text lays down.
func (r *reader) provisions(file string, text []byte) {
	if len(r.skill.Provisions) >= maxProvisions || bytes.IndexByte(text, 0) >= 0 {
		return
	}
	for _, one := range provision.Find(file, text) {
		begin := behind(document.Position{Line: 1, Column: 1}, text[:one.From])
		r.skill.Provisions = append(r.skill.Provisions, Provision{Found: one, File: file, Span: document.Span{Start: begin, End: behind(begin, text[one.From:one.End])}})
	}
}
