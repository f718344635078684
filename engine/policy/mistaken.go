package policy

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// dotted refuses the name of a package that cannot be written with dots alone: messages,
// fields of records and what gathers its reasons call it so.
func dotted(at *ast.Package, segments []string) error {
	for _, segment := range segments {
		if written := "data." + segment; !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(segment) || !isRef(written) {
			return one(at.Loc(), fmt.Sprintf("the package is %s; in its name %q must be letters, digits and \"_\" alone, not begin with a digit, and be no word of the language",
				strings.TrimPrefix(at.Path.String(), "data."), segment))
		}
	}
	return nil
}

func isRef(text string) bool {
	_, err := ast.ParseRef(text)
	return err == nil
}

// empty refuses a package that says that there are no reasons, whatever it is asked.
func (o *Owned) empty() error {
	entry := o.Kind.Entry()
	var first *ast.Rule
	for _, module := range o.modules {
		for _, rule := range module.Rules {
			if !isEntry(rule, entry) {
				continue
			}
			if rule.Head.RuleKind() != ast.SingleValue || len(rule.Head.Ref()) != 1 || !hollow(rule.Head.Value.Value) || rule.Else != nil {
				return nil
			}
			if first == nil {
				first = rule
			}
		}
	}
	if first == nil {
		return nil
	}
	return one(first.Loc(), fmt.Sprintf("%s is %v, which is always empty, so that the policy would never have an effect; put something into it: %s contains {\"message\": \"…\"} if { … }", entry, first.Head.Value, entry))
}

// hollow reports whether a value is a collection with nothing in it.
func hollow(v ast.Value) bool {
	switch v := v.(type) {
	case ast.Set:
		return v.Len() == 0
	case *ast.Array:
		return v.Len() == 0
	case ast.Object:
		return v.Len() == 0
	}
	return false
}
