package skill

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/document"
	"github.com/skillctl/skillctl/engine/markdown"
)

// addFlows looks through the code of a Markdown text.
func (s *Skill) addFlows(file string, text []byte, d *markdown.Document) {
	found := s.marksOf(file, text)
	at := document.Position{Line: 1, Column: 1}
	spans := make([]document.Span, len(d.Fences))
	for i, f := range d.Fences {
		spans[i] = f.Span
	}
	s.addPassages(snippet{file, text, at, len(text), inSentence, found}, spans)
	fences := d.Fences
	for at.Offset < len(text) {
		line := text[at.Offset:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if len(fences) == 0 || at.Offset < fences[0].Span.Start.Offset {
			whole := s.wholeLine(text[at.Offset:], len(line))
			s.sentence(snippet{file, text, at, at.Offset + len(whole), inSentence, found})
		}
		for next := at.Offset + len(line) + 1; len(fences) > 0 && fences[0].Span.End.Offset <= next; fences = fences[1:] {
			f := fences[0]
			s.fence(snippet{file, text, f.Inner.Start, f.Inner.End.Offset, inCode, found}, f.Lang)
		}
		at = document.Position{Line: at.Line + 1, Column: 1, Offset: at.Offset + len(line) + 1}
	}
	s.endTrail(file)
}

// marksOf are the words of a document that rules look at.
func (s *Skill) marksOf(file string, text []byte) marks {
	found := watched().words.marks(text)
	if len(found) == maxMarks {
		s.beyond(file, "the text has more than %d words that rules look at", maxMarks)
	}
	return found
}

// fence looks through a code block, as what its language says that it is.
func (s *Skill) fence(p snippet, lang string) {
	lang, _, _ = strings.Cut(strings.Trim(lang, "{}."), ",")
	switch lang = strings.ToLower(lang); {
	case isShell(lang):
		s.flows(p)
	case !p.marks.within(p.start.Offset, p.end, signCode):
	case isRecipe(lang):
		s.recipes(p)
		s.literals(p)
	default:
		s.literals(p)
	}
	s.calls(p)
}

// script is a file with code whose text is kept until it is looked through.
type script struct {
	path string
	text []byte
}

// maxScript is the largest shell script that is looked through, maxScripts how
// much code of one package is, in bytes.
const (
	maxScript  = 256 << 10
	maxScripts = 16 << 20
)

// IsShellScript tells by the first line, or else by the name.
func (f *File) IsShellScript() bool {
	if f.Shebang != nil {
		return IsShell(f.Shebang.Program)
	}
	return slices.Contains([]string{".sh", ".bash", ".zsh", ".command"}, strings.ToLower(f.Ext))
}

// codeOf is the language of a file with code other than a shell's, "" for none.
func codeOf(f *File) string {
	base := strings.ToLower(f.Path[strings.LastIndexByte(f.Path, '/')+1:])
	switch {
	case base == "makefile" || base == "gnumakefile" || base == "justfile" || f.Ext == ".mk":
		return "makefile"
	case strings.HasPrefix(base, "dockerfile") || base == "containerfile" || f.Ext == ".dockerfile":
		return "dockerfile"
	case f.Shebang != nil:
		return f.Shebang.Program
	}
	switch ext := strings.ToLower(f.Ext); ext {
	case ".py", ".pyw", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx", ".rb", ".pl", ".pm", ".php", ".lua", ".go", ".rs", ".r", ".swift",
		".java", ".kt", ".cs", ".applescript", ".scpt", ".json", ".toml", ".json5", ".html", ".htm", ".hta", ".vbs":
		return ext[1:]
	case ".yml", ".yaml":
		return "yaml"
	case ".ps1", ".psm1":
		return "powershell"
	case ".bat", ".cmd":
		return "batch"
	}
	return ""
}

// parseScripts looks through the files with code.
func (s *Skill) parseScripts() {
	slices.SortFunc(s.scripts, func(a, b script) int { return strings.Compare(a.path, b.path) })
	for _, one := range s.scripts {
		p := snippet{one.path, one.text, document.Position{Line: 1, Column: 1}, len(one.text), inCode, s.marksOf(one.path, one.text)}
		f := s.File(one.path)
		switch lang := codeOf(f); {
		case f.IsShellScript():
			s.flowsIn(p)
		case isRecipe(lang):
			s.recipes(p)
			s.literals(p)
		default:
			s.literals(p)
		}
		s.calls(p)
		s.endTrail(one.path)
	}
	s.scripts = nil
}

// wholeLine is a line of so many bytes with those that it goes on in.
func (s *Skill) wholeLine(rest []byte, length int) []byte {
	for begin := 0; length < len(rest) && length < maxSnippet; {
		next := rest[length+1:]
		if i := bytes.IndexByte(next, '\n'); i >= 0 {
			next = next[:i]
		}
		if !goesOn(rest[begin:length], next) {
			break
		}
		begin, length = length+1, length+1+len(next)
	}
	return rest[:length]
}

// isShell reports whether a code block may be meant for a shell: by its language,
// or because it names none.
func isShell(lang string) bool {
	switch lang {
	case "", "sh", "bash", "zsh", "ksh", "dash", "ash", "shell", "console", "shell-session", "shellsession", "sh-session", "terminal", "shellscript", "fish", "text", "txt", "plaintext", "command", "cli",
		"powershell", "ps1", "pwsh", "ps", "cmd", "bat", "batch", "dos":
		return true
	}
	return false
}

// isRecipe reports whether lines of a language can be commands behind a word or a mark.
func isRecipe(lang string) bool {
	switch lang {
	case "makefile", "make", "just", "justfile", "dockerfile", "docker", "containerfile", "yaml", "yml", "powershell", "batch", "pwsh", "html", "md", "markdown", "mdx":
		return true
	}
	return false
}

// recipes looks through the lines of a Makefile, a Dockerfile, a workflow: each is
// a command behind what such files begin a line with.
func (s *Skill) recipes(p snippet) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		length := len(text) - begin
		if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
			length = i
		}
		line := s.wholeLine(text[begin:], length)
		if one := at.piece(begin, begin+len(line), inSentence); one.suspicious() {
			s.commands(one)
		}
		begin += length + 1
	}
}

// sentence looks through the code spans of a line, and at commands that stand in
// it without being marked as code.
func (s *Skill) sentence(p snippet) {
	line := p.bytes()
	s.calls(p)
	if !s.worth(p) && !structural(line) {
		return
	}
	at := p.cursor()
	for from := 0; from < len(line); {
		open := bytes.IndexByte(line[from:], '`')
		if open < 0 {
			break
		}
		open += from
		inner := open
		for inner < len(line) && line[inner] == '`' {
			inner++
		}
		end := bytes.Index(line[inner:], line[open:inner])
		if end < 0 {
			break
		}
		s.flows(at.piece(inner, inner+end, inSpan))
		from = inner + end + inner - open
	}
	if bytes.IndexByte(line, '`') >= 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("|")) {
		return // marked as code, or a row of a table
	}
	if p.suspicious() {
		s.commands(p)
	}
}

// commands tries each word of a line as the first of a command, and what stands in
// quotes as one.
func (s *Skill) commands(p snippet) {
	line := p.bytes()
	whole := structural(line)
	at := p.cursor()
	for i, starts := 0, 0; i < len(line) && starts < maxStarts; i++ {
		if line[i] == ' ' || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' && line[i-1] != '>' && line[i-1] != '@' {
			continue
		}
		if from := p.start.Offset + i; whole || p.marks.within(from, from+wordLength(line[i:]), signCode) {
			starts++
			s.flows(at.piece(i, len(line), inSentence))
		}
	}
	s.literals(p)
}

func wordLength(text []byte) int {
	if i := bytes.IndexByte(text, ' '); i >= 0 {
		return i
	}
	return len(text)
}
