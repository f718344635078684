package policy

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// WithOperator adds the policies of an operator, all of them. Their packages
// are skillctl.user.… (each with a set "reasons", save below skillctl.user.lib)
// or a profile of their own, skillctl.exec.profiles.<name>: none can add to a
// package that ships with skillctl, or replace a table.
//
// What they say stands in data.skillctl.exec.operator.reasons as
// {"policy": …, "reason": …}; that of packages skillctl.user.install and below in
// data.skillctl.install.operator.reasons, since they are asked about something
// else.
func WithOperator(name string, fsys fs.FS) Option {
	return func(l *Loader) { l.sources = append(l.sources, source{name: name, fs: fsys, operator: true}) }
}

// gatherOperator checks the packages of an operator's policies and adds the
// module that gathers what they say. shipped are the paths of all policies that
// are not an operator's.
func (s *Set) gatherOperator(shipped []string) error {
	first, answers := map[string]*ast.Location{}, map[string]bool{}
	for _, file := range s.files {
		if !file.operator {
			continue
		}
		module, err := file.parse()
		if err != nil {
			return err
		}
		if module == nil {
			continue // comments alone
		}
		if !operatorPackage(packagePath(module.Package), shipped) {
			return misplaced(module, "or skillctl.exec.profiles.<name> for a profile of its own")
		}
		if segments := packagePath(module.Package); segments[1] != "user" || segments[2] == "lib" {
			continue
		}
		pkg := module.Package.Path.String()
		if first[pkg] == nil {
			first[pkg] = module.Package.Loc()
		}
		if slices.ContainsFunc(module.Rules, isReasons) {
			answers[pkg] = true
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(first)) {
		if !answers[pkg] {
			return one(first[pkg], fmt.Sprintf("its package has no rule %q, so it would never have an effect", "reasons"))
		}
	}
	all := slices.Sorted(maps.Keys(answers))
	s.gather("install", slices.DeleteFunc(slices.Clone(all), func(pkg string) bool { return !isInstallPackage(pkg) }))
	s.gather("exec", slices.DeleteFunc(all, isInstallPackage))
	return nil
}

// misplaced says that a package is none of an operator's.
func misplaced(module *ast.Module, also string) error {
	message := fmt.Sprintf("the package is %s; it must be skillctl.user.<name>", strings.TrimPrefix(module.Package.Path.String(), "data."))
	if also != "" {
		message += ", " + also
	}
	return one(module.Package.Loc(), message)
}

// one is a problem alone.
func one(at *ast.Location, message string) error {
	return &ProblemError{Problems: []Problem{problem(at, message)}}
}

func isReasons(rule *ast.Rule) bool {
	ref := rule.Head.Ref()
	return len(ref) > 0 && ref[0].Value.Compare(ast.Var("reasons")) == 0
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

// isInstallPackage is true for packages that are asked what may be installed.
func isInstallPackage(pkg string) bool {
	const root = "data.skillctl.user.install"
	return pkg == root || strings.HasPrefix(pkg, root+".")
}

// gather adds the module that unites the reasons of packages about one kind of
// request.
func (s *Set) gather(kind string, packages []string) {
	if len(packages) == 0 {
		return
	}
	var text strings.Builder
	fmt.Fprintf(&text, "package skillctl.%s.operator\n", kind)
	for _, pkg := range packages {
		fmt.Fprintf(&text, "\nreasons contains {\"policy\": %q, \"reason\": reason} if some reason in %s.reasons\n", strings.TrimPrefix(pkg, "data."), pkg)
	}
	name := kind + "/operator.rego"
	s.files = append(s.files, file{name: name, parse: func() (*ast.Module, error) { return parse(name, []byte(text.String())) }})
}
