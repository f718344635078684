package grammar

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
)

// Role is what a word is for: a name of the list in roles, and what stands behind
// its colon (the language of code, the names that a value may have).
type Role struct {
	Name string
	Of   []string
	// Extent is what of a folder is read where the role is about reading: see Place.
	Extent string
}

// The values of [Place.Extent].
const (
	ExtentTree  = "tree"
	ExtentNames = "names"
)

const roleFlag = "flag"

// harmlessRoles are those of words that can do no more than be shown, compared or counted.
func harmlessRoles() []string {
	return []string{roleFlag, "text", "number", "name", "names", "kind", "method", "pattern", "ignored", "word", "host", "ref", "remote"}
}

// tellingRoles are all others.
func tellingRoles() []string {
	return []string{
		"url", "data", "param", "image", "read", "read-tree", "read-names",
		"secret", "folder", "write", "append", "into", "delete", "delete-tree", "mode", "mode-tree", "save", "link", "device",
		"read-remote", "write-remote", "bind", "mount", "bind-device",
		"program", "command", "command;", "shell", "code", "run",
		"library", "config", "package", "repository", "variable", "setting", "key", "value",
	}
}

// known reports whether there is a role of a name.
func known(name string) bool {
	return slices.Contains(harmlessRoles(), name) || slices.Contains(tellingRoles(), name)
}

// effects are what an option or a program does beside taking its words.
func effects() []string {
	return append(mildEffects(), "deletes", "writes", "network", "runs", "daemon", "privilege", "secrets", "publishes", "alters", "away", "more")
}

// mildEffects are those of them for which a command is asked about less.
func mildEffects() []string { return []string{"info", "dry", "here"} }

// speaksFor reports whether an effect is one for which a command is asked about less.
func speaksFor(effect string) bool { return slices.Contains(mildEffects(), effect) }

// harmless reports whether a word of this role can be any text.
func (r Role) harmless() bool { return slices.Contains(harmlessRoles(), r.Name) }

// parseRole reads ROLE, ROLE:OF and flag:EFFECT, which gives the effect as well.
func parseRole(text string) (Role, []string, error) {
	name, of, has := strings.Cut(text, ":")
	if !known(name) {
		return Role{}, nil, fmt.Errorf("there is no role %q", text)
	}
	switch {
	case name == roleFlag && has:
		return Role{Name: roleFlag}, []string{of}, checkEffect(of)
	case name == "name" || name == "names" || name == "kind" || name == "method":
		if of == "" {
			return Role{}, nil, fmt.Errorf("role %q: which names?", text)
		}
		return Role{Name: name, Of: strings.Split(of, "|")}, nil, nil
	case name == "image":
		if of != "read" && of != "write" {
			return Role{}, nil, fmt.Errorf("role %q: an image is for read or write", text)
		}
		return Role{Name: name, Of: []string{of}}, nil, nil
	case name == "code":
		if of == "" {
			return Role{}, nil, errors.New("code of which language?")
		}
		return Role{Name: name, Of: []string{of}}, nil, nil
	case has:
		return Role{}, nil, fmt.Errorf("there is no role %q", text)
	case name == "read-tree":
		return Role{Name: "read", Extent: ExtentTree}, nil, nil
	case name == "read-names":
		return Role{Name: "read", Extent: ExtentNames}, nil, nil
	}
	return Role{Name: name}, nil, nil
}

func checkEffect(text string) error {
	name, of, has := strings.Cut(text, ":")
	if name == effectBrings {
		return checkBrought(of, has)
	}
	if !has {
		if !slices.Contains(effects(), name) {
			return fmt.Errorf("there is no effect %q", text)
		}
		return nil
	}
	if name != "stdin" && name != "operands" {
		return fmt.Errorf("there is no effect %q", text)
	}
	_, _, err := parseRole(of)
	return err
}

// parts reads the meanings of an option or operand: ROLE[*|?] [ROLE…] [EFFECT…]
// [if OPTION…] [unless OPTION…], separated by ";". Further roles are those of
// further words.
func (e *Entry) parts(text string) ([]part, error) {
	var out []part
	for _, one := range splitParts(text) {
		p, err := e.part(strings.Fields(one))
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// splitParts separates by ";" unless it belongs to the role "command;".
func splitParts(text string) []string {
	const kept = "command\x00"
	parts := strings.Split(strings.ReplaceAll(text, "command;", kept), ";")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(p, kept, "command;")
	}
	return parts
}

func (e *Entry) part(words []string) (part, error) {
	var p part
	if len(words) == 0 {
		return p, errors.New("a role is missing")
	}
	role := words[0]
	role, p.many = strings.CutSuffix(role, "*")
	role, p.optional = strings.CutSuffix(role, "?")
	var err error
	if p.role, p.effects, err = parseRole(role); err != nil {
		return p, err
	}
	into := "effect"
	for _, w := range words[1:] {
		switch {
		case w == "if" || w == "unless":
			into = w
		case into == "effect" && p.role.Name != roleFlag && isRole(w):
			r, _, err := parseRole(w)
			if err != nil {
				return p, err
			}
			p.then = append(p.then, r)
		case into == "effect":
			if err := checkEffect(w); err != nil {
				return p, err
			}
			p.effects = append(p.effects, w)
		default:
			o := e.find(w)
			if o == nil {
				return p, fmt.Errorf("%s %s: there is no such option", into, w)
			}
			if into == "if" {
				p.when = append(p.when, o)
			} else {
				p.unless = append(p.unless, o)
			}
		}
	}
	return p, nil
}

// isRole reports whether a word names a role, not an effect.
func isRole(w string) bool {
	name, _, _ := strings.Cut(w, ":")
	return known(name)
}

// checkOption wants that the number of words that an option takes does not depend
// on other options: they may stand behind it.
func checkOption(o *option, parts []part) error {
	for _, p := range parts {
		switch {
		case p.many:
			return errors.New("an option takes one value")
		case (p.role.Name == roleFlag) != (parts[0].role.Name == roleFlag), p.optional != parts[0].optional, len(p.then) != len(parts[0].then):
			return errors.New("it takes a value under some conditions only")
		}
	}
	for _, name := range o.names {
		if strings.HasSuffix(name, "*") && len(name) > 2 && parts[0].role.Name == roleFlag {
			return fmt.Errorf("%s has a text behind it, so that it is not a flag", name)
		}
	}
	return nil
}

// checkRest looks at the fields that say roles beside options and operands.
func (e *Entry) checkRest() error {
	for what, list := range map[string]map[string]string{"variable": e.Environment, "setting": e.Settings} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if _, _, err := parseRole(list[name]); err != nil {
				return fmt.Errorf("%s %q: %w", what, name, err)
			}
		}
	}
	for _, pattern := range e.Files {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" || e.parent != nil {
			return fmt.Errorf("file %q: it is no pattern, or that of a sub-command", pattern)
		}
	}
	for _, effect := range e.Effect {
		if effect == "package" {
			continue
		}
		if err := checkEffect(effect); err != nil {
			return err
		}
	}
	return nil
}

// allPlain reports whether no option that the entry classes does more than take
// text, read a file or print.
func (e *Entry) allPlain() bool {
	for up := e; up != nil; up = up.parent {
		if up != e && !up.Global {
			continue
		}
		for _, o := range up.known {
			for _, p := range o.parts {
				if !p.role.harmless() && p.role.Name != "read" || slices.ContainsFunc(p.effects, func(s string) bool { return s != "info" && s != "dry" }) {
					return false
				}
			}
		}
	}
	return true
}

func keysOf[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }
