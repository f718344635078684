package schema

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestQuote is how many characters of a value a message repeats.
const longestQuote = 60

// quote writes a string from a document so that it cannot harm a terminal.
func quote(s string) string {
	if utf8.RuneCountInString(s) > longestQuote {
		s = string([]rune(s)[:longestQuote]) + "…"
	}
	q := strconv.QuoteToGraphic(s)
	return strings.ToValidUTF8(q, "?")
}

// show writes a value for a message.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return quote(v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	case bool:
		return strconv.FormatBool(v)
	}
	if n, ok := number(v); ok {
		return showNumber(n)
	}
	return "a value of an unknown type"
}

func showNumber(n float64) string {
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// subject names the place of a message: the last key of a path, with indices.
func subject(path []any) string {
	for i := len(path) - 1; i >= 0; i-- {
		if _, ok := path[i].(string); ok {
			return PathString(path[i:])
		}
	}
	if len(path) == 0 {
		return "the document"
	}
	return "item " + PathString(path)
}

// enum returns the values of a spec that is an enumeration, else nil.
func (s *spec) enum() []any {
	var values []any
	for _, a := range s.alts {
		if a.consts == nil {
			return nil
		}
		for _, c := range a.consts {
			if !containsConst(values, c) {
				values = append(values, c)
			}
		}
	}
	return values
}

func showAll(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = show(v)
	}
	return strings.Join(texts, ", ")
}

func enumMessage(path []any, values []any, v any) string {
	if len(values) == 1 {
		return fmt.Sprintf("%s must be %s; it is %s", subject(path), show(values[0]), show(v))
	}
	return fmt.Sprintf("%s must be one of %s; it is %s", subject(path), showAll(values), show(v))
}

func typeMessage(path []any, s *spec, v any, k kinds, f *field) string {
	want := wanted(s)
	if f != nil && f.says != "" && strings.HasPrefix(f.says, "must be ") && s.checked() {
		want = strings.TrimPrefix(f.says, "must be ")
	}
	return fmt.Sprintf("%s must be %s; it is %s", subject(path), want, got(v, k))
}

// checked reports whether s is a single string variant with a pattern.
func (s *spec) checked() bool {
	return len(s.alts) == 1 && s.alts[0].kinds == kindString && len(s.alts[0].checks) > 0
}

// got says of which type a value is, with the value where that helps.
func got(v any, k kinds) string {
	switch k {
	case kindNull:
		return "empty (null)"
	case kindList, kindObject, 0:
		return show(v)
	case kindString:
		return "the text " + show(v)
	case kindBool:
		return show(v)
	}
	return "the number " + show(v)
}

// wanted says what a spec takes.
func wanted(s *spec) string {
	var parts []string
	add := func(p string) {
		for _, q := range parts {
			if q == p {
				return
			}
		}
		parts = append(parts, p)
	}
	for _, a := range s.alts {
		if a.consts != nil {
			for _, c := range a.consts {
				add(show(c))
			}
			continue
		}
		for _, p := range a.wanted() {
			add(p)
		}
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " or " + parts[n-1]
	}
	return strings.Join(parts, "")
}

func (a *alt) wanted() []string {
	if a.kinds == kindAny {
		return []string{"anything"}
	}
	var parts []string
	if a.kinds&kindString != 0 {
		parts = append(parts, "a string")
	}
	switch {
	case a.kinds&kindFloat != 0:
		parts = append(parts, "a number")
	case a.kinds&kindInt != 0:
		parts = append(parts, "a whole number")
	}
	if a.kinds&kindBool != 0 {
		parts = append(parts, "true or false")
	}
	if a.kinds&kindList != 0 {
		parts = append(parts, a.wantedList())
	}
	if a.kinds&kindObject != 0 {
		parts = append(parts, "an object")
	}
	if a.kinds&kindNull != 0 {
		parts = append(parts, "null")
	}
	return parts
}

func (a *alt) wantedList() string {
	if a.list == nil || a.list.rest == nil || len(a.list.rest.alts) != 1 {
		return "a list"
	}
	item := a.list.rest.alts[0]
	if item.consts != nil {
		return "a list"
	}
	switch item.kinds {
	case kindString:
		return "a list of strings"
	case kindObject:
		return "a list of objects"
	}
	return "a list"
}

// limitMessage says which limit a value breaks.
func limitMessage(path []any, c *check, v any) string {
	name, n := subject(path), showNumber(c.num)
	switch c.op {
	case opMin:
		return fmt.Sprintf("%s must be at least %s; it is %s", name, n, show(v))
	case opMax:
		return fmt.Sprintf("%s must be at most %s; it is %s", name, n, show(v))
	case opAbove:
		return fmt.Sprintf("%s must be more than %s; it is %s", name, n, show(v))
	case opBelow:
		return fmt.Sprintf("%s must be less than %s; it is %s", name, n, show(v))
	case opMinItems:
		l, _ := v.([]any)
		if len(l) == 0 {
			return fmt.Sprintf("%s must not be empty: it needs at least %s", name, plural(c.num, "item"))
		}
		return fmt.Sprintf("%s must have at least %s; it has %d", name, plural(c.num, "item"), len(l))
	case opMaxItems:
		l, _ := v.([]any)
		return fmt.Sprintf("%s must have at most %s; it has %d", name, plural(c.num, "item"), len(l))
	case opMinRunes:
		if v == "" {
			return fmt.Sprintf("%s must not be empty", name)
		}
		return fmt.Sprintf("%s must have at least %s; it is %s", name, plural(c.num, "character"), show(v))
	case opMaxRunes:
		s, _ := v.(string)
		return fmt.Sprintf("%s must have at most %s; it has %d", name, plural(c.num, "character"), utf8.RuneCountInString(s))
	}
	says := cmp.Or(c.says, "does not have the form that is wanted")
	return fmt.Sprintf("%s %s; it is %s", name, says, show(v))
}

func plural(n float64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return showNumber(n) + " " + word + "s"
}

func missingMessage(path []any, f *field) string {
	want := wanted(f.spec)
	if values := f.spec.enum(); len(values) > 1 {
		want = "one of " + showAll(values)
	}
	return fmt.Sprintf("key %s is missing%s; it must be %s", quote(f.name), in(path), want)
}

func unknownMessage(path []any, key string) string {
	return fmt.Sprintf("unknown key %s%s", quote(key), in(path))
}

// in says of which object a path's last key is, "" for the root.
func in(path []any) string {
	if len(path) < 2 {
		return ""
	}
	return " in " + PathString(path[:len(path)-1])
}

// legacyMessage speaks of an old key, one that is still taken or one that is
// refused.
func legacyMessage(path []any, l legacy, taken bool) (message, hint string) {
	name := subject(path)
	since := ""
	if l.since != "" {
		since = " since " + l.since
	}
	switch {
	case l.says != "":
		message = name + " " + l.says
	case taken:
		message = name + " is an old key; it is still read, but has been replaced" + since
	default:
		message = name + " is no longer a key" + since
	}
	if l.replacedBy != "" {
		return message, "write " + l.replacedBy + " instead"
	}
	return message, "remove it"
}
