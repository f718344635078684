package skill

import (
	"encoding/json"
)

// OpenClawManifest is a manifest on its own, as the loader of OpenClaw 2026.9.6
// reads it.
type OpenClawManifest struct {
	// View is nil when there is a Problem.
	View *OpenClaw
	// Description has blanks around it cut off.
	Description string
	// Bare: there is no front matter at all.
	Bare bool
	// Problem is why the loader refuses the front matter.
	Problem *Problem
}

// ReadOpenClawManifest reads the text of a SKILL.md without the rest of its
// package. dir is the name of its folder as the loader came to it, and origin
// the text of .openclaw/source-origin.json, nil for none.
func ReadOpenClawManifest(dir string, source, origin []byte) OpenClawManifest {
	documents := map[string][]byte{}
	if json.Valid(origin) {
		documents[originFile] = origin
	}
	s := FromManifest(JSTrim(dir), source, documents)
	if s.Front.HostError != nil {
		return OpenClawManifest{Problem: s.Front.HostError}
	}
	return OpenClawManifest{View: ReadOpenClaw(s), Description: JSTrim(s.Front.Host["description"]), Bare: !s.Front.Present}
}
