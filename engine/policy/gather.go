package policy

import (
	"fmt"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// gathered is a package whose answers are gathered.
type gathered struct {
	*Owned
	// guarded: it has the rule that [guard] adds.
	guarded bool
}

// failedRule is the rule that [guard] adds to a package: the places of reasons that
// should have been given and could not be made.
const failedRule = "skillctl_failed"

// gatherFile is the name of the module that gathers what a package says.
func gatherFile(o *Owned) string {
	if o.Kind == KindLint {
		return "rules/" + o.RuleID() + "/operator.rego"
	}
	return string(o.Kind) + "/operator.rego"
}

// gatherReasons adds the module that unites the reasons of packages about one kind
// of request. What cannot be a reason, and a reason that could not be made, is a
// reason of its own: one that does not say what follows denies.
func (s *Set) gatherReasons(kind Kind, packages []gathered) {
	if len(packages) == 0 {
		return
	}
	var text strings.Builder
	fmt.Fprintf(&text, "package skillctl.%s.operator\n", kind)
	var places []*ast.Location
	for _, one := range packages {
		fmt.Fprintf(&text, `
reasons contains {"policy": %[1]q, "reason": reason} if {
	some reason in data.%[1]s.reasons
	object.get({"of": reason}, ["of", "effect"], "deny") in {"deny", "ask", "warn"}
}

reasons contains {"policy": %[1]q, "reason": {"effect": "deny", "message": message}} if {
	some reason in data.%[1]s.reasons
	said := object.get({"of": reason}, ["of", "effect"], "deny")
	not said in {"deny", "ask", "warn"}
	message := sprintf("%%s:%%d: the effect of a reason of this policy is %%v; %[2]s, so it denies", [%[3]q, %[4]d, said])
}
`, one.Name, wantedEffect, one.entryAt().File, one.entryAt().Row)
		for _, failed := range one.failures() {
			fmt.Fprintf(&text, "\nreasons contains {\"policy\": %q, \"reason\": {\"effect\": \"deny\", \"message\": message}} if {%s}\n", one.Name, failed)
		}
		for len(places) < strings.Count(text.String(), "\nreasons contains") {
			places = append(places, one.entryAt())
		}
	}
	s.addModule(gatherFile(packages[0].Owned), text.String(), places)
}

// gatherFindings adds a rule user/NAME for each package.
// Names of packages have no dash, so that no two are one rule.
func (s *Set) gatherFindings(packages []gathered) {
	for _, one := range packages {
		var text strings.Builder
		fmt.Fprintf(&text, "package skillctl.rules.user[%q]\n\nfindings contains finding if {\n\tsome finding in data.%s.findings\n\tis_object(finding)\n}\n", strings.TrimPrefix(one.RuleID(), "user/"), one.Name)
		fmt.Fprintf(&text, "\nfindings contains {\"message\": sprintf(\"%%v\", [finding])} if {\n\tsome finding in data.%s.findings\n\tnot is_object(finding)\n}\n", one.Name)
		for _, failed := range one.failures() {
			fmt.Fprintf(&text, "\nfindings contains {\"message\": message, \"severity\": \"high\", \"confidence\": \"high\"} if {%s}\n", failed)
		}
		at := one.entryAt()
		s.addModule(gatherFile(one.Owned), text.String(), []*ast.Location{at, at, at, at})
	}
}

// failures are the conditions under which a package did not say what it should
// have, each with the message.
func (g *gathered) failures() []string {
	entry := g.Kind.Entry()
	out := []string{fmt.Sprintf(`
	said := data.%s.%s
	not is_set(said)
	not is_array(said)
	not is_object(said)
	message := sprintf("%s of the policy is %%s; it must be a set of objects", [type_name(said)])
`, g.Name, entry, entry)}
	if g.guarded {
		out = append(out, fmt.Sprintf(`
	some place in data.%s.%s
	message := sprintf("%%s: the conditions of this rule hold, and a value in what it would say is undefined", [place])
`, g.Name, failedRule))
	}
	return out
}

// entryAt is where the first rule of the entry point of a package is.
func (o *Owned) entryAt() *ast.Location {
	for _, module := range o.modules {
		for _, rule := range module.Rules {
			if isEntry(rule, o.Kind.Entry()) {
				return rule.Loc()
			}
		}
	}
	return o.at
}

// addModule adds a module that we write. places say of each of its rules where that
// stands which is to be named when it does not hold.
func (s *Set) addModule(name, text string, places []*ast.Location) {
	s.files = append(s.files, file{name: name, made: true, parse: sync.OnceValues(func() (*ast.Module, error) {
		module, err := parse(name, []byte(text))
		if err != nil {
			return nil, err
		}
		for i, rule := range module.Rules {
			place(rule, places[i])
		}
		return module, nil
	})})
}

// place says that a rule stands somewhere else.
func place(rule *ast.Rule, at *ast.Location) {
	rule.Location, rule.Head.Location = at, at
	ast.WalkExprs(rule, func(x *ast.Expr) bool { x.Location = at; return false })
	ast.WalkTerms(rule, func(x *ast.Term) bool { x.Location = at; return false })
}
