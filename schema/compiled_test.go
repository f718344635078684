package schema

import (
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write compiled.bin anew")

// TestCompiled: compiling the schema files anew gives what is embedded, and reading that
// gives what was compiled.
func TestCompiled(t *testing.T) {
	t.Parallel()
	var all []byte
	for _, src := range sources() {
		root, err := compilePlan(src)
		if err != nil {
			t.Fatal(err)
		}
		w := &plansWriter{seen: map[any]int{}}
		w.spec(root)
		all = appendText(all, string(src.kind))
		all = appendText(all, digestOf(src))
		all = appendText(all, string(w.out))
		read := (&plansReader{text: string(w.out)}).spec()
		if differ := difference(reflect.ValueOf(root), reflect.ValueOf(read), map[[2]uintptr]bool{}); differ != "" {
			t.Errorf("%s: reading the plan gives another one: %s", src.kind, differ)
		}
		if compiled(src) == nil && !*update {
			t.Errorf("%s: the plan is not that of its files", src.kind)
		}
	}
	if *update {
		if err := os.WriteFile("compiled.bin", all, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(all) != compiledPlans {
		t.Errorf("compiled.bin is not what the schema files are compiled to (%d bytes, want %d): run go generate ./schema", len(compiledPlans), len(all))
	}
}

// TestCompiledChanged: the plan of files that have changed since, and one that is cut
// off, is none.
func TestCompiledChanged(t *testing.T) {
	t.Parallel()
	src, _ := sourceOf(Skillctl)
	src.files = src.files[1:]
	if compiled(src) != nil {
		t.Error("the plan of other files is used")
	}
	src.files = []string{"missing.cue"}
	if compiled(src) != nil || digestOf(src) != "" {
		t.Error("the plan of a file that is missing is used")
	}
}

// difference says where two values differ, "" for nowhere. Functions are the same where
// both are there.
func difference(a, b reflect.Value, seen map[[2]uintptr]bool) string {
	if a.IsValid() != b.IsValid() {
		return "only one is there"
	}
	if !a.IsValid() {
		return ""
	}
	if a.Type() != b.Type() {
		return fmt.Sprintf("%s and %s", a.Type(), b.Type())
	}
	switch a.Kind() {
	case reflect.Func:
		if a.IsNil() != b.IsNil() {
			return "only one has a function"
		}
		return ""
	case reflect.Pointer:
		pair := [2]uintptr{a.Pointer(), b.Pointer()}
		if seen[pair] {
			return ""
		}
		seen[pair] = true
		return difference(a.Elem(), b.Elem(), seen)
	case reflect.Interface:
		return difference(a.Elem(), b.Elem(), seen)
	case reflect.Struct:
		for i := range a.NumField() {
			if differ := difference(a.Field(i), b.Field(i), seen); differ != "" {
				return a.Type().Field(i).Name + ": " + differ
			}
		}
		return ""
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
			return fmt.Sprintf("%d and %d elements", a.Len(), b.Len())
		}
		for i := range a.Len() {
			if differ := difference(a.Index(i), b.Index(i), seen); differ != "" {
				return fmt.Sprintf("%d: %s", i, differ)
			}
		}
		return ""
	case reflect.Map:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%d and %d keys", a.Len(), b.Len())
		}
		for _, key := range a.MapKeys() {
			if differ := difference(a.MapIndex(key), b.MapIndex(key), seen); differ != "" {
				return fmt.Sprintf("%s: %s", key, differ)
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return fmt.Sprintf("%v and %v", a, b)
	}
	return ""
}

// plansWriter writes what plansReader reads.
type plansWriter struct {
	out  []byte
	seen map[any]int
	next map[string]int
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

func (w *plansWriter) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *plansWriter) texts(all ...string) {
	for _, text := range all {
		w.out = appendText(w.out, text)
	}
}

func (w *plansWriter) bools(all ...bool) {
	for _, yes := range all {
		if yes {
			w.number(1)
		} else {
			w.number(0)
		}
	}
}

func (w *plansWriter) expression(e *expression) {
	w.bools(e != nil)
	if e != nil {
		w.texts(e.ascii)
	}
}

func share[T any](w *plansWriter, one *T, write func()) {
	if one == nil {
		w.number(0)
		return
	}
	if n, ok := w.seen[one]; ok {
		w.number(uint64(n) + 2)
		return
	}
	kind := fmt.Sprintf("%T", one)
	if w.next == nil {
		w.next = map[string]int{}
	}
	w.seen[one] = w.next[kind]
	w.next[kind]++
	w.number(1)
	write()
}

func each[T any](w *plansWriter, all []T, write func(T)) {
	if all == nil {
		w.number(0)
		return
	}
	w.number(uint64(len(all)) + 1)
	for _, one := range all {
		write(one)
	}
}

func (w *plansWriter) spec(s *spec) {
	share(w, s, func() {
		w.texts(s.name, s.doc)
		each(w, s.alts, w.alt)
		w.value(s.def)
		w.bools(s.hasDef)
	})
}

func (w *plansWriter) alt(a *alt) {
	share(w, a, func() {
		w.number(uint64(a.kinds))
		each(w, a.consts, w.value)
		each(w, a.checks, func(c check) {
			w.number(uint64(c.op))
			w.number(math.Float64bits(c.num))
			w.texts(c.text)
			w.expression(c.re)
			w.texts(c.says, c.hint)
		})
		w.object(a.object)
		share(w, a.list, func() {
			each(w, a.list.fixed, w.spec)
			w.spec(a.list.rest)
		})
	})
}

func (w *plansWriter) object(o *object) {
	share(w, o, func() {
		each(w, o.fields, w.field)
		each(w, o.patterns, func(p *pattern) {
			share(w, p, func() {
				w.texts(p.text)
				w.expression(p.re)
				w.texts(p.says)
				w.spec(p.spec)
			})
		})
		w.bools(o.open, o.near, o.beside)
		w.number(uint64(len(o.retired)))
		for _, name := range slices.Sorted(maps.Keys(o.retired)) {
			w.texts(name)
			w.legacy(o.retired[name])
		}
		each(w, o.conflicts, func(c conflict) {
			w.spec(c.when)
			each(w, c.at, w.value)
			w.texts(c.on, c.says, c.hint)
		})
		each(w, o.rules, func(r ruleRef) {
			w.texts(r.def)
			each(w, r.when, func(key string) { w.texts(key) })
		})
	})
}

func (w *plansWriter) field(f *field) {
	share(w, f, func() {
		w.texts(f.name, f.doc)
		w.bools(f.required, f.optional)
		w.spec(f.spec)
		w.texts(f.hint, f.says)
		w.bools(f.legacy != nil)
		if f.legacy != nil {
			w.legacy(*f.legacy)
		}
		w.texts(f.merge)
		w.bools(f.path)
		w.texts(f.word, f.example)
	})
}

func (w *plansWriter) legacy(l legacy) {
	w.texts(l.replacedBy, l.since, l.says)
	w.value(l.when)
}

func (w *plansWriter) value(v any) {
	switch v := v.(type) {
	case nil:
		w.number(valueNull)
	case bool:
		if v {
			w.number(valueTrue)
		} else {
			w.number(valueFalse)
		}
	case int64:
		w.number(valueInt)
		w.number(uint64(v))
	case float64:
		w.number(valueFloat)
		w.number(math.Float64bits(v))
	case string:
		w.number(valueText)
		w.texts(v)
	case []any:
		w.number(valueList)
		each(w, v, w.value)
	default:
		panic(fmt.Sprintf("a value of type %T", v))
	}
}
