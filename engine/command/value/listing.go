package value

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// finds are the paths that find and ls print of folders that lie anywhere, false when
// the command is none of them or says more than names.
func (v *Values) finds(words []argv.Word, depth int) ([]string, bool) {
	if len(words) == 0 || words[0].Value == nil || v.functions[*words[0].Value] || depth > maxFollowed {
		return nil, false
	}
	var roots []argv.Word
	below := *words[0].Value != "ls"
	for i, w := range words[1:] {
		switch {
		case strings.Contains(w.Prefix, "printf"):
			return nil, false
		case below && slices.Contains([]string{"(", ")", "!", ","}, w.Prefix):
		case !strings.HasPrefix(w.Prefix, "-") && (*words[0].Value == "ls" || !strings.HasPrefix(words[i].Prefix, "-")):
			roots = append(roots, w)
		}
	}
	if below && len(roots) == 0 {
		roots = []argv.Word{argv.Literal(".", ".", words[0].Span)}
	}
	names := []string{""}
	switch *words[0].Value {
	case "find", "gfind":
		if list, said := argv.PrintedNames(words); said {
			names = names[:0]
			for _, one := range list {
				names = append(names, "/"+mark.FoundPattern(one))
			}
		}
	case "ls":
	default:
		return nil, false
	}
	var out []string
	for _, w := range roots {
		for _, one := range v.wordValues(w, depth+1) {
			if strings.HasPrefix(one, mark.Unknown) {
				return nil, false
			}
			if !below {
				// Of a folder it prints what is in it, by names alone.
				out = append(out, one, string(mark.Listed))
				continue
			}
			for _, name := range names {
				out = append(out, one+"/"+string(mark.Listed)+name)
			}
		}
	}
	return mark.Limit(out), len(out) > 0
}

// gitPrints is what git says about the repository that it is in.
func gitPrints(args []argv.Word) []string {
	var words []string
	for _, w := range args {
		if w.Value == nil {
			return []string{mark.Unknown}
		}
		words = append(words, *w.Value)
	}
	line := strings.Join(words, " ")
	switch {
	case line == "rev-parse --show-toplevel":
		return []string{"."}
	case line == "rev-parse --git-dir" || line == "rev-parse --absolute-git-dir" || line == "rev-parse --git-common-dir":
		return []string{".git"}
	case len(words) == 3 && words[0] == "rev-parse" && words[1] == "--git-path":
		return []string{".git/" + words[2]}
	case len(words) > 0 && words[0] == "rev-parse" && !strings.Contains(line, "--git") && !strings.Contains(line, "path") && !strings.Contains(line, "prefix") && !strings.Contains(line, "cdup"):
		return []string{mark.UnknownPart}
	case len(words) > 0 && words[0] == "ls-files", len(words) > 1 && words[0] == "diff" && strings.Contains(line, "--name-only"):
		return gitFiles(words)
	}
	return []string{mark.Unknown}
}

// lists reports whether a command prints nothing but paths of files below the
// folders that its words name, all of them in the working directory.
func lists(words []argv.Word, v *Values) bool {
	if len(words) == 0 || words[0].Value == nil || v.functions[*words[0].Value] {
		return false
	}
	switch name := *words[0].Value; name {
	case "find", "fd", "ls", "rg", "grep":
		for _, w := range words[1:] {
			if outward(w, v) || name == "find" && w.Value != nil && strings.Contains(*w.Value, "printf") {
				return false
			}
		}
		return name == "find" || name == "fd" || name == "ls" || NamesOnly(words[1:])
	}
	return false
}

// gitFiles are the paths that git ls-files and git diff --name-only print: below the folders,
// and of the names, that their operands say.
func gitFiles(words []string) []string {
	all := []string{string(mark.Listed)}
	only := words[1:]
	if at := slices.Index(words, "--"); at >= 0 {
		only = words[at+1:]
	} else if words[0] == "diff" {
		return all // an operand may be a commit
	}
	var out []string
	for _, one := range only {
		switch {
		case strings.HasPrefix(one, "--exclude-standard"), one == "-z", one == "-m", one == "-o", one == "-c", one == "--modified", one == "--others", one == "--cached":
		case strings.HasPrefix(one, "-"), strings.HasPrefix(one, ":"), strings.ContainsAny(one, "\\[!"), mark.In(one), strings.HasPrefix(one, "/"), strings.Contains(one, ".."), strings.Trim(one, "./") == "":
			return all
		case strings.ContainsAny(one, "*?"):
			// An asterisk takes slashes as well.
			end := one[strings.LastIndexAny(one, "*?/")+1:]
			if end == "" {
				return all
			}
			out = append(out, "./"+string(mark.Listed)+"/"+string(mark.Part)+end)
		default:
			one = "./" + strings.TrimPrefix(one, "./")
			out = append(out, one, one+"/"+string(mark.Listed))
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// listing are the paths that a command prints of which [lists] holds. find puts the folders
// that it is given before them, a search does so when its last word is one. All others print
// them bare, and a name may begin with a dash.
func (v *Values) listing(words []argv.Word, depth int) []string {
	bare := []string{string(mark.Listed)}
	switch *words[0].Value {
	case "find":
		if list, ok := v.finds(words, depth); ok {
			return list
		}
	case "rg", "grep":
		return v.searched(words, depth)
	}
	return bare
}

// searched are the paths that a search prints: below the folders that it is given, and of the
// names that its options say.
func (v *Values) searched(words []argv.Word, depth int) []string {
	bare := []string{string(mark.Listed)}
	var names []string
	var roots []argv.Word
	given := false // the pattern
	for _, w := range words[1:] {
		if w.Value == nil {
			return bare
		}
		one := *w.Value
		include, named := strings.CutPrefix(one, "--include=")
		if !named {
			include, named = strings.CutPrefix(one, "--glob=")
		}
		switch {
		case named && !strings.ContainsAny(include, "!/{"):
			names = append(names, "/"+mark.FoundPattern(include))
		case strings.HasPrefix(one, "-"):
			if strings.Trim(one, "-rRlLinwEFHPsIZ0") != "" && one != "--null" && one != "--files-with-matches" && one != "--recursive" && one != "--hidden" {
				return bare // what stands behind it may be its value
			}
		case !given:
			given = true
		default:
			roots = append(roots, w)
		}
	}
	if names == nil {
		names = []string{""}
	}
	var out []string
	for _, root := range roots {
		for _, one := range v.wordValues(root, depth+1) {
			if mark.Dash(one) {
				return bare
			}
			out = append(out, one)
			for _, name := range names {
				out = append(out, one+"/"+string(mark.Listed)+name)
			}
		}
	}
	if len(roots) == 0 {
		for _, name := range names {
			out = append(out, string(mark.Listed)+name)
		}
	}
	return mark.Limit(out)
}

// NamesOnly reports whether a searching program prints the names of files alone.
func NamesOnly(args []argv.Word) bool {
	for _, w := range args {
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") && (strings.HasPrefix(*w.Value, "--files") || !strings.HasPrefix(*w.Value, "--") && strings.ContainsAny(*w.Value, "lL")) {
			return true
		}
	}
	return false
}
