package schema

import (
	"encoding/json"
	"fmt"
	"strings"
)

// outlineWidth is where the comments of an outline are wrapped.
const outlineWidth = 76

// Outline writes an empty document of a kind in CUE, for a person to fill in:
// its comments, and under each one the key with its default or an example, as a
// comment too. As it is written it sets nothing.
func (s *Schema) Outline(kind Kind) ([]byte, error) {
	root, err := s.outlined(kind)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	outline(&b, root, "")
	return []byte(b.String()), nil
}

// outlined is the object that documents of a kind are.
func (s *Schema) outlined(kind Kind) (*object, error) {
	p, err := s.plan(kind)
	if err != nil {
		return nil, err
	}
	if len(p.root.alts) != 1 || p.root.alts[0].object == nil {
		return nil, fmt.Errorf("outline %s: it is no object", kind)
	}
	return p.root.alts[0].object, nil
}

// outline writes the fields of an object. Objects stand open, so that the keys
// in them only need their comment sign taken away.
func outline(b *strings.Builder, o *object, indent string) {
	for i, f := range o.fields {
		if f.legacy != nil {
			continue // nobody should start with an old name
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		comment(b, indent+"//", f.doc)
		if inner := f.section(); inner != nil {
			fmt.Fprintf(b, "%s%s: {\n", indent, f.name)
			outline(b, inner, indent+"\t")
			fmt.Fprintf(b, "%s}\n", indent)
			continue
		}
		if values := f.spec.enum(); len(values) > 1 {
			comment(b, indent+"//", "One of "+showAll(values)+".")
		}
		for _, line := range strings.Split(f.name+": "+f.sample(), "\n") {
			fmt.Fprintf(b, "%s// %s\n", indent, line)
		}
	}
}

// section is the object that stands open in an outline, nil for a field that is shown
// with a value.
func (f *field) section() *object {
	if f.example == "" && len(f.spec.alts) == 1 && f.spec.alts[0].object != nil && len(f.spec.alts[0].object.fields) > 0 {
		return f.spec.alts[0].object
	}
	return nil
}

// sample is the value that an outline shows for a field.
func (f *field) sample() string {
	if f.example != "" {
		return f.example
	}
	if f.spec.hasDef {
		if text, err := json.Marshal(f.spec.def); err == nil {
			return string(text)
		}
	}
	if a := f.spec.alts[0]; a.list != nil {
		return "[]"
	}
	return "{}"
}

// comment writes a text as wrapped comment lines; sign is what they begin with.
func comment(b *strings.Builder, sign, text string) {
	line := sign
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > outlineWidth && line != sign {
			b.WriteString(line + "\n")
			line = sign
		}
		line += " " + word
	}
	if line != sign {
		b.WriteString(line + "\n")
	}
}
