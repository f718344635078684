package schema

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"math"
)

// compiledPlans are the plans of all kinds, as the schema files were when somebody last
// ran `go generate ./schema`: for each kind its name, the digest of its files, and the
// plan with its length. A kind of which the files have changed is compiled from them.
//
//go:embed compiled.bin
var compiledPlans string

// digestOf digests the files that a kind is defined in; "" where one cannot be read.
func digestOf(src source) string {
	sum := sha256.New()
	for _, name := range src.files {
		text, err := files.ReadFile(name)
		if err != nil {
			return ""
		}
		_, _ = sum.Write(binary.AppendUvarint(nil, uint64(len(text))))
		_, _ = sum.Write(text)
	}
	return string(sum.Sum([]byte(src.def)))
}

// compiled is the plan of a kind as it was compiled before, nil where there is none of
// its files as they are.
func compiled(src source) (root *spec) {
	// What is broken is as good as none: the files say the same.
	defer func() {
		if recover() != nil {
			root = nil
		}
	}()
	for r := (&plansReader{text: compiledPlans}); r.text != ""; {
		kind, digest, text := r.string(), r.string(), r.string()
		if Kind(kind) == src.kind {
			if digest == "" || digest != digestOf(src) {
				return nil
			}
			return (&plansReader{text: text}).spec()
		}
	}
	return nil
}

// plansReader reads plans. What several places share is written where it is first
// mentioned, and has a number after that.
type plansReader struct {
	text     string
	specs    []*spec
	alts     []*alt
	objects  []*object
	fields   []*field
	patterns []*pattern
	lists    []*list
}

func (r *plansReader) number() int {
	n, size := binary.Uvarint([]byte(r.text[:min(len(r.text), binary.MaxVarintLen64)]))
	if size <= 0 {
		panic("a number is cut off")
	}
	r.text = r.text[size:]
	return int(n)
}

func (r *plansReader) bool() bool { return r.number() == 1 }

func (r *plansReader) string() string {
	n := r.number()
	text := r.text[:n]
	r.text = r.text[n:]
	return text
}

// shared reads what may have been mentioned before: 0 for nothing, 1 for what follows,
// and the number of what is known plus 2.
func shared[T any](r *plansReader, known *[]*T, read func(*T)) *T {
	switch n := r.number(); n {
	case 0:
		return nil
	case 1:
		one := new(T)
		*known = append(*known, one)
		read(one)
		return one
	default:
		return (*known)[n-2]
	}
}

// several reads a list; one that is not there is nil.
func several[T any](r *plansReader, read func() T) []T {
	n := r.number()
	if n == 0 {
		return nil
	}
	all := make([]T, n-1)
	for i := range all {
		all[i] = read()
	}
	return all
}

func (r *plansReader) spec() *spec {
	return shared(r, &r.specs, func(s *spec) {
		s.name, s.doc = r.string(), r.string()
		s.alts = several(r, r.alt)
		s.def, s.hasDef = r.value(), r.bool()
	})
}

func (r *plansReader) alt() *alt {
	return shared(r, &r.alts, func(a *alt) {
		a.kinds = kinds(r.number())
		a.consts = several(r, r.value)
		a.checks = several(r, r.check)
		a.object = r.object()
		a.list = shared(r, &r.lists, func(l *list) { l.fixed, l.rest = several(r, r.spec), r.spec() })
	})
}

func (r *plansReader) check() check {
	c := check{op: checkOp(r.number()), num: r.float(), text: r.string()}
	c.re = r.pattern(c.text)
	c.says, c.hint = r.string(), r.string()
	return c
}

// pattern is a regular expression, nil where there is none.
func (r *plansReader) pattern(text string) *expression {
	if !r.bool() {
		return nil
	}
	return newExpression(text, r.string())
}

func (r *plansReader) object() *object {
	return shared(r, &r.objects, func(o *object) {
		o.fields = several(r, r.field)
		o.index = make(map[string]*field, len(o.fields))
		for _, f := range o.fields {
			o.index[f.name] = f
		}
		o.patterns = several(r, func() *pattern {
			return shared(r, &r.patterns, func(p *pattern) {
				p.text = r.string()
				p.re, p.says, p.spec = r.pattern(p.text), r.string(), r.spec()
			})
		})
		o.open, o.near, o.beside = r.bool(), r.bool(), r.bool()
		o.retired = map[string]legacy{}
		for range r.number() {
			name := r.string()
			o.retired[name] = r.legacy()
		}
		o.conflicts = several(r, func() conflict {
			return conflict{when: r.spec(), at: several(r, r.value), on: r.string(), says: r.string(), hint: r.string()}
		})
		o.rules = several(r, func() ruleRef { return ruleRef{def: r.string(), when: several(r, r.string)} })
	})
}

func (r *plansReader) field() *field {
	return shared(r, &r.fields, func(f *field) {
		f.name, f.doc = r.string(), r.string()
		f.required, f.optional = r.bool(), r.bool()
		f.spec, f.hint, f.says = r.spec(), r.string(), r.string()
		if r.bool() {
			old := r.legacy()
			f.legacy = &old
		}
		f.merge, f.path, f.word, f.example = r.string(), r.bool(), r.string(), r.string()
	})
}

func (r *plansReader) legacy() legacy {
	return legacy{replacedBy: r.string(), since: r.string(), says: r.string(), when: r.value()}
}

func (r *plansReader) float() float64 { return math.Float64frombits(uint64(r.number())) }

// The kinds of values.
const (
	valueNull = iota
	valueFalse
	valueTrue
	valueInt
	valueFloat
	valueText
	valueList
)

func (r *plansReader) value() any {
	switch kind := r.number(); kind {
	case valueNull:
		return nil
	case valueFalse, valueTrue:
		return kind == valueTrue
	case valueInt:
		return int64(r.number())
	case valueFloat:
		return r.float()
	case valueText:
		return r.string()
	case valueList:
		return several(r, r.value)
	}
	panic("there is no such kind of value")
}
