package schema

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// OutlineYAML is [Schema.Outline] in YAML. A setting has its "#" in the first column and
// no blank after it, so that each is one character away from being set, and what it
// lies in as well; a comment has a blank.
func (s *Schema) OutlineYAML(kind Kind) ([]byte, error) {
	root, err := s.outlined(kind)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := outlineYAML(&b, root, ""); err != nil {
		return nil, fmt.Errorf("outline %s: %w", kind, err)
	}
	return []byte(b.String()), nil
}

func outlineYAML(b *strings.Builder, o *object, indent string) error {
	for i, f := range o.fields {
		if f.legacy != nil {
			continue
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		comment(b, indent+"#", f.doc)
		if inner := f.section(); inner != nil {
			fmt.Fprintf(b, "#%s%s:\n", indent, f.name)
			if err := outlineYAML(b, inner, indent+"  "); err != nil {
				return err
			}
			continue
		}
		if values := f.spec.enum(); len(values) > 1 {
			comment(b, indent+"#", "One of "+showAll(values)+".")
		}
		text, err := sampleYAML(f.name, f.sample())
		if err != nil {
			return err
		}
		for line := range strings.Lines(text) {
			fmt.Fprintf(b, "#%s%s", indent, line)
		}
	}
	return nil
}

// sampleYAML writes a key with a value that is given in CUE.
func sampleYAML(name, sample string) (string, error) {
	ctx, err := newContext()
	if err != nil {
		return "", err
	}
	text, err := ctx.CompileString(fmt.Sprintf("%q: %s", name, sample)).MarshalJSON()
	if err != nil {
		return "", fmt.Errorf("read the example of %s: %w", name, err)
	}
	out, err := document.JSONToYAML(text)
	if err != nil {
		return "", fmt.Errorf("write the example of %s: %w", name, err)
	}
	return out, nil
}
