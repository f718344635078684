package value

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// outputOf is what a substitution comes to. Programs that its lines go through are not looked at, save
// that the text has no function of their name.
func (v *Values) outputOf(e argv.Expansion, depth int) []string {
	if slices.ContainsFunc(e.Through, func(name string) bool { return v.functions[name] }) {
		return []string{mark.Unknown}
	}
	return v.printed(e.Output, depth)
}

// printed is what a command comes to, for the few commands whose output
// follows from their words.
func (v *Values) printed(words []argv.Word, depth int) []string {
	unknown := []string{mark.Unknown}
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
		return []string{mark.UnknownPart}
	case "whoami", "hostname", "uname", "id", "nproc", "wc", "uuidgen", "md5sum", "sha256sum":
		return []string{mark.UnknownPart}
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
		return []string{mark.UnknownPart}
	}
	if list, ok := v.finds(words, depth); ok {
		return list
	}
	return unknown
}

// temporary is the name that mktemp makes.
func (v *Values) temporary(args []argv.Word, depth int) []string {
	var out []string
	for i, w := range args {
		switch {
		case w.Value != nil && strings.HasPrefix(*w.Value, "-"):
			if strings.HasPrefix(*w.Value, "-p") || strings.HasPrefix(*w.Value, "--tmpdir=") {
				return []string{mark.Unknown}
			}
		case i > 0 && args[i-1].Value != nil && *args[i-1].Value == "-t":
		default:
			for _, one := range v.wordValues(w, depth+1) {
				out = append(out, strings.TrimRight(one, "X")+mark.UnknownPart)
			}
		}
	}
	if len(out) == 0 {
		return []string{"/tmp/tmp." + mark.UnknownPart}
	}
	return out
}

// named is what the programs print that take a path apart.
func (v *Values) named(program string, args []argv.Word, depth int) []string {
	var out []string
	operands := 0
	for _, w := range args {
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") {
			continue
		}
		if operands++; program == "basename" && operands > 1 {
			return []string{mark.UnknownPart}
		}
		for _, one := range v.wordValues(w, depth+1) {
			switch program {
			case "dirname", "realpath", "readlink":
				if v.spells && mark.In(one) {
					return []string{mark.Unknown}
				}
			}
			switch program {
			case "dirname":
				if rest := strings.TrimLeft(one, "~."); rest == "" || rest == "/" {
					out = append(out, v.appliedTo(one, FolderOf)...)
					continue
				}
				one = FolderOf(one)
			case "basename":
				if one = path.Base("/" + one); strings.ContainsAny(one, string([]rune{mark.Anything, mark.Open})) {
					one = mark.UnknownPart
				}
			}
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return []string{mark.Unknown}
	}
	return out
}

func (v *Values) echoed(args []argv.Word, depth int) []string {
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
func (v *Values) formatted(args []argv.Word, depth int) []string {
	if v.spells && len(args) > 0 {
		return v.said("printf", args, depth)
	}
	if len(args) == 0 || args[0].Value == nil || args[0].Glob {
		return []string{mark.Unknown}
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
func (v *Values) formattedInto(args []argv.Word, depth int) []string {
	for i := 1; i < len(args); i++ {
		switch shape := args[i].Shape(); {
		case args[i].Value == nil:
			return []string{mark.Unknown}
		case shape == "-v":
			i++
		case strings.HasPrefix(shape, "-v"):
		case shape == "--":
			return v.formatted(args[i+1:], depth)
		default:
			return v.formatted(args[i:], depth)
		}
	}
	return []string{mark.Unknown}
}

// outward reports whether a word may lead out of the working directory.
func outward(w argv.Word, v *Values) bool {
	for _, one := range v.Of(w) {
		if strings.HasPrefix(one, "/") || strings.HasPrefix(one, "~") || strings.HasPrefix(one, mark.Unknown) || strings.HasPrefix(one, "..") || strings.Contains(one, "/..") {
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
func (v *Values) found(e argv.Expansion, depth int) []string {
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
			out = append(out, one+"/"+string(mark.Listed))
		}
		for _, name := range e.Names {
			out = append(out, one+"/"+string(mark.Listed)+"/"+mark.FoundPattern(name))
		}
	}
	return mark.Limit(out)
}

// filters reports whether a command prints some of the lines that it reads and nothing else.
func (v *Values) filters(words []argv.Word) bool {
	return argv.Filters(words) && !v.functions[*words[0].Value]
}

// printedWords are the words that echo and printf print. What has escapes, or a
// format that does more than to print word by word, is not known.
func (v *Values) printedWords(c command.Command, depth int) []string {
	args := c.Args[1:]
	if c.Base == "printf" && len(args) > 1 {
		switch args[0].Shape() {
		case `%s\n`, `%s\0`, "%s ", `%s\n\0`:
			args = args[1:]
		default:
			return []string{mark.Unknown}
		}
	}
	var out []string
	for i, w := range args {
		list := v.wordValues(w, depth+1)
		for _, one := range list {
			if len(list) > 1 && strings.HasPrefix(one, "-") {
				return []string{mark.Unknown}
			}
			if c.Base == "printf" && len(args) == 1 {
				one = strings.NewReplacer(`\n`, "\n", `\0`, "\n").Replace(one)
			}
			if i == 0 && c.Base == "echo" && (one == "-e" || one == "-E" || one == "-ne" || one == "-en") {
				return []string{mark.Unknown}
			}
			if strings.ContainsAny(one, "\\%'\"") {
				return []string{mark.Unknown}
			}
			out = append(out, strings.Fields(one)...)
		}
	}
	return out
}

// input is what a builtin reads that sets variables.
func (v *Values) input(id, depth int) []string {
	if id < 0 || id >= len(v.commands) {
		return []string{mark.Unknown}
	}
	c := &v.commands[id]
	if texts := v.texts(id, depth); len(texts) > 0 && !slices.Contains(texts, mark.Unknown) {
		return v.readValues(c, texts)
	}
	if c.Stdin.Kind != "pipe" {
		return []string{mark.Unknown}
	}
	return v.Piped(c.Stdin.From, depth)
}

// Piped are the words that some commands write into a pipe.
func (v *Values) Piped(from []int, depth int) []string {
	var out []string
	for _, id := range from {
		if v.steps++; id < 0 || id >= len(v.commands) || v.steps > maxSteps {
			return []string{mark.Unknown}
		}
		c := v.commands[id]
		switch {
		case c.Stdin.Kind == "pipe" && v.filters(c.Args):
			out = append(out, v.Piped(c.Stdin.From, depth+1)...)
		case c.Base == "echo" || c.Base == "printf":
			out = append(out, v.printedWords(c, depth)...)
		case c.Stdin.Kind == "pipe" && c.Base == "xargs":
			return []string{mark.Unknown}
		case namers(c.Args):
			out = append(out, mark.UnknownPart)
		case c.Base == "git" && len(c.Args) > 0:
			out = append(out, gitPrints(c.Args[1:])...)
		case lists(c.Args, v):
			out = append(out, v.listing(c.Args, depth)...)
		default:
			list, ok := v.finds(c.Args, depth)
			if !ok {
				return []string{mark.Unknown}
			}
			out = append(out, list...)
		}
		if v.steps > maxSteps {
			return []string{mark.Unknown}
		}
	}
	if len(out) == 0 || len(out) > MaxFed || depth > maxFollowed {
		return []string{mark.Unknown}
	}
	return out
}

// MaxFed is how many words of its input a command is completed with.
const MaxFed = 64
