package schema

import (
	"strings"
)

// kinds is a set of the types that a value may have.
type kinds uint8

const (
	kindNull kinds = 1 << iota
	kindBool
	kindInt
	kindFloat // a number that is not whole
	kindString
	kindList
	kindObject

	kindNumber = kindInt | kindFloat
	kindAny    = kindNull | kindBool | kindNumber | kindString | kindList | kindObject
)

// spec is what one place of a document may hold: a choice of variants.
type spec struct {
	// name is the definition that the spec stands for, "" inside of one.
	name string
	doc  string
	alts []*alt
	// def is the value that stands for a missing one.
	def    any
	hasDef bool
}

// alt is one variant of a spec. The zero checks of a variant accept every value
// of its kinds.
type alt struct {
	kinds kinds
	// consts, if any, are the only values.
	consts []any
	checks []check
	object *object
	list   *list
}

// check is a limit on a scalar, or on the length of a string or list.
type check struct {
	op   checkOp
	num  float64
	text string // the pattern, or the string of a comparison
	re   *expression
	says string
	hint string
}

type checkOp uint8

const (
	opMin checkOp = iota // value >= num
	opMax
	opAbove // value > num
	opBelow
	opMatch
	opNotMatch
	opNot // value != text
	opMinRunes
	opMaxRunes
	opMinItems
	opMaxItems
)

// object is the shape of an object. A key is looked up in fields, then in
// patterns; if neither has it, it is unknown unless open.
type object struct {
	fields   []*field
	index    map[string]*field
	patterns []*pattern
	open     bool
	// near: the object is open, but a key that nearly spells a known one is
	// reported.
	near bool
	// beside: also where the known key is there, too: one of the two says what does
	// not count.
	beside    bool
	retired   map[string]legacy
	conflicts []conflict
	rules     []ruleRef
}

type field struct {
	name     string
	doc      string
	required bool
	// optional fields are left out when nothing sets them; the others are
	// filled with what the schema says, an empty list or object if need be.
	optional bool
	spec     *spec
	hint     string
	// says replaces the generic sentence where the field is of a wrong type.
	says   string
	legacy *legacy
	merge  string
	// path: the value is a path, or a list of them; see [Schema.Beside].
	path bool
	// word is a value of a path that is none.
	word string
	// example is a value in CUE that shows what the field is for.
	example string
}

// legacy is an old key and what replaces it.
type legacy struct {
	replacedBy string
	since      string
	says       string
	// when, if set, is the only value that makes the key worth a word.
	when any
}

// pattern is a family of keys. A nil re takes every key.
type pattern struct {
	text string
	re   *expression
	says string
	spec *spec
}

type list struct {
	fixed []*spec
	rest  *spec // nil: no items beyond fixed
}

// conflict is a shape that an object must not have.
type conflict struct {
	when *spec
	at   []any
	on   string
	says string
	hint string
}

// ruleRef names a definition that computes violations; it is evaluated when one
// of the keys is present.
type ruleRef struct {
	def  string
	when []string
}

// anything is the spec of `_`.
func anything() *spec { return &spec{alts: []*alt{{kinds: kindAny}}} }

// isAny reports whether s takes every value.
func (s *spec) isAny() bool {
	return len(s.alts) == 1 && s.alts[0].isAny()
}

func (a *alt) isAny() bool {
	return a.kinds == kindAny && a.consts == nil && len(a.checks) == 0 && a.object == nil && a.list == nil
}

// both returns the spec of `s & t`: every pair of variants that can hold a
// value together.
func both(s, t *spec) *spec {
	if s.isAny() {
		return t
	}
	if t.isAny() {
		return s
	}
	out := &spec{doc: s.doc}
	for _, a := range s.alts {
		for _, b := range t.alts {
			if c := bothAlts(a, b); c != nil {
				out.alts = append(out.alts, c)
			}
		}
	}
	for _, x := range []*spec{s, t} {
		if x.hasDef {
			out.def, out.hasDef = x.def, true
		}
	}
	return out
}

func bothAlts(a, b *alt) *alt {
	c := &alt{kinds: a.kinds & b.kinds, checks: append(append([]check(nil), a.checks...), b.checks...)}
	if c.kinds == 0 {
		return nil
	}
	switch {
	case a.consts == nil:
		c.consts = b.consts
	case b.consts == nil:
		c.consts = a.consts
	default:
		for _, v := range a.consts {
			if containsConst(b.consts, v) {
				c.consts = append(c.consts, v)
			}
		}
		if c.consts == nil {
			return nil
		}
	}
	c.object = a.object
	if b.object != nil {
		c.object = bothObjects(a.object, b.object)
	}
	c.list = a.list
	if c.list == nil {
		c.list = b.list
	}
	return c
}

func bothObjects(a, b *object) *object {
	if a == nil {
		return b
	}
	c := &object{
		open: a.open && b.open, near: a.near || b.near, beside: a.beside || b.beside, index: map[string]*field{},
		patterns:  append(append([]*pattern(nil), a.patterns...), b.patterns...),
		conflicts: append(append([]conflict(nil), a.conflicts...), b.conflicts...),
		rules:     append(append([]ruleRef(nil), a.rules...), b.rules...),
		retired:   map[string]legacy{},
	}
	for _, o := range []*object{a, b} {
		for k, v := range o.retired {
			c.retired[k] = v
		}
		for _, f := range o.fields {
			c.add(f)
		}
	}
	return c
}

// add puts a field into o, joining it with one of the same name.
func (o *object) add(f *field) {
	old := o.index[f.name]
	if old == nil {
		o.index[f.name] = f
		o.fields = append(o.fields, f)
		return
	}
	joined := *old
	joined.spec = both(old.spec, f.spec)
	joined.required = old.required || f.required
	joined.doc = strings.TrimSpace(old.doc + "\n" + f.doc)
	*old = joined
}

func containsConst(list []any, v any) bool {
	for _, c := range list {
		if sameConst(c, v) {
			return true
		}
	}
	return false
}

// sameConst compares scalars; 1 and 1.0 are the same.
func sameConst(a, b any) bool {
	x, xok := number(a)
	y, yok := number(b)
	if xok && yok {
		return x == y
	}
	return xok == yok && a == b
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}
