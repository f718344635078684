package flow

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// maxExpanded is the longest text that comes of a script whose variables are put in, in
// bytes, and maxElements how many elements of a list are.
const (
	maxExpanded = maxSnippet
	maxElements = 200
)

// expansion is a variable as a shell writes it, in double quotes or not: with "!" for the
// name that it holds, an element, and a part of its text.
var expansion = lazydfa.New(`"?\$\{(!?)([A-Za-z_]\w*)(?:\[([^\]\n]*)\])?([:/#%^,][^}\n]*)?\}"?|\$([A-Za-z_]\w*)`)

// manner is a way to give or to take a text that assignments and plain variables have not.
var manner = lazydfa.New(`\$\{!|\$\{\w+(?:\[|:-?\d|:[ (]|/)|\bprintf\s+-v\b|\bread\b[^\n]*<<<|\b(?:declare|local|typeset)\s+-\w*n|\w\+=`)

// expanded looks through a script once more with the texts put in that its variables hold,
// where a command or what eval is given comes of them in a way that is followed nowhere else:
// lists, names of variables, parts of texts, printf -v and read.
func (w *Finder) expanded(p snippet, read plainText, t *taint) {
	if w.inner || w.guess || bytes.IndexByte(read.text, '$') < 0 || !manner.Match(read.text) || !t.computes() {
		return
	}
	values := t.holding()
	if len(values) == 0 {
		return
	}
	text := values.in(string(read.text))
	if text == string(read.text) || len(text) > maxExpanded {
		return
	}
	if w.assembledBytes += len(text); w.assembledBytes > maxAssembled {
		w.Beyond(p.file, "of the package more than %d bytes of commands are put together of variables", maxAssembled)
		return
	}
	ids := make([]int, len(t.facts.Commands))
	for i := range ids {
		ids[i] = i
	}
	_, span := p.spanOf(read, t.facts, ids)
	inner := w.another()
	inner.Script(p.file, []byte(text), "shell", true)
	inner.Flows = slices.DeleteFunc(inner.Flows, func(f Flow) bool { // what is known with its own place
		return slices.ContainsFunc(w.Flows, func(o Flow) bool {
			return o.File == p.file && meet(o.Span, span) && o.To == f.To && slices.Equal(o.From, f.From)
		})
	})
	w.take(inner, span)
}

// computes reports whether a variable stands for a command, or for what one runs.
func (t *taint) computes() bool {
	for i := range t.facts.Commands {
		c := &t.facts.Commands[i]
		if len(c.Args) > 0 && c.Name == nil && len(c.Args[0].Params) > 0 {
			return true
		}
		if watched().sends(Step{Program: t.programs[i]}) || slices.Contains(watched().Bare, t.programs[i]) {
			if slices.ContainsFunc(c.Args[min(1, len(c.Args)):], func(w argv.Word) bool { return strings.Contains(w.Text, "[@]}") || strings.Contains(w.Text, "[*]}") }) {
				return true // what it sends, and where to, is in a list
			}
		}
		if takesCode(c) && slices.ContainsFunc(c.Args[min(1, len(c.Args)):], func(w argv.Word) bool { return len(w.Params) > 0 }) {
			return true
		}
	}
	return false
}

// texts are the texts that variables hold, by name: one, or the elements of a list.
type texts map[string][]string

// holding are the texts of the variables of a script, as far as they are known.
func (t *taint) holding() texts {
	values, words := texts{}, map[int]int{}
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.Name == nil || len(values[*a.Name]) > maxElements {
			continue
		}
		name := *a.Name
		switch {
		case a.Op == "array" || a.How == "for":
			for _, one := range a.Each {
				values[name] = append(values[name], values.in(t.word(one)))
			}
		case a.How == "printf" && a.Command >= 0:
			values[name] = []string{values.printed(t, a.Command)}
		case a.How == "read" && a.Command >= 0:
			if from := t.facts.Commands[a.Command].Stdin.Text; from != nil {
				values[name] = []string{field(*from, words[a.Command], t.reads(a.Command))}
			}
			words[a.Command]++
		case a.Value == nil || a.Value.Substitutes:
		case a.Op == "+=":
			values.add(name, a.Value, t)
		default:
			values[name] = []string{values.in(t.word(*a.Value))}
			if (a.How == "declare" || a.How == "local") && a.Command >= 0 && refers(t, a.Command) {
				values[name] = []string{"${" + values[name][0] + "}"}
			}
		}
	}
	return values
}

// add puts something behind the text of a variable: in a loop, for each value of that.
func (v texts) add(name string, to *argv.Word, t *taint) {
	so := ""
	if len(v[name]) > 0 {
		so = v[name][0]
	}
	if len(to.Params) == 1 && len(v[to.Params[0]]) > 1 {
		for _, one := range v[to.Params[0]] {
			so += texts{to.Params[0]: {one}}.in(strings.Trim(to.Text, `"`))
		}
	} else {
		so += v.in(strings.Trim(t.word(*to), `"`))
	}
	v[name] = []string{so}
}

// refers reports whether a command declares that a variable is another one by its name.
func refers(t *taint, id int) bool {
	return slices.ContainsFunc(t.facts.Commands[id].Args, func(w argv.Word) bool {
		return strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "n")
	})
}

// reads is how many variables a command fills.
func (t *taint) reads(id int) int {
	n := 0
	for i := range t.facts.Assignments {
		if t.facts.Assignments[i].Command == id {
			n++
		}
	}
	return n
}

// field is one of the words of a text; the last of so many variables holds all that are left.
func field(text string, at, of int) string {
	fields := strings.Fields(text)
	switch {
	case at >= len(fields):
		return ""
	case at == of-1:
		return strings.Join(fields[at:], " ")
	}
	return fields[at]
}

// printed is what printf -v puts into a variable.
func (v texts) printed(t *taint, id int) string {
	args := t.facts.Commands[id].Args
	if len(args) < 4 {
		return ""
	}
	form, left := t.word(args[3]), args[4:]
	var b strings.Builder
	for rest := form; ; {
		before, after, more := strings.Cut(rest, "%")
		b.WriteString(before)
		if !more || after == "" {
			return b.String()
		}
		switch {
		case after[0] == '%':
			b.WriteByte('%')
		case (after[0] == 's' || after[0] == 'b' || after[0] == 'q') && len(left) > 0:
			b.WriteString(v.in(t.word(left[0])))
			left = left[1:]
		}
		if rest = after[1:]; rest == "" && len(left) > 0 && strings.Contains(form, "%s") {
			rest = form // it begins anew
		}
	}
}

// in is a text with the texts of variables put in; what is not known stays.
func (v texts) in(text string) string {
	return expansion.Compiled().ReplaceAllStringFunc(text, func(found string) string {
		m := expansion.Compiled().FindStringSubmatch(found)
		name, element, part := m[2], m[3], m[4]
		if m[5] != "" {
			name = m[5]
		}
		values := v[name]
		if m[1] == "!" && len(values) > 0 {
			values = v[values[0]]
		}
		if len(values) == 0 {
			return found
		}
		if ref, ok := strings.CutPrefix(values[0], "${"); ok && len(v[strings.TrimSuffix(ref, "}")]) > 0 {
			values = v[strings.TrimSuffix(ref, "}")]
		}
		quote, text := "", values[0]
		switch n, err := strconv.Atoi(element); {
		case element == "@" || element == "*":
			return strings.Join(values, " ")
		case err == nil && n >= 0 && n < len(values):
			text = values[n]
		case element != "":
			return found
		}
		if text, ok := cutOut(text, part); ok {
			if strings.HasPrefix(found, `"`) != strings.HasSuffix(found, `"`) {
				quote = `"` // of a longer word
			}
			if strings.HasPrefix(found, `"`) {
				return quote + text
			}
			return text + quote
		}
		return found
	})
}

// cutOut is the part of a text that an expansion names: ${x:2:4}, ${x//a/b}.
func cutOut(text, part string) (string, bool) {
	switch {
	case part == "":
		return text, true
	case part[0] == ':':
		from, length, limited := strings.Cut(part[1:], ":")
		begin, err := strconv.Atoi(strings.Trim(from, " ()"))
		if begin < 0 {
			begin += len(text)
		}
		if err != nil || begin < 0 || begin > len(text) {
			return "", false
		}
		end := len(text)
		if limited {
			n, err := strconv.Atoi(strings.TrimSpace(length))
			if err != nil || n < 0 {
				return "", false
			}
			end = min(end, begin+n)
		}
		return text[begin:end], true
	case part[0] == '/':
		all := strings.HasPrefix(part, "//")
		old, by, _ := strings.Cut(strings.TrimLeft(part, "/"), "/")
		if old == "" || strings.ContainsAny(old, "*?[") {
			return "", false
		}
		if all {
			return strings.ReplaceAll(text, old, by), true
		}
		return strings.Replace(text, old, by, 1), true
	case part[0] == '#':
		return strings.TrimPrefix(text, strings.Trim(part, "#*")), true
	case part[0] == '%':
		return strings.TrimSuffix(text, strings.Trim(part, "%*")), true
	case part[0] == ',':
		return strings.ToLower(text), true
	}
	return "", false
}
