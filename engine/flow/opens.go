package flow

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of a call that writes: the bytes of a value that is assigned, and of what
// follows the call, where the text that it writes is looked for, and of what names the
// file.
const (
	maxValue  = 300
	maxAfter  = 800
	maxTarget = 4096
)

// openWords are patterns of calls in programs that change files.
type openWords struct {
	// call is the name of one, part what a place is made of: texts, the home folder,
	// and variables.
	call, part, filled *lazydfa.Regexp
}

var opening = sync.OnceValue(func() openWords {
	return openWords{
		call:   lazydfa.New(`(?i)\b(open|fopen|file_put_contents|append_?file(?:sync)?|write_?file(?:sync)?|output_?file(?:sync)?|create_?write_?stream|writealltext|appendalltext|write_text|write_bytes|copy2?|copy_?file(?:sync)?|move|symlink(?:sync)?|rename(?:sync)?|replace|link(?:sync)?|rmtree|rm(?:sync)?|rm_rf|rmdir(?:sync)?|removeall|rimraf)\s*\(`),
		part:   lazydfa.New("\"([^\"\\n]*)\"|'([^'\\n]*)'|`([^`\\n]*)`" + `|(Path\.home\(\)|(?:os\.)?homedir\(\)|os\.UserHomeDir\(\)|Dir\.home|(?:process\.env|ENV|os\.environ|environ|getenv|Getenv)[.\[(]+["']?HOME["']?[\])]*)|([A-Za-z_]\w*)`),
		filled: lazydfa.New(`\$?\{([A-Za-z_]\w*)(?:\(\))?\}`),
	}
})

// opens looks for calls of a program that change a place that touched.json lists.
func (w *Finder) opens(p snippet) {
	if !p.marks.within(p.start.Offset, p.end, signOpen) {
		return
	}
	text, words := p.bytes(), opening()
	if !w.May(work.Texts, p.file, openByte*len(text)) {
		return
	}
	found := words.call.FindAllSubmatchIndex(text, maxCalls)
	if len(found) == maxCalls {
		w.Beyond(p.file, "a text has more than the %d calls that change files which are looked into", maxCalls)
	}
	if len(found) == 0 {
		return
	}
	if !w.May(work.Texts, p.file, openByte*len(text)) {
		return // for what its names stand for
	}
	places, cut := placesOf(text), false
	for _, at := range found {
		args, all := w.arguments(text, at[1], 1)
		cut = cut || !all
		name := strings.ToLower(string(text[at[2]:at[3]]))
		act, target := changed(name, arguments(args))
		if strings.HasPrefix(name, "write_") { // path.write_text(…)
			from := max(0, at[2]-maxValue)
			act, target = "write", text[from+bytes.LastIndexByte(text[from:at[2]], '\n')+1:at[2]]
		}
		if len(target) > maxTarget || len(words.part.FindAllIndex(target, maxMade)) == maxMade {
			cut = cut || act != "" && watched().words.in(target, signTouch)
			continue
		}
		place := placeName(placeOf(target, places), "")
		if act == "delete-tree" && !whole(target) {
			continue
		}
		if one, ok := touched().placed(act, place); ok && act != "" {
			w.open(p, at[2], at[1]+len(args)+1, name, one)
		}
	}
	if cut {
		w.Beyond(p.file, "calls that change files have more in them than is looked into (%d bytes and %d words for a file, %d bytes each, %d in all)", maxTarget, maxMade, maxArguments, maxExamined)
	}
}

// changed says what a call does to which of its arguments; "" for one that only reads.
func changed(name string, args [][]byte) (act string, target []byte) {
	last := args[min(1, len(args)-1)]
	switch {
	case strings.HasPrefix(name, "copy") || name == "move" || strings.HasPrefix(name, "rename") || name == "replace":
		return "write", last
	case strings.HasPrefix(name, "symlink") || strings.HasPrefix(name, "link"):
		return "link", last
	case strings.HasPrefix(name, "rm") || name == "removeall" || name == "rimraf":
		return "delete-tree", args[0]
	case strings.HasPrefix(name, "append"):
		return "append", args[0]
	case name != "open" && name != "fopen":
		return "write", args[0]
	case len(args) > 1 && bytes.ContainsAny(bytes.Trim(last, " \"'"), "awx+") && len(bytes.TrimSpace(last)) < 20:
		return "append", args[0]
	}
	return "", args[0]
}

// arguments are the parts of a text between the commas that stand in no parentheses.
func arguments(text []byte) [][]byte {
	var args [][]byte
	depth, from, quote := 0, 0, byte(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote && text[i-1] != '\\' {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			args = append(args, text[from:i])
			from = i + 1
		}
	}
	return append(args, text[from:])
}

// placesOf are the variables of a program that hold a file or a folder.
func placesOf(text []byte) map[string]string {
	places := map[string]string{}
	for _, at := range dynamic().assign.FindAllSubmatchIndex(text, maxCalls) {
		value := text[at[4]:min(len(text), at[4]+maxValue)]
		if i := bytes.IndexByte(value, '\n'); i >= 0 {
			value = value[:i]
		}
		if place := placeOf(value, places); strings.ContainsAny(place, "/~.") && len(place) < maxValue {
			places[string(text[at[2]:at[3]])] = place
		}
	}
	return places
}

// placeOf is the file or folder that an expression makes of texts, the home folder and
// variables: the parts with "/" between them.
func placeOf(expression []byte, places map[string]string) string {
	var parts []string
	words := opening()
	for _, found := range words.part.Compiled().FindAllSubmatch(expression, maxMade) {
		literal := string(found[1]) + string(found[2]) + string(found[3])
		switch {
		case literal != "":
			literal = words.filled.ReplaceAllStringFunc(literal, func(hole string) string { return places[strings.Trim(hole, "${}()")] })
			parts = append(parts, strings.Trim(literal, " "))
		case len(found[4]) > 0:
			parts = append(parts, "~")
		case places[string(found[5])] != "":
			parts = append(parts, places[string(found[5])])
		}
	}
	for i := range parts[min(1, len(parts)):] {
		parts[i+1] = strings.TrimLeft(parts[i+1], "/")
	}
	return strings.Join(parts, "/")
}

// whole reports whether an expression names a folder by texts and the home folder
// alone: a variable in it could lead anywhere below.
func whole(expression []byte) bool {
	for _, found := range opening().part.Compiled().FindAllSubmatch(expression, maxMade) {
		if name := string(found[5]); name != "" && !slices.Contains([]string{"os", "path", "Path", "pathlib", "expanduser", "join", "resolve", "str", "fs", "File", "Dir", "filepath", "f", "r", "await", "environ", "process", "env", "getenv"}, name) {
			return false
		}
	}
	return true
}

// open notes that a call changes a place.
func (w *Finder) open(p snippet, begin, end int, name string, to Write) {
	if len(w.Commands) >= maxFlows {
		w.Beyond(p.file, "the package has more than %d commands that change places outside of it, or send something", maxFlows)
		return
	}
	one := p.part(begin, min(end, p.end-p.start.Offset), p.kind)
	var put strings.Builder
	after := p.bytes()[begin:min(len(p.bytes()), end+maxAfter)]
	for _, found := range opening().part.Compiled().FindAllSubmatch(after, maxMade) {
		if literal := string(found[1]) + string(found[2]) + string(found[3]); literal != "" && placeName(literal, "") != to.Place {
			put.WriteString(literal + "\n")
		}
	}
	c := Command{
		Step: Step{Program: name, Args: []string{to.Place}}, Input: []Step{}, Writes: []Write{to},
		Put: strings.ToValidUTF8(strings.ReplaceAll(put.String(), `\n`, "\n"), ""), Text: prose.Bounded(string(one.bytes())), File: p.file, Fenced: p.fenced(),
		Span: document.Span{Start: one.start, End: one.start.Past(one.bytes())},
	}
	t := newTaint(&command.Facts{}, &w.traced)
	c.Lines = t.lines(c.Put)
	w.Commands = append(w.Commands, c)
}
