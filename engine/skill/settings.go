package skill

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/scan"
)

// parseSettings reads which addresses stand in files of settings and data that the manifest names.
func (s *Skill) parseSettings() {
	for i := range s.Files {
		f := &s.Files[i]
		base := path.Base(f.Path)
		if f.Path == s.Manifest.File || !sentence.IsSettings(base) || !bytes.Contains(s.Manifest.Source, []byte(base)) {
			continue
		}
		if text, ok := scan.Text(s.textOf(f.Path)); ok && strings.Contains(string(text), "://") {
			s.finder.Settings(f.Path, text)
		}
	}
}
