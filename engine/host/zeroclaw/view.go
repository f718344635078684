package zeroclaw

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
)

// View is what the skill audit and the manifest loader of ZeroClaw
// 15d28660 look at. Its JSON form is `input.skill.zeroclaw` of the lint rules,
// which decide what the host refuses.
type View struct {
	// Manifests are the regular files in the folder that are named like a
	// manifest; links count, unless they lead to nothing in the package.
	Manifests []string `json:"manifests"`
	// Interpreters are the programs that the first line names, by file, for
	// files whose first line is an interpreter line as ZeroClaw reads it.
	Interpreters map[string]string `json:"interpreters"`
	// Links are the targets of inline links in all Markdown files that do not
	// start with a scheme of the table "zeroclaw" (http, https, mailto).
	Links []Link `json:"links"`
	// TOML are the TOML files that do not parse or that hold a list "tools".
	TOML []TOML `json:"toml"`
	// Tools are those of SKILL.toml or manifest.toml.
	Tools []Tool `json:"tools"`
	// Manifest is SKILL.toml as the loader fills it in, nil when there is none
	// that parses.
	Manifest map[string]any `json:"manifest,omitempty"`
	// Patterns are the commands that audits before #5952 refused, the first
	// kind in each Markdown file; empty unless [ReadPatterns] was
	// asked.
	Patterns []Pattern `json:"patterns"`
	// Unreadable are Markdown and TOML files that are not UTF-8.
	Unreadable []string `json:"unreadable"`
	// Entries counts the files and folders, the skill's own included.
	Entries int `json:"entries"`
	// Truncated means that there are more links than are listed.
	Truncated bool `json:"truncated"`
	// Outside means that the facts depend on files outside the package.
	Outside bool `json:"-"`

	root *document.Node
}

// Document is SKILL.toml as a plain value, nil when there is none that parses.
func (z *View) Document() any { return z.root.Interface() }

// Link is a link target as the audit takes it apart.
type Link struct {
	File string `json:"file"`
	// Target is the link without blanks, angle brackets and title; Path is
	// without query and fragment.
	Target string        `json:"target"`
	Path   string        `json:"path"`
	Span   document.Span `json:"span"`
	// Scheme is what stands before the first ":", empty for a path.
	Scheme string `json:"scheme"`
	// Where the target of a relative path is: "inside" the package, in the
	// nearest folder above that is named "skills" ("skills"), "outside" of
	// both, "missing", or "unknown" where it was not looked for.
	Where string `json:"where"`
	// Is the target a "file" or something "other"; empty when it is missing.
	Is string `json:"is"`
}

// maxZeroClawLinks bounds the links of one skill that are listed.
const maxZeroClawLinks = 5000

// zeroClawTable is policies/tables/zeroclaw.json as far as reading needs it.
type zeroClawTable struct {
	Manifests []string `json:"manifests"`
	Schemes   []string `json:"schemes"`
	TextBytes int64    `json:"text_bytes"`
	ToolName  int      `json:"tool_name_bytes"`
	Timeout   int64    `json:"tool_timeout_secs"`
	Patterns  []struct {
		ID    string   `json:"id"`
		Regex string   `json:"regex"`
		Needs []string `json:"needs"`
		Any   bool     `json:"any"`
	} `json:"patterns"`
}

// Read says what ZeroClaw 15d28660 sees of a skill. With the real path
// of the skill's folder it also looks where links lead that leave the package:
// whether there is a file, never what it holds. Without, such links are
// "unknown".
func Read(s *skill.Skill, real string) *View {
	z := &View{
		Manifests: []string{}, Interpreters: map[string]string{}, Links: []Link{}, TOML: []TOML{},
		Tools: []Tool{}, Patterns: []Pattern{}, Unreadable: []string{}, Entries: 1 + len(s.Files),
	}
	table := readZeroClawTable()
	for _, name := range table.Manifests {
		if zeroClawIsFile(s, name) {
			z.Manifests = append(z.Manifests, name)
		}
	}
	for i := range s.Files {
		f := &s.Files[i]
		if f.Type != skill.TypeRegular {
			continue
		}
		if name := zeroClawInterpreter(f.Head); name != "" {
			z.Interpreters[f.Path] = name
		}
		z.document(s, f, real, table)
	}
	z.manifest(s, table)
	return z
}

// zeroClawIsFile reports whether a path of the package is a regular file as the
// host sees it. A link that leaves the package is taken for one to a file: what
// it leads to is not looked at, and the host refuses the link anyway.
func zeroClawIsFile(s *skill.Skill, name string) bool {
	f, outside := followInside(s, name)
	return outside || f != nil && f.Type == skill.TypeRegular
}

// followInside finds the entry at a path, following links inside the package.
// It returns nil where there is none, and outside where a link leaves.
func followInside(s *skill.Skill, name string) (f *skill.File, outside bool) {
	for range 8 {
		link, at := firstLink(s, name)
		switch {
		case link == nil:
			return s.File(name), false
		case !link.Inside:
			return nil, true
		case !link.Exists:
			return nil, false
		}
		name = path.Join(link.Resolved, name[at:])
	}
	return nil, false
}

// firstLink returns the first link on the way to a path and how much of the
// path it covers, nil when there is none.
func firstLink(s *skill.Skill, name string) (*skill.LinkTarget, int) {
	for at := 0; at < len(name); {
		end := len(name)
		if i := strings.IndexByte(name[at:], '/'); i >= 0 {
			end = at + i
		}
		if f := s.File(name[:end]); f != nil && f.Link != nil {
			return f.Link, end
		}
		at = end + 1
	}
	return nil, 0
}

func zeroClawMarkdown(f *skill.File) bool { return f.Ext == ".md" || f.Ext == ".markdown" }

// document reads a Markdown or TOML file as the audit does.
func (z *View) document(s *skill.Skill, f *skill.File, real string, table *zeroClawTable) {
	markdown := zeroClawMarkdown(f)
	if !markdown && f.Ext != ".toml" || f.Size > table.TextBytes {
		return
	}
	text := s.Document(f.Path)
	if text == nil && f.Size > 0 {
		return // a gap of the coverage says so
	}
	if !validText(text) {
		z.Unreadable = append(z.Unreadable, f.Path)
		return
	}
	if !markdown {
		z.toml(f.Path, text)
		return
	}
	place := &places{text: text}
	zeroClawTargets(text, func(target string, start, end int) bool {
		if len(z.Links) >= maxZeroClawLinks {
			z.Truncated = true
			return false
		}
		z.link(s, f.Path, target, real, table, func() document.Span { return place.span(start, end) })
		return true
	})
}

// zeroClawInterpreter reads the first line of a file as the audit does: within
// the first 128 bytes, blanks before "#!" allowed, options of env skipped but
// not its assignments. It is lower case, empty when there is none.
func zeroClawInterpreter(head string) string {
	line, _, _ := strings.Cut(strings.ToValidUTF8(head, "\uFFFD"), "\n")
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "#!")
	if !ok {
		return ""
	}
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return ""
	}
	name := rustFileName(words[0])
	if name != "env" {
		return name
	}
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") {
			return rustFileName(word)
		}
	}
	return ""
}

// rustFileName is the last component of a path that is not ".", "" for "/" and
// "..".
func rustFileName(p string) string {
	for {
		p = strings.TrimRight(p, "/")
		rest, ok := strings.CutSuffix(p, "/.")
		if !ok {
			break
		}
		p = rest
	}
	name := p[strings.LastIndexByte(p, '/')+1:]
	if name == ".." || name == "." {
		return ""
	}
	return name
}

// sortedKeys are the keys of a map in order, an empty list where there are none.
func sortedKeys[V any](m map[string]V) []string {
	keys := slices.AppendSeq([]string{}, maps.Keys(m))
	slices.Sort(keys)
	return keys
}

// zeroClawParse reads a TOML text with the limits of any document.
func zeroClawParse(file string, text []byte) (*document.Document, error) {
	return document.Parse(context.Background(), file, text, document.TOML, document.WithMaxNodes(skill.MaxValues))
}
