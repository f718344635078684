package chain

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// foreign reports whether a source is not of the machine that a program runs on.
func (t *taint) foreign() bool {
	return t.kind == way.Network || t.kind == way.Connection || t.kind == way.Coded
}

// foreign are the sources that are what somebody else wrote: it was fetched, comes
// through a connection, or stands in the package in a code.
func foreign(list []*taint) []*taint {
	return slices.DeleteFunc(slices.Clone(list), func(t *taint) bool { return !t.foreign() })
}

// connections are the sources that are one.
func connections(list []*taint) []*taint {
	return slices.DeleteFunc(slices.Clone(list), func(t *taint) bool { return t.kind != way.Connection })
}

// mixed are sources of which an unknown call made something.
func mixed(list []*taint) []*taint {
	if !slices.ContainsFunc(list, func(t *taint) bool { return t.foreign() && !t.mixed }) {
		return list
	}
	out := slices.Clone(list)
	for i, t := range out {
		if t.foreign() {
			next := *t
			next.mixed, out[i] = true, &next
		}
	}
	return out
}

// fetch is a new source that is another machine.
func (e *engine) fetch(kind, name string, hosts []string, veiled bool, n *code.Node) []*taint {
	list := e.source(kind, name, n)
	list[0].root.Hosts, list[0].root.Veiled = hosts, veiled
	return list
}

// connect is what a call comes to that opens a connection.
func (e *engine) connect(c *connector, name string, a *args, n *code.Node) *value {
	var to []string
	veiled := false
	if url := a.address(c.URL); url != nil {
		to, veiled = hosts(url), url.veiled
	}
	if host := a.way(c.Host); host != nil {
		veiled = veiled || host.veiled
		for _, h := range host.texts {
			if h = way.HostOf(h); h != "" && !slices.Contains(to, h) {
				to = append(to, h)
			}
		}
	}
	if !c.Listens {
		e.reaches(name, to, veiled, n)
	}
	called := "a connection"
	if len(to) > 0 {
		called = "a connection to " + to[0]
	}
	if c.Listens {
		called = "whoever connects"
	}
	got := e.fetch(way.Connection, called, to, veiled, n)
	got[0].root.Listens = c.Listens
	if c.Self {
		if a.self != nil && a.self != nothing {
			a.self.taints = addTaints(a.self.taints, got)
		}
		e.callbacks(a, &value{taints: got})
		return nothing
	}
	v := &value{name: shorter(name + "()"), made: a, taints: got}
	e.callbacks(a, v)
	if handlers := a.way("0.socket"); handlers != nil {
		e.callbacks(&args{named: handlers.fields}, v)
	}
	return v
}

// answered looks once more into the functions that a connection was given when it was
// opened: they may use the variable that has only now been given it.
func (e *engine) answered(v *value) {
	if v == nil || v.made == nil || len(connections(v.taints)) == 0 {
		return
	}
	for _, one := range v.made.list {
		if one.fn == nil {
			continue
		}
		with := &args{list: []*value{v}}
		key, _ := e.signature(one.fn, with)
		delete(e.memo, key)
		e.invoke(one.fn, with, nil)
	}
}

// evaluate tells that a call runs what was fetched or decoded.
func (e *engine) evaluate(r *evaluator, name string, a *args, n *code.Node) {
	sink := way.Sink{Kind: "evaluate", Call: name, Channel: r.Channel}
	switch {
	case r.Code == "*":
		all := e.everything(a).taints
		e.emit(append(foreign(all), handed(all)...), sink, n)
	case r.Channel == "file":
		e.loaded(a.way(r.Code), name, n)
	default:
		if v := a.way(r.Code); v != nil {
			all := e.all(e.whole(v, n))
			found := foreign(all)
			if r.Channel == "code" && !confined(a) {
				found = append(found, handed(all)...)
			}
			e.emit(found, sink, n)
		}
	}
}

// confined reports whether what is evaluated is given a record of the built-in functions that
// it may call: a formula, and no program.
func confined(a *args) bool {
	names := a.way("1|globals")
	return names != nil && names.fields["__builtins__"] != nil
}

// handed are the words that whoever runs the program gave it, themselves and not as names of
// files: of a file that is read and run, the name goes along.
func handed(list []*taint) []*taint {
	var found []*taint
	for _, t := range list {
		if t.kind == way.Argument && t.named && !t.beside && !t.open && !slices.ContainsFunc(list, func(o *taint) bool { return o.kind == way.Argument && !o.named }) {
			next := *t
			next.named = false
			found = append(found, &next)
		}
	}
	return found
}

// loaded tells that a file is taken in that was fetched or decoded.
func (e *engine) loaded(file *value, call string, n *code.Node) {
	if file == nil {
		return
	}
	sink := way.Sink{Kind: "evaluate", Call: call, Channel: "file"}
	if strings.HasPrefix(file.first(), "data:") { // it is not the name of a file
		sink.Channel = "code"
		e.emit(foreign(file.taints), sink, n)
		return
	}
	e.emit(e.held(file), sink, n)
	if name := file.first(); (name != "" && !strings.ContainsAny(name, "/"+hole)) && (call == "import" || call == "importlib.import_module" || call == "__import__") {
		e.emit(e.held(textValue(strings.ReplaceAll(strings.TrimLeft(name, "."), ".", "/")+".py")), sink, n)
	}
}

// held are the foreign sources of what a file holds.
func (e *engine) held(file *value) []*taint {
	if len(file.texts) == 0 {
		return foreign(file.taints)
	}
	var found []*taint
	for _, text := range file.texts {
		if key := fileKey(text); key != "" {
			found = addTaints(found, foreign(e.files[key]))
		}
	}
	return found
}

// minCoded is the shortest text in a code that counts, in bytes.
const minCoded = 16

// decodes is what a call comes to that takes a code away: a source of its own where the
// package itself has what is decoded, in the program or in a file.
func (e *engine) decodes(v *value, name, method string, a *args, n *code.Node) *value {
	t := tables()
	buffer := (name == "Buffer.from" || name == "buffer.Buffer.from") && len(a.list) > 1 && decoder(a.list[1].first()) != nil
	spelt := spells(name, a)
	if v == nil || !t.decode[name] && !t.decodeMethods[method] && !buffer && !spelt {
		return v
	}
	if len(v.taints) > 0 {
		out := *v
		out.taints = e.stepped(v.taints, "is decoded by "+strings.TrimPrefix(name, "*."), n)
		return &out
	}
	what := ""
	if spelt {
		what = "numbers of the program"
	}
	for i := 0; i < len(a.list) && what == ""; i++ {
		what = e.writtenOut(a.list[i])
	}
	if what == "" {
		return v
	}
	out := *v
	out.taints = e.source(way.Coded, what, n)
	if spelt {
		out.items = nil // of a text, no words of a command
	}
	return &out
}

// spells reports whether a call makes a text of numbers that the program has written out:
// "".join(chr(n) for n in [101, …]), bytes([101, …]).
func spells(name string, a *args) bool {
	switch name {
	case "chr", "unichr", "String.fromCharCode", "String.fromCodePoint":
		return slices.ContainsFunc(a.list, func(v *value) bool { return v.listed }) || numbers(a.list)
	case "bytes", "bytearray", "Buffer.from", "buffer.Buffer.from", "Uint8Array", "Uint8Array.from":
		return len(a.list) > 0 && numbers(a.list[0].items)
	case "map":
		return len(a.list) == 2 && a.list[0].name == "chr" && numbers(a.list[1].items)
	}
	return false
}

// numbers reports whether a list of numbers is as long as a text in a code.
func numbers(items []*value) bool {
	return len(items) >= minCoded && !slices.ContainsFunc(items, func(v *value) bool {
		_, err := strconv.ParseInt(v.first(), 0, 32)
		return err != nil
	})
}

// writtenOut is what a value is that the package has: a file, or a text of a program.
func (e *engine) writtenOut(v *value) string {
	size := len(v.first())
	for _, item := range v.items {
		size += len(item.first())
	}
	if size >= minCoded && !strings.HasPrefix(v.first(), hole) {
		return "a text of the program"
	}
	if file := readFrom(v); file != "" {
		return shown(file)
	}
	return ""
}

// shells are programs that do what they are told line by line.
func isShell(program string) bool {
	switch strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(program, `\`, "/"))), ".exe") {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "cmd", "powershell", "pwsh":
		return true
	}
	return false
}

// shell reports whether a command is a shell.
func shell(command *value) bool {
	return slices.ContainsFunc(command.texts, func(text string) bool {
		words := strings.Fields(text)
		return len(words) > 0 && isShell(words[0])
	})
}

// attaches tells that a shell is started whose input or output is a connection.
func (e *engine) attaches(command *value, name string, a *args, n *code.Node) {
	if e.here == nil || !shell(command) && name != "pty.spawn" {
		return
	}
	got := e.attached[e.here.text.File]
	for _, way := range []string{"stdin", "stdout", "stderr", "1.stdio", "2.stdio"} {
		if v := a.way(way); v != nil {
			got = addTaints(got, connections(e.all(v)))
		}
	}
	e.emit(got, way.Sink{Kind: "attach", Call: name}, n)
}

// listens reports whether a call starts a shell, or another interpreter that is given no
// code: what that is fed is run.
func listens(made *args) bool {
	var words []string
	for i, v := range made.list {
		if i == 0 && len(v.items) == 0 {
			words = strings.Fields(v.first())
		}
		for _, item := range v.items {
			words = append(words, item.first())
		}
	}
	return len(words) > 0 && (isShell(words[0]) && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(codeOptions(), w) }) || shellInput(strings.Join(words, " ")))
}

// piped tells that a connection is joined to a shell that was started, or that it is
// given what was fetched.
func (e *engine) piped(method string, a *args, n *code.Node) {
	from := a.way("0|input")
	if !slices.Contains([]string{"pipe", "write", "writelines", "end", "communicate"}, method) || a.self == nil || from == nil {
		return
	}
	of := func(v *value, parts ...string) bool {
		return v.made != nil && listens(v.made) && slices.ContainsFunc(parts, func(p string) bool { return strings.HasSuffix(v.name, "()."+p) })
	}
	to := a.self
	if method == "pipe" {
		to, from = from, to
	}
	if of(to, "stdin") || method == "communicate" && to.made != nil && listens(to.made) {
		for _, t := range foreign(e.all(from)) {
			sink := way.Sink{Kind: "run", Call: method, Channel: "stdin"}
			if t.kind == way.Connection {
				sink.Kind = "attach"
			}
			e.emit([]*taint{t}, sink, n)
		}
	}
	if of(from, "stdout", "stderr") {
		e.emit(connections(e.all(to)), way.Sink{Kind: "attach", Call: method}, n)
	}
}

// poured tells of a stream that is poured into another one as if that were written what
// this one holds: file.pipe(request), pipeline(file, …, request).
func (e *engine) poured(name, method string, a *args, n *code.Node) {
	from, to := a.self, a.way("0")
	switch {
	case method == "pipe" && a.self != nil:
	case name == "stream.pipeline" || name == "stream.promises.pipeline" || name == "stream/promises.pipeline" || name == "pipeline":
		list := a.list
		for len(list) > 0 && list[len(list)-1].fn != nil {
			list = list[:len(list)-1]
		}
		if len(list) < 2 {
			return
		}
		from, to = list[0], list[len(list)-1]
	default:
		return
	}
	if to == nil || to.name == "" || len(secrets(e.all(from))) == 0 {
		return
	}
	if s := tables().send[to.name+".write"]; s != nil {
		e.send(s, to.name+".write", &args{self: to, list: []*value{from}}, n)
	}
}
