package skill

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/policies"
)

// Languages that are read in a way of their own, beside those that package flow
// knows. What has none is text of no known language.
const (
	langShell    = "shell"
	langDocument = "document" // an order to the agent, or something for it to look up
	langNotebook = "notebook"
)

// languageTable is policies/tables/languages.json: what files of a name are written
// in, lower case, "*" for any text.
type languageTable struct {
	Names     map[string][]string `json:"names"`
	Documents []string            `json:"documents"`
	exact     map[string]string
	patterns  []languagePattern
}

// languagePattern is a name with "*" in it; before and behind are what a name begins and
// ends with that it fits: that is seldom so, and soon told.
type languagePattern struct{ pattern, language, before, behind string }

func (p *languagePattern) fits(base string) bool {
	if !strings.HasPrefix(base, p.before) || !strings.HasSuffix(base, p.behind) {
		return false
	}
	ok, _ := path.Match(p.pattern, base)
	return ok
}

// The table is embedded and read once. One that cannot be read is a fault of the
// build: it panics, and a test reads it.
var languages = sync.OnceValue(func() *languageTable {
	t := &languageTable{exact: map[string]string{}}
	policies.Table("languages", t)
	for language, names := range t.Names {
		t.add(language, names)
	}
	t.add(langDocument, t.Documents)
	slices.SortFunc(t.patterns, func(a, b languagePattern) int { return strings.Compare(a.pattern, b.pattern) })
	return t
})

func (t *languageTable) add(language string, names []string) {
	for _, name := range names {
		const special = `*?[]\`
		if first := strings.IndexAny(name, special); first >= 0 {
			last := strings.LastIndexAny(name, special)
			t.patterns = append(t.patterns, languagePattern{name, language, name[:first], name[last+1:]})
		} else {
			t.exact[name] = language
		}
	}
}

// named is the language of files of a base name, lower case, "" when none is known.
func (t *languageTable) named(base string) string {
	if language, ok := t.exact[base]; ok {
		return language
	}
	for i := range t.patterns {
		if p := &t.patterns[i]; p.fits(base) {
			return p.language
		}
	}
	return ""
}

// languageOf is what a text is written in, "" when that is not known: by its first
// line, its name, or its content.
func languageOf(f *File) string {
	if f.Shebang != nil && flow.IsShell(f.Shebang.Program) {
		return langShell
	}
	named := languages().named(strings.ToLower(path.Base(f.Path)))
	switch {
	case f.Shebang != nil && (named == "" || named == langShell || named == langDocument):
		return f.Shebang.Program
	case named != "":
		return named
	}
	switch ext := strings.ToLower(f.Ext); ext {
	case ".sh", ".bash", ".zsh", ".command":
		return langShell
	case ".json", ".toml", ".json5", ".html", ".htm", ".hta", ".vbs", ".pyw", ".scpt":
		return ext[1:]
	}
	if c := f.Content; c != nil && c.Class == scan.ClassScript {
		switch c.Type {
		case "registry", "desktop":
			return ""
		}
		return c.Type
	}
	return ""
}

// isMarkdown reports whether a text is written in Markdown, by its extension.
func isMarkdown(ext string) bool { return ext == ".md" || ext == ".markdown" || ext == ".mdx" }
