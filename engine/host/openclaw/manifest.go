package openclaw

import (
	"encoding/json"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/engine/skill"
)

// Manifest is a manifest on its own, as the loader of OpenClaw 2026.9.6
// reads it.
type Manifest struct {
	// View is nil when there is a Problem.
	View *View
	// Description has blanks around it cut off.
	Description string
	// Bare: there is no front matter at all.
	Bare bool
	// Problem is why the loader refuses the front matter.
	Problem *skill.Problem
}

// ReadManifest reads the text of a SKILL.md without the rest of its
// package. dir is the name of its folder as the loader came to it, and origin
// the text of .openclaw/source-origin.json, nil for none.
func ReadManifest(dir string, source, origin []byte) Manifest {
	documents := map[string][]byte{}
	if json.Valid(origin) {
		documents[originFile] = origin
	}
	s := skill.FromManifest(frontmatter.Trim(dir), source, documents)
	if s.Front.HostError != nil {
		return Manifest{Problem: s.Front.HostError}
	}
	return Manifest{View: Read(s), Description: frontmatter.Trim(s.Front.Host["description"]), Bare: !s.Front.Present}
}
