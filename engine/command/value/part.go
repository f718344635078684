package value

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// cutPart takes a part of a value away, as far as that can be told.
func cutPart(value string, e argv.Expansion) string {
	if e.Else == nil || e.Else.Value == nil || strings.ContainsAny(value, string([]rune{mark.Anything, mark.Listed, mark.Open})) {
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
	case strings.HasPrefix(value, string(mark.Open)) && strings.HasSuffix(value, string(mark.Close)):
		// What the environment has is nobody's here, nor are parts of it.
		return string(mark.Open) + string(mark.OfValue) + strings.TrimLeft(value[1:], string(mark.OfValue))
	case strings.ContainsRune(value, mark.Anything) || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.ContainsRune(value, mark.Open):
		return mark.Unknown
	case strings.ContainsRune(value, mark.Listed):
		return string(mark.Listed)
	case strings.Contains(value, "/"):
		return mark.Unknown
	}
	return mark.UnknownPart
}

// FolderOf is the folder of a path of which something may not be known.
func FolderOf(value string) string {
	i := strings.LastIndexByte(value, '/')
	last := value[i+1:]
	switch {
	case strings.ContainsRune(last, mark.Anything):
		return mark.Unknown
	case strings.ContainsRune(last, mark.Open) && i < 0:
		return cutUnknown(value) // a folder of the environment, as what is in it
	case strings.ContainsRune(last, mark.Listed):
		return value
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return value[:i]
}
