package flow

import (
	"strings"

	"github.com/skillctl/skillctl/engine/command"
)

// extension is the file that an editor is to install as one of its extensions.
func (t *taint) extension(c *command.Command) (string, bool) {
	for i, w := range c.Args[1:] {
		text := t.word(w)
		if file, found := strings.CutPrefix(text, "--install-extension="); found {
			return fileKey(file), fileKey(file) != ""
		}
		if text == "--install-extension" && i+2 < len(c.Args) {
			key := fileKey(t.word(c.Args[i+2]))
			return key, key != ""
		}
	}
	return "", false
}
