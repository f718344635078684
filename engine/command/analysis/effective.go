package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// effective are the words of a command with variables replaced that this very
// text sets once, to a static value: a command line must not hide an option by
// putting it into a variable first.
func effective(args []argv.Word, given []argv.Assignment) []argv.Word {
	changed := false
	for _, w := range args {
		if w.Value == nil && len(w.Params) > 0 {
			changed = true
			break
		}
	}
	if !changed || len(given) == 0 {
		return args
	}
	out := make([]argv.Word, 0, len(args))
	for i, w := range args {
		value, ok := constant(w, given)
		if i == 0 || !ok {
			out = append(out, w)
			continue
		}
		fields := []string{*value.Value}
		if w.Splits {
			fields = strings.Fields(*value.Value)
		}
		for _, f := range fields {
			one := w
			v := f
			one.Value, one.Prefix, one.Suffix, one.Splits = &v, v, v, false
			one.Tilde = value.Tilde && strings.HasPrefix(f, "~") // written out where it was set
			one.Glob = w.Splits && strings.ContainsAny(f, "*?[") // the shell takes it for a pattern
			out = append(out, one)
		}
	}
	return out
}

// constant is the value of a word that is one variable which the text sets
// exactly once before it.
func constant(w argv.Word, given []argv.Assignment) (*argv.Word, bool) {
	if w.Value != nil || len(w.Params) != 1 {
		return nil, false
	}
	if bare := strings.Trim(w.Text, `"`); bare != "$"+w.Params[0] && bare != "${"+w.Params[0]+"}" {
		return nil, false
	}
	var found *argv.Word
	for _, v := range given {
		if v.Name == nil || *v.Name != w.Params[0] {
			continue
		}
		if found != nil || v.Value == nil || v.Value.Value == nil || v.Op != "=" || v.How == "for" || v.How == "read" {
			return nil, false
		}
		found = v.Value
	}
	return found, found != nil
}
