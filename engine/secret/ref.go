package secret

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
)

// Ref says where a secret is.
type Ref struct {
	// Source is "env", "file", "exec" or "store".
	Source   string
	Provider string
	ID       string
}

func (r Ref) String() string { return fmt.Sprintf("%s:%s:%s", r.Source, r.Provider, r.ID) }

// Input is a value of the settings: the text itself, or a reference. The zero
// value is for nothing.
type Input struct {
	Text string
	Ref  *Ref
}

// patterns are those of the contract.
type patterns struct{ provider, name, pointer, exec, short *regexp.Regexp }

var grammar = sync.OnceValue(func() patterns {
	return patterns{
		provider: regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`),
		name:     regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,127}$`),
		pointer:  regexp.MustCompile(`^(value|/([^~]|~0|~1)*)$`),
		exec:     regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/#-]{0,255}$`),
		short:    regexp.MustCompile(`^\$(?:([A-Z][A-Z0-9_]{0,127})|\{([A-Z][A-Z0-9_]{0,127})\})$`),
	}
})

// Read reads a value of the settings: a text, "$NAME" for a variable, or an object
// {source, provider, id}.
func Read(n *document.Node) (Input, error) {
	switch {
	case n == nil || n.Kind == document.Null:
		return Input{}, nil
	case n.Kind == document.String:
		text, _ := n.Interface().(string)
		if found := grammar().short.FindStringSubmatch(strings.TrimSpace(text)); found != nil {
			return Input{Ref: &Ref{Source: "env", ID: found[1] + found[2]}}, nil
		}
		return Input{Text: text}, nil
	case n.Kind != document.Object:
		return Input{}, fmt.Errorf("it must be a text or a reference {source, provider, id}")
	}
	text := func(key string) string { s, _ := n.At(key).Interface().(string); return s }
	ref := Ref{Source: text("source"), Provider: text("provider"), ID: text("id")}
	return Input{Ref: &ref}, ref.check()
}

// check holds a reference to the contract.
func (r Ref) check() error {
	g := grammar()
	if !g.provider.MatchString(r.Provider) {
		return fmt.Errorf("its provider is %q; use lower-case letters, digits, - and _", r.Provider)
	}
	ok := false
	switch r.Source {
	case "env", "store":
		ok = g.name.MatchString(r.ID)
	case "file":
		ok = g.pointer.MatchString(r.ID)
	case "exec":
		ok = g.exec.MatchString(r.ID)
		for part := range strings.SplitSeq(r.ID, "/") {
			ok = ok && part != "." && part != ".."
		}
	default:
		return fmt.Errorf("its source is %q; it must be env, file, exec or store", r.Source)
	}
	if !ok {
		return fmt.Errorf("its id %q is not valid for source %s", r.ID, r.Source)
	}
	return nil
}
