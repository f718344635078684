package chain

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// run tells what a call gives to a program that it starts, and is what that prints.
func (e *engine) run(r *runner, name string, a *args, n *code.Node) *value {
	command, first := e.command(r, a, n)
	out := &value{name: shorter(name + "()"), made: a}
	taints := e.all(command)
	e.attaches(command, name, a, n)
	e.told(r, a, n)
	for _, text := range command.texts {
		out.taints = addTaints(out.taints, e.printed(text, n))
		if words := strings.Fields(text); len(words) > 1 && slices.Contains(printers(), strings.ToLower(path.Base(words[0]))) {
			out.taints = addTaints(out.taints, e.opened(taints, "is printed by a command", false, n))
		}
		e.packed(text, command, n)
		e.changedBy(text, command, name, n)
		e.started(text, taints, n)
		if sends(text) {
			sink := way.Sink{Kind: "send", Call: name, Channel: "command", Hosts: hosts(command), Veiled: command.veiled}
			if len(sink.Hosts) == 0 {
				sink.Hosts = hostsIn(text)
			}
			e.emit(secrets(taints), sink, n)
			e.emit(secrets(e.readBy(text, n)), sink, n)
			e.emit(e.carried(text, taints, n), sink, n)
			if input := a.way(r.Input); input != nil {
				e.emit(secrets(e.all(e.whole(input, n))), channelled(sink, "stdin"), n)
			}
		}
		if shellInput(text) {
			if input := a.way(r.Input); input != nil {
				e.emit(foreign(e.all(input)), way.Sink{Kind: "run", Call: name, Channel: "stdin"}, n)
			}
		}
		out.taints = addTaints(out.taints, e.downloaded(text, command, n))
	}
	// What stands in the place of the program, or of the code of a shell, was fetched.
	for _, t := range foreign(e.all(first)) {
		if len(first.texts) == 0 || codeOfShell(first.first()) || strings.HasPrefix(first.first(), hole) || t.kind == way.Coded && first.veiled {
			e.emit([]*taint{t}, way.Sink{Kind: "run", Call: name, Channel: "command"}, n)
		}
	}
	e.callbacks(a, out)
	return out
}

// codeOfShell reports whether a command is a shell whose code is not known.
func codeOfShell(text string) bool {
	words := strings.Fields(text)
	if len(words) < 3 || !isShell(words[0]) {
		return false
	}
	for i, w := range words[1 : len(words)-1] {
		if slices.Contains(codeOptions(), w) {
			return strings.HasPrefix(strings.TrimLeft(words[i+2], "'\"$("), hole)
		}
	}
	return false
}

// codeOptions are options of interpreters before code.
func codeOptions() []string {
	return []string{"-c", "-e", "-lc", "/c", "/C", "-Command"}
}

// words are the words of what is run: one of them where it is a text for a shell.
func (e *engine) words(r *runner, a *args, n *code.Node) (parts []*value, list bool) {
	add := func(v *value) {
		if v == nil {
			return
		}
		v = e.whole(v, n)
		if len(v.items) == 0 {
			parts = append(parts, v)
			return
		}
		parts, list = append(parts, v.items...), true
	}
	switch r.Command {
	case "*":
		for _, v := range a.list {
			add(v)
		}
		list = true
	default:
		first, second, _ := strings.Cut(r.Command, " ")
		add(a.way(first))
		if more := a.way(second); more != nil && len(more.items) > 0 {
			add(more)
		}
	}
	return parts, list
}

// command is what is run, as one text, and its first word.
func (e *engine) command(r *runner, a *args, n *code.Node) (command, first *value) {
	parts, _ := e.words(r, a, n)
	if len(parts) == 0 {
		return nothing, nothing
	}
	command = &value{}
	command.texts, _ = e.joined(parts, " ")
	for _, p := range parts {
		command.taints = addTaints(command.taints, e.all(p))
		command.veiled = command.veiled || p.veiled
	}
	first = parts[0]
	for i, p := range parts[:len(parts)-1] { // bash -c CODE
		if slices.Contains(codeOptions(), p.first()) {
			first = parts[i+1]
		}
	}
	return command, first
}

// printers print what is in the files that they are given.
func printers() []string {
	return []string{"cat", "head", "tail", "base64", "xxd", "strings", "tar", "zip", "type", "gpg", "sqlite3", "grep", "awk", "sed", "less", "more", "tac", "openssl", "gzip", "dd", "get-content"}
}

// printed are the sources of what a command prints.
func (e *engine) printed(text string, n *code.Node) []*taint {
	for i := range store.Commands() {
		if c := &store.Commands()[i]; c.Match(text) {
			return e.source(c.Kind, shown(text), n)
		}
	}
	return e.readBy(text, n)
}

// readBy are the sources of the files that a command reads.
func (e *engine) readBy(text string, n *code.Node) []*taint {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	reads := slices.Contains(printers(), strings.ToLower(path.Base(words[0])))
	var found []*taint
	for i, w := range words[1:] {
		sent := strings.HasPrefix(w, "@") || strings.Contains(w, "=@") || strings.HasPrefix(w, "--data-binary=@") || slices.Contains([]string{"-T", "--upload-file", "--post-file", "--body-file"}, words[i])
		if name, file, ok := strings.Cut(w, "="); ok && (name == "--post-file" || name == "--body-file" || name == "--upload-file") {
			w, sent = file, true
		}
		reads = reads || slices.Contains(printers(), strings.ToLower(path.Base(words[i])))
		if !reads && !sent {
			continue
		}
		w = strings.Trim(w[strings.LastIndexByte(w, '@')+1:], `"';)`)
		if kind := e.kind(w); kind != "" {
			found = addTaints(found, e.source(kind, shown(w), n))
		} else if key := fileKey(w); key != "" && len(e.files[key]) > 0 {
			found = addTaints(found, e.stepped(e.files[key], "is read from "+shown(w), n))
		}
	}
	return found
}

// sends reports whether one of the words of a command that may begin one is a program
// that sends.
func sends(text string) bool {
	begins := true
	for _, w := range strings.Fields(text) {
		name := strings.ToLower(path.Base(strings.Trim(w, `"'(`)))
		if begins && slices.Contains(way.Senders(), name) {
			return name != "git" || strings.Contains(text, "push") || strings.Contains(text, "remote")
		}
		begins = w == "|" || w == "&&" || w == ";" || w == "-c" || w == "sudo" || strings.HasSuffix(w, ";") || strings.HasSuffix(w, "|") || strings.Contains(w, "=") && begins
	}
	return false
}

// shellInput reports whether a command runs what it is fed.
func shellInput(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false
	}
	switch strings.ToLower(path.Base(words[0])) {
	case "sh", "bash", "zsh", "dash", "python", "python3", "node", "perl", "ruby", "powershell", "pwsh":
		return len(words) == 1 || words[len(words)-1] == "-" || words[len(words)-1] == "-s"
	}
	return false
}

// hostsIn are the hosts that words of a command without a scheme name.
func hostsIn(text string) []string {
	var found []string
	words := strings.Fields(text)
	for i, w := range words[min(1, len(words)):] {
		if strings.HasPrefix(w, "-") || strings.HasPrefix(words[i], "-") || !way.MayName(words[:i+2]) {
			continue
		}
		w = strings.Trim(w, `"'`)
		if at := strings.LastIndexByte(w, '@'); at > 0 {
			w = w[at+1:]
		}
		host := way.HostOf(w)
		dot := strings.LastIndexByte(host, '.')
		if dot <= 0 || strings.HasPrefix(w, "/") || strings.HasPrefix(w, "~") || strings.Contains(host, " ") {
			continue
		}
		if top := host[dot+1:]; len(top) >= 2 && !isExtension(top) {
			found = append(found, host)
		}
	}
	return found
}

// isExtension reports whether the last part of a name is one of files.
func isExtension(s string) bool {
	switch s {
	case "txt", "json", "py", "js", "sh", "zip", "gz", "tar", "tgz", "md", "log", "yaml", "yml", "toml", "csv", "pem", "key", "db", "html", "xml", "env", "conf", "bin", "exe", "ts":
		return true
	}
	return false
}

// maxAgain is how often a file is looked at anew for what it is run with.
const maxAgain = 4

// started follows a program of the package that a command runs: what it is run with it
// has as its arguments.
func (e *engine) started(text string, taints []*taint, n *code.Node) {
	words := strings.Fields(text)
	for i, w := range words {
		w = strings.Trim(w, `"'`)
		if i > 2 {
			return
		}
		m := e.program(w)
		if m == nil {
			continue
		}
		if len(secrets(taints)) == 0 {
			return
		}
		key := "\x00again:" + m.file
		if e.memoCount(key) >= maxAgain || m.state == 1 {
			return
		}
		argv := &value{items: []*value{textValue(w)}, taints: e.stepped(taints, "is handed to "+m.file, n)}
		for range 4 { // which of them is not known
			argv.items = append(argv.items, &value{taints: argv.taints})
		}
		m.scope.vars["\x00argv"] = argv
		m.state = 0
		e.memo = map[string]*value{key: {texts: make([]string, e.memoCount(key)+1)}}
		e.moduleAgain(m, argv)
		return
	}
}

func (e *engine) memoCount(key string) int {
	if v := e.memo[key]; v != nil {
		return len(v.texts)
	}
	return 0
}

// moduleAgain looks at a file with other arguments.
func (e *engine) moduleAgain(m *module, argv *value) {
	m.state = 1
	before := e.here
	for _, u := range m.units {
		e.here = u
		m.scope.vars["\x00argv"] = argv
		e.block(u.body, m.scope)
	}
	e.here, m.state = before, 2
}

// program is the program of the package that a word of a command names.
func (e *engine) program(word string) *module {
	var language string
	switch path.Ext(word) {
	case ".py":
		language = way.Python
	case ".js", ".mjs", ".cjs", ".ts":
		language = way.JavaScript
	default:
		return nil
	}
	word = path.Clean(word[strings.LastIndex(word, hole)+1:])
	word = strings.TrimPrefix(word, "/")
	if e.here != nil {
		if m := e.modules[language+":"+path.Join(path.Dir(e.here.text.File), word)]; m != nil {
			return m
		}
	}
	if m := e.modules[language+":"+word]; m != nil {
		return m
	}
	for _, m := range e.order {
		if m.language == language && path.Base(m.file) == path.Base(word) {
			return m
		}
	}
	return nil
}
