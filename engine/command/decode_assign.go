package command

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
)

// assignWord is an assignment seen as a word.
func (a *record) assignWord(as *syntax.Assign, sc scope) argv.Word {
	word, odd := decodeAssign(sc.t, as, sc.dialect)
	a.odd(sc.t, odd)
	return word
}

// DecodeAssign is an assignment seen as a word.
func DecodeAssign(t *Text, as *syntax.Assign, d Dialect) argv.Word {
	word, _ := decodeAssign(t, as, d)
	return word
}

func decodeAssign(t *Text, as *syntax.Assign, d Dialect) (argv.Word, []span2) {
	from, to := int(as.Pos().Offset()), int(as.End().Offset())
	if as.Name == nil && as.Value != nil {
		return decode(t, as.Value, d)
	}
	shown := t.Src[from:min(to, len(t.Src))]
	w := argv.Word{Text: shown, Quote: "none", Params: []string{}, Span: t.Span(from, to)}
	if as.Name == nil {
		return w, nil
	}
	head := as.Name.Value
	switch {
	case as.Naked && as.Index == nil:
		v := head
		w.Value, w.Prefix, w.Suffix = &v, v, v
		return w, nil
	case as.Append:
		head += "+="
	default:
		head += "="
	}
	w.Prefix = head
	if as.Value == nil || as.Index != nil {
		if as.Array == nil && as.Index == nil {
			w.Value, w.Suffix = &head, head
		}
		return w, nil
	}
	v, odd := decode(t, as.Value, d)
	w.Quote, w.Params, w.Substitutes, w.Tilde = v.Quote, v.Params, v.Substitutes, v.Tilde
	if v.Value != nil {
		whole := head + *v.Value
		w.Value, w.Prefix, w.Suffix = &whole, whole, whole
	} else {
		w.Prefix, w.Suffix = head+v.Prefix, v.Suffix
	}
	return w, odd
}
