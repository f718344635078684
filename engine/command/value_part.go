package command

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// cutPart takes a part of a value away, as far as that can be told.
func cutPart(value string, e argv.Expansion) string {
	if e.Else == nil || e.Else.Value == nil || strings.ContainsAny(value, string([]rune{anything, listed, varOpen})) {
		return cutUnknown(value)
	}
	cut := *e.Else.Value
	plain := !strings.ContainsAny(cut, "*?[\\")
	switch {
	case plain && e.Cut[0] == '%':
		return strings.TrimSuffix(value, cut)
	case plain:
		return strings.TrimPrefix(value, cut)
	case e.Cut == "##" && cut == "*/":
		return path.Base("/" + value)
	case e.Cut == "%" && cut == "/*":
		if i := strings.LastIndexByte(value, '/'); i >= 0 {
			return value[:i]
		}
		return value
	}
	return cutUnknown(value)
}

// cutUnknown is some part of a value. Of the path of a listed file that is some
// path as well, of a value without a slash a name.
func cutUnknown(value string) string {
	switch {
	case strings.HasPrefix(value, string(varOpen)) && strings.HasSuffix(value, string(varClose)):
		// What the environment has is nobody's here, nor are parts of it.
		return string(varOpen) + string(partMark) + strings.TrimLeft(value[1:], string(partMark))
	case strings.ContainsRune(value, anything) || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.ContainsRune(value, varOpen):
		return unknownValue
	case strings.ContainsRune(value, listed):
		return string(listed)
	case strings.Contains(value, "/"):
		return unknownValue
	}
	return unknownPart
}

// dirOf is the folder of a path of which something may not be known.
func dirOf(value string) string {
	i := strings.LastIndexByte(value, '/')
	last := value[i+1:]
	switch {
	case strings.ContainsRune(last, anything):
		return unknownValue
	case strings.ContainsRune(last, varOpen) && i < 0:
		return cutUnknown(value) // a folder of the environment, as what is in it
	case strings.ContainsRune(last, listed):
		return value
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return value[:i]
}
