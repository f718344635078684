package argument

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// lists separate the parts of a text that is a list.
const lists = "\n\r,;"

// form looks at a text of which nobody says what it is. bare: a name with dots in it may
// be a host.
func (r *reader) form(text string, bare bool, depth int) {
	text = strings.TrimSpace(text)
	if text == "" || !r.more(depth) {
		return
	}
	if strings.HasPrefix(text, "#!") {
		r.command(text)
		return
	}
	if parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(lists, c) }); len(parts) > 1 && !blank(parts) {
		for _, part := range parts {
			r.form(part, bare, depth+1)
		}
		if r.names.segments(text) {
			r.command(text)
		}
		return
	}
	first, rest, several := cut(text)
	switch {
	case r.names.commands(text):
		r.command(text)
		if several || !strings.ContainsAny(text, "/") {
			return
		}
		r.token(text, bare, depth)
	case !several:
		r.token(text, bare, depth)
	case strings.Contains(first, "://") || doubled(first):
		// Whoever takes the first word of it asks there.
		r.token(first, bare, depth)
		r.form(rest, bare, depth+1)
	case !strings.ContainsAny(text, "\r\n") && outside(first):
		r.file(text, depth) // the name of a file may have blanks
		r.file(first, depth)
		r.form(rest, bare, depth+1)
	case first[0] == '-':
		r.text(role{kind: kindArgs}, text, depth+1)
	}
}

// blank reports whether one of the parts of a list is more than a word.
func blank(parts []string) bool {
	for _, part := range parts {
		if strings.ContainsAny(strings.TrimSpace(part), " \t") {
			return true
		}
	}
	return false
}

// cut is a text as its first word and the rest.
func cut(text string) (first, rest string, several bool) {
	at := strings.IndexAny(text, " \t\r\n")
	if at < 0 {
		return text, "", false
	}
	return text[:at], strings.TrimSpace(text[at:]), true
}

// token looks at a word.
func (r *reader) token(word string, bare bool, depth int) {
	if name, value, ok := option(word); ok {
		r.named(name, value, depth)
		return
	}
	switch {
	case strings.Contains(word, "://") || schemed().MatchString(word):
		r.schemes(word)
	case doubled(word):
		r.address(word, "https:"+strings.ReplaceAll(word, `\`, "/"))
		if !strings.Contains(hostOf(strings.TrimLeft(word, `/\`)), ".") {
			r.file(word, depth) // "//etc/passwd" is a file as well
		}
	case outside(word) || strings.Contains(word, `\`) || private().MatchString("/"+word):
		r.file(word, depth)
	case remote(word) != "":
		r.address(word, remote(word))
	case r.hostly(word, bare):
		r.address(word, "https://"+word)
	case strings.Contains(word, "/"):
		r.file(word, depth)
	}
}

// option is a word such as "--file=a", "-fa" or "file=a" as a name and a value.
func option(word string) (name, value string, ok bool) {
	if match := options().FindStringSubmatch(word); match != nil {
		return match[1], match[2], true
	}
	if len(word) > 2 && word[0] == '-' && word[1] != '-' && strings.ContainsAny(word[2:], "/~$.@") {
		return "", word[2:], true
	}
	return "", "", false
}

var options = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-{0,2}[A-Za-z_][\w.-]*)=(.+)$`) })

// named looks at the value of an option.
func (r *reader) named(name, value string, depth int) {
	is := r.names.role(name)
	if !is.leads() {
		is = role{} // what an option says is no prose
	}
	r.text(is, strings.Trim(value, `"'`), depth+1)
}

// words looks at the words behind a command that nobody names.
func (r *reader) words(list []any, depth int) {
	if line := quoted(list); r.names.commands(line) {
		r.command(line)
	}
	before := role{}
	for _, item := range list {
		word, ok := item.(string)
		if !ok {
			r.value(before, item, depth+1)
			continue
		}
		is := before
		before = role{}
		if strings.HasPrefix(word, "-") {
			if next := r.names.role(word); next.leads() {
				before = next
			}
			is = role{}
		}
		r.text(is, word, depth+1)
	}
}

// schemes finds the addresses of a word: wherever in it one begins, as clients do.
func (r *reader) schemes(word string) {
	starts := scheme().FindAllStringIndex(word, -1)
	if len(starts) == 0 {
		at := strings.IndexByte(word, ':')
		r.address(word, word[:at]+"://"+strings.TrimLeft(word[at+1:], `/\`))
		return
	}
	for _, at := range starts {
		found := strings.TrimRight(word[at[0]:], "\"'<>()[]{},;!`")
		if len(found) >= 5 && strings.EqualFold(found[:5], "file:") {
			r.path(found)
			continue
		}
		r.address(found, found)
	}
}

// asked looks at a text that says where somebody is asked.
func (r *reader) asked(is role, text string, depth int) {
	if r.names.commands(text) {
		r.command(text)
	}
	if first, rest, several := cut(text); several {
		r.asked(is, first, depth+1)
		if r.more(depth) {
			r.form(rest, true, depth+1)
		}
		return
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		name, value, named := option(word)
		switch {
		case named:
			r.named(name, value, depth)
		case strings.ContainsAny(word[:1], "#?") || strings.HasPrefix(strings.ToLower(word), "data:"):
			// It leads nowhere else.
		case strings.Contains(word, "://") || schemed().MatchString(word) || doubled(word) || outside(word) || remote(word) != "":
			r.token(word, true, depth)
		case r.place.Has(word):
			r.file(word, depth)
		case is.kind == kindHost || strings.ContainsAny(hostOf(word), ".:") || strings.EqualFold(hostOf(word), "localhost"):
			r.address(word, "https://"+word)
		default:
			r.file(word, depth) // below an address that is known, or a name of something
		}
	}
}

// hostly reports whether a word begins with the name of a host. bare: a name alone is one.
func (r *reader) hostly(word string, bare bool) bool {
	name := hostOf(word)
	at := strings.IndexByte(word, '/')
	if name == word && !bare || at < 0 && strings.Contains(word, "@") || r.place.Has(word) {
		return false // a name of something, or where mail goes to
	}
	if at > 0 && r.place.Has(word[:at]) {
		return false
	}
	return r.names.host(name, at > 0)
}

// file looks at a text that is a path.
func (r *reader) file(text string, depth int) {
	word := strings.TrimSpace(text)
	name, value, named := option(word)
	switch {
	case strings.ContainsAny(word, " \t"):
	case named:
		r.named(name, value, depth)
	case scheme().MatchString(word) || schemed().MatchString(word):
		r.schemes(word)
	case doubled(word):
		r.address(word, "https:"+strings.ReplaceAll(word, `\`, "/"))
	case remote(word) != "" && !r.place.Has(word):
		r.address(word, remote(word))
	case r.hostly(word, false):
		r.address(word, "https://"+word)
	}
	if r.names.commands(word) {
		r.command(word)
	}
	if parts := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune(lists, c) }); len(parts) > 1 && r.more(depth) {
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				r.file(part, depth+1)
			}
		}
	}
	if plain := strings.TrimPrefix(word, "@"); strings.Contains(plain, `\`) {
		r.path(strings.ReplaceAll(plain, `\`, "/"))
	}
	r.path(r.expanded(text))
}

// expanded is a path with the home folder in place of what stands for it.
func (r *reader) expanded(text string) string {
	word := strings.TrimPrefix(strings.TrimSpace(text), "@")
	head, rest := word, ""
	if at := strings.IndexAny(word, `/\`); at >= 0 {
		head, rest = word[:at], strings.ReplaceAll(word[at:], `\`, "/")
	}
	switch {
	case head == "" || head == "~":
		return text
	case head[0] == '~':
		if home := r.place.Home(head[1:]); home != "" {
			return home + rest
		}
		r.unread("%q, the home folder of somebody that is not known", word)
	case variable().MatchString(head):
		switch strings.ToUpper(strings.Trim(head, "${}%:env")) {
		case "HOME", "USERPROFILE":
			return "~" + rest
		case "PWD":
			return "." + rest
		}
		r.unread("%q, a file that a variable names", word)
	}
	return text
}

// variable matches a part of a path that is a variable of a shell or of Windows.
var variable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\$\w+|\$\{[^}]+\}|\$env:\w+|%\w+%)$`)
})

// outside reports whether a word leads somewhere by itself, or is a file that is not shown.
func outside(word string) bool {
	word = strings.TrimPrefix(word, "@")
	if word == "" {
		return false
	}
	head, _, slashed := strings.Cut(strings.ReplaceAll(word, `\`, "/"), "/")
	switch {
	case word[0] == '/' || word[0] == '~' && (slashed || len(word) == 1), head == "..", drive().MatchString(word):
		return true
	case word[0] == '.':
		return strings.Trim(word, ".") != "" && (slashed || dotted().MatchString(word))
	case variable().MatchString(head):
		return slashed || head != word
	}
	return strings.Contains(word, "/../") || strings.HasSuffix(word, "/..")
}

var (
	dotted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.[A-Za-z_][\w.-]*$`) })
	drive  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]:[/\\]`) })
	// scheme finds where addresses begin; schemed one of the web whose slashes are wrong.
	scheme  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://`) })
	schemed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(https?|wss?|s?ftps?|ssh|git|file):[^\s:]`) })
)

// decode is a word whose signs may be written as numbers, as they are.
func decode(text string) string {
	if !strings.Contains(text, "%") || strings.ContainsAny(text, " \t\r\n") {
		return text
	}
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}
