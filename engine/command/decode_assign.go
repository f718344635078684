package command

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
)

// DecodeAssign is an assignment seen as a word.
func DecodeAssign(t *Text, as *syntax.Assign, d Dialect) argv.Word {
	word, _ := readAssign(t, as, d)
	return word
}

// readAssign is an assignment seen as a word, and what [readWord] finds in it.
func readAssign(t *Text, as *syntax.Assign, d Dialect) (argv.Word, []document.Span) {
	from, to := int(as.Pos().Offset()), int(as.End().Offset())
	if as.Name == nil && as.Value != nil {
		return readWord(t, as.Value, d)
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
	v, odd := readWord(t, as.Value, d)
	w.Quote, w.Params, w.Substitutes, w.Tilde = v.Quote, v.Params, v.Substitutes, v.Tilde
	if v.Value != nil {
		whole := head + *v.Value
		w.Value, w.Prefix, w.Suffix = &whole, whole, whole
	} else {
		w.Prefix, w.Suffix = head+v.Prefix, v.Suffix
	}
	return w, odd
}
