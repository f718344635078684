package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// CannotEditError is a settings file whose form skillctl does not know how to change
// without changing what else it says.
type CannotEditError struct {
	// File is the settings file, Want the lines to add by hand.
	File, Want string
	// Removes: they are to be removed instead.
	Removes bool
}

// Error names the file and what to add or remove.
func (e *CannotEditError) Error() string {
	if e.Removes {
		return fmt.Sprintf("skillctl cannot remove from %q without changing what else it says; remove by hand:\n%s", e.File, e.Want)
	}
	return fmt.Sprintf("skillctl cannot add to %q without changing what else it says; add by hand:\n%s", e.File, e.Want)
}

// Addition is what [Settings.Add] writes: entries of exec.allowlist, and
// exec.readOnly unless it is "".
type Addition struct {
	Entries  []AllowEntry
	ReadOnly string
}

// OfProject reports whether the value at a path was set by the project's settings that
// nobody named: whoever has cloned a folder has not written them. What the settings of
// the system or the user say as well is theirs. A path is as for [Settings.Origin].
func (s *Settings) OfProject(path ...any) bool {
	place, ok := s.Origin(path...)
	return ok && s.ofProject != "" && place.File == s.ofProject
}

// Project is the absolute path of the project's settings file, "" for none.
func (s *Settings) Project() string { return s.project }

// NewProject is where a settings file of the project would be made: the root of
// the repository around the working directory, or that itself.
func (s *Settings) NewProject() string {
	for dir := s.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return filepath.Join(dir, fileNames()[0])
		}
		if dir == filepath.Dir(dir) {
			return filepath.Join(s.dir, fileNames()[0])
		}
	}
}

// Add returns the text of a settings file, which is empty for a new one, with more
// entries, and the settings as they would be with it within these, which are those
// without the project's. All else in the text stays as it is; where that is not
// certain the error is a [*CannotEditError].
func (s *Settings) Add(ctx context.Context, file string, text []byte, add Addition) ([]byte, *Settings, error) {
	if len(text) == 0 {
		text = []byte("// Settings of skillctl: `skillctl init` writes all keys, each with a comment.\n")
	}
	before, err := parseLayer(ctx, file, text)
	if err != nil {
		return nil, nil, err
	}
	wanted, err := wantedAfter(before.Root, add)
	if err != nil {
		return nil, nil, err
	}
	for _, candidate := range insertions(file, text, before.Root, add) {
		after, err := parseLayer(ctx, file, candidate)
		if err != nil || !reflect.DeepEqual(after.Root.Interface(), wanted) {
			continue
		}
		merged, err := s.within(*after)
		return candidate, merged, err
	}
	return nil, nil, &CannotEditError{File: file, Want: byHand(add)}
}

func parseLayer(ctx context.Context, file string, text []byte) (*schema.Layer, error) {
	if filepath.Ext(file) == ".cue" {
		return schema.ReadCUE(file, text)
	}
	format, _ := document.FormatOf(file)
	doc, err := document.Parse(ctx, file, text, format, document.WithMaxDepth(100))
	if err != nil {
		return nil, err
	}
	return layerOf(doc)
}

// wantedAfter is what the file is to say.
func wantedAfter(root *document.Node, add Addition) (any, error) {
	value, _ := clone(root.Interface()).(map[string]any)
	if value == nil {
		value = map[string]any{}
	}
	exec, _ := value["exec"].(map[string]any)
	if exec == nil {
		exec = map[string]any{}
	}
	text, err := json.Marshal(entryValues(add.Entries))
	if err != nil {
		return nil, err
	}
	var list []any
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	old, _ := exec["allowlist"].([]any)
	exec["allowlist"] = append(list, old...)
	if add.ReadOnly != "" {
		exec["readOnly"] = add.ReadOnly
	}
	value["exec"] = exec
	return value, nil
}

// entryValues are entries as they are written: a name alone is a text.
func entryValues(entries []AllowEntry) []any {
	out := make([]any, 0, len(entries))
	for _, e := range entries {
		if e.ArgPattern == "" && !e.AnyArguments {
			out = append(out, e.Pattern)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// insertions are the texts that might say what is wanted, the nicest first. Each is
// read again before it is believed.
func insertions(file string, text []byte, root *document.Node, add Addition) [][]byte {
	f := form{ext: filepath.Ext(file), text: text, apart: true}
	out := f.insertions(root, add)
	f.apart = false
	return append(out, f.insertions(root, add)...)
}

func (f form) insertions(root *document.Node, add Addition) [][]byte {
	if list := root.At("exec", "allowlist"); list != nil && list.Kind == document.Array {
		return f.intoList(list, add)
	}
	if f.ext == ".cue" {
		return [][]byte{f.atEnd(byHand(add))}
	}
	exec := root.At("exec")
	if f.ext == ".toml" {
		return f.intoTable(add)
	}
	var out [][]byte
	if exec != nil && exec.Kind == document.Object {
		indent := ""
		if exec.Style == document.Block && len(exec.Members) > 0 {
			indent = strings.Repeat(" ", max(exec.Members[0].KeySpan.Start.Column-1, 0))
		} else {
			f.apart = false
		}
		out = append(out, f.intoObject(exec, f.members(add, indent)))
	} else if exec == nil {
		out = append(out, f.atEnd("exec:\n  "+strings.Join(f.members(add, "  "), "\n  ")+"\n"))
		f.apart = false
		out = append(out, f.intoObject(root, []string{`"exec": {` + strings.Join(f.members(add, ""), ", ") + "}"}))
	}
	return out
}

// form is a text, and how its format writes things: entries each on a line of their own
// (apart), or in one.
type form struct {
	ext   string
	text  []byte
	apart bool
}

func (f form) at(offset int, more string) []byte {
	offset = min(max(offset, 0), len(f.text))
	return slices.Concat(f.text[:offset], []byte(more), f.text[offset:])
}

func (f form) atEnd(more string) []byte {
	gap := "\n"
	if len(bytes.TrimSpace(f.text)) == 0 {
		gap = ""
	} else if !bytes.HasSuffix(f.text, []byte("\n")) {
		gap = "\n\n"
	}
	return f.at(len(f.text), gap+more)
}

// entry is an entry in the format of the file.
func (f form) entry(e AllowEntry) string {
	if e.ArgPattern == "" && !e.AnyArguments {
		return quoted(e.Pattern)
	}
	parts := []string{f.member("pattern", quoted(e.Pattern))}
	if e.ArgPattern != "" {
		parts = append(parts, f.member("argPattern", quoted(e.ArgPattern)))
	}
	if e.AnyArguments {
		parts = append(parts, f.member("anyArguments", "true"))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// member is a key and its value in the format of the file.
func (f form) member(key, value string) string {
	switch f.ext {
	case ".toml":
		return key + " = " + value
	case ".json":
		return quoted(key) + ": " + value
	}
	return key + ": " + value
}

// quoted is a text in double quotes as all formats read it.
func quoted(text string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string never fails
	return strings.TrimSuffix(out.String(), "\n")
}

func (f form) entries(list []AllowEntry) []string {
	out := make([]string, 0, len(list))
	for _, e := range list {
		out = append(out, f.entry(e))
	}
	return out
}

// intoList puts entries before those of a list.
func (f form) intoList(list *document.Node, add Addition) [][]byte {
	if add.ReadOnly != "" {
		return nil // what has a list says already what may run
	}
	start := list.Span.Start.Offset
	entries := f.entries(add.Entries)
	if list.Style == document.Block && f.ext != ".cue" && f.ext != ".toml" {
		indent := "\n" + strings.Repeat(" ", max(list.Span.Start.Column-1, 0))
		return [][]byte{f.at(start, "- "+strings.Join(entries, indent+"- ")+indent)}
	}
	open := bytes.IndexByte(f.text[min(start, len(f.text)):], '[')
	if open < 0 {
		return nil
	}
	at := start + open + 1
	if lines := ownLine().FindSubmatch(f.text[at:]); f.apart && lines != nil && len(list.Items) > 0 { // as those that are there
		indent := "\n" + string(lines[1])
		return [][]byte{f.at(at, indent+strings.Join(entries, ","+indent)+",")}
	}
	indent := indentOf(f.text, start)
	more := f.lines(add.Entries, indent)
	switch {
	case len(list.Items) == 0:
	case strings.HasPrefix(more, "\n"):
		more = strings.TrimRight(strings.TrimRight(more, " \t\n"), ",") + ",\n" + indent + f.step()
	default:
		more += ", "
	}
	return [][]byte{f.at(at, more)}
}

// ownLine is a list whose first item is on a line of its own.
var ownLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*\r?\n([ \t]*)\S`) })

// indentOf is what the line of an offset begins with.
func indentOf(text []byte, offset int) string {
	line := text[bytes.LastIndexByte(text[:min(offset, len(text))], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// step is one more level of indentation.
func (f form) step() string {
	if f.ext == ".cue" {
		return "\t"
	}
	return "  "
}

// lines are entries as the inside of a list: names stay in the line, several entries with
// arguments are written one a line, so that a person can read what each grants.
func (f form) lines(list []AllowEntry, indent string) string {
	entries := f.entries(list)
	long := slices.DeleteFunc(slices.Clone(list), func(e AllowEntry) bool { return e.ArgPattern == "" })
	if !f.apart || len(long) < 2 {
		return strings.Join(entries, ", ")
	}
	last := ""
	if f.ext == ".cue" { // where it is usual
		last = ","
	}
	inner := "\n" + indent + f.step()
	return inner + strings.Join(entries, ","+inner) + last + "\n" + indent
}

// members are the keys of exec, as JSON or as YAML; indent is what their lines begin with.
func (f form) members(add Addition, indent string) []string {
	key := func(name string) string {
		if f.ext == ".json" {
			return quoted(name)
		}
		return name
	}
	var out []string
	if add.ReadOnly != "" {
		out = append(out, key("readOnly")+": "+quoted(add.ReadOnly))
	}
	return append(out, key("allowlist")+": ["+f.lines(add.Entries, indent)+"]")
}

// intoObject puts members before those of an object.
func (f form) intoObject(n *document.Node, members []string) []byte {
	start := n.Span.Start.Offset
	if n.Style == document.Block && len(n.Members) > 0 {
		first := n.Members[0].KeySpan.Start
		indent := "\n" + strings.Repeat(" ", max(first.Column-1, 0))
		return f.at(first.Offset, strings.Join(members, indent)+indent)
	}
	open := bytes.IndexByte(f.text[min(start, len(f.text)):], '{')
	if open < 0 {
		return f.text
	}
	more := strings.Join(members, ", ")
	if len(n.Members) > 0 {
		more += ", "
	}
	return f.at(start+open+1, more)
}

// intoTable writes TOML: behind the heading of exec, or with one at the end.
func (f form) intoTable(add Addition) [][]byte {
	body := ""
	if add.ReadOnly != "" {
		body = "readOnly = " + quoted(add.ReadOnly) + "\n"
	}
	body += "allowlist = [" + f.lines(add.Entries, "") + "]\n"
	var out [][]byte
	if at := regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*exec[ \t]*\][^\n]*\n?`).FindIndex(f.text); at != nil {
		gap := ""
		if !bytes.HasSuffix(f.text[:at[1]], []byte("\n")) {
			gap = "\n"
		}
		out = append(out, f.at(at[1], gap+body))
	}
	return append(out, f.atEnd("[exec]\n"+body))
}

// byHand is the addition as lines of CUE, which JSON and YAML are not far from.
func byHand(add Addition) string {
	f := form{ext: ".cue", apart: true}
	if add.ReadOnly == "" {
		return "exec: allowlist: [" + f.lines(add.Entries, "") + "]\n"
	}
	return "exec: {\n\treadOnly:  " + quoted(add.ReadOnly) + "\n\tallowlist: [" + f.lines(add.Entries, "\t") + "]\n}\n"
}
