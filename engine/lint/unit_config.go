package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/schema"
)

type configResult struct {
	engine.ConfigReport

	value any
	unit  *configUnit
}

// configFacts is #ConfigFacts of schema/lint.cue.
type configFacts struct {
	File       string             `json:"file"`
	Kind       catalog.Kind       `json:"kind"`
	Error      *parseProblem      `json:"error,omitempty"`
	Value      any                `json:"value"`
	Violations []schema.Violation `json:"violations"`
	Duplicates []duplicateKey     `json:"duplicates"`
	Variables  []variable         `json:"variables"`
	Paths      []namedPath        `json:"paths"`
	Mode       string             `json:"mode"`
}

// namedPath is a folder that a setting names, where it does not depend on where
// the host is started.
type namedPath struct {
	Path    []any  `json:"path"`
	Written string `json:"written"`
	Exists  bool   `json:"exists"`
	// Type is "dir", "file" or "" when there is nothing.
	Type string `json:"type"`
}

type parseProblem struct {
	Kind    document.ErrorKind `json:"kind"`
	Message string             `json:"message"`
	Hint    string             `json:"hint,omitempty"`
	File    string             `json:"file"`
	Span    document.Span      `json:"span"`
}

// duplicateKey is a key that stands more than once: the last one counts.
type duplicateKey struct {
	Key  string        `json:"key"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
	Last document.Span `json:"last"`
}

// variable is a ${NAME} in the text of a value.
type variable struct {
	Name string        `json:"name"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
	// Set says whether the environment of this run has it.
	Set bool `json:"set"`
}

// config judges one configuration file. A file whose bytes cannot be taken in
// (not text, too large, not readable) is an error; one with a mistake in it is
// a finding.
func (r *run) config(ctx context.Context, found *catalog.Config) (configResult, error) {
	result := configResult{ConfigReport: engine.ConfigReport{Path: found.Path, Kind: string(found.Kind), Findings: []engine.Finding{}}}
	facts, doc, err := r.linter.readConfig(ctx, found)
	if err != nil {
		return result, err
	}
	if facts.Error == nil {
		// Of a part of a configuration nothing can be said about a whole run.
		result.value = facts.Value
	}
	result.unit = &configUnit{path: found.Path, document: doc}
	answers, err := r.ask(ctx, &lintInput{Kind: "config", Config: facts}, r.linter.asked())
	if err != nil {
		return result, err
	}
	result.Findings = aboutHost(r.linter.findings(answers, result.unit), found.Kind)
	return result, nil
}

// aboutHost names the host that reads a configuration in findings that name
// none.
func aboutHost(list []engine.Finding, kind catalog.Kind) []engine.Finding {
	if kind != catalog.KindOpenClaw && kind != catalog.KindZeroClaw {
		return list
	}
	for i := range list {
		if len(list[i].Hosts) == 0 {
			list[i].Hosts = []string{string(kind)}
		}
	}
	return list
}

// readConfig gathers what is so about a configuration file.
func (e *Linter) readConfig(ctx context.Context, found *catalog.Config) (*configFacts, *document.Document, error) {
	facts := &configFacts{
		File: found.Path, Kind: found.Kind,
		Violations: []schema.Violation{}, Duplicates: []duplicateKey{}, Variables: []variable{}, Paths: []namedPath{},
	}
	// Windows has no such bits, and Go makes some up.
	if info, err := os.Stat(folders.From(e.here.dir, found.Path)); err == nil && runtime.GOOS != "windows" {
		facts.Mode = fmt.Sprintf("%04o", info.Mode().Perm())
	}
	doc, err := e.here.parseConfig(ctx, found)
	var problem *document.Error
	switch {
	case errors.As(err, &problem) && judged(problem.Kind):
		facts.Error = &parseProblem{Kind: problem.Kind, Message: problem.Message, Hint: problem.Hint, File: problem.File, Span: problem.Span}
		// What else the file says and what it includes is judged all the same.
		if found.Kind != catalog.KindOpenClaw {
			return facts, nil, nil
		}
		if doc, err = e.here.readConfigFile(ctx, found, document.Load, document.WithBrokenIncludes()); err != nil {
			return facts, nil, nil //nolint:nilerr // the first error says it
		}
	case err != nil:
		return nil, nil, err
	}
	e.gatherConfig(facts, doc)
	return facts, doc, nil
}

// gatherConfig says what a configuration holds. Where an include could not be
// followed, a key may be missing only because it stands there.
func (e *Linter) gatherConfig(facts *configFacts, doc *document.Document) {
	facts.Value = doc.Root.Interface()
	for _, violation := range e.schema.Validate(schema.Kind(facts.Kind), facts.Value) {
		if facts.Error == nil || violation.Code != schema.MissingKey {
			facts.Violations = append(facts.Violations, violation)
		}
	}
	collectDuplicates(doc.Root, &facts.Duplicates)
	if facts.Kind != catalog.KindOpenClaw {
		return
	}
	facts.Paths = e.here.namedPaths(facts.Value)
	for _, substitution := range document.Substitutions(doc.Root) {
		if substitution.Escaped {
			continue
		}
		_, set := e.here.lookup(substitution.Name)
		facts.Variables = append(facts.Variables, variable{
			Name: substitution.Name, File: substitution.File, Span: substitution.Span, Set: set,
		})
	}
}

// judged are the failures that are mistakes of whoever wrote the file, for a
// rule to explain; the others mean that there is no text to judge.
func judged(kind document.ErrorKind) bool {
	return kind == document.Syntax || kind == document.Duplicate || kind == document.Include
}

type readFunc func(context.Context, *os.Root, string, ...document.Option) (*document.Document, error)

func (h here) parseConfig(ctx context.Context, found *catalog.Config) (*document.Document, error) {
	if found.Kind == catalog.KindOpenClaw {
		return h.readConfigFile(ctx, found, document.Load) // it may include others
	}
	return h.readConfigFile(ctx, found, document.Read)
}

func (h here) readConfigFile(ctx context.Context, found *catalog.Config, read readFunc, more ...document.Option) (*document.Document, error) {
	name := folders.From(h.dir, filepath.FromSlash(found.Path))
	root, err := folders.Open(filepath.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	opts := append(more, document.WithDir(path.Dir(found.Path)), document.WithCUE(schema.ParseCUE))
	return read(ctx, root, filepath.Base(name), opts...)
}

// namedPaths looks at the folders of an openclaw.json that hold skills.
func (h here) namedPaths(value any) []namedPath {
	named := []namedPath{}
	for _, key := range []string{"extraDirs", "allowSymlinkTargets"} {
		for i, folder := range texts(dig(value, "skills", "load", key)) {
			if !fixed(folder) {
				continue
			}
			entry := namedPath{Path: []any{"skills", "load", key, i}, Written: folder}
			if info, err := os.Stat(h.expandHome(folder)); err == nil {
				entry.Exists, entry.Type = true, "file"
				if info.IsDir() {
					entry.Type = "dir"
				}
			}
			named = append(named, entry)
		}
	}
	return named
}

func collectDuplicates(n *document.Node, into *[]duplicateKey) {
	if n == nil {
		return
	}
	last := map[string]int{}
	for i, member := range n.Members {
		if first, twice := last[member.Key]; twice {
			*into = append(*into, duplicateKey{
				Key: member.Key, File: n.File, Span: n.Members[first].KeySpan, Last: member.KeySpan,
			})
		}
		last[member.Key] = i
		collectDuplicates(member.Value, into)
	}
	for _, item := range n.Items {
		collectDuplicates(item, into)
	}
}

// configUnit finds places in a configuration file and what it includes.
type configUnit struct {
	path     string
	document *document.Document
	// lines are those of the files that were asked about.
	lines map[string][]string
}

func (u *configUnit) locate(place *at) (string, document.Span) {
	switch {
	case place == nil:
		return u.path, document.Span{}
	case place.Span != nil:
		return cmp.Or(place.File, u.path), *place.Span
	case u.document == nil || u.document.Root == nil:
		return cmp.Or(place.File, u.path), document.Span{}
	}
	span, file, _ := u.document.Locate(place.Path, place.On == "key")
	return cmp.Or(file, u.path), span
}

func (u *configUnit) line(file string, number int) string {
	if u.document == nil || number < 1 {
		return ""
	}
	lines, known := u.lines[file]
	if !known {
		lines = u.linesOf(file)
		if u.lines == nil {
			u.lines = map[string][]string{}
		}
		u.lines[file] = lines
	}
	if number > len(lines) {
		return ""
	}
	return lines[number-1]
}

// linesOf cuts the text of a file into its lines, endings included.
func (u *configUnit) linesOf(file string) []string {
	var whole string
	if file == u.path {
		whole = string(u.document.Text)
	}
	for _, included := range u.document.Included {
		if file == included.File {
			whole = string(included.Text)
		}
	}
	return slices.Collect(strings.Lines(whole))
}

// digest is not known: configurations have lines.
func (u *configUnit) digest(string) string { return "" }

func (u *configUnit) stable(file string) string { return path.Base(file) }
