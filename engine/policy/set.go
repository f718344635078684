// Package policy compiles Rego policies once and asks them many times. It is
// the only place that knows OPA.
//
// Every policy runs with cut-down capabilities: no network, no clock, no
// randomness, no environment. An answer is a function of the input, the data
// tables and the policies alone.
package policy

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/internal/jsontable"
)

// Set is a set of policies and data tables. It is immutable and safe for
// concurrent use. Policies are parsed when they are first asked for: a command
// that asks none does not pay for it.
type Set struct {
	files  []file
	tables map[string]table
	digest string
	// unchecked: see WithUnsafeUnchecked.
	unchecked bool
	// schemas are the names of those that the input of an operator's policies has;
	// see [typed].
	schemas []string
	// rules are the packages of an operator that are rules of lint.
	rules []*Owned
	// source digests the texts of the policies and what they may call; image is what
	// exactly these were compiled to, nil where there is no such.
	source string
	image  *plan.Image
	// answers are what these look at of an operator's policies; own is what those were
	// compiled to, and kept where that is kept.
	answers []answer
	own     *own
	kept    Kept
}

// table is one data table. Its text is read when a policy wants it: as encoding/json
// has it, or as policies see it.
type table struct {
	value func() (any, error)
	term  func() (*ast.Term, error)
}

func newTable(read func() ([]byte, error)) table {
	t := table{value: sync.OnceValues(func() (any, error) {
		text, err := read()
		if err != nil {
			return nil, err
		}
		var value any
		err = jsontable.Decode(string(text), &value)
		return value, err
	})}
	t.term = sync.OnceValues(func() (*ast.Term, error) {
		value, err := t.value()
		if err != nil {
			return nil, err
		}
		read, err := ast.InterfaceToValue(value)
		return ast.NewTerm(read), err
	})
	return t
}

// file is one policy. Its text is parsed once, whichever sets it is in.
type file struct {
	name  string
	parse func() (*ast.Module, error)
	// text is what is parsed.
	text func() ([]byte, error)
	// operator: somebody added it to those that ship with skillctl. made: we write it, to
	// gather what those say.
	operator, made bool
}

// Load reads every policy (*.rego without *_test.rego) and every data table
// (tables/NAME.json, seen by policies as data.skillctl.tables.NAME) of fsys.
func Load(fsys fs.FS, opts ...Option) (*Set, error) {
	return NewLoader(append([]Option{WithFiles(fsys)}, opts...)...).Load()
}

func policyFiles(fsys fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if isPolicy(name) || isTable(name) {
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

func isPolicy(name string) bool {
	return strings.HasSuffix(name, ".rego") && !strings.HasSuffix(name, "_test.rego")
}

func isTable(name string) bool {
	return path.Dir(name) == "tables" && strings.HasSuffix(name, ".json")
}

func (s *Set) add(src source, name string, read func() ([]byte, error), keep func(string) bool) error {
	shown := path.Join(src.name, name)
	if strings.HasSuffix(name, ".json") {
		if !s.unchecked {
			text, err := read()
			if err != nil {
				return fmt.Errorf("read table %q: %w", shown, err)
			}
			if !json.Valid(text) {
				return fmt.Errorf("read table %q: it is not JSON", shown)
			}
		}
		key := strings.TrimSuffix(path.Base(name), ".json")
		if _, twice := s.tables[key]; twice {
			return fmt.Errorf("read table %q: table %q exists already", shown, key)
		}
		s.tables[key] = newTable(read)
		return nil
	}
	if src.operator || keep == nil || keep(name) {
		s.files = append(s.files, file{name: shown, operator: src.operator, text: read, parse: sync.OnceValues(func() (*ast.Module, error) {
			text, err := read()
			if err != nil {
				return nil, fmt.Errorf("read policy %q: %w", shown, err)
			}
			return parse(shown, text)
		})})
	}
	return nil
}

func parse(name string, text []byte) (*ast.Module, error) {
	module, err := ast.ParseModuleWithOpts(name, string(text), ast.ParserOptions{
		ProcessAnnotation: true,
		RegoVersion:       ast.RegoV1,
		Capabilities:      capabilities(),
	})
	if err != nil {
		return nil, inWords(err)
	}
	return module, nil
}

// modules parses what has not been parsed yet, on all processors. A policy that
// does not parse is an error that names file, line and column.
func (s *Set) modules() (map[string]*ast.Module, error) {
	var (
		group  sync.WaitGroup
		next   = make(chan int)
		parsed = make([]*ast.Module, len(s.files))
		failed = make([]error, len(s.files))
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				parsed[i], failed[i] = s.files[i].parse()
			}
		})
	}
	for i := range s.files {
		next <- i
	}
	close(next)
	group.Wait()
	modules := map[string]*ast.Module{}
	for i, module := range parsed {
		if failed[i] != nil {
			return nil, failed[i]
		}
		if module != nil { // nil is a file of comments alone
			modules[s.files[i].name] = module
		}
	}
	return modules, nil
}

// Digest identifies the policies and tables, "sha256:…". It changes when any
// of their bytes does, whether they are filtered out or not.
func (s *Set) Digest() string { return s.digest }

// Keep returns the set with only the policies for whose path keep is true. Its
// digest is that of the whole.
func (s *Set) Keep(keep func(file string) bool) *Set {
	kept := *s
	kept.files, kept.own = nil, &own{}
	for _, file := range s.files {
		if keep(file.name) {
			kept.files = append(kept.files, file)
		}
	}
	return &kept
}

// OwnRules are the packages of an operator that are rules of lint.
func (s *Set) OwnRules() []*Owned { return s.rules }

// Metadata is what the METADATA comment above a package says.
type Metadata struct {
	// File is the path of the policy, Package its package without "data.".
	File    string
	Package []string
	// Title and Description are the standard fields, Custom all others.
	Title       string
	Description string
	Custom      map[string]any
}

// Metadata returns the package annotations, sorted by file.
func (s *Set) Metadata() ([]Metadata, error) {
	if s.image != nil {
		return s.notedMetadata()
	}
	modules, err := s.modules()
	if err != nil {
		return nil, err
	}
	var all []Metadata
	for file, module := range modules {
		all = append(all, metadataOf(file, module)...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].File < all[j].File })
	return all, nil
}

// metadataOf are the package annotations of one module.
func metadataOf(file string, module *ast.Module) []Metadata {
	var all []Metadata
	for _, annotation := range module.Annotations {
		if annotation.Scope != "package" {
			continue
		}
		all = append(all, Metadata{
			File:        file,
			Package:     packagePath(module.Package),
			Title:       annotation.Title,
			Description: strings.TrimSpace(annotation.Description),
			Custom:      annotation.Custom,
		})
	}
	return all
}

func packagePath(pkg *ast.Package) []string {
	var segments []string
	for _, term := range pkg.Path[1:] {
		if text, ok := term.Value.(ast.String); ok {
			segments = append(segments, string(text))
		}
	}
	return segments
}
