package kernel

import (
	_ "embed"
	"strings"
)

//go:embed kernel.py
var python string

//go:embed kernel.cjs
var node string

//go:embed kernel.sh
var bash string

// Arguments are the words that start a kernel of a language, after its interpreter;
// nil for a language that has none. No file is needed for it.
func Arguments(language string) []string {
	switch language {
	case "python":
		return []string{"-c", python}
	case "javascript", "typescript": // what it is given has no types any more
		return []string{"-e", node}
	case "bash":
		return []string{"-c", oneLine(bash), "session"}
	}
	return nil
}

// oneLine is a script without its comments and line ends.
func oneLine(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return strings.Join(out, " ")
}
