package argument

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/jsonline"
)

// Bounds of what is looked at: how deep values stand in each other, texts in texts
// included, and how many there are.
const (
	maxDepth  = 32
	maxValues = 10_000
)

// Facts are what arguments name, each once, in a fixed order.
type Facts struct {
	// Paths are files and folders as they are written, with "~/" for the home folder;
	// relative ones are those of the working folder.
	Paths []string
	// Addresses are where somebody is asked.
	Addresses []Address
	// Commands are texts for a shell.
	Commands []string
	// Unread says what was not understood, in words that end a sentence.
	Unread []string
}

// Address is an address as it is written, and as one with a scheme.
type Address struct{ Text, URL string }

// Place is where the tool is called.
type Place struct {
	// Has reports whether there is a file of a name in the working folder.
	Has func(name string) bool
	// Home is the home folder of somebody, "" where nobody knows.
	Home func(user string) string
}

// Read finds out what arguments name.
func Read(input map[string]any, place Place) Facts {
	r := &reader{place: place, names: table()}
	r.object(input, role{}, 0)
	if r.over {
		r.unread("more than %d arguments, or %d in each other", maxValues, maxDepth)
	}
	r.facts.Paths, r.facts.Commands, r.facts.Unread = sorted(r.facts.Paths), unique(r.facts.Commands), sorted(r.facts.Unread)
	slices.SortFunc(r.facts.Addresses, func(a, b Address) int { return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.URL, b.URL)) })
	r.facts.Addresses = slices.Compact(r.facts.Addresses)
	return r.facts
}

func (f *Facts) count() int {
	return len(f.Paths) + len(f.Addresses) + len(f.Commands) + len(f.Unread)
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// unique leaves the order: that of commands is the one in which they are judged.
func unique(texts []string) []string {
	var out []string
	for _, text := range texts {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

type reader struct {
	place Place
	names *names
	facts Facts
	seen  int
	over  bool
}

func (r *reader) unread(format string, args ...any) {
	r.facts.Unread = append(r.facts.Unread, fmt.Sprintf(format, args...))
}

func (r *reader) path(text string) { r.facts.Paths = append(r.facts.Paths, text) }

func (r *reader) address(text, url string) {
	r.facts.Addresses = append(r.facts.Addresses, Address{text, url})
}

func (r *reader) command(text string) {
	if strings.TrimSpace(text) != "" {
		r.facts.Commands = append(r.facts.Commands, text)
	}
}

// more reports whether one more value is looked at.
func (r *reader) more(depth int) bool {
	r.seen++
	r.over = r.over || r.seen > maxValues || depth > maxDepth
	return !r.over
}

// value looks at a value of a role.
func (r *reader) value(is role, value any, depth int) {
	if !r.more(depth) {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		r.object(value, is, depth)
	case []any:
		r.list(is, value, depth)
	case string:
		r.text(is, value, depth)
	case json.Number, float64:
		if number := scalar(value); is.kind == kindHost || is.kind == kindAddress {
			r.address(number, "https://"+number) // a number is an address, too
		}
	}
}

// object looks at what stands in an object that has a role itself. Names that stand in it
// may be paths and addresses as well.
func (r *reader) object(object map[string]any, outer role, depth int) {
	if outer.kind == kindArgs || outer.kind == kindEnv || outer.kind == kindShell {
		outer = role{}
	}
	call := &called{reader: r, depth: depth + 1}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !r.more(depth) {
			return
		}
		is := r.names.role(name)
		if is.kind == kindUnknown {
			was := r.facts.count()
			r.text(role{kind: kindWord}, name, depth+1)
			if is = outer; was < r.facts.count() {
				is = role{} // what stands under a path is no path
			}
		} else if outer.leads() && (is.kind == kindNote || is.kind == kindWord) {
			is = role{}
		}
		if !call.take(is, object[name]) {
			r.value(is, object[name], depth+1)
		}
	}
	call.finish()
}

// list looks at the values of a list.
func (r *reader) list(is role, list []any, depth int) {
	switch is.kind {
	case kindCommand:
		for _, text := range r.commands(is, list, depth) {
			r.command(text)
		}
		return
	case kindArgs:
		r.words(list, depth)
		return
	case kindNote:
		return // texts, however many
	}
	for _, item := range list {
		r.value(is, item, depth+1)
	}
}

// text looks at a text of a role, and at the text that it is made of.
func (r *reader) text(is role, text string, depth int) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || is.kind == kindNote || !r.more(depth) {
		return
	}
	if r.inner(is, trimmed, depth) && is.kind != kindCommand && is.kind != kindPath {
		return
	}
	switch is.kind {
	case kindCommand:
		r.command(text)
		r.assigned(trimmed, depth)
	case kindArgs:
		if r.names.commands(text) {
			r.command(text)
		}
		list := []any{}
		for _, word := range strings.Fields(text) {
			list = append(list, word)
		}
		r.words(list, depth)
	case kindPath, kindDir:
		r.file(text, depth)
	case kindAddress, kindHost:
		r.asked(is, trimmed, depth)
	case kindWord:
		r.form(trimmed, false, depth)
	default:
		r.form(trimmed, true, depth)
	}
}

// inner looks at a text that is written in another one: as JSON, between quotes, or with
// signs as numbers. It reports whether the whole is in it.
func (r *reader) inner(is role, text string, depth int) bool {
	switch text[0] {
	case '{', '[', '"':
		if !json.Valid([]byte(text)) {
			break
		}
		// A list or a text is read as the value of an object, by the same reader.
		object, err := jsonline.Parse([]byte(`{"":` + text + `}`))
		if err != nil {
			r.unread("JSON in a text that two readers take differently (%v)", err)
			return true
		}
		r.value(is, object[""], depth+1)
		return true
	case '\'':
		if end := len(text) - 1; end > 1 && text[end] == '\'' {
			r.text(is, text[1:end], depth+1)
			return true
		}
	}
	if decoded := decode(text); decoded != text {
		r.text(is, decoded, depth+1)
	}
	return false
}

// scalar is a value as a word; "" for none.
func scalar(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(value)
	}
	return ""
}
