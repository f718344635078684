package output

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/runner"
)

// wanted is what may leave.
type wanted struct {
	types []string
	size  int64
}

// readWanted checks what a boundary says. A pattern that is none would match
// nothing, silently, and is an error.
func readWanted(o runner.Output) (wanted, error) {
	for i, glob := range o.Types {
		if _, err := path.Match(glob, ""); err != nil || glob == "" {
			return wanted{}, fmt.Errorf("allowedOutputTypes[%d]: %q is not a pattern of file names such as \"*.csv\"", i, glob)
		}
	}
	if o.FileSize <= 0 {
		return wanted{}, fmt.Errorf("the boundary's limit of %d bytes for files must be above 0", o.FileSize)
	}
	return wanted{types: o.Types, size: o.FileSize}, nil
}

// name looks at a path below the folder, with slashes. It returns "" when its
// name lets it leave.
func (w wanted) name(file string) (why Reason, says string) {
	for part := range strings.SplitSeq(file, "/") {
		if strings.HasPrefix(part, ".") {
			return Hidden, "it is hidden: " + part + " begins with a dot"
		}
	}
	switch {
	case !shows(file):
		return BadName, "its name has characters that cannot be shown"
	case strings.ContainsAny(file, `\:`):
		return BadName, `its name has \ or :, which mean something else on other systems`
	case !w.typed(file):
		return BadType, "its name matches none of " + strings.Join(w.types, ", ") + w.nearly(file)
	}
	return "", ""
}

// typed reports whether a file is of a kind that may leave. Case counts; a
// pattern without a slash is for the last part.
func (w wanted) typed(file string) bool {
	for _, glob := range w.types {
		name := file
		if !strings.Contains(glob, "/") {
			name = path.Base(file)
		}
		if ok, err := path.Match(glob, name); ok && err == nil {
			return true
		}
	}
	return len(w.types) == 0
}

// nearly tells somebody about case.
func (w wanted) nearly(file string) string {
	lower := wanted{types: make([]string, len(w.types))}
	for i, glob := range w.types {
		lower.types[i] = strings.ToLower(glob)
	}
	if lower.typed(strings.ToLower(file)) {
		return " (case counts)"
	}
	return ""
}

func shows(name string) bool {
	if !utf8.ValidString(name) {
		return false
	}
	return strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// plain is a path as a report names it: what cannot be shown is escaped.
func plain(name string) string {
	if shows(name) {
		return name
	}
	quoted := fmt.Sprintf("%+q", name)
	return quoted[1 : len(quoted)-1]
}
