// Package jq reads jq filters with the grammar of gojq. A filter writes nothing
// and runs nothing; it may read modules and the environment.
package jq

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Read reads one filter.
func Read(filter string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(filter) {
		return r
	}
	query, err := parse(filter)
	if err != nil {
		r.Refuse(0, "what is not a filter of jq ("+err.Error()+")")
		return r
	}
	w := walker{out: &r}
	w.walk(reflect.ValueOf(query))
	r.Comments(filter)
	return r
}

// parse parses a filter; a parser that panics has not understood it.
func parse(filter string) (query *gojq.Query, err error) {
	defer func() {
		if recover() != nil {
			query, err = nil, errors.New("the parser failed")
		}
	}()
	return gojq.Parse(filter)
}

// walker goes through the syntax tree.
type walker struct {
	out *reading.Reading
	// defined are the functions and parameters that the filter itself defines.
	defined []string
}

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		switch n := v.Interface().(type) {
		case *gojq.Import:
			w.out.Refuse(0, "a module that is read from a file")
			return
		case *gojq.FuncDef:
			w.define(n)
		case *gojq.Term:
			w.term(n)
		}
		w.walk(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				w.walk(v.Field(i))
			}
		}
	}
}

// define notes the names that a definition gives.
func (w *walker) define(d *gojq.FuncDef) {
	for _, name := range append([]string{d.Name}, d.Args...) {
		if slices.Contains(guarded(), name) {
			w.out.Refuse(0, fmt.Sprintf("a definition of %q", name))
		}
		w.defined = append(w.defined, name)
	}
}

// guarded are the names that reach the environment or files.
func guarded() []string {
	return []string{"env", "$ENV", "modulemeta", "get_search_list", "import", "include"}
}

// term judges a call.
func (w *walker) term(t *gojq.Term) {
	if t.Func == nil {
		return
	}
	name := t.Func.Name
	switch {
	case name == "env" || name == "$ENV":
		if one, ok := oneVariable(t.SuffixList); ok {
			w.out.Take(one)
		} else {
			w.out.Refuse(0, name+" without the name of a variable")
		}
	case strings.HasPrefix(name, "$") || slices.Contains(w.defined, name) || known(name):
	default:
		w.out.Refuse(0, fmt.Sprintf("the function %q", name))
	}
}

// oneVariable is the constant name of an index that comes first.
func oneVariable(list []*gojq.Suffix) (name string, ok bool) {
	if len(list) == 0 || list[0].Index == nil {
		return "", false
	}
	i := list[0].Index
	text := i.Str
	if i.Start != nil && !i.IsSlice && i.Start.Term != nil && len(i.Start.Term.SuffixList) == 0 {
		text = i.Start.Term.Str
	}
	if i.Name != "" {
		return i.Name, true
	}
	if text == nil || len(text.Queries) > 0 {
		return "", false
	}
	return text.Str, true
}
