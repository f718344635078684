package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// How what one program prints becomes code of another.
const (
	HowPipe     = "pipe"     // as standard input, or through a substitution
	HowVariable = "variable" // it is kept in a variable first
	HowFile     = "file"     // it is kept in a file first
	HowUnpacked = "unpacked" // it comes out of an archive or a repository
)

// The bounds of following code back: how many commands from one that runs code, and
// how many steps in all texts of a package. Where they are reached it is said so
// ([taint.cut]): a long way must not hide where it begins.
const (
	maxTrace = 200
	maxWork  = 20_000_000
)

// taint follows back, in one text, where the code comes from that commands run.
type taint struct {
	facts *command.Facts
	// programs are the names of the commands: base names, lower case, with
	// variables of known value and aliases put in.
	programs []string
	// inner are the commands in the substitutions of each, by the id of their
	// parent; bodies are those of each function.
	inner  map[int][]int
	bodies map[string][]int
	// calls are those of each function.
	calls map[string][]int
	// known are the variables that are given one static value.
	known map[string]string
	// gives are the assignments of each variable: see [taint.assigned].
	gives map[string][]*argv.Assignment
	// uses finds uses of variables: see [taint.usesOf] and [taint.usesIn].
	uses *useIndex
	// holders are the commands whose output a variable holds, files those that
	// write a file, by [fileKey].
	holders map[string][]int
	files   map[string][]int
	// connections are those that a text opens by a number, each with its command.
	connections map[string]int
	// shells are variables of which one value is a shell.
	shells map[string]bool
	// work counts the steps of the package; cut says that not all were taken.
	work *int
	cut  bool
}

func newTaint(facts *command.Facts, work *int) *taint {
	t := &taint{
		facts: facts, work: work, inner: map[int][]int{}, bodies: map[string][]int{}, calls: map[string][]int{},
		known: map[string]string{}, holders: map[string][]int{}, files: map[string][]int{}, shells: map[string]bool{},
	}
	t.connect()
	t.variables()
	t.programs = make([]string, len(facts.Commands))
	for i := range facts.Commands {
		c := &facts.Commands[i]
		t.programs[i] = t.program(c)
		if c.Edge == command.EdgeSubstitution || c.Edge == command.EdgeProcess {
			t.inner[c.Parent] = append(t.inner[c.Parent], i)
		}
		if c.Role == "function" {
			t.calls[c.Base] = append(t.calls[c.Base], i)
		}
		if f := c.Context.Function; f != "" {
			t.bodies[f] = append(t.bodies[f], i)
		}
	}
	t.positions()
	for i := range facts.Commands {
		for _, key := range t.writes(&facts.Commands[i]) {
			t.files[key] = append(t.files[key], i)
		}
	}
	return t
}

// program is the name of a command as far as it can be told.
func (t *taint) program(c *command.Command) string {
	if len(c.Args) == 0 {
		return ""
	}
	name := c.Base
	if c.Name == nil {
		name = t.named(c.Args[0])
	}
	if isKeyed(c) {
		name = t.named(c.Args[1])
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	for _, f := range t.facts.Functions {
		if f.Kind == "alias" && f.Name == name {
			return t.alias(name)
		}
	}
	return name
}

// named is the program that a word names by variables: of several values the shell
// among them, and of a value with blanks its first word.
func (t *taint) named(w argv.Word) string {
	text := t.word(w)
	if fields := strings.Fields(text); len(fields) > 0 && !strings.HasPrefix(w.Text, `"`) && len(w.Params) > 0 {
		text = fields[0]
	}
	if len(w.Params) == 1 && strings.Contains(text, "$") && t.shells[w.Params[0]] {
		return "sh"
	}
	return path.Base(text)
}

// waits reports whether a command that a variable names, of which nothing is known,
// or an alias of a shell, may be a shell that waits for its code.
func (t *taint) waits(c *command.Command) bool {
	name := t.programs[c.ID]
	if c.Interpreter != nil || len(c.Args) == 0 {
		return false
	}
	if IsShell(name) {
		return c.Name == nil || name != strings.ToLower(c.Base)
	}
	options := func(w argv.Word) bool { return strings.HasPrefix(w.Text, "-") }
	return c.Name == nil && strings.HasPrefix(name, "$") && !c.Args[0].Substitutes && !slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool { return !options(w) })
}

// alias is the program that an alias of this text stands for.
func (t *taint) alias(name string) string {
	for i := range t.facts.Commands {
		c := &t.facts.Commands[i]
		if c.Base != "alias" {
			continue
		}
		for _, w := range c.Args[1:] {
			if value, ok := strings.CutPrefix(t.word(w), name+"="); ok {
				value, _, _ = strings.Cut(strings.TrimSpace(value), " ")
				return strings.ToLower(path.Base(value))
			}
		}
	}
	return name
}

// word is a word with what is known of its variables; what is not stays as written.
func (t *taint) word(w argv.Word) string {
	if w.Value != nil {
		return *w.Value
	}
	if len(w.Params) == 0 || w.Substitutes {
		return strings.Trim(w.Text, `"`)
	}
	text := strings.Trim(w.Text, `"`)
	for _, p := range w.Params {
		if value, ok := t.known[p]; ok && len(value) < maxSnippet/16 {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "${"+p+"}", value), "$"+p, value)
		}
	}
	if strings.Contains(text, ":-") || strings.Contains(text, ":=") {
		text = t.byDefault(text)
	}
	return text
}

// remote reports whether a command is run by ssh or its like, at the other side.
func (t *taint) remote(c *command.Command) bool {
	for range maxWrappers {
		if c.Edge == argv.EdgeRemote {
			return true
		}
		if c.Parent < 0 {
			return false
		}
		c = &t.facts.Commands[c.Parent]
	}
	return false
}

// keyed is the key of a record of YAML that a command is the value of.
var keyed = lazydfa.New(`^[a-z][\w-]*:$`)

// isKeyed reports whether what a command begins with is such a key: "run: azd env get-values".
func isKeyed(c *command.Command) bool {
	return len(c.Args) > 1 && c.Name != nil && keyed.MatchString(*c.Name) && !strings.HasPrefix(c.Args[1].Text, "-")
}

// step is a command as a rule is told of it.
func (t *taint) step(id int) Step {
	c := &t.facts.Commands[id]
	s := Step{Program: t.programs[id], Args: make([]string, 0, max(len(c.Args), 1)-1), Stdin: c.Stdin.Text, Remote: t.remote(c)}
	t.cut = t.cut || len(c.Args) > maxArgs
	for _, w := range c.Args[min(1, len(c.Args)):min(len(c.Args), maxArgs)] {
		arg := t.word(w)
		if strings.HasPrefix(w.Text, "$'\\") && takesCode(c) {
			arg = w.Text // how it is hidden is what matters
		}
		s.Args = append(s.Args, prose.Bounded(arg))
	}
	if isKeyed(c) {
		s.Args = s.Args[1:]
	}
	wrappers := t.wrappers(c)
	for i := range t.facts.Redirects {
		switch r := &t.facts.Redirects[i]; {
		case r.Command != id && (r.Command < 0 || !slices.Contains(wrappers, r.Command)):
		case r.Class == "network" || r.Class == "dynamic" && connects(t.word(r.Target)):
			s.Args = append(s.Args, r.Op+t.word(r.Target))
		case r.Read && (r.Class == "file" || r.Class == "dynamic" && r.Op == "<"):
			s.Args = append(s.Args, "<"+t.word(r.Target))
		}
	}
	return s
}

// connects reports whether a name stands for a connection where a shell opens it.
func connects(name string) bool {
	return strings.HasPrefix(name, "/dev/tcp/") || strings.HasPrefix(name, "/dev/udp/")
}

// writes are the files that a command writes what it has to.
func (t *taint) writes(c *command.Command) []string {
	var keys []string
	for _, w := range c.Writes {
		switch {
		case w.Kind == "write-into" && w.Option != "", w.Kind != "write" && w.Kind != "append" && w.Kind != "write-into":
			// The folder that files are put in is none of them.
		case w.Computed != nil:
			keys = append(keys, fileKey(*w.Computed))
		default:
			keys = append(keys, fileKey(t.word(w.Target)))
		}
	}
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Command == c.ID && r.Write && (r.Class == "file" || r.Class == "dynamic") && !t.placeholder(r) {
			keys = append(keys, fileKey(t.word(r.Target)))
		}
	}
	switch t.programs[c.ID] {
	case "certutil", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "bitsadmin", "start-bitstransfer":
		for _, w := range c.Args[min(1, len(c.Args)):] {
			if text := t.word(w); !strings.HasPrefix(text, "-") && !strings.Contains(text, "://") {
				keys = append(keys, fileKey(text))
			}
		}
	case "gunzip", "bunzip2", "unxz", "gzip", "bzip2", "xz", "zstd", "unzstd", "lz4", "brotli":
		for _, w := range c.Args[min(1, len(c.Args)):] {
			if name := fileKey(t.word(w)); path.Ext(name) != "" {
				keys = append(keys, strings.TrimSuffix(name, path.Ext(name)))
			}
		}
	case "tar", "gtar", "bsdtar", "zip", "7z", "7za", "7zz", "rar", "ditto":
		keys = append(keys, archive(t.programs[c.ID], t.step(c.ID).Args)...)
	case "mv", "cp", "ln", "install", "ren", "move", "copy":
		if n := len(c.Args); n > 2 {
			keys = append(keys, fileKey(t.word(c.Args[n-1])))
		}
	}
	return slices.DeleteFunc(keys, func(k string) bool { return k == "" })
}

// placeholder reports whether what looks like a redirection is the end of a name that
// the reader is to fill in: http://<HOST>/v1.
func (t *taint) placeholder(r *command.Redirect) bool {
	return slices.ContainsFunc(t.facts.Redirects, func(o command.Redirect) bool {
		return o.Command == r.Command && o.Read && o.Op == "<" && o.Span.End.Offset == r.Span.Start.Offset
	})
}

// runs is the file whose content a command runs, and whether it does.
func (t *taint) runs(c *command.Command) (string, bool) {
	operand := func(args []argv.Word) (string, bool) {
		for _, w := range args {
			if text := t.word(w); !strings.HasPrefix(text, "-") && !isSwitch(text) {
				key := fileKey(text)
				return key, key != ""
			}
		}
		return "", false
	}
	i := c.Interpreter
	switch program := t.programs[c.ID]; {
	case i != nil && i.Mode == "file" && i.Operand != nil && !isProcessWord(*i.Operand):
		key := fileKey(t.word(*i.Operand))
		return key, key != ""
	case i != nil && i.Mode == "stdin" && c.Stdin.Target != nil:
		key := fileKey(t.word(*c.Stdin.Target))
		return key, key != ""
	case c.Base == "source" || c.Base == ".":
		return operand(c.Args[1:])
	case slices.Contains([]string{"open", "start", "start-process", "msiexec", "installer", "dpkg", "rpm", "rundll32", "regsvr32", "saps", "call"}, program):
		return operand(c.Args[1:])
	case slices.Contains(watched().Editors, program):
		return t.extension(c)
	case i == nil && len(c.Args) > 0 && c.Role != "builtin":
		text := t.word(c.Args[0])
		if namesFile(text) || strings.HasSuffix(strings.ToLower(text), ".exe") {
			key := fileKey(text)
			return key, key != ""
		}
	}
	return "", false
}

// namesFile reports whether the first word of a command is a file and not a name
// that is looked up: in a sentence much has a slash.
func namesFile(text string) bool {
	if strings.ContainsAny(text, "<>|:") {
		return strings.Contains(text, `:\`)
	}
	return strings.HasPrefix(text, "./") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") || strings.HasPrefix(text, "$") ||
		strings.Contains(text, `\`) || strings.HasPrefix(text, "%")
}

// isSwitch reports whether a word is an option as programs of Windows have them: "/i".
func isSwitch(text string) bool {
	return len(text) > 1 && text[0] == '/' && !strings.ContainsAny(text[1:], `/\.`) && len(text) < 12
}

func isProcessWord(w argv.Word) bool {
	return strings.HasPrefix(w.Text, "<(") || strings.HasPrefix(w.Text, ">(")
}
