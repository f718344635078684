package argument

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
)

// called are the parts of a command that stand beside each other in an object.
type called struct {
	reader *reader
	depth  int
	// texts are the commands; shells those that may be shells of them.
	texts, shells []string
	// behind is what follows upon each, as a text of the shell; before what is set first.
	behind string
	before []string
}

// take keeps what belongs to a command. It reports whether the value is read with that.
func (c *called) take(is role, value any) bool {
	r := c.reader
	list, listed := value.([]any)
	text, texted := value.(string)
	switch is.kind {
	case kindCommand:
		switch {
		case listed:
			c.texts = append(c.texts, r.commands(is, list, c.depth)...)
		case texted && strings.TrimSpace(text) != "":
			c.texts = append(c.texts, text)
			r.typed(is, text, c.depth)
		default:
			return false
		}
		return true
	case kindShell:
		if !texted || strings.TrimSpace(text) == "" {
			return false
		}
		c.shells = append(c.shells, text)
		r.typed(is, text, c.depth)
		return true
	case kindArgs:
		if listed {
			c.behind += " " + quoted(list)
		} else if texted {
			c.behind += " " + text
		}
	case kindEnv:
		c.set(value)
	case kindDir:
		if texted && strings.TrimSpace(text) != "" && text != "." {
			c.before = append(c.before, "cd "+argv.Quote(strings.TrimSpace(text)))
		}
	}
	return false
}

// plainShell matches a shell that reads a command as it is judged.
var plainShell = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((/usr)?/bin/)?(sh|bash|dash|zsh)$|^(true|false|default|none)$`)
})

// set keeps the variables of a command.
func (c *called) set(value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, is := range value {
			if text, ok := is.(string); ok && argv.IsIdentifier(name) {
				c.before = append(c.before, "export "+name+"="+argv.Quote(text))
			}
		}
		slices.Sort(c.before)
	case []any:
		for _, item := range value {
			text, _ := item.(string)
			if name, is, ok := strings.Cut(text, "="); ok && argv.IsIdentifier(name) {
				c.before = append(c.before, "export "+name+"="+argv.Quote(is))
			}
		}
	}
}

// finish puts the parts together. Each command is judged with all that stands beside it.
func (c *called) finish() {
	texts := c.texts
	if len(texts) == 0 {
		texts, c.shells = c.shells, nil // the shell is what runs
	}
	for _, text := range texts {
		text += c.behind
		for _, shell := range c.shells {
			if _, _, several := cut(strings.TrimSpace(shell)); several {
				c.reader.command(shell)
				continue
			}
			if !plainShell().MatchString(shell) {
				text = argv.Quote(shell) + " -c " + argv.Quote(text)
			}
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(c.before) > 0 {
			text = strings.Join(c.before, " && ") + " && " + text
		}
		c.reader.command(text)
	}
}

// commands are those of a list: its words, or one for each of its texts.
func (r *reader) commands(is role, list []any, depth int) []string {
	var texts, out []string
	for _, item := range list {
		if text := scalar(item); text != "" {
			texts = append(texts, text)
			r.typed(is, text, depth+1)
		} else {
			r.value(is, item, depth+1)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	option := func(text string) bool { return strings.HasPrefix(text, "-") }
	if _, _, several := cut(strings.TrimSpace(texts[0])); several || is.plural && !slices.ContainsFunc(texts, option) {
		return texts
	}
	out = append(out, quotedTexts(texts))
	for _, text := range texts[1:] {
		if _, _, several := cut(text); several && r.names.commands(text) {
			out = append(out, text)
		}
	}
	return out
}

// typed looks at what a command is written as, besides that it is one.
func (r *reader) typed(is role, text string, depth int) {
	if text = strings.TrimSpace(text); text != "" && r.more(depth) {
		r.inner(is, text, depth)
		r.assigned(text, depth)
	}
}

// assigned looks at a command that sets a variable and nothing else.
func (r *reader) assigned(text string, depth int) {
	if name, value, ok := option(text); ok && !strings.ContainsAny(text, " \t\r\n") {
		r.named(name, value, depth)
	}
}

// quoted are the words of a list, for a shell.
func quoted(list []any) string {
	var words []string
	for _, item := range list {
		if text := scalar(item); text != "" {
			words = append(words, text)
		}
	}
	return quotedTexts(words)
}

func quotedTexts(words []string) string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = argv.Quote(word)
	}
	return strings.Join(out, " ")
}

// base is the name of a program, without its folder.
func base(word string) string {
	word = strings.Trim(strings.TrimSpace(word), `"'\`)
	return strings.TrimSuffix(strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:]), ".exe")
}

// commands reports whether a text is a command: a script, or one that begins with a
// program, or a part of which does.
func (n *names) commands(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "#!") || strings.Contains(text, "$(") || strings.Contains(text, "`") && !strings.ContainsAny(text, " \t\r\n") {
		return true
	}
	line, _, more := strings.Cut(text, "\n")
	if n.program(line) {
		return true
	}
	return !more && n.segments(line)
}

// segments reports whether a part of a text behind a sign of the shell is a command.
func (n *names) segments(text string) bool {
	parts := operators().Split(text, -1)
	for _, part := range parts[1:] {
		first, _, several := cut(strings.TrimSpace(part))
		if name := base(first); name != "" && n.programs[name] && !n.prose[name] || several && n.program(part) {
			return true
		}
	}
	return false
}

var (
	operators   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[;|&]+|\$\{?IFS\}?`) })
	assignments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z_]\w*=\S*\s+)+`) })
	marked      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(^|\s)--?[A-Za-z]|[|<>` + "`" + `;]|&&|\$[\w({]|://`)
	})
)

// program reports whether a line begins with a program, and goes on as no sentence does.
func (n *names) program(line string) bool {
	line = strings.TrimSpace(line)
	for _, prompt := range []string{"$ ", "# ", "> "} {
		line = strings.TrimPrefix(line, prompt)
	}
	line = assignments().ReplaceAllString(line, "")
	if at := strings.IndexAny(line, "|&;<>("); at > 0 {
		line = strings.TrimSpace(line[:at]) + " " + line[at:]
	}
	first, rest, several := cut(line)
	name := base(first)
	if !several || !n.programs[name] && !n.programs[strings.TrimRight(name, "0123456789.-")] {
		return false
	}
	words := strings.Fields(rest)
	if marked().MatchString(rest) || slices.ContainsFunc(words, outside) {
		return true
	}
	if n.prose[name] {
		return false
	}
	// A sentence has other words, and ends.
	return !strings.HasSuffix(rest, ".") && !slices.ContainsFunc(words, func(word string) bool {
		return n.closed[strings.ToLower(strings.Trim(word, ",:!?"))]
	})
}
