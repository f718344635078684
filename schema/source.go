package schema

import (
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

// definitions are the top-level fields of some schema files, by name.
type definitions map[string]*ast.Field

// parse reads schema files from the embedded folder.
func parse(names []string) (definitions, error) {
	defs := definitions{}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read schema %q: %w", name, err)
		}
		file, err := parser.ParseFile(name, text, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("parse schema %q: %w", name, err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.Field)
			if !ok {
				continue
			}
			if id, ok := f.Label.(*ast.Ident); ok {
				if defs[id.Name] != nil {
					return nil, fmt.Errorf("parse schema %q: %s is defined twice", name, id.Name)
				}
				defs[id.Name] = f
			}
		}
	}
	return defs, nil
}
