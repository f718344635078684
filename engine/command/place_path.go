package command

import "strings"

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
		if looksHidden(part) {
			out = append(out, part)
		}
	}
	if len(s) > 2 && s[0] == '-' && s[1] != '-' {
		for i := 2; i < len(s) && i < 8; i++ {
			if (s[i] == '/' || s[i] == '~' || s[i] == '.') && looksHidden(s[i:]) {
				out = append(out, s[i:])
				break
			}
		}
	}
	if len(out) > maxValues {
		return append(out[:maxValues], unknownValue)
	}
	return out
}

// shownPath writes a path for people: what is not known of it is an asterisk. A
// path that begins with what may be anything is none.
func shownPath(s string) string {
	if strings.HasPrefix(s, unknownValue) {
		return ""
	}
	if s == "" {
		return "."
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == oneChar:
			return '?'
		case r == anything:
			return '…'
		case r == varOpen:
			return '$'
		case r == varClose || r == partMark && strings.ContainsRune(s, varOpen):
			return -1
		case isUnknown(r):
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
	if strings.HasPrefix(s, string(varOpen)) {
		name, rest, _ := strings.Cut(s, string(varClose))
		return name + string(varClose) + "/" + tidyBehind(rest)
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
		case strings.ContainsAny(out[last], string([]rune{anything, listed})):
			root, out = "", []string{unknownValue} // it may be any path still
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
	if !unknownIn(full) && !unknownIn(prefix) || strings.HasPrefix(full, unknownValue) || strings.HasPrefix(prefix, unknownValue) {
		return "", false
	}
	a, b := strings.Split(full, "/"), strings.Split(prefix, "/")
	if len(a) < len(b) {
		return "", false
	}
	for i := range b {
		if !partsMeet(a[i], b[i]) {
			return "", false
		}
	}
	if len(a) == len(b) {
		return "", true
	}
	return "/" + strings.Join(a[len(b):], "/"), true
}
