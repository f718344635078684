package command

import (
	"path"
	"slices"
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
		if v.spells {
			return unknown // it is a folder of its own, whatever it is called
		}
		return v.workingFolder()
	case "mktemp":
		return v.temporary(args, depth)
	case "dirname", "basename", "realpath", "readlink":
		return v.named(*words[0].Value, args, depth)
	case "echo":
		return v.echoed(args, depth)
	case "printf":
		return v.formatted(args, depth)
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
		if v.spells {
			return unknown
		}
		if list := gitPrints(args); !slices.Equal(list, unknown) {
			return list
		}
	}
	if lists(words, v) {
		return v.listing(words, depth)
	}
	if namers(words) {
		return []string{unknownPart}
	}
	if list, ok := v.finds(words, depth); ok {
		return list
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
			case "dirname", "realpath", "readlink":
				if v.spells && unknownIn(one) {
					return []string{unknownValue}
				}
			}
			switch program {
			case "dirname":
				if rest := strings.TrimLeft(one, "~."); rest == "" || rest == "/" {
					out = append(out, v.appliedTo(one, dirOf)...)
					continue
				}
				one = dirOf(one)
			case "basename":
				if one = path.Base("/" + one); strings.ContainsAny(one, string([]rune{anything, varOpen})) {
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

func (v *variables) echoed(args []argv.Word, depth int) []string {
	if v.spells {
		return v.said("echo", args, depth)
	}
	for len(args) > 0 && args[0].Value != nil && echoOption(*args[0].Value) {
		args = args[1:]
	}
	var out []string
	for _, w := range args {
		for _, one := range v.wordValues(w, depth+1) {
			if strings.Contains(one, `\`) { // what it makes of that is not the same in each shell
				return v.said("echo", args, depth)
			}
			out = append(out, one)
		}
	}
	return v.limit(out)
}

// echoOption reports whether echo takes a word in front of all others for options; it prints
// any other one, also with a dash.
func echoOption(word string) bool {
	return len(word) > 1 && word[0] == '-' && strings.Trim(word[1:], "neE") == ""
}

// formatted is what printf makes of a format of which all that stands in it is text
// and %s.
func (v *variables) formatted(args []argv.Word, depth int) []string {
	if v.spells && len(args) > 0 {
		return v.said("printf", args, depth)
	}
	if len(args) == 0 || args[0].Value == nil || args[0].Glob {
		return []string{unknownValue}
	}
	parts := strings.Split(*args[0].Value, "%s")
	if len(parts) != len(args) || strings.HasPrefix(parts[0], "-") || strings.ContainsAny(strings.Join(parts, ""), "%\\") {
		return v.said("printf", args, depth)
	}
	out := []string{parts[0]}
	for i, w := range args[1:] {
		var next []string
		for _, one := range v.wordValues(w, depth+1) {
			for _, have := range out {
				next = append(next, have+one+parts[i+1])
			}
		}
		out = v.limit(next)
	}
	return out
}

// formattedInto is what printf -v gives its variable.
func (v *variables) formattedInto(args []argv.Word, depth int) []string {
	for i := 1; i < len(args); i++ {
		switch shape := args[i].Shape(); {
		case args[i].Value == nil:
			return []string{unknownValue}
		case shape == "-v":
			i++
		case strings.HasPrefix(shape, "-v"):
		case shape == "--":
			return v.formatted(args[i+1:], depth)
		default:
			return v.formatted(args[i:], depth)
		}
	}
	return []string{unknownValue}
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
		"git remote ", "git rev-list ", "git describe ", "git merge-base ", "git symbolic-ref ", "git rev-parse ", "jobs ", "seq ",
	} {
		if strings.HasPrefix(line, one) {
			return true
		}
	}
	return false
}

// found are the files below some folders, of the names that they have.
func (v *variables) found(e argv.Expansion, depth int) []string {
	folders := []string{"."}
	if len(e.Output) > 0 {
		folders = nil
	}
	for _, w := range e.Output {
		folders = append(folders, v.wordValues(w, depth+1)...)
	}
	var out []string
	for _, one := range folders {
		if len(e.Names) == 0 {
			out = append(out, one+"/"+string(listed))
		}
		for _, name := range e.Names {
			out = append(out, one+"/"+string(listed)+"/"+foundPattern(name))
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
	c := &v.commands[command]
	if texts := v.texts(command, depth); len(texts) > 0 && !slices.Contains(texts, unknownValue) {
		return v.readValues(c, texts)
	}
	if c.Stdin.Kind != "pipe" {
		return []string{unknownValue}
	}
	return v.piped(c.Stdin.From, depth)
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
			out = append(out, v.listing(c.Args, depth)...)
		default:
			list, ok := v.finds(c.Args, depth)
			if !ok {
				return []string{unknownValue}
			}
			out = append(out, list...)
		}
		if v.steps > maxSteps {
			return []string{unknownValue}
		}
	}
	if len(out) == 0 || len(out) > maxFed || depth > maxFollowed {
		return []string{unknownValue}
	}
	return out
}

// maxFed is how many words of its input a command is completed with.
const maxFed = 64
