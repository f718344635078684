package stage

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/scan"
)

// The bounds of names, in bytes: what common file systems take.
const (
	maxComponent = 255
	maxName      = 1024
)

// cleanName checks a member's name, and gives it without the "./" before and the
// "/" behind it; "" is the folder itself. A problem is why it is refused.
func cleanName(raw string) (name, problem string) {
	switch {
	case raw == "":
		return "", "a name is missing"
	case len(raw) > maxName:
		return "", "its name is too long"
	case !utf8.ValidString(raw):
		return "", "its name is not UTF-8"
	case strings.HasPrefix(raw, "/"):
		return "", outsideProblem
	}
	name = strings.TrimSuffix(raw, "/")
	for strings.HasPrefix(name, "./") {
		name = name[2:]
	}
	if name == "." || name == "" {
		return "", ""
	}
	for part := range strings.SplitSeq(name, "/") {
		if problem = partProblem(part); problem != "" {
			return "", problem
		}
	}
	if path.Clean(name) != name {
		return "", "its name is not in its shortest form"
	}
	return name, ""
}

const outsideProblem = "its name leads out of the folder"

// nameReason is the reason that goes with a problem of cleanName.
func nameReason(problem string) Reason {
	if problem == outsideProblem {
		return Outside
	}
	return BadName
}

// partProblem says why a part of a name is refused, "" when it is not.
func partProblem(part string) string {
	switch {
	case part == "..":
		return outsideProblem
	case part == "" || part == ".":
		return "its name is not in its shortest form"
	case len(part) > maxComponent:
		return "its name is too long"
	case strings.ContainsFunc(part, unicode.IsControl):
		return "its name has control characters"
	case strings.ContainsRune(part, '\\'):
		return "its name has a backslash, which Windows reads as a slash"
	case strings.ContainsAny(part, `<>:"|?*`):
		return `its name has one of < > : " | ? *, which Windows refuses or reads differently`
	case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " "):
		return "its name ends with a dot or a space, which Windows drops"
	case reserved(part):
		return "its name is that of a device on Windows"
	}
	return ""
}

// reserved is true for names that Windows takes for devices, whatever follows
// their first dot.
func reserved(part string) bool {
	stem, _, _ := strings.Cut(part, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	for _, device := range []string{"COM", "LPT"} {
		if rest, ok := strings.CutPrefix(stem, device); ok && utf8.RuneCountInString(rest) == 1 && strings.ContainsAny(rest, "123456789¹²³") {
			return true
		}
	}
	return false
}

// fold maps names that are the same file somewhere to the same text: where case
// and Unicode form do not matter, and where characters that are not shown are
// dropped, as HFS+ does.
func fold(name string) string {
	if !isASCII(name) {
		name = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Cf, r) {
				return -1
			}
			return r
		}, name)
	}
	return scan.Fold(name)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
