package schema

import (
	"math"
	"slices"
	"unicode/utf8"
)

// run checks one document against a plan.
type run struct {
	strict bool // see source.strictChoice
	path   []any
	out    []Violation
	// rules evaluates a definition that computes violations.
	rules func(ref ruleRef, value any) []Violation
}

// kindOf returns the type of a neutral value, 0 for any other Go type. Whole
// floats are integers: 1.0 is 1 in JSON.
func kindOf(v any) kinds {
	switch v := v.(type) {
	case nil:
		return kindNull
	case bool:
		return kindBool
	case int64, int:
		return kindInt
	case float64:
		if v == math.Trunc(v) && !math.IsInf(v, 0) {
			return kindInt
		}
		return kindFloat
	case string:
		return kindString
	case []any:
		return kindList
	case map[string]any:
		return kindObject
	}
	return 0
}

func (r *run) add(code Code, on, message, hint string) {
	r.out = append(r.out, Violation{Code: code, Path: append([]any{}, r.path...), On: on, Message: message, Hint: hint})
}

func (r *run) push(p any) { r.path = append(r.path, p) }
func (r *run) pop()       { r.path = r.path[:len(r.path)-1] }

// refused reports whether any violation since mark makes the host refuse.
func (r *run) refused(mark int) bool {
	return slices.ContainsFunc(r.out[mark:], Violation.Refused)
}

// value checks one place. f is the field that it is the value of, or nil.
func (r *run) value(s *spec, v any, f *field) {
	k := kindOf(v)
	var only *alt
	fit, sameKind := 0, false
	for _, a := range s.alts {
		if a.kinds&k == 0 {
			continue
		}
		sameKind = true
		if a.consts == nil {
			only = a
			fit++
		} else if containsConst(a.consts, v) {
			return
		}
	}
	switch {
	case fit == 0:
		r.mismatch(s, v, k, sameKind, f)
	case fit == 1 && (!r.strict || len(s.alts) == 1 || k&(kindList|kindObject) == 0):
		r.alt(only, v, f)
	default:
		r.choice(s, v, k, f)
	}
}

// mismatch reports a value that has the type of no variant, or is none of the
// values of an enumeration.
func (r *run) mismatch(s *spec, v any, k kinds, sameKind bool, f *field) {
	hint := ""
	if f != nil {
		hint = f.hint
	}
	if values := s.enum(); sameKind && len(values) > 0 {
		if h := suggestValue(v, values); h != "" {
			hint = h
		}
		r.add(NotInEnum, OnValue, enumMessage(r.path, values, v), hint)
		return
	}
	if hint == "" {
		hint = retyped(s, v)
	}
	r.add(WrongType, OnValue, typeMessage(r.path, s, v, k, f), hint)
}

// alt checks a value of a fitting type against one variant.
func (r *run) alt(a *alt, v any, f *field) {
	for i := range a.checks {
		if !r.check(&a.checks[i], v, f) {
			break
		}
	}
	switch v := v.(type) {
	case []any:
		if a.list != nil {
			r.list(a.list, v, f)
		}
	case map[string]any:
		if a.object != nil {
			r.object(a.object, v)
		}
	}
}

// check applies one limit and reports whether it holds.
func (r *run) check(c *check, v any, f *field) bool {
	code, ok := c.holds(v)
	if ok {
		return true
	}
	hint := c.hint
	if hint == "" && f != nil {
		hint = f.hint
	}
	r.add(code, OnValue, limitMessage(r.path, c, v), hint)
	return false
}

func (c *check) holds(v any) (Code, bool) {
	switch c.op {
	case opMin, opMax, opAbove, opBelow:
		n, ok := number(v)
		return OutOfRange, !ok || c.compare(n)
	case opMinItems, opMaxItems:
		l, ok := v.([]any)
		return BadLength, !ok || c.length(len(l))
	}
	s, ok := v.(string)
	if !ok {
		return BadValue, true
	}
	switch c.op {
	case opMatch:
		return BadPattern, c.re.MatchString(s)
	case opNotMatch:
		return BadPattern, !c.re.MatchString(s)
	case opNot:
		return BadPattern, s != c.text
	}
	return BadLength, c.length(utf8.RuneCountInString(s))
}

func (c *check) compare(n float64) bool {
	switch c.op {
	case opMin:
		return n >= c.num
	case opMax:
		return n <= c.num
	case opAbove:
		return n > c.num
	}
	return n < c.num
}

func (c *check) length(n int) bool {
	if c.op == opMinItems || c.op == opMinRunes {
		return n >= int(c.num)
	}
	return n <= int(c.num)
}

func (r *run) list(l *list, items []any, f *field) {
	if len(items) < len(l.fixed) {
		r.add(BadLength, OnValue, limitMessage(r.path, &check{op: opMinItems, num: float64(len(l.fixed))}, items), "")
		return
	}
	if l.rest == nil && len(items) > len(l.fixed) {
		r.add(BadLength, OnValue, limitMessage(r.path, &check{op: opMaxItems, num: float64(len(l.fixed))}, items), "")
		return
	}
	for i, v := range items {
		s := l.rest
		if i < len(l.fixed) {
			s = l.fixed[i]
		}
		if s.isAny() {
			continue
		}
		r.push(i)
		r.value(s, v, itemField(f))
		r.pop()
	}
}

// itemField is what is said of the items of a field: its sentences, without
// those about the key itself.
func itemField(f *field) *field {
	if f == nil || (f.says == "" && f.hint == "") {
		return nil
	}
	return &field{hint: f.hint}
}

func (r *run) object(o *object, m map[string]any) {
	mark, seen := len(r.out), 0
	for _, f := range o.fields {
		v, ok := m[f.name]
		if !ok {
			if f.required {
				r.push(f.name)
				r.add(MissingKey, OnKey, missingMessage(r.path, f), f.hint)
				r.pop()
			}
			continue
		}
		seen++
		r.push(f.name)
		if f.legacy != nil && (f.legacy.when == nil || f.legacy.when == v) {
			message, hint := legacyMessage(r.path, *f.legacy, true)
			r.add(LegacyKey, OnKey, message, hint)
		}
		r.value(f.spec, v, f)
		r.pop()
	}
	if seen < len(m) {
		r.others(o, m)
	}
	for i := range o.conflicts {
		r.conflict(&o.conflicts[i], m)
	}
	if r.rules == nil || r.refused(mark) {
		return
	}
	for _, ref := range o.rules {
		if slices.ContainsFunc(ref.when, func(k string) bool { _, ok := m[k]; return ok }) {
			for _, v := range r.rules(ref, m) {
				v.Path = append(append([]any{}, r.path...), v.Path...)
				r.out = append(r.out, v)
			}
		}
	}
}

// others checks the keys that are no field of o.
func (r *run) others(o *object, m map[string]any) {
	for k, v := range m {
		if o.index[k] != nil {
			continue
		}
		r.push(k)
		r.other(o, m, k, v)
		r.pop()
	}
}

func (r *run) other(o *object, m map[string]any, key string, v any) {
	says := ""
	for _, p := range o.patterns {
		if p.re == nil || p.re.MatchString(key) {
			r.value(p.spec, v, nil)
			return
		}
		says = p.says
	}
	if old, ok := o.retired[key]; ok {
		message, hint := legacyMessage(r.path, old, false)
		r.add(UnknownKey, OnKey, message, hint)
		return
	}
	if says != "" {
		r.add(BadPattern, OnKey, "key "+quote(key)+" "+says, "")
		return
	}
	if o.open && !o.near {
		return
	}
	near := nearestKey(o, m, key)
	if near == "" && o.beside {
		near = Nearest(key, fieldNames(o))
	}
	if o.open && near == "" {
		return
	}
	hint := keysHint(o)
	if near == "" {
		near = meantKey(o, m, key)
	}
	if near != "" {
		hint = "did you mean " + quote(near) + "?"
	}
	r.add(UnknownKey, OnKey, unknownMessage(r.path, key), hint)
}

// conflict reports an object that has a shape it must not have.
func (r *run) conflict(c *conflict, m map[string]any) {
	sub := &run{strict: false}
	sub.value(c.when, m, nil)
	if sub.refused(0) {
		return
	}
	r.path = append(r.path, c.at...)
	r.add(Conflict, c.on, c.says, c.hint)
	r.path = r.path[:len(r.path)-len(c.at)]
}
