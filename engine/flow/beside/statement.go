package beside

import (
	"strings"
)

// maxLines is how many lines make a statement.
const maxLines = 400

// statement is one of a program, with the function that it stands in.
type statement struct {
	offset, end int
	// code is it without comments, bare that without what its texts say but with what is
	// filled in to them.
	code, bare string
	texts      []string
	indent     int
	within     *function

	// named are the files that it names, found out when they are first asked for.
	named      []string
	namedKnown bool
	// ends are what it reads and sends, gives what it gives a value, found out likewise: a
	// program is looked at with each that takes it in.
	ends  *ends
	gives *gives
	// long says that it has more lines than make a statement, and goes on in the next one.
	long bool
}

// ends are the stores that a statement reads, and how it sends something.
type ends struct {
	stores    []kept
	way, call string
}

// gives are the names that a statement gives a value: see [given].
type gives struct {
	list, changed []string
	declared      bool
}

// endsOf finds out once what a statement reads and sends.
func (p *program) endsOf(s *statement) *ends {
	if s.ends == nil {
		s.ends = &ends{stores: p.stores(s)}
		s.ends.way, s.ends.call = p.sends(s)
	}
	return s.ends
}

// given finds out once what a statement gives a value.
func (p *program) given(s *statement) *gives {
	if s.gives == nil {
		s.gives = &gives{}
		s.gives.list, s.gives.changed, s.gives.declared = given(s, p.language)
	}
	return s.gives
}

// languages differ in how a comment begins, and in whether names have a mark.
func hashes(language string) bool {
	switch language {
	case "javascript", "go", "java", "kotlin", "csharp", "rust", "swift", "c", "dart", "scala":
		return false
	}
	return true
}

func slashes(language string) bool {
	switch language {
	case "python", "ruby", "shell", "perl", "powershell", "r", "elixir", "julia":
		return false
	}
	return true
}

func marked(language string) bool {
	switch language {
	case "shell", "perl", "php", "powershell":
		return true
	}
	return false
}

// cutter cuts a program into statements.
type cutter struct {
	source   string
	language string
	at       int
	one      statement
	code     strings.Builder
	bare     strings.Builder
	depth    int
	lines    int
	found    []*statement
}

func cut(source, language string) []*statement {
	c := &cutter{source: source, language: language}
	c.one.offset = -1
	for c.at < len(source) {
		c.step()
	}
	c.end(c.at)
	return c.found
}

// end ends the statement in hand before an offset.
func (c *cutter) end(offset int) {
	if code := c.code.String(); strings.TrimSpace(code) != "" {
		one := c.one
		one.end, one.code, one.bare = offset, code, c.bare.String()
		line := c.source[strings.LastIndexByte(c.source[:one.offset], '\n')+1 : one.offset]
		one.indent = len(line) - len(strings.TrimLeft(line, " \t"))
		c.found = append(c.found, &one)
	}
	c.one = statement{offset: -1}
	c.code.Reset()
	c.bare.Reset()
	c.depth, c.lines = 0, 0
}

// put takes in what is read, as code and as it is without texts.
func (c *cutter) put(code, bare string) {
	if c.one.offset < 0 && strings.TrimSpace(code) != "" {
		c.one.offset = c.at
	}
	c.code.WriteString(code)
	c.bare.WriteString(bare)
}

func (c *cutter) step() {
	rest := c.source[c.at:]
	switch ch := rest[0]; {
	case ch == '\n':
		c.newline()
	case ch == '#' && hashes(c.language) && (c.at == 0 || strings.IndexByte(" \t\n;(", c.source[c.at-1]) >= 0):
		c.skip("\n")
	case strings.HasPrefix(rest, "//") && slashes(c.language) && (c.at == 0 || c.source[c.at-1] != ':'):
		c.skip("\n")
	case strings.HasPrefix(rest, "/*") && slashes(c.language):
		c.skip("*/")
		c.at = min(len(c.source), c.at+2)
	case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, "'''"):
		c.text(rest[:3], true)
	case ch == '"' || ch == '`' && c.language != "shell":
		c.text(rest[:1], true)
	case ch == '\'' && c.quotes(rest):
		c.text("'", c.language == "python")
	case ch == '\\' && len(rest) > 1 && rest[1] == '\n':
		c.put(" ", " ")
		c.at += 2
	case ch == ';' && c.depth == 0:
		c.end(c.at)
		c.at++
	default:
		if strings.IndexByte("([", ch) >= 0 {
			c.depth++
		} else if strings.IndexByte(")]", ch) >= 0 && c.depth > 0 {
			c.depth--
		} else if ch == '{' && c.language != "shell" {
			c.depth++
		} else if ch == '}' && c.language != "shell" && c.depth > 0 {
			c.depth--
		}
		c.put(rest[:1], rest[:1])
		c.at++
	}
}

// quotes reports whether a quotation mark begins a text: of Rust it may begin a name.
func (c *cutter) quotes(rest string) bool {
	if c.language != "rust" {
		return true
	}
	return len(rest) > 2 && (rest[2] == '\'' || rest[1] == '\\')
}

func (c *cutter) skip(until string) {
	if i := strings.Index(c.source[c.at:], until); i >= 0 {
		c.at += i
		return
	}
	c.at = len(c.source)
}

// text takes in a text; filled says that values may be filled in to it.
func (c *cutter) text(mark string, filled bool) {
	begin := c.at
	i := c.at + len(mark)
	for i < len(c.source) && !strings.HasPrefix(c.source[i:], mark) {
		if c.source[i] == '\\' {
			i++
		} else if c.source[i] == '\n' && len(mark) == 1 && mark != "`" && c.language != "shell" && c.language != "ruby" && c.language != "php" && c.language != "perl" && c.language != "powershell" {
			break
		}
		i++
	}
	i = min(i, len(c.source))
	inner := c.source[begin+len(mark) : i]
	stop := i
	if strings.HasPrefix(c.source[i:], mark) {
		stop += len(mark)
	}
	if len(mark) == 3 && strings.TrimSpace(c.code.String()) == "" {
		c.at = stop // it documents what follows
		return
	}
	c.one.texts = append(c.one.texts, inner)
	bare := `""`
	switch {
	case c.language == "shell":
		bare = inner
	case filled:
		bare = `"` + filledIn(inner) + `"`
	}
	c.put(c.source[begin:stop], bare)
	c.at = stop
}

// filledIn is what a text is filled with: "{name}", "${name}", "$name", "#{name}", "@name".
func filledIn(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			if j := strings.IndexByte(text[i:], '}'); j > 0 {
				if i > 0 && text[i-1] == '$' {
					b.WriteByte('$')
				}
				b.WriteString(" " + text[i+1:i+j] + " ")
				i += j
			}
		case '$', '@', '%':
			j := i + 1
			for j < len(text) && (text[j] == '_' || text[j] == ':' || isWord(text[j])) {
				j++
			}
			if j > i+1 {
				b.WriteString(" " + text[i:j] + " ")
				i = j - 1
			}
		}
	}
	return b.String()
}

func isWord(ch byte) bool {
	return ch == '_' || '0' <= ch && ch <= '9' || 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z'
}

// newline ends a statement where it does not go on.
func (c *cutter) newline() {
	code := strings.TrimRight(c.code.String(), " \t\r")
	c.lines++
	next := strings.TrimLeft(c.source[c.at:], " \t\r\n")
	switch {
	case opens(code):
		c.end(c.at)
	case c.lines >= maxLines:
		c.one.long = c.depth > 0 || goesOn(code, next)
		c.end(c.at)
	case c.depth > 0, goesOn(code, next) && code != "":
		c.put("\n", "\n")
	default:
		c.end(c.at)
	}
	c.at++
}

// opens reports whether the line ends with the begin of a block of statements.
func opens(code string) bool {
	if !strings.HasSuffix(code, "{") {
		return false
	}
	before := strings.TrimRight(code[:len(code)-1], " \t")
	if before == "" {
		return true
	}
	last := before[len(before)-1]
	if last == ')' || last == '>' {
		return true
	}
	return isWord(last) && before != code[:len(code)-1] && !strings.HasSuffix(before, "return")
}

// goesOn reports whether a statement goes on in the next line.
func goesOn(code, next string) bool {
	for _, end := range []string{"|", "&&", "||", ",", "+", "=", ".", "->", "=>"} {
		if strings.HasSuffix(code, end) && !strings.HasSuffix(code, "++") {
			return true
		}
	}
	for _, begin := range []string{".", "|", "->", "?.", "+ ", "&& "} {
		if strings.HasPrefix(next, begin) && !strings.HasPrefix(next, "..") && !strings.HasPrefix(next, ". ") {
			return true
		}
	}
	return false
}
