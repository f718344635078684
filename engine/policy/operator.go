package policy

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Kind says what an operator's policies are asked about.
type Kind string

// The kinds of an operator's policies.
const (
	// KindExec is what may run: packages skillctl.user.NAME.
	KindExec Kind = "exec"
	// KindInstall is what may be installed: packages skillctl.user.install.NAME.
	KindInstall Kind = "install"
	// KindLint is what is found in skills: packages skillctl.user.lint.NAME.
	KindLint Kind = "lint"
)

// Kinds are all kinds of an operator's policies.
func Kinds() []Kind { return []Kind{KindExec, KindInstall, KindLint} }

// Entry is the rule that is asked of each package of a kind.
func (k Kind) Entry() string {
	if k == KindLint {
		return "findings"
	}
	return "reasons"
}

// Package is how packages of a kind are called.
func (k Kind) Package() string {
	if k == KindExec {
		return "skillctl.user.<name>"
	}
	return "skillctl.user." + string(k) + ".<name>"
}

// about says what packages of a kind are asked about.
func (k Kind) about() string {
	switch k {
	case KindInstall:
		return "what may be installed"
	case KindLint:
		return "rules of lint"
	}
	return "what may run"
}

// entries says which rules of packages of some kinds are read.
func entries(kinds []Kind) string {
	var list []string
	for _, kind := range kinds {
		list = append(list, fmt.Sprintf("%q of %s (%s)", kind.Entry(), kind.Package(), kind.about()))
	}
	return strings.Join(list, ", ")
}

// WithOperator adds the policies of an operator, all of them. Their packages
// are skillctl.user.… (each with the set that is asked of its [Kind], save below
// skillctl.user.lib) or a profile of their own, skillctl.exec.profiles.<name>:
// none can add to a package that ships with skillctl, or replace a table.
//
// What they say stands in data.skillctl.exec.operator.reasons as
// {"policy": …, "reason": …}; that of packages skillctl.user.install and below in
// data.skillctl.install.operator.reasons, since they are asked about something
// else; that of packages skillctl.user.lint.NAME is what the rule user/NAME finds.
func WithOperator(name string, fsys fs.FS) Option {
	return func(l *Loader) { l.sources = append(l.sources, source{name: name, fs: fsys, operator: true}) }
}

// Owned is one package of an operator's policies.
type Owned struct {
	// Name is the package without "data.".
	Name string
	// Kind is what it is asked about, "" for a library.
	Kind Kind
	// File and Line are where it begins.
	File string
	Line int
	// Rules are the names of its rules, sorted.
	Rules []string

	profile bool
	at      *ast.Location
	modules []*ast.Module
}

// schemaName is the name of the schema of its input.
func (o *Owned) schemaName() string {
	return cmp.Or(string(o.Kind), inputOfLibrary)
}

// RuleID is the id of the rule of lint that it is: "user/name".
func (o *Owned) RuleID() string {
	return "user/" + strings.ReplaceAll(strings.TrimPrefix(o.Name, "skillctl.user."+string(KindLint)+"."), ".", "-")
}

// Packages lists the packages of an operator's policies, sorted. An error is a
// policy that does not parse, or a package that is none of an operator's.
func Packages(name string, fsys fs.FS) ([]Owned, error) {
	set := &Set{tables: map[string]table{}}
	names, err := policyFiles(fsys)
	if err != nil {
		return nil, fmt.Errorf("list policies: %w", err)
	}
	src := source{name: name, fs: fsys, operator: true}
	for _, file := range names {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, fmt.Errorf("read policy %q: %w", file, err)
		}
		if strings.HasSuffix(file, ".rego") {
			if err := set.add(src, file, func() ([]byte, error) { return text, nil }, nil); err != nil {
				return nil, err
			}
		}
	}
	return set.owned(nil)
}

// owned lists the packages of an operator's policies, sorted. shipped are the
// paths of all policies that are not an operator's.
func (s *Set) owned(shipped []string) ([]Owned, error) {
	byName := map[string]*Owned{}
	for _, file := range s.files {
		if !file.operator {
			continue
		}
		module, err := file.parse()
		if err != nil {
			return nil, err
		}
		if module == nil {
			continue // comments alone
		}
		segments := packagePath(module.Package)
		if !operatorPackage(segments, shipped) {
			return nil, misplaced(module, ", or skillctl.exec.profiles.<name> for a profile of its own. skillctl reads "+entries(Kinds()))
		}
		name := strings.Join(segments, ".")
		if err := dotted(module.Package, segments); err != nil {
			return nil, err
		}
		one := byName[name]
		if one == nil {
			at := module.Package.Loc()
			one = &Owned{Name: name, Kind: kindOf(segments), File: at.File, Line: at.Row, profile: segments[1] != "user", at: at}
			byName[name] = one
		}
		one.modules = append(one.modules, module)
		for _, rule := range module.Rules {
			if head, ok := rule.Head.Ref()[0].Value.(ast.Var); ok && !slices.Contains(one.Rules, string(head)) {
				one.Rules = append(one.Rules, string(head))
			}
		}
		slices.Sort(one.Rules)
	}
	list := make([]Owned, 0, len(byName))
	for _, one := range byName {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b Owned) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// kindOf is what a package of an operator is asked about.
func kindOf(segments []string) Kind {
	switch {
	case segments[1] != "user":
		return KindExec
	case segments[2] == "lib":
		return ""
	case segments[2] == string(KindInstall), segments[2] == string(KindLint):
		return Kind(segments[2])
	}
	return KindExec
}

// gatherOperator checks the packages of an operator's policies and adds the
// modules that gather what they say. shipped are the paths of all policies that
// are not an operator's.
func (s *Set) gatherOperator(shipped []string) error {
	list, err := s.owned(shipped)
	if err != nil || len(list) == 0 {
		return err
	}
	byKind := map[Kind][]gathered{}
	names := map[string]string{}
	var modules []*ast.Module
	for i := range list {
		one := &list[i]
		if one.Kind == KindLint {
			s.rules = append(s.rules, one)
		}
		modules = append(modules, one.modules...)
		names["data."+one.Name] = one.schemaName()
		s.schemas = append(s.schemas, one.schemaName())
		if one.Kind == "" || one.profile {
			continue
		}
		if err := one.check(); err != nil {
			return err
		}
		guarded := false
		for _, module := range one.modules {
			guarded = guard(module, one.Kind.Entry(), one.known()) || guarded
		}
		byKind[one.Kind] = append(byKind[one.Kind], gathered{Owned: one, guarded: guarded})
	}
	s.answers = answersOf(list)
	typed(modules, names)
	slices.Sort(s.schemas)
	s.schemas = slices.Compact(s.schemas)
	s.gatherReasons(KindInstall, byKind[KindInstall])
	s.gatherReasons(KindExec, byKind[KindExec])
	s.gatherFindings(byKind[KindLint])
	return nil
}

// Metadata is what the METADATA comment above the package says.
func (o *Owned) Metadata() Metadata {
	found := Metadata{File: o.File, Package: strings.Split(o.Name, ".")}
	for _, module := range o.modules {
		for _, annotation := range module.Annotations {
			if annotation.Scope == "package" && annotation.Title+annotation.Description != "" || len(annotation.Custom) > 0 && annotation.Scope == "package" {
				found.Title, found.Description, found.Custom = annotation.Title, strings.TrimSpace(annotation.Description), annotation.Custom
			}
		}
	}
	return found
}

// known are the names that stand for rules in its modules.
func (o *Owned) known() []string {
	names := slices.Clone(o.Rules)
	for _, module := range o.modules {
		for _, imported := range module.Imports {
			names = append(names, string(imported.Name()))
		}
	}
	return names
}

// check refuses a package that would never have an effect.
func (o *Owned) check() error {
	entry := o.Kind.Entry()
	if !slices.Contains(o.Rules, entry) {
		message := fmt.Sprintf("its package has no rule %q, so it would never have an effect", entry)
		if len(o.Rules) > 0 {
			message += "; its rules are " + strings.Join(o.Rules, ", ")
		}
		return one(o.at, message+". skillctl reads "+entries(Kinds()))
	}
	if segments := strings.Split(o.Name, "."); o.Kind == KindLint && len(segments) == 3 {
		return one(o.at, "the package is "+o.Name+"; it must be "+KindLint.Package()+", since the rule is called user/<name>")
	}
	for _, module := range o.modules {
		for _, rule := range module.Rules {
			if isEntry(rule, entry) && rule.Head.RuleKind() == ast.SingleValue && len(rule.Head.Ref()) == 1 && ast.IsScalar(rule.Head.Value.Value) {
				return one(rule.Loc(), fmt.Sprintf("%s is %v, which says nothing; it must be a set: %s contains {\"message\": \"…\"} if { … }", entry, rule.Head.Value, entry))
			}
		}
	}
	if err := o.empty(); err != nil {
		return err
	}
	return o.checkReasons()
}

// misplaced says that a package is none of an operator's.
func misplaced(module *ast.Module, also string) error {
	return one(module.Package.Loc(), fmt.Sprintf("the package is %s; it must be skillctl.user.<name>%s", strings.TrimPrefix(module.Package.Path.String(), "data."), also))
}

// one is a problem alone.
func one(at *ast.Location, message string) error {
	return &ProblemError{Problems: []Problem{problem(at, message)}}
}

func isEntry(rule *ast.Rule, entry string) bool {
	ref := rule.Head.Ref()
	return len(ref) > 0 && ref[0].Value.Compare(ast.Var(entry)) == 0
}

// operatorPackage is true for skillctl.user.NAME… and for
// skillctl.exec.profiles.NAME where no such profile ships with skillctl.
func operatorPackage(segments, shipped []string) bool {
	if len(segments) < 3 || segments[0] != "skillctl" {
		return false
	}
	if segments[1] == "user" {
		return true
	}
	return len(segments) == 4 && segments[1] == "exec" && segments[2] == "profiles" &&
		!slices.ContainsFunc(shipped, func(file string) bool { return strings.HasPrefix(file, "exec/"+segments[3]+"/") })
}

// Asked is an error when nothing in a folder of an operator's policies is asked
// about things of some kinds.
func Asked(folder string, kinds []Kind, all []Owned) error {
	var there []string
	for i := range all {
		one := &all[i]
		what := "a library"
		switch {
		case slices.Contains(kinds, one.Kind):
			return nil
		case one.Kind != "":
			what = one.Kind.about()
		}
		there = append(there, fmt.Sprintf("%s (%s, %s:%d)", one.Name, what, one.File, one.Line))
	}
	if len(there) == 0 {
		there = []string{"no package"}
	}
	return fmt.Errorf("nothing in %q is asked here: this command reads %s; there is %s", folder, entries(kinds), strings.Join(there, ", "))
}
