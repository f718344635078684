package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"

	"github.com/skillctl/skillctl/schema"
)

// maxFields is how many fields a message names.
const maxFields = 40

// typeWords says what the check of types found, in words; "" for what it does not
// know.
func typeWords(err *ast.Error) string {
	switch detail := err.Details.(type) {
	case *ast.RefErrInvalidDetail:
		return refWords(detail)
	case *ast.RefErrUnsupportedDetail:
		return fmt.Sprintf("%s is %s, which has neither fields nor elements", shownRef(detail.Ref[:detail.Pos+1]), shownType(detail.Have, 0))
	case *ast.UnificationErrDetail:
		if detail.Left == nil || detail.Right == nil {
			return ""
		}
		return fmt.Sprintf("%s can never be equal to %s", shownType(detail.Left, 0), shownType(detail.Right, 0))
	case *ast.ArgErrDetail:
		name, _, _ := strings.Cut(err.Message, ":")
		return fmt.Sprintf("%s takes (%s); it is given (%s)", name, shownTypes(detail.Want.Args[:min(len(detail.Have), len(detail.Want.Args))]), shownTypes(detail.Have))
	}
	return ""
}

// refWords says which field there is not, and which there are.
func refWords(detail *ast.RefErrInvalidDetail) string {
	of := shownRef(detail.Ref[:detail.Pos])
	name, isText := detail.Ref[detail.Pos].Value.(ast.String)
	if !isText || len(detail.OneOf) == 0 {
		return ""
	}
	var names []string
	for _, value := range detail.OneOf {
		if text, ok := value.(ast.String); ok {
			names = append(names, string(text))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	text := fmt.Sprintf("%s has no field %q", of, string(name))
	if near := schema.Nearest(string(name), names); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	more := ""
	if len(names) > maxFields {
		names, more = names[:maxFields], " …"
	}
	return fmt.Sprintf("%s (its fields: %s%s)", strings.TrimSuffix(text, "?"), strings.Join(names, ", "), more)
}

// shownRef is a place as a policy writes it.
func shownRef(ref ast.Ref) string {
	var text strings.Builder
	for i, term := range ref {
		name, isText := term.Value.(ast.String)
		switch variable, isVar := term.Value.(ast.Var); {
		case i == 0:
			text.WriteString(strings.Trim(term.String(), `"`))
		case isText:
			text.WriteString("." + string(name))
		case isVar && (variable.IsWildcard() || variable.IsGenerated()):
			text.WriteString("[_]")
		default:
			text.WriteString("[" + term.String() + "]")
		}
	}
	return text.String()
}

func shownTypes(list []types.Type) string {
	var out []string
	for _, one := range list {
		out = append(out, shownType(one, 0))
	}
	return strings.Join(out, ", ")
}

// maxDepth is how deep a message says what is in a list.
const maxDepth = 2

// shownType says what values of a type are.
func shownType(t types.Type, depth int) string {
	switch t := t.(type) {
	case types.String:
		return "a text"
	case types.Number:
		return "a number"
	case types.Boolean:
		return "true or false"
	case types.Null:
		return "null"
	case *types.Array:
		if t.Dynamic() != nil && t.Len() == 0 && depth < maxDepth {
			return "a list, each " + shownType(t.Dynamic(), depth+1)
		}
		return "a list"
	case *types.Set:
		if depth < maxDepth {
			return "a set, each " + shownType(t.Of(), depth+1)
		}
		return "a set"
	case *types.Object:
		var names []string
		for _, p := range t.StaticProperties() {
			names = append(names, fmt.Sprint(p.Key))
		}
		if slices.Sort(names); len(names) == 0 || depth >= maxDepth {
			return "an object"
		} else if len(names) > 6 {
			names = append(names[:6], "…")
		}
		return "an object with " + strings.Join(names, ", ")
	case *types.NamedType:
		return shownType(t.Type, depth)
	}
	return "anything"
}
