package argv

import (
	"slices"
	"strings"
)

// match reports whether args[i] is an option of the rule, gives its value, and
// the index behind it.
func (r *programRule) match(spec *programSpec, args []Word, i int) (option string, value *Word, rest int, ok bool) {
	w := args[i]
	v := w.Prefix
	next := func() *Word {
		if i+1 < len(args) {
			return &args[i+1]
		}
		return nil
	}
	if slices.Contains(r.Word, v) && w.Value != nil {
		if len(r.Contains2) > 0 && !laterContains(args[i+1:], r.Contains2) {
			return "", nil, 0, false
		}
		return v, next(), i + 1, true
	}
	for _, p := range r.Prefix {
		if strings.HasPrefix(v, p) {
			rest := after(w, len(p))
			return p, &rest, i + 1, true
		}
	}
	name, _, eq := strings.Cut(v, "=")
	if spec.AbbreviatesSingle {
		name = wholeSingle(r.Single, name)
	}
	if slices.Contains(r.Single, name) && (eq || w.Value != nil) {
		switch {
		case r.Flag:
			return name, nil, i + 1, true
		case eq:
			val := after(w, strings.IndexByte(v, '=')+1)
			return name, &val, i + 1, true
		}
		return name, next(), i + 1, true
	}
	if strings.HasPrefix(v, "--") {
		if !r.longMatch(spec, name) {
			return "", nil, 0, false
		}
		if eq {
			val := after(w, len(name)+1)
			return r.full(name) + "=", &val, i + 1, true
		}
		return r.full(name), next(), i + 1, true
	}
	return r.shortMatch(spec, args, i)
}

// full is the unabbreviated name of a long option.
func (r *programRule) full(name string) string {
	for _, l := range r.Long {
		if strings.HasPrefix(l, name) {
			name, _, _ := strings.Cut(l, "=")
			return name
		}
	}
	return name
}

// longMatch reports whether name is one of the rule's long options or an
// abbreviation of one: --x and longer.
func (r *programRule) longMatch(spec *programSpec, name string) bool {
	for _, l := range r.Long {
		l, _, _ := strings.Cut(l, "=")
		if l == name {
			return true
		}
		if len(name) >= 3 && strings.HasPrefix(l, name) && !slices.Contains(spec.Safe, name) {
			return true
		}
	}
	return false
}

// shortMatch looks for the rule's letters in a cluster.
func (r *programRule) shortMatch(spec *programSpec, args []Word, i int) (option string, value *Word, rest int, ok bool) {
	w := args[i]
	v := w.Prefix
	if r.Short == "" || len(v) < 1 {
		return "", nil, 0, false
	}
	start := 1
	switch {
	case v[0] == '-' && len(v) > 1:
	case spec.Old && i == 1 && w.Value != nil && v[0] != '/' && v[0] != '.':
		start = 0
	default:
		return "", nil, 0, false
	}
	for j := start; j < len(v); j++ {
		if strings.IndexByte(r.Short, v[j]) >= 0 {
			option := "-" + v[j:j+1]
			switch {
			case r.Flag:
				return option, nil, i + 1, true
			case start == 1 && (j+1 < len(v) || w.Value == nil):
				val := after(w, j+1)
				return option, &val, i + 1, true
			case start == 0:
				return option, oldValue(spec, args, v, j), i + 1, true
			case i+1 < len(args):
				return option, &args[i+1], i + 2, true
			}
			return option, nil, i + 1, true
		}
		if strings.IndexByte(spec.ShortValues, v[j]) >= 0 && start == 1 {
			return "", nil, 0, false
		}
	}
	return "", nil, 0, false
}

// oldValue finds the value of a letter of tar's first word: values stand in
// the order of their letters.
func oldValue(spec *programSpec, args []Word, cluster string, at int) *Word {
	n := 2
	for j := 0; j < at; j++ {
		if strings.IndexByte(spec.ShortValues, cluster[j]) >= 0 || cluster[j] == 'I' || cluster[j] == 'F' {
			n++
		}
	}
	if n < len(args) {
		return &args[n]
	}
	return nil
}

func laterContains(args []Word, list []string) bool {
	for _, w := range args {
		if ContainsAny(w.Shape(), list) {
			return true
		}
	}
	return false
}

// wholeSingle is the option that name abbreviates, as getopt_long_only allows:
// with one dash or two.
func wholeSingle(list []string, name string) string {
	if slices.Contains(list, name) || len(name) < 3 || name[0] != '-' {
		return name
	}
	bare := strings.TrimLeft(name, "-")
	for _, o := range list {
		if len(bare) > 1 && strings.HasPrefix(strings.TrimLeft(o, "-"), bare) {
			return o
		}
	}
	return name
}
