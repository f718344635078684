package grammar

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
)

// unplain is why a word of a program without an entry is more than a plain word: it
// is, or its option has as its value, a place elsewhere, a command, a text that may
// be code, or a file that programs load.
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
		case len(shape) > 2 && shape[1] != '-':
			return lettered(shape, w)
		}
		return "", ""
	}
	if w.Value == nil && w.Prefix == "" && unsettled(call, i) {
		return "words", "gets the word " + shownWord(w) + ", which is known only when it runs and may be an option"
	}
	if before := call.Args[i-1]; i > 1 && dashed(before) && before.Shape() != "--" && !strings.Contains(before.Shape(), "=") && !argv.PlainOption(call.Base, before.Shape()) {
		return valueOf(before.Shape(), shape, w)
	}
	switch {
	case w.Tilde || leaves(shape) || leads(shape):
		return "operand", "gets the place " + w.Text + " outside of the working directory, and what it does there is not known"
	case w.Value != nil && (commandLike(shape) || codeLike(shape)):
		return "operand", "gets the text " + w.Text + ", which may be a command, and what it does with that is not known"
	case i == 1 && strings.HasPrefix(shape, "@") && !strings.Contains(shape, "/"):
		return "operand", "gets the word " + w.Text + ", which may be a file of further arguments"
	}
	return "", ""
}

// unsettled reports whether a word that is known only when it runs may be an option.
// What a command prints behind an option is taken for its value.
func unsettled(call argv.Call, i int) bool {
	w := call.Args[i]
	switch w.Begins {
	case argv.BeginsFree:
		return i < 2 || !dashed(call.Args[i-1])
	case argv.BeginsUnsaid:
		return call.MayBeOption(w) || slices.Contains(w.Params, argv.FromInput)
	}
	return false
}

// valueOf is why the value of an option is more than a plain word.
func valueOf(name, value string, w argv.Word) (kind, why string) {
	switch {
	case w.Tilde || strings.HasPrefix(value, "~") || leaves(value) || leads(value):
		return "option", "has the option " + name + " with the place " + value + " outside of the working directory, and what it does there is not known"
	case w.Value != nil && (commandLike(value) || codeLike(value)):
		return "option", "has the option " + name + " with a text that may be a command, and what it does with that is not known"
	case loadable(value) && !namesPlace(name):
		return "option", "has the option " + name + " with the file " + value + ", which it may run or load"
	case w.Value != nil && namesProgram(value) && saysRun(name):
		return "option", "has the option " + name + " with the word " + value + ", which may be a program that it runs"
	}
	return "", ""
}

// lettered is why -Xvalue or -Xname:value, one letter with its value in the same
// word, is more than a plain option. The value begins with what looks like a path.
func lettered(shape string, w argv.Word) (kind, why string) {
	at := strings.IndexAny(shape[2:], "/~ ")
	if dot := strings.Index(shape[2:], "./"); dot >= 0 && (at < 0 || dot < at) {
		at = dot
	}
	if dots := strings.Index(shape[2:], ".."); dots >= 0 && (at < 0 || dots < at) {
		at = dots
	}
	if at < 0 {
		return "", ""
	}
	if kind, why = valueOf(shape[:2], shape[2:], argv.After(w, 2)); why != "" || at == 0 {
		return kind, why
	}
	return valueOf(shape[:2+at], shape[2+at:], argv.After(w, 2+at))
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

// saysRun reports whether an option may take a program: a letter, of which nobody
// knows what it stands for, or a name in which a word for running is.
func saysRun(option string) bool {
	name := strings.ToLower(strings.TrimLeft(option, "-"))
	if len(name) < 2 {
		return strings.ContainsAny(name, "cedx")
	}
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ':' }), func(part string) bool {
		switch part {
		case "cmd", "exec", "execute", "command", "commands", "run", "program", "shell", "sh", "hook", "launcher", "wrapper", "pipe", "system", "driver", "prefix",
			"editor", "pager", "browser", "viewer", "filter", "preview", "with":
			return true
		}
		return false
	})
}

// dashed reports whether a word looks like an option.
func dashed(w argv.Word) bool {
	shape := w.Shape()
	return strings.HasPrefix(shape, "-") && shape != "-"
}

// handedOn reports whether an operand may be the name of a program that the program
// runs: the words behind "--" or behind a sub-command such as exec are a command.
func handedOn(call argv.Call, i int) bool {
	w := call.Args[i]
	if i < 2 || w.Value == nil || dashed(w) || path.Ext(*w.Value) != "" {
		return false
	}
	before := call.Args[i-1].Shape()
	if before == "--" {
		return true
	}
	if dashed(call.Args[i-1]) {
		return false
	}
	if !slices.ContainsFunc(call.Args[1:i], func(w argv.Word) bool { return handsWords(w.Shape()) }) {
		return false
	}
	return handsWords(before) || namesProgram(*w.Value)
}

// handsWords reports whether a sub-command says in its name that what follows it is
// somebody else's.
func handsWords(word string) bool {
	switch word {
	case "exec", "execute", "cmd", "shell", "ssh", "with", "lock", "watch", "spin", "trigger", "run", "rec", "--":
		return true
	}
	return false
}

// namesProgram reports whether a word is the name of a program that has an entry.
// true and false are values more often than programs.
func namesProgram(word string) bool {
	if word == "true" || word == "false" {
		return false
	}
	_, ok := load().file(path.Base(word))
	return ok
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

// called is a name with an argument list that holds a text: system("id"), f('x').
// %sh{id} is that of an editor.
var called = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\w\])]\s*[({]\s*['"]|^%[a-z]+(\{|%)`) })

// codeLike reports whether a text could be code of a small language: it begins with
// a sign that such languages run a command with, or calls something with a text.
func codeLike(v string) bool {
	v = strings.TrimLeft(v, " \t\n:")
	if v == "" {
		return false
	}
	if len(v) > 1 && strings.ContainsRune("|!\\$", rune(v[0])) && (v[0] == '|' || v[1] != ' ' && v[1] != '=') {
		return true
	}
	return called().MatchString(v)
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

// leads reports whether a part of a text is a path out of the working directory:
// OPEN:../x, /:/mnt, file=/etc/passwd, 'a' TO '../b'. Parts of an address are none.
func leads(v string) bool {
	if scheme, _, found := strings.Cut(v, "://"); found {
		return !remoteScheme(scheme)
	}
	if at := strings.Index(v, "../"); at > 0 && !strings.ContainsRune("./", rune(v[at-1])) {
		return true // +O../x
	}
	parts := strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(" \t\n:,;=|'\"()<>+", r) })
	if len(parts) < 2 && len(parts) > 0 && parts[0] == v {
		return false
	}
	return slices.ContainsFunc(parts, func(p string) bool {
		return strings.HasPrefix(p, "~/") || leaves(p) && (len(p) > 1 || strings.Contains(v, "/:"))
	})
}

// remoteScheme reports whether an address of that scheme is one of another machine,
// not a file, code or a macro. What stands before the last "+" is which of several
// protocols carries it.
func remoteScheme(scheme string) bool {
	switch strings.ToLower(scheme[strings.LastIndexAny(scheme, "+=:,@ ")+1:]) {
	case "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "git", "svn", "s3", "channel", "gs", "az", "oci", "docker", "tcp", "udp", "tls", "grpc", "grpcs",
		"postgres", "postgresql", "mysql", "mariadb", "mongodb", "srv", "redis", "rediss", "amqp", "amqps", "nats", "mqtt", "mqtts", "kafka", "sqlite", "rtmp", "rtsp", "ldap", "ldaps", "smtp", "smtps", "imap", "imaps", "op":
		return true
	}
	return false
}

// webScheme reports whether an address is one that is only fetched.
func webScheme(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ftps", "rtsp", "rtmp", "s3", "gs", "az", "oci", "docker", "postgres", "postgresql", "mysql", "mariadb", "mongodb", "sqlite", "git", "ssh":
		return true
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
