package remains

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/gitconfig"
	"github.com/skillctl/skillctl/policies"
)

// harmless is the table of what git may be told: the kinds of values, the settings
// by name ("*" stands for any subsection), and the steps of a rebase that run nothing.
type harmless struct {
	Values   map[string]string `json:"values"`
	Settings map[string]struct {
		// Keep is the kind of the values that may stay; "" for none.
		Keep string `json:"keep"`
	} `json:"settings"`
	Steps []string `json:"steps"`
	kinds map[string]*regexp.Regexp
}

// inside is the kind of values that are paths in the folder that a run may change.
const inside = "inside"

// gitTable reads the table once.
var gitTable = sync.OnceValues(func() (*harmless, error) {
	text, err := fs.ReadFile(policies.FS(), "tables/git.json")
	if err != nil {
		return nil, fmt.Errorf("read the table of git's settings: %w", err)
	}
	t := &harmless{kinds: map[string]*regexp.Regexp{}}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("read the table of git's settings: %w", err)
	}
	for name, pattern := range t.Values {
		if t.kinds[name], err = regexp.Compile(pattern); err != nil {
			return nil, fmt.Errorf("read the table of git's settings: kind %q: %w", name, err)
		}
	}
	for name, row := range t.Settings {
		if row.Keep != "" && row.Keep != inside && t.kinds[row.Keep] == nil {
			return nil, fmt.Errorf("read the table of git's settings: %s has the kind %q, which is not described", name, row.Keep)
		}
	}
	return t, nil
})

// bounds are what a path in a configuration is held against.
type bounds struct{ from, in string }

// holds reports whether a path stays within, with the links that are there.
func (b bounds) holds(path string) bool {
	if path == "" || strings.HasPrefix(path, "~") || strings.HasPrefix(path, "%") {
		return false
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.from, filepath.FromSlash(path))
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return folder.Within(filepath.Clean(path), b.in)
}

// taken is a line that was taken out of a configuration.
type taken struct {
	// name is the setting, or how a line looks that was not understood.
	name string
	// digest tells whether it was there before.
	digest string
}

// filter is a configuration without the lines that are not known to be harmless,
// and were not known before, and those lines. What is left has only lines that can
// be read in one way.
func (t *harmless) filter(text string, b bounds, known []string) (left string, out []taken) {
	var keep strings.Builder
	in := section{}
	for i, line := range logical(text) {
		raw := strings.TrimSuffix(line, "\n")
		plain := strings.TrimSuffix(raw, "\r")
		name, ok := "", false
		switch trimmed := strings.TrimLeft(plain, " \t"); {
		case strings.ContainsAny(plain, "\x00\r\n"):
		case trimmed == "", trimmed[0] == '#', trimmed[0] == ';':
			ok = true
		case trimmed[0] == '[':
			read := gitconfig.ReadLine(in.Section, plain)
			in, ok = section{line: plain, Section: read.Section, known: read.Plain}, read.Plain
		default:
			name, ok = t.setting(in, plain, b)
		}
		sum := sha256.Sum256([]byte(in.line + "\x00" + raw))
		digest := hex.EncodeToString(sum[:12])
		if !ok && !slices.Contains(known, digest) {
			if name == "" {
				name = fmt.Sprintf("entry %d, which is not written as git writes settings", i+1)
			}
			out = append(out, taken{shortened(name), digest})
			continue
		}
		keep.WriteString(line)
	}
	return keep.String(), out
}

// shortened is a name that a message has room for.
func shortened(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}

// logical splits a text into lines; one that ends in a backslash goes on.
func logical(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if n := len(out); n > 0 && strings.HasSuffix(strings.TrimRight(out[n-1], "\r\n"), `\`) {
			out[n-1] += line
			continue
		}
		out = append(out, line)
	}
	return out
}

// section is what settings belong to, with the line that began it; one that was not
// understood is not known.
type section struct {
	gitconfig.Section
	line  string
	known bool
}

// setting is the name of a setting, and whether it is harmless.
func (t *harmless) setting(in section, line string, b bounds) (name string, ok bool) {
	read := gitconfig.ReadLine(in.Section, line)
	if read.Setting.Key == "" || !in.known {
		return "", false
	}
	row, ok := t.Settings[read.Setting.Name()]
	if !ok {
		row = t.Settings[read.Setting.Class()]
	}
	value := read.Setting.Value
	switch {
	case row.Keep == "" || !read.Plain:
		ok = false
	case row.Keep == inside:
		ok = b.holds(value)
	default:
		ok = t.kinds[row.Keep].MatchString(value)
	}
	return read.Setting.Name(), ok
}

// step reports whether a line of a list of steps runs nothing.
func (t *harmless) step(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return true
	}
	word, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	return slices.Contains(t.Steps, word)
}
