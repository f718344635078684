package value

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// cutPart takes a part of a value away, as far as that can be told: exactly where all that counts is
// spelled out in the value.
func cutPart(value string, e argv.Expansion) string {
	if e.Else == nil || e.Else.Value == nil {
		return cutUnknown(value)
	}
	cut := *e.Else.Value
	switch {
	case !strings.ContainsAny(cut, "*?[\\"):
		if e.Cut[0] == '%' {
			return cutEnd(value, cut)
		}
		return cutBegin(value, cut)
	case !e.Else.Glob:
		return cutUnknown(value) // an asterisk in quotes
	case e.Cut == "##" && cut == "*/":
		return lastPart(value)
	case e.Cut == "%" && cut == "/*":
		return withoutLast(value)
	case e.Cut == "%" && cut == ".*":
		if end := strings.LastIndexByte(value, '.'); end > lastMark(value) {
			return value[:end]
		}
	}
	return cutUnknown(value)
}

// lastMark is where the last character stands of those that stand for what is not known; -1 for none.
func lastMark(value string) int { return strings.LastIndexFunc(value, mark.Is) }

// cutEnd is a value without a text at its end, where it has it.
func cutEnd(value, cut string) string {
	last := lastMark(value)
	end := value[last+1:]
	switch {
	case strings.HasSuffix(end, cut):
		return strings.TrimSuffix(value, cut)
	case len(end) >= len(cut) || !strings.HasSuffix(cut, end):
		return value
	case end != "" || strings.Contains(cut, "/"):
		return cutUnknown(value)
	}
	switch value[last] {
	case mark.Part, mark.Many, mark.Listed, mark.Anything:
		return value // with it, or without: nothing more is known of either
	}
	return cutUnknown(value)
}

// cutBegin is a value without a text at its begin, where it has it.
func cutBegin(value, cut string) string {
	first := strings.IndexFunc(value, mark.Is)
	if first < 0 {
		return strings.TrimPrefix(value, cut)
	}
	switch begin := value[:first]; {
	case strings.HasPrefix(begin, cut):
		return value[len(cut):]
	case len(begin) >= len(cut) || !strings.HasPrefix(cut, begin):
		return value
	case begin == "" && !strings.Contains(cut, "/") && (value[0] == mark.Part || value[0] == mark.Many):
		return mark.UnknownPart + value[1:] // what is left may begin with a dot
	}
	return cutUnknown(value)
}

// lastPart is what stands behind the last slash of a value.
func lastPart(value string) string {
	last := value[strings.LastIndexByte(value, '/')+1:]
	if strings.ContainsAny(last, string([]rune{mark.Anything, mark.Open})) {
		return mark.UnknownPart
	}
	return strings.ReplaceAll(last, string(mark.Listed), mark.UnknownPart)
}

// withoutLast is what stands before the last slash of a value, which is all of it where it has none.
func withoutLast(value string) string {
	i := strings.LastIndexByte(value, '/')
	switch {
	case strings.ContainsAny(value[i+1:], string([]rune{mark.Anything, mark.Listed, mark.Open})):
		return cutUnknown(value)
	case i < 0:
		return value
	case strings.HasSuffix(value[:i], string(mark.Listed)):
		return mark.Unknown // the folder of a search as well
	}
	return value[:i]
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
