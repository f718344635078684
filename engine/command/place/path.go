package place

import (
	"strings"

	"github.com/skillctl/skillctl/engine/command/mark"
)

// Paths as words give them, with marks for what is not known.

// pathParts are the parts of a text that look like paths: behind an option, a
// sign or a space.
func pathParts(s string) []string {
	var out []string
	cut := func(r rune) bool { return strings.ContainsRune("=:,;|<>()[]{}'\"`@% \t\n", r) }
	for _, part := range strings.FieldsFunc(s, cut) {
		if part == s {
			continue
		}
		if mark.Outside(part) {
			out = append(out, part)
		}
	}
	if len(s) > 2 && s[0] == '-' && s[1] != '-' {
		for i := 2; i < len(s) && i < 8; i++ {
			if (s[i] == '/' || s[i] == '~' || s[i] == '.') && mark.Outside(s[i:]) {
				out = append(out, s[i:])
				break
			}
		}
	}
	if len(out) > mark.MaxValues {
		return append(out[:mark.MaxValues], mark.Unknown)
	}
	return out
}

// shownPath writes a path for people: what is not known of it is an asterisk. A
// path that begins with what may be anything is none.
func shownPath(s string) string {
	if strings.HasPrefix(s, mark.Unknown) {
		return ""
	}
	if s == "" {
		return "."
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == mark.One:
			return '?'
		case r == mark.Anything:
			return '…'
		case r == mark.Open:
			return '$'
		case r == mark.Close || r == mark.OfValue && strings.ContainsRune(s, mark.Open):
			return -1
		case mark.Is(r):
			return '*'
		}
		return r
	}, s)
}

// ordinary reports whether a path is made of plain names below the working
// directory.
func ordinary(s string) bool {
	return s != "" && s[0] != '/' && s[0] != '~' && s[0] != '.' && !strings.Contains(s, "/.")
}

// tidy takes "//", "/./" and ".." out of a path. A ".." behind a part that is not
// known stays unknown.
func tidy(s string) string {
	if strings.HasPrefix(s, string(mark.Open)) {
		name, rest, _ := strings.Cut(s, string(mark.Close))
		return name + string(mark.Close) + "/" + tidyBehind(rest)
	}
	root := ""
	if strings.HasPrefix(s, "/") {
		root = "/"
	}
	var out []string
	for _, part := range strings.Split(s, "/") {
		last := len(out) - 1
		switch {
		case part == "" || part == ".":
		case part != "..":
			out = append(out, part)
		case last < 0 && root != "":
		case last < 0 || out[last] == "..":
			out = append(out, part)
		case strings.ContainsAny(out[last], string([]rune{mark.Anything, mark.Listed})):
			root, out = "", []string{mark.Unknown} // it may be any path still
		case out[last] == "~" && last == 0:
			root, out = "/", []string{"home"}
		default:
			out = out[:last]
		}
	}
	if root == "" && len(out) > 0 && out[0][0] == '~' && !strings.HasPrefix(s, "~") {
		root = "./" // a folder of that name
	}
	return root + strings.Join(out, "/")
}

// tidyBehind does so with what stands behind a variable: a ".." that leads out of it stays, and
// takes the rest of its last part with it.
func tidyBehind(rest string) string {
	part, _, _ := strings.Cut(rest, "/")
	if out := tidy("." + rest[len(part):]); part != "" && strings.HasPrefix(out, "..") {
		return out
	}
	return tidy("./" + rest)
}

// behind is what stands in a path behind a prefix that it may have.
func behind(full, prefix string) (string, bool) {
	if full == prefix {
		return "", true
	}
	if rest, ok := strings.CutPrefix(full, prefix+"/"); ok {
		return "/" + rest, true
	}
	if !mark.In(full) && !mark.In(prefix) || strings.HasPrefix(full, mark.Unknown) || strings.HasPrefix(prefix, mark.Unknown) {
		return "", false
	}
	a, b := strings.Split(full, "/"), strings.Split(prefix, "/")
	if len(a) < len(b) {
		return "", false
	}
	for i := range b {
		if !mark.Meet(a[i], b[i]) {
			return "", false
		}
	}
	if len(a) == len(b) {
		return "", true
	}
	return "/" + strings.Join(a[len(b):], "/"), true
}
