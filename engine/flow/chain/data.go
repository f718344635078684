package chain

import (
	"context"
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of what is read of the settings that a package has for its programs.
const (
	maxData      = 64 << 10
	maxDataNodes = 2000
)

// parses reports whether a call makes values of a text that has them written out.
func parses(name string) bool {
	switch name {
	case "json.load", "json.loads", "JSON.parse", "tomllib.load", "tomllib.loads", "tomli.load", "tomli.loads", "toml.load", "toml.loads", "yaml.safe_load", "yaml.load", "yaml.parse", "js-yaml.load":
		return true
	}
	return false
}

// parsed is what a call comes to that reads a file of settings of the package; nil for
// another call. The address that a program sends to may stand there.
func (e *engine) parsed(name string, a *args) *value {
	if e.data == nil || e.here == nil || len(a.list) == 0 || !parses(name) || len(e.all(a.list[0])) > 0 {
		return nil
	}
	return e.settings(readFrom(a.list[0]))
}

// settings is what a file of the package has written out, nil for one that there is not.
func (e *engine) settings(file string) *value {
	key := fileKey(file)
	if key == "" || e.data == nil || e.here == nil {
		return nil
	}
	format, ok := document.FormatOf(key)
	if !ok || format == document.CUE {
		return nil
	}
	dir := path.Dir(e.here.text.File)
	for _, name := range []string{path.Join(dir, key), key, path.Join(path.Dir(dir), key)} {
		text := e.data(name)
		if text == nil || len(text) > maxData {
			continue
		}
		if v, ok := e.read[name]; ok {
			return v
		}
		var v *value
		if doc, err := document.Parse(context.Background(), name, text, format, document.WithMaxNodes(maxDataNodes)); err == nil {
			e.cost(len(text) / 16)
			v = valueOf(doc.Root, 0)
		}
		e.read[name] = v
		return v
	}
	return nil
}

// valueOf is a node as a value of a program.
func valueOf(n *document.Node, depth int) *value {
	v := &value{}
	switch {
	case n == nil || depth > maxSpelled:
	case len(n.Members) > 0:
		v.fields = map[string]*value{}
		for _, m := range n.Members {
			if len(v.fields) < maxItems {
				v.fields[m.Key] = valueOf(m.Value, depth+1)
			}
		}
	case len(n.Items) > 0:
		for _, item := range n.Items[:min(len(n.Items), maxItems)] {
			v.items = append(v.items, valueOf(item, depth+1))
		}
	default:
		if s, ok := n.Value.(string); ok && len(s) <= way.MaxLength {
			v.texts = []string{s}
		}
	}
	return v
}

// readFrom is the name of the file that a value was read from, "" for none that is known.
func readFrom(v *value) string {
	for range maxNested {
		if v.made == nil || v.from != "" {
			return v.from
		}
		if r := named(tables().read, strings.TrimSuffix(v.name, "()")); r != nil && r.Into == "" {
			way := r.Path
			if way == "self" {
				way = "0"
			}
			if file := v.made.way(way); file != nil {
				return file.first()
			}
			return ""
		}
		if v.made.self == nil {
			return ""
		}
		v = v.made.self
	}
	return ""
}
