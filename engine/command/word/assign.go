package word

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// DecodeAssign is an assignment seen as a word.
func DecodeAssign(t *script.Text, as *syntax.Assign, d command.Dialect) argv.Word {
	word, _ := ReadAssign(t, as, d)
	return word
}

// ReadAssign is an assignment seen as a word, and what [Read] finds in it.
func ReadAssign(t *script.Text, as *syntax.Assign, d command.Dialect) (argv.Word, []document.Span) {
	from, to := int(as.Pos().Offset()), int(as.End().Offset())
	if as.Name == nil && as.Value != nil {
		return Read(t, as.Value, d)
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
	v, odd := Read(t, as.Value, d)
	w.Quote, w.Params, w.Substitutes, w.Tilde = v.Quote, v.Params, v.Substitutes, v.Tilde
	if v.Value != nil {
		whole := head + *v.Value
		w.Value, w.Prefix, w.Suffix = &whole, whole, whole
	} else {
		w.Prefix, w.Suffix = head+v.Prefix, v.Suffix
	}
	return w, odd
}
