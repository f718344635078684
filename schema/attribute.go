package schema

import (
	"fmt"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
)

// attribute is a parsed `@name(arg, key="value")`. The attributes that the
// schemas use:
//
//	@says("must be …")       the sentence for a value that breaks the pattern
//	@hint("…")               what to do, for any violation of the field
//	@legacy(replacedBy="x", since="2026.8.1", when=true)
//	                         a key that is still taken; when limits it to a value
//	@retired("key", replacedBy="x", since="2026.8.1", says="…")
//	                         a key that is no longer taken (in the struct)
//	@near(beside)            report a key that nearly spells a known one
//	                         (in an open struct); with beside also where the known
//	                         one is there, too
//	@conflicts(#Def)         shapes that the struct must not have
//	@rules(#Def, "key", …)   violations computed by a definition, if a key is there
//	@path(except="word")     a path, or a list of paths, taken from the folder of
//	                         the settings file where it is relative; except is a word
//	                         that is no path
//	@merge(append)           lists of several layers are joined
//	@example("…")            a value for outlines, in CUE
type attribute struct {
	name string
	args []string
	opts map[string]string
}

// parseAttribute reads the text of an attribute, "@name(…)".
func parseAttribute(a *ast.Attribute) (attribute, error) {
	name, body := a.Split()
	out := attribute{name: name, opts: map[string]string{}}
	for body = strings.TrimSpace(body); body != ""; body = strings.TrimSpace(strings.TrimPrefix(body, ",")) {
		key := ""
		if i := strings.IndexAny(body, `=",`); i > 0 && body[i] == '=' {
			key, body = strings.TrimSpace(body[:i]), body[i+1:]
		}
		value, rest, err := attributeValue(body)
		if err != nil {
			return out, fmt.Errorf("attribute @%s: %w", name, err)
		}
		body = rest
		if key == "" {
			out.args = append(out.args, value)
		} else {
			out.opts[key] = value
		}
	}
	return out, nil
}

// attributeValue reads a quoted string or a bare word from the front of body.
func attributeValue(body string) (value, rest string, err error) {
	if strings.HasPrefix(body, `"`) {
		prefix, err := strconv.QuotedPrefix(body)
		if err != nil {
			return "", "", fmt.Errorf("read %q: %w", body, err)
		}
		value, err = strconv.Unquote(prefix)
		return value, body[len(prefix):], err
	}
	i := strings.IndexByte(body, ',')
	if i < 0 {
		i = len(body)
	}
	return strings.TrimSpace(body[:i]), body[i:], nil
}

func (a attribute) first() string {
	if len(a.args) == 0 {
		return ""
	}
	return a.args[0]
}

// attributes parses every attribute of a field.
func attributes(list []*ast.Attribute) (map[string]attribute, error) {
	if len(list) == 0 {
		return nil, nil
	}
	out := map[string]attribute{}
	for _, a := range list {
		p, err := parseAttribute(a)
		if err != nil {
			return nil, err
		}
		out[p.name] = p
	}
	return out, nil
}
