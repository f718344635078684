package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Read reads the words of a call by the entry of its program. Without an entry the
// shape of the words is all there is: what may be a command, a place outside of the
// working directory, a file that programs load, or an option that is known only when
// it runs is not understood; any other word is taken as plain.
func Read(call argv.Call) *Reading {
	e, err := Find(call.Base)
	switch {
	case err != nil:
		r := none()
		r.Entry = true
		r.Unclassed = append(r.Unclassed, Unclassed{Word: call.Base, Kind: "words", Why: "has an entry that cannot be read: " + err.Error(), Span: call.Span})
		return r
	case e != nil:
		r := e.Read(call)
		if len(call.Args) < maxFound {
			r.module(call)
		}
		return r
	}
	r := none()
	for i, w := range call.Args {
		if i == 0 || len(r.Unclassed) >= maxFound {
			continue
		}
		if option, value, ok := output(call.Args, i); ok {
			r.Places = append(r.Places, Place{Role: "write", Option: option, Target: value, Span: w.Span})
		}
		if kind, why := unplain(call, i); why != "" {
			r.Unclassed = append(r.Unclassed, Unclassed{Word: w.Text, Kind: kind, Why: why, Span: w.Span})
		}
	}
	return r
}

// module reads what stands behind python -m, which is the program of that name.
func (r *Reading) module(call argv.Call) {
	for i, p := range r.Places {
		if p.Role != "command" || p.Option != "-m" || len(p.rest) == 0 || !strings.HasPrefix(call.Base, "py") && call.Base != "coverage" {
			continue
		}
		name := p.rest[0]
		if name.Value == nil {
			return
		}
		call.Name, call.Base, call.Args = *name.Value, *name.Value, p.rest
		more := Read(call)
		r.Places = append(slices.Delete(r.Places, i, i+1), more.Places...)
		r.Unclassed = append(r.Unclassed, more.Unclassed...)
		r.Effects = append(r.Effects, more.Effects...)
		if r.Files = nil; len(more.Files) > 0 {
			r.Files = more.Files
		}
		return
	}
}

func none() *Reading {
	return &Reading{Sub: []string{}, Unclassed: []Unclassed{}, Places: []Place{}, Effects: []string{}}
}

// unplain is why a word of a program without an entry is more than a plain word: it
// is, or its option has as its value, a place elsewhere, a command, or a file that
// programs load.
func unplain(call argv.Call, i int) (kind, why string) {
	w := call.Args[i]
	shape := w.Shape()
	if dashed(w) {
		name, value, joined := strings.Cut(shape, "=")
		switch {
		case w.Value == nil && !joined:
			return "option", "gets the option " + w.Text + ", which is known only when it runs"
		case joined:
			return valueOf(name, value, argv.After(w, len(name)+1))
		case len(shape) > 2 && strings.ContainsAny(shape[2:], "/~ "):
			// -I/usr/x, -o~/x, -c'x y': the value of a letter.
			return valueOf(shape[:2], shape[2:], argv.After(w, 2))
		}
		return "", ""
	}
	if w.Value == nil && w.Prefix == "" && !w.Undashed && (call.MayBeOption(w) || slices.Contains(w.Params, argv.FromInput)) {
		return "words", "gets the word " + shownWord(w) + ", which is known only when it runs and may be an option"
	}
	if before := call.Args[i-1]; i > 1 && dashed(before) && !strings.Contains(before.Shape(), "=") {
		return valueOf(before.Shape(), shape, w)
	}
	switch {
	case w.Tilde || leaves(shape):
		return "operand", "gets the place " + w.Text + " outside of the working directory, and what it does there is not known"
	case w.Value != nil && commandLike(shape):
		return "operand", "gets the text " + w.Text + ", which may be a command, and what it does with that is not known"
	}
	return "", ""
}

// valueOf is why the value of an option is more than a plain word.
func valueOf(name, value string, w argv.Word) (kind, why string) {
	switch {
	case w.Tilde || strings.HasPrefix(value, "~") || leaves(value):
		return "option", "has the option " + name + " with the place " + value + " outside of the working directory, and what it does there is not known"
	case w.Value != nil && commandLike(value):
		return "option", "has the option " + name + " with a text that may be a command, and what it does with that is not known"
	case loadable(value) && !namesPlace(name):
		return "option", "has the option " + name + " with the file " + value + ", which it may run or load"
	}
	return "", ""
}

// output is the value of an option that says in its name that it takes the place
// that is written: -o, --output, --out-dir.
func output(args []argv.Word, i int) (option string, value argv.Word, ok bool) {
	w := args[i]
	name, _, joined := strings.Cut(w.Prefix, "=")
	switch bare := strings.ToLower(strings.TrimLeft(name, "-")); {
	case !dashed(w) || !slices.Contains([]string{"o", "out", "output", "outfile", "outdir", "out-file", "out-dir", "output-file", "output-dir", "output-directory"}, bare):
		if strings.HasPrefix(w.Prefix, "-o") && len(w.Prefix) > 2 && strings.ContainsAny(w.Prefix[2:3], "/~.") {
			return "-o", argv.After(w, 2), true
		}
		return "", value, false
	case joined:
		return name, argv.After(w, len(name)+1), true
	case w.Value != nil && i+1 < len(args):
		return name, args[i+1], true
	}
	return "", value, false
}

// namesPlace reports whether an option says in its name that it takes a place.
func namesPlace(option string) bool {
	option = strings.TrimLeft(option, "-")
	return option == "o" || slices.ContainsFunc([]string{"path", "dir", "out", "location", "folder", "root", "target"}, func(s string) bool { return strings.Contains(option, s) })
}

// dashed reports whether a word looks like an option.
func dashed(w argv.Word) bool {
	shape := w.Shape()
	return strings.HasPrefix(shape, "-") && shape != "-"
}

// commandLike reports whether a text could be a command line: the first word could
// name a program, and what follows holds a path, an option or a sign of a shell.
func commandLike(v string) bool {
	v = strings.TrimLeft(v, " \t\n|!@")
	if strings.Contains(v, "$(") || strings.ContainsAny(v, ";`") {
		return true
	}
	fields := strings.Fields(v)
	if len(fields) < 2 || !programLike(fields[0]) {
		return false
	}
	return slices.ContainsFunc(fields[1:], func(f string) bool {
		return strings.HasPrefix(f, "-") || strings.Contains(f, "/") || strings.ContainsAny(f, "|&<>")
	})
}

func programLike(v string) bool {
	for _, c := range v {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("._/+-", c) {
			return false
		}
	}
	return v != ""
}

// loadable reports whether a value names a file that programs load as code: by its
// ending, or as ./NAME without one, which is how programs of a folder are called.
func loadable(v string) bool {
	switch path.Ext(v) {
	case ".so", ".dylib", ".dll", ".sh", ".bash", ".js", ".mjs", ".cjs", ".py", ".rb", ".pl", ".lua", ".cmake", ".mk", ".el", ".vim", ".gdb", ".scm", ".tcl", ".php", ".jar", ".wasm":
		return true
	case "", ".":
		return strings.HasPrefix(v, "./") && len(v) > 2
	}
	return false
}

// leaves reports whether a text is a path out of the working directory into folders
// of the system or of users. Other texts that begin with a slash are as often
// addresses: /repos/x/y.
func leaves(text string) bool {
	clean := path.Clean(text)
	if clean == ".." || strings.HasPrefix(clean, "../") || clean == "/" && text != "" {
		return true
	}
	if clean == "/dev/null" || strings.HasPrefix(clean, "/dev/tty") || !strings.HasPrefix(clean, "/") {
		return false
	}
	first, _, _ := strings.Cut(clean[1:], "/")
	return slices.Contains([]string{
		"Applications", "Library", "System", "Users", "bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "media", "mnt", "opt", "private", "proc", "root", "run",
		"sbin", "snap", "srv", "sys", "usr", "var",
	}, first)
}

// Texts are what the texts of small languages do that the words or standard input
// hold.
func (r *Reading) Texts(call argv.Call) []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		switch p.Role {
		case "code":
			out = append(out, judged(call, p)...)
		case "stdin":
			if language, ok := strings.CutPrefix(p.Of, "code:"); ok && !r.gives(language) {
				out = append(out, call.JudgeInput(language)...)
			}
		}
	}
	return out
}

// Steps are the commands that the words name.
func (r *Reading) Steps(call argv.Call) []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		switch p.Role {
		case "command", "command;":
			if len(p.rest) > 0 {
				out = append(out, argv.Carries("wrapper"), argv.Run{Words: p.rest, Edge: argv.EdgeWrapper, Via: p.Option, Dirs: p.folders})
			}
		case "shell":
			if p.Target.Value != nil && !p.Target.Glob && !p.Target.Tilde {
				out = append(out, argv.Carries("option"), argv.Line{Text: *p.Target.Value, At: p.Target, Edge: argv.EdgeOption, Via: p.Option, Dirs: p.folders, Fed: true})
			}
		}
	}
	return out
}

// judged are the steps of a text. Those of awk and sed are those of the [Reading.Program], and
// what make is given is read where its assignments are.
func judged(call argv.Call, p Place) []argv.Step {
	if p.Of == "awk" || p.Of == "sed" || p.Of == "make" {
		return nil
	}
	return call.Judge(p.Of, optionOf(p, "operand"), p.Target)
}

// gives reports whether the arguments hold a text in place of standard input. The
// commands of gdb, and what sqlite3 takes with -cmd, come before it.
func (r *Reading) gives(language string) bool {
	for _, p := range r.Places {
		if p.Role == "code" && p.Of == language && language != "gdb" && p.Option != "-cmd" {
			return true
		}
	}
	return false
}
