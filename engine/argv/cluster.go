package argv

import "strings"

// OptionValue finds the value of a short option, attached or in the next word.
func OptionValue(args []Word, letter, values string) *Word {
	for i, w := range args {
		v := w.Prefix
		if !strings.HasPrefix(v, "-") || v == "--" {
			return nil
		}
		for j := 1; j < len(v); j++ {
			if string(v[j]) == letter {
				if j+1 < len(v) || w.Value == nil {
					rest := w
					rest.Prefix = v[j+1:]
					if w.Value != nil {
						s := v[j+1:]
						rest.Value, rest.Suffix = &s, s
					}
					return &rest
				}
				if i+1 < len(args) {
					return &args[i+1]
				}
				return nil
			}
			if strings.IndexByte(values, v[j]) >= 0 {
				break
			}
		}
	}
	return nil
}

// HasLetter reports whether some word is a cluster with the letter.
func HasLetter(args []Word, letter byte) bool {
	for _, w := range args {
		if strings.HasPrefix(w.Prefix, "-") && strings.IndexByte(w.Prefix, letter) > 0 {
			return true
		}
		if w.Value == nil && w.Prefix == "" {
			return true
		}
	}
	return false
}
