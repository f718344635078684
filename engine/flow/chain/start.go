package chain

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// told notes a command as a shell would be given it, and tells of a file that it runs
// which was fetched or decoded.
func (e *engine) told(r *runner, a *args, n *code.Node) {
	parts, list := e.words(r, a, n)
	if len(parts) == 0 {
		return
	}
	e.runsFile(parts, list, n)
	var b strings.Builder
	for i, p := range parts {
		text := strings.ReplaceAll(p.words()[0], hole, "${value}")
		if i > 0 {
			b.WriteByte(' ')
		}
		if list {
			text = way.Quoted(text)
		}
		if b.WriteString(text); b.Len() > way.MaxLength {
			return
		}
	}
	input := ""
	if v := a.way(r.Input); v != nil {
		input = e.spelled(v)
	}
	one := way.Run{Text: b.String(), Input: input, Shown: e.shownAt(n)}
	one.File, one.Span = e.place(n)
	same := one.File + "\x00" + one.Text + "\x00" + one.Input
	if key := same + "\x00" + strconv.Itoa(one.Span.Start.Offset); one.Text != "${value}" && e.fresh(key, same, one.File, len(e.found.Runs), "commands that are started") {
		e.found.Runs = append(e.found.Runs, one)
	}
}

// fresh reports whether something is to be told that has a key, of so many that are. Beyond the
// bound nothing is, and it is said of the file, unless the same is told of another place of it.
func (e *engine) fresh(key, same, file string, told int, what string) bool {
	switch {
	case e.noted[key]:
		return false
	case told >= way.MaxStarted:
		if !e.noted[same] {
			e.unread(file, "there are more "+what+" than are told")
		}
		return false
	}
	e.noted[key], e.noted[same] = true, true
	return true
}

// wrappers start the program that they are given.
func wrappers() []string {
	return []string{"sudo", "env", "nohup", "setsid", "nice", "time", "exec", "start", "xargs", "doas", "stdbuf", "command"}
}

// interprets reports whether a program runs the file that it is given.
func interprets(v *value) bool {
	if v.name == "sys.executable" || v.name == "process.execPath" {
		return true
	}
	name := strings.TrimRight(strings.TrimSuffix(path.Base(v.first()), ".exe"), ".0123456789")
	return isShell(name) || slices.Contains([]string{"python", "node", "perl", "ruby", "php", "deno", "bun", "source", ".", "osascript", "wscript", "cscript", "mshta", "rundll32", "java"}, name)
}

// runsFile tells of a file that is run, or given to an interpreter, and that was
// fetched or decoded.
func (e *engine) runsFile(parts []*value, list bool, n *code.Node) {
	if !list {
		if len(parts[0].texts) == 0 {
			return // it is the command itself
		}
		split := []*value{}
		for word := range strings.FieldsSeq(parts[0].first()) {
			split = append(split, textValue(strings.Trim(word, `"'`)))
		}
		parts = split
	}
	for i := 0; i < len(parts); i++ {
		name := parts[i].first()
		if slices.Contains(wrappers(), path.Base(name)) && name != "" {
			continue
		}
		given := parts[i]
		if interprets(given) {
			for i++; i < len(parts) && strings.HasPrefix(parts[i].first(), "-"); i++ {
				if slices.Contains([]string{"-c", "-e", "-m", "-lc"}, parts[i].first()) {
					return
				}
			}
			if i >= len(parts) {
				return
			}
			e.emit(e.held(parts[i]), way.Sink{Kind: "run", Call: path.Base(called(given)), Channel: "file"}, n)
			return
		}
		if len(given.texts) > 0 {
			e.emit(e.held(given), way.Sink{Kind: "run", Call: path.Base(shown(name)), Channel: "file"}, n)
		}
		if i+1 < len(parts) && tables().installs[strings.TrimSuffix(path.Base(name), ".exe")] {
			for _, operand := range parts[i+1:] {
				e.emit(e.held(operand), way.Sink{Kind: "run", Call: path.Base(name), Channel: "file"}, n)
			}
		}
		return
	}
}

func called(v *value) string {
	if v.first() != "" {
		return v.first()
	}
	return strings.ReplaceAll(v.name, ".", "/")
}

// downloaded are the sources of what a command fetches and prints; what it fetches into
// a file is noted.
func (e *engine) downloaded(text string, command *value, n *code.Node) []*taint {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	name := strings.ToLower(path.Base(words[0]))
	if name != "curl" && name != "wget" {
		return nil
	}
	to := hosts(command)
	if len(to) == 0 {
		if to = hostsIn(text); len(to) == 0 {
			return nil
		}
	}
	e.reaches(name, to, command.veiled, n)
	got := e.fetch(way.Network, to[0], to, command.veiled, n)
	for i, w := range words[:len(words)-1] {
		if name == "curl" && (w == "--output" || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasSuffix(w, "o")) || name == "wget" && (w == "-O" || w == "--output-document" || strings.HasSuffix(w, "O") && strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--")) {
			e.written(textValue(strings.Trim(words[i+1], `"'`)), got, n)
		}
	}
	return got
}

// lasts notes that a program writes to a place that lasts.
func (e *engine) lasts(name string, file, data *value, taints []*taint, a *args, n *code.Node) {
	if file == nil || e.lasting == nil {
		return
	}
	for _, text := range file.texts {
		place := strings.ReplaceAll(text, hole, "$value")
		if len(place) > maxName || !e.lasting(place) {
			continue
		}
		one := way.Write{Place: place, Text: e.spelled(data), Call: strings.TrimPrefix(name, "*."), Shown: e.shownAt(n), Append: strings.Contains(strings.ToLower(name), "append")}
		if a.self != nil && a.self.made != nil {
			mode := a.self.made.way("1|mode")
			if strings.Contains(a.self.name, "Path().open") {
				mode = nil
			}
			one.Append = one.Append || mode != nil && strings.Contains(mode.first(), "a")
		}
		for _, t := range addTaints(foreign(taints), e.namedIn(one.Text)) {
			if t.kind == way.Network || t.kind == way.Connection {
				one.Hosts = append(append([]string{}, one.Hosts...), t.root.Hosts...)
			}
		}
		one.File, one.Span = e.place(n)
		same := one.File + "\x00" + one.Place + "\x00" + one.Text
		if e.fresh(same+"\x00"+strconv.Itoa(one.Span.Start.Offset), same, one.File, len(e.found.Writes), "places that are written to") {
			e.found.Writes = append(e.found.Writes, one)
		}
		return
	}
}

// namedIn are the foreign sources of the files that a text names: what is started later is
// one that was fetched.
func (e *engine) namedIn(text string) []*taint {
	if len(e.files) == 0 {
		return nil
	}
	var found []*taint
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'=<>;,()", r) }) {
		if strings.Contains(word, "/") {
			found = addTaints(found, e.held(textValue(word)))
		}
	}
	return found
}

// maxSpelled is how deep fields are told of what is written.
const maxSpelled = 12

// spelled is a value as it may be written: its text, or its fields and parts.
func (e *engine) spelled(v *value) string {
	var b strings.Builder
	e.spell(&b, v, 0)
	text := strings.ReplaceAll(b.String(), hole, "$value")
	return strings.ToValidUTF8(text[:min(len(text), 2*way.MaxLength)], "")
}

func (e *engine) spell(b *strings.Builder, v *value, depth int) {
	if v == nil || depth > maxSpelled || b.Len() > 2*way.MaxLength || !e.worked() {
		return
	}
	switch {
	case len(v.texts) > 0 && depth == 0:
		b.WriteString(v.texts[0])
	case len(v.texts) > 0:
		b.WriteString(`"` + v.texts[0] + `"`)
	case len(v.fields) > 0:
		for _, key := range sortedKeys(v.fields) {
			if !strings.HasSuffix(key, "()") {
				b.WriteString("\"" + key + "\": ")
				e.spell(b, v.fields[key], depth+1)
				b.WriteByte('\n')
			}
		}
	case len(v.items) > 0:
		for _, item := range v.items {
			e.spell(b, item, depth+1)
			b.WriteByte(' ')
		}
	case v.made != nil && len(v.made.list) > 0 && tables().encode[strings.TrimSuffix(v.name[strings.LastIndexByte(v.name, '.')+1:], "()")]:
		e.spell(b, v.made.list[0], depth+1)
	}
}
