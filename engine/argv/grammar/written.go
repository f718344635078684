package grammar

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Written are the places that the words make the program write to or delete.
func (r *Reading) Written() []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		kind, writes := writeKind(p.Role)
		switch {
		case p.Role == "folder" && slices.Contains(r.Effects, "writes"):
			kind = "write-into"
		case !writes, p.Target.Value != nil && *p.Target.Value == "-":
			continue
		}
		w := argv.Write{Kind: kind, Option: cmp.Or(p.Option, p.by), Target: p.Target, Computed: p.Computed, Span: p.Span}
		if p.Role == "save" {
			w.Option = "remote-name"
		}
		out = append(out, w)
		for _, name := range p.named {
			named := w
			named.Computed = &name
			out = append(out, named)
		}
	}
	return out
}

// writeKind is what happens to a word of a role, as [argv.Write] has it.
func writeKind(role string) (string, bool) {
	switch role {
	case "write", "append", "delete", "delete-tree", "mode", "mode-tree", "link", "device":
		return role, true
	case "into", roleRepository:
		return "write-into", true
	case "save":
		return "write", true
	}
	return "", false
}

// source is an operand that is read or moved.
type source struct {
	word   argv.Word
	many   bool // any number of them can be given
	remote bool // it is on another machine
}

// name gives the operand that is written the names that it takes in turn when it is a
// folder: those of the operands before it, where there may be more than one.
func (s *scan) name(places []Place) {
	last := len(places) - 1
	if last < 0 || !slices.Contains([]string{"write", "link", "into"}, places[last].Role) || places[last].Target.Value == nil || places[last].repeated {
		return
	}
	for _, from := range s.sources {
		if from.remote && (strings.ContainsAny(from.word.Shape(), "*?[{") || from.word.Value == nil && isFolder(*places[last].Target.Value)) {
			s.brings("") // under names that the other machine knows
		}
		if (from.many || places[last].Role == "into") && from.word.Value != nil {
			_, name, _ := strings.Cut("/"+*from.word.Value, ":")
			name = path.Base(cmp.Or(name, *from.word.Value))
			places[last].named = append(places[last].named, path.Join(*places[last].Target.Value, name))
		}
	}
}

// isFolder reports whether a path is spelled as that of a folder.
func isFolder(v string) bool {
	return v == "." || v == ".." || strings.HasSuffix(v, "/") || strings.HasSuffix(v, "/.")
}

// saved is the name of the file that the content of an address is saved as: the end
// of the address.
func saved(w argv.Word) *string {
	if w.Value == nil {
		return nil
	}
	address, _, _ := strings.Cut(*w.Value, "?")
	name := path.Base(address)
	if strings.Contains(address, "://") && strings.Count(address, "/") < 3 || name == "/" || name == "." {
		name = "index.html"
	}
	return &name
}

// Assigned are the variables that options give what the program starts.
func (r *Reading) Assigned() []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		name, _, found := strings.Cut(p.Target.Prefix, "=")
		if p.Role != "variable" || p.Option == "" || !found {
			continue
		}
		value := argv.After(p.Target, len(name)+1)
		out = append(out, argv.Assignment{How: "env", Name: &name, Op: "=", Value: &value, Span: p.Target.Span})
	}
	return out
}
