package schema

import (
	"math"
	"slices"
)

// choice checks a value that could be more than one variant: it is right when
// it fits any of them; else the variant that it comes nearest to speaks.
func (r *run) choice(s *spec, v any, k kinds, f *field) {
	var best, soft []Violation
	bestScore, softCount := math.MaxInt, 0
	variants, wrong := r.variants(s, v, k)
	if wrong != nil {
		r.whole([]Violation{*wrong})
		return
	}
	for _, a := range variants {
		sub := &run{strict: r.strict, path: r.path, rules: r.rules}
		sub.alt(a, v, f)
		if !sub.refused(0) {
			r.out = append(r.out, sub.out...)
			return
		}
		if score := distance(sub.out); score < bestScore {
			best, bestScore = sub.out, score
		}
		if allSoft(sub.out) {
			soft = sub.out
			softCount++
		}
	}
	if r.strict && softCount == 1 {
		best = soft
	} else if r.strict {
		r.whole(best)
		return
	}
	r.out = append(r.out, best...)
}

// whole reports the first refusal of a variant, in strict mode as one of the
// whole value.
func (r *run) whole(vs []Violation) {
	if !r.strict {
		r.out = append(r.out, vs...)
		return
	}
	i := slices.IndexFunc(vs, Violation.Refused)
	message := vs[i].Message
	if vs[i].Code != MissingKey { // which names the whole path
		message = subject(r.path) + ": " + message
	}
	r.add(BadValue, OnValue, message, vs[i].Hint)
}

// variants returns the variants that a value may be meant as. Where objects are
// told apart by the value of one key, it is the one that the key names; a key
// that names none, or is missing, is what is wrong with the value.
func (r *run) variants(s *spec, v any, k kinds) (list []*alt, wrong *Violation) {
	for _, a := range s.alts {
		if a.kinds&k != 0 && a.consts == nil {
			list = append(list, a)
		}
	}
	m, ok := v.(map[string]any)
	if !ok || len(list) < 2 {
		return list, nil
	}
	name, values := discriminator(list)
	if name == "" {
		return list, nil
	}
	r.push(name)
	defer r.pop()
	got, there := m[name]
	if !there {
		f := &field{name: name, spec: &spec{alts: []*alt{{kinds: kindString, consts: values}}}}
		return nil, &Violation{Code: MissingKey, Path: append([]any{}, r.path...), On: OnKey, Message: missingMessage(r.path, f)}
	}
	for i, c := range values {
		if sameConst(c, got) {
			return list[i : i+1], nil
		}
	}
	return nil, &Violation{
		Code: NotInEnum, Path: append([]any{}, r.path...), On: OnValue,
		Message: enumMessage(r.path, values, got), Hint: suggestValue(got, values),
	}
}

// discriminator finds a key that every variant requires, each with one value of
// its own, and these values in the order of the variants.
func discriminator(list []*alt) (name string, values []any) {
	first := list[0].object
	if first == nil {
		return "", nil
	}
	for _, f := range first.fields {
		values = values[:0]
		for _, a := range list {
			if a.object == nil || a.object.index[f.name] == nil {
				break
			}
			c := a.object.index[f.name].spec.enum()
			if len(c) != 1 || containsConst(values, c[0]) {
				break
			}
			values = append(values, c[0])
		}
		if len(values) == len(list) {
			return f.name, values
		}
	}
	return "", nil
}

// distance tells how far a value is from a variant. A wrong constant weighs
// most: it is what tells variants apart.
func distance(vs []Violation) int {
	n := 0
	for _, v := range vs {
		switch {
		case v.Code == NotInEnum:
			n += 100
		case v.Refused():
			n++
		}
	}
	return n
}

// allSoft reports whether every violation only breaks a limit.
func allSoft(vs []Violation) bool {
	return !slices.ContainsFunc(vs, func(v Violation) bool {
		switch v.Code {
		case OutOfRange, BadPattern, BadLength, Conflict, LegacyKey:
			return false
		}
		return true
	})
}
