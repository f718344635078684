package command

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// printed is what a substitution comes to, for the few commands whose output
// follows from their words.
func (v *variables) printed(words []argv.Word, depth int) []string {
	unknown := []string{unknownValue}
	if len(words) == 0 || words[0].Value == nil || v.functions[*words[0].Value] || depth > maxFollowed {
		return unknown
	}
	args := words[1:]
	switch *words[0].Value {
	case "pwd":
		return []string{"."}
	case "mktemp":
		return v.temporary(args, depth)
	case "dirname", "basename", "realpath", "readlink":
		return v.named(*words[0].Value, args, depth)
	case "echo":
		return v.echoed(args, depth)
	case "date":
		for _, w := range args {
			if w.Value == nil || strings.ContainsAny(*w.Value, "/") || strings.Contains(*w.Value, "%D") {
				return unknown
			}
		}
		return []string{unknownPart}
	case "whoami", "hostname", "uname", "id", "nproc", "wc", "uuidgen", "md5sum", "sha256sum":
		return []string{unknownPart}
	case "git":
		return gitPrints(args)
	}
	if lists(words, v) {
		return []string{"./" + string(listed)}
	}
	return unknown
}

// temporary is the name that mktemp makes.
func (v *variables) temporary(args []argv.Word, depth int) []string {
	var out []string
	for i, w := range args {
		switch {
		case w.Value != nil && strings.HasPrefix(*w.Value, "-"):
			if strings.HasPrefix(*w.Value, "-p") || strings.HasPrefix(*w.Value, "--tmpdir=") {
				return []string{unknownValue}
			}
		case i > 0 && args[i-1].Value != nil && *args[i-1].Value == "-t":
		default:
			for _, one := range v.wordValues(w, depth+1) {
				out = append(out, strings.TrimRight(one, "X")+unknownPart)
			}
		}
	}
	if len(out) == 0 {
		return []string{"/tmp/tmp." + unknownPart}
	}
	return out
}

// named is what the programs print that take a path apart.
func (v *variables) named(program string, args []argv.Word, depth int) []string {
	var out []string
	operands := 0
	for _, w := range args {
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") {
			continue
		}
		if operands++; program == "basename" && operands > 1 {
			return []string{unknownPart}
		}
		for _, one := range v.wordValues(w, depth+1) {
			switch program {
			case "dirname":
				one = dirOf(one)
			case "basename":
				if one = path.Base("/" + one); strings.ContainsAny(one, string([]rune{anything, listed, varOpen})) {
					one = unknownPart
				}
			}
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return []string{unknownValue}
	}
	return out
}

// dirOf is the folder of a path of which something may not be known.
func dirOf(value string) string {
	i := strings.LastIndexByte(value, '/')
	last := value[i+1:]
	switch {
	case strings.ContainsRune(last, anything):
		return unknownValue
	case strings.ContainsRune(last, varOpen) && i < 0:
		return value // a folder of the environment, as what is in it
	case strings.ContainsRune(last, listed):
		return value
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return value[:i]
}

func (v *variables) echoed(args []argv.Word, depth int) []string {
	var out []string
	for _, w := range args {
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") {
			continue
		}
		out = append(out, v.wordValues(w, depth+1)...)
	}
	return limitValues(out)
}

// gitPrints is what git says about the repository that it is in.
func gitPrints(args []argv.Word) []string {
	var words []string
	for _, w := range args {
		if w.Value == nil {
			return []string{unknownValue}
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
		return []string{unknownPart}
	case len(words) > 0 && words[0] == "ls-files", len(words) > 1 && words[0] == "diff" && strings.Contains(line, "--name-only"):
		return []string{"./" + string(listed)}
	}
	return []string{unknownValue}
}

// lists reports whether a command prints nothing but paths of files below the
// folders that its words name, all of them in the working directory.
func lists(words []argv.Word, v *variables) bool {
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
		return name == "find" || name == "fd" || name == "ls" || namesOnly(words[1:])
	}
	return false
}

// namesOnly reports whether a searching program prints the names of files alone.
func namesOnly(args []argv.Word) bool {
	for _, w := range args {
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") && (strings.HasPrefix(*w.Value, "--files") || !strings.HasPrefix(*w.Value, "--") && strings.ContainsAny(*w.Value, "lL")) {
			return true
		}
	}
	return false
}

// outward reports whether a word may lead out of the working directory.
func outward(w argv.Word, v *variables) bool {
	for _, one := range v.values(w) {
		if strings.HasPrefix(one, "/") || strings.HasPrefix(one, "~") || strings.HasPrefix(one, unknownValue) || strings.HasPrefix(one, "..") || strings.Contains(one, "/..") {
			return true
		}
	}
	return false
}

// namers reports whether a program prints nothing but names and numbers that are
// neither options nor paths.
func namers(words []argv.Word) bool {
	var first []string
	for _, w := range words {
		if w.Value == nil {
			break
		}
		if !strings.HasPrefix(*w.Value, "-") {
			first = append(first, *w.Value)
		}
	}
	line := strings.Join(first, " ") + " "
	for _, one := range []string{
		"pgrep ", "pidof ", "docker ps ", "docker volume ls ", "docker images ", "docker container ls ", "docker network ls ", "podman ps ", "git branch ", "git tag ",
		"git remote ", "git rev-list ", "seq ",
	} {
		if strings.HasPrefix(line, one) {
			return true
		}
	}
	return false
}

// found are the files below some folders.
func (v *variables) found(roots []argv.Word, depth int) []string {
	if len(roots) == 0 {
		return []string{"./" + string(listed)}
	}
	var out []string
	for _, w := range roots {
		for _, one := range v.wordValues(w, depth+1) {
			out = append(out, one+"/"+string(listed))
		}
	}
	return limitValues(out)
}

// filters reports whether a program prints some of the lines that it reads and
// nothing else.
func filters(words []argv.Word) bool {
	if len(words) == 0 || words[0].Value == nil {
		return false
	}
	switch *words[0].Value {
	case "sort", "head", "tail", "uniq", "grep", "egrep", "fgrep", "tac", "shuf":
		return len(words) < 2 || !namesOnly(words[1:])
	}
	return false
}

// printedWords are the words that echo and printf print. What has escapes, or a
// format that does more than to print word by word, is not known.
func (v *variables) printedWords(c Command, depth int) []string {
	args := c.Args[1:]
	if c.Base == "printf" && len(args) > 1 {
		switch args[0].Shape() {
		case `%s\n`, `%s\0`, "%s ", `%s\n\0`:
			args = args[1:]
		default:
			return []string{unknownValue}
		}
	}
	var out []string
	for i, w := range args {
		list := v.wordValues(w, depth+1)
		for _, one := range list {
			if len(list) > 1 && strings.HasPrefix(one, "-") {
				return []string{unknownValue}
			}
			if c.Base == "printf" && len(args) == 1 {
				one = strings.NewReplacer(`\n`, "\n", `\0`, "\n").Replace(one)
			}
			if i == 0 && c.Base == "echo" && (one == "-e" || one == "-E" || one == "-ne" || one == "-en") {
				return []string{unknownValue}
			}
			if strings.ContainsAny(one, "\\%'\"") {
				return []string{unknownValue}
			}
			out = append(out, strings.Fields(one)...)
		}
	}
	return out
}

// input is what a builtin reads that sets variables.
func (v *variables) input(command, depth int) []string {
	if command < 0 || command >= len(v.commands) {
		return []string{unknownValue}
	}
	stdin := v.commands[command].Stdin
	if (stdin.Kind == "herestring" || stdin.Kind == "heredoc") && stdin.Text != nil && !strings.Contains(*stdin.Text, "\\") {
		return limitValues(strings.Fields(*stdin.Text))
	}
	if stdin.Kind != "pipe" {
		return []string{unknownValue}
	}
	return v.piped(stdin.From, depth)
}

// piped are the words that some commands write into a pipe.
func (v *variables) piped(from []int, depth int) []string {
	var out []string
	for _, id := range from {
		if v.steps++; id < 0 || id >= len(v.commands) || v.steps > maxSteps {
			return []string{unknownValue}
		}
		c := v.commands[id]
		switch {
		case c.Stdin.Kind == "pipe" && filters(c.Args):
			out = append(out, v.piped(c.Stdin.From, depth+1)...)
		case c.Base == "echo" || c.Base == "printf":
			out = append(out, v.printedWords(c, depth)...)
		case c.Stdin.Kind == "pipe" && c.Base == "xargs":
			return []string{unknownValue}
		case namers(c.Args):
			out = append(out, unknownPart)
		case c.Base == "git" && len(c.Args) > 0:
			out = append(out, gitPrints(c.Args[1:])...)
		case lists(c.Args, v):
			out = append(out, "./"+string(listed))
		default:
			return []string{unknownValue}
		}
	}
	if len(out) == 0 || len(out) > maxFed || depth > maxFollowed {
		return []string{unknownValue}
	}
	return out
}
