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

// maxProvisions is how many places of a package are told.
const maxProvisions = 200

// provisions notes what a text lays down.
func (r *reader) provisions(file string, text []byte) {
	if bytes.IndexByte(text, 0) >= 0 {
		return
	}
	found, whole := provision.Find(file, text)
	for _, one := range found {
		if len(r.skill.Provisions) == maxProvisions {
			whole = false
			break
		}
		begin := behind(document.Position{Line: 1, Column: 1}, text[:one.From])
		r.skill.Provisions = append(r.skill.Provisions, Provision{Found: one, File: file, Span: document.Span{Start: begin, End: behind(begin, text[one.From:one.End])}})
	}
	if !whole {
		r.gap(file, GapCode, "the text lays down more variables, roles or policies than are looked into")
	}
}
