package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/prose"
)

// maxHeld is how far is looked back for the statement that a string of a program stands in,
// in bytes; maxHolder is how much of its begin is told.
const (
	maxHeld   = 8 << 10
	maxHolder = 200
)

// holder is what the statement begins with that a command in the text of a program stands in,
// up to the bracket around it: "CASES = [", "assert check(". It is "" in documents, in scripts
// of a shell, and in what was taken out of another text.
func (w *Finder) holder(p snippet, off int) string {
	if w.inner || !w.known {
		return ""
	}
	if w.json {
		return record(p.text, off)
	}
	end, depth, stop := min(off, len(p.text)), 0, max(0, off-maxHeld)
	if begin, after := prose.LineAt(p.text, end); len(bytes.TrimSpace(p.text[begin:end])) == 0 && stated(p.text[end:after]) {
		end = after // it is taken for one from its begin on
	}
	for end > stop {
		begin := bytes.LastIndexByte(p.text[:end], '\n') + 1
		line, opened := p.text[begin:end], -1
		for _, at := range slices.Backward(brackets(line)) {
			if bytes.IndexByte([]byte(")]}"), line[at]) >= 0 {
				depth++
			} else if depth--; depth < 0 {
				depth, opened = 0, at
			}
		}
		if stated(line) && (opened >= 0 || bytes.IndexByte(line, '=') > 0) {
			if opened >= 0 {
				line = line[:opened+1]
			}
			return strings.ToValidUTF8(strings.TrimSpace(string(line[:min(len(line), maxHolder)])), "")
		}
		end = begin - 1
	}
	return ""
}

// record is the part of a record of JSON that a text stands in which is around it.
func record(text []byte, off int) string {
	begin, end := max(0, off-maxHeld), min(len(text), off+maxHeld)
	if i := bytes.LastIndexByte(text[begin:off], '{'); i >= 0 {
		begin += i
	}
	if i := bytes.IndexByte(text[off:end], '}'); i >= 0 {
		end = off + i + 1
	}
	begin, end = max(begin, off-maxHolder/2), min(end, off+maxHolder)
	return strings.ToValidUTF8(strings.Join(strings.Fields(string(text[begin:end])), " "), "")
}

// brackets are where the brackets of a line are that stand in no string.
func brackets(line []byte) []int {
	var found []int
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case bytes.IndexByte([]byte("()[]{}"), c) >= 0:
			found = append(found, i)
		}
	}
	return found
}

// stated reports whether a line begins with a name, as a statement does; what begins with a
// bracket or a string is a part of one.
func stated(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && (prose.IsLetter(line[0]) || line[0] == '_' || line[0] == '$' || line[0] == '@')
}

// idles says of what stands in the text of a program whether no program of the package can
// start, evaluate or write anything: whatever has commands written out then, nothing there
// runs them. Where a document has somebody run what a file lists or a program prints, or is in
// a language that is not read, nothing is said of the statements either.
func (w *Finder) idles(texts []beside.Text) {
	if !slices.ContainsFunc(w.Flows, func(f Flow) bool { return f.Held != "" }) && !slices.ContainsFunc(w.Commands, func(c Command) bool { return c.Held != "" }) {
		return
	}
	if w.ReadOut || len(w.Foreign) > 0 {
		for i := range w.Flows {
			w.Flows[i].Held = ""
		}
		for i := range w.Commands {
			w.Commands[i].Held = ""
		}
		return
	}
	for i := range texts {
		if watched().acts(texts[i].Source, texts[i].Family == "shell") {
			return
		}
	}
	for i := range w.Flows {
		w.Flows[i].Idle = w.Flows[i].Held != "" && !w.Flows[i].Ran
	}
	for i := range w.Commands {
		w.Commands[i].Idle = w.Commands[i].Held != ""
	}
}

// acts reports whether a program may start, evaluate or write something, by its words.
func (t *watchTable) acts(text []byte, shell bool) bool {
	lowered := prose.Lower(text)
	words := t.Acts
	if shell {
		words = t.ShellActs
	}
	for _, word := range t.Spoken {
		lowered = bytes.ReplaceAll(lowered, []byte(word), nil)
	}
	if !shell && t.starts(string(lowered)) {
		return true
	}
	return slices.ContainsFunc(words, func(word string) bool {
		if strings.ToLower(word) != word { // as it is written: "Function(" is no "function("
			return bytes.Contains(text, []byte(word))
		}
		return bytes.Contains(lowered, []byte(word))
	})
}
