package skill

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// The bounds of commands in YAML: how long a document is that is read for them, in bytes, how
// deep, and how many commands of a package are.
const (
	maxStepText  = 128 << 10
	maxStepDepth = 30
	maxSteps     = 300
)

// step is a text for a shell that stands in a file of another form.
type step struct {
	file, text string
	span       document.Span
}

// stepTable is what policies/tables/commands.json has of files that hand commands to a shell.
type stepTable struct {
	Steps struct {
		Texts   []string `json:"texts"`
		Words   []string `json:"words"`
		Refused string   `json:"refused"`
	} `json:"steps"`
	refused *regexp.Regexp
}

var stepKeys = sync.OnceValue(func() *stepTable {
	t := &stepTable{}
	policies.Table("commands", t)
	t.refused = regexp.MustCompile(t.Steps.Refused)
	return t
})

// steps notes the commands that a file in YAML, or a block of one in a document, hands to a
// shell: those of workflows, of containers, of books of tasks.
func (r *reader) steps(f *File, text []byte) {
	if r.skill.Project || bytes.IndexByte(text, 0) >= 0 || !bytes.Contains(text, []byte(":")) {
		return
	}
	ext := strings.ToLower(path.Ext(strings.TrimSuffix(strings.TrimSuffix(f.Path, ".template"), ".example")))
	switch {
	case ext == ".yml" || ext == ".yaml":
		r.stepsIn(f.Path, text, document.Position{Line: 1, Column: 1}, true)
	case isMarkdown(f.Ext) && bytes.Contains(text, []byte("yaml")) || isMarkdown(f.Ext) && bytes.Contains(text, []byte("```yml")):
		for _, fence := range markdown.Parse(text, findFront(text).next).Fences {
			if lang := strings.ToLower(fence.Lang); lang != "yaml" && lang != "yml" {
				continue
			}
			said, comment := prose.LeadOfBlock(text, fence.Span.Start.Offset)
			if !stepKeys().refused.MatchString(said + "\n" + comment) {
				r.stepsIn(f.Path, text[fence.Inner.Start.Offset:min(len(text), fence.Inner.End.Offset)], fence.Inner.Start, false)
			}
		}
	}
}

// between is what stands between documents of one text.
var between = lazydfa.New(`(?m)^---[^\n]*$`)

func (r *reader) stepsIn(file string, text []byte, base document.Position, whole bool) {
	if len(text) > maxStepText {
		if whole {
			r.gap(file, GapCode, "commands in YAML are looked for in texts of up to %d bytes", maxStepText)
		}
		return
	}
	from := 0
	for _, m := range append(between.FindAllIndex(text, -1), []int{len(text), len(text)}) {
		doc, err := document.ParseAt(context.Background(), file, text[from:m[0]], document.YAML, behind(base, text[:from]))
		from = m[1]
		if err == nil && doc.Root != nil {
			s := stepReader{reader: r, file: file, fenced: !whole}
			s.walk(doc.Root, nil, 0)
		}
	}
}

// stepReader goes through one document.
type stepReader struct {
	*reader
	file   string
	fenced bool
}

// walk looks for commands below a value; set are the lines that give variables their values.
func (s *stepReader) walk(n *document.Node, set []string, depth int) {
	if n == nil || depth > maxStepDepth {
		return
	}
	for _, item := range n.Items {
		s.walk(item, set, depth+1)
	}
	set = append(slices.Clip(set), assignments(n)...)
	var words []string
	var at document.Span
	for _, m := range n.Members {
		switch {
		case slices.Contains(stepKeys().Steps.Texts, m.Key):
			if lines := textsOf(m.Value); len(lines) > 0 {
				s.add(strings.Join(lines, "\n"), set, m.Value.Span)
			}
		case slices.Contains(stepKeys().Steps.Words, m.Key) && m.Value != nil && m.Value.Kind != document.Object:
			words = append(words, textsOf(m.Value)...)
			if at.IsZero() {
				at = m.Value.Span
			}
			at.End = m.Value.Span.End
		}
		s.walk(m.Value, set, depth+1)
	}
	switch i := slices.IndexFunc(words, func(word string) bool {
		return strings.HasPrefix(word, "-") && strings.HasSuffix(word, "c") && !strings.HasPrefix(word, "--")
	}); {
	case i > 0 && i+1 < len(words) && flow.IsShell(path.Base(words[i-1])):
		s.add(words[i+1], set, at)
	case len(words) > 0 && strings.Contains(words[len(words)-1], "\n"):
		s.add(words[len(words)-1], set, at)
	}
}

// textsOf is a text, or those of a list.
func textsOf(n *document.Node) []string {
	if n != nil && n.Kind == document.String {
		return []string{n.Text()}
	}
	return n.Texts()
}

// add notes a command. In a document that shows one those alone are read again that a shell
// would not see as they stand there.
func (s *stepReader) add(text string, set []string, at document.Span) {
	var needed []string
	for _, line := range set {
		if name, _, _ := strings.Cut(line, "="); strings.Contains(text, name) {
			needed = append(needed, line)
		}
	}
	told := expressions(text)
	if s.fenced && told == text && len(needed) == 0 {
		return
	}
	if len(s.skill.steps) == maxSteps {
		s.gap(s.file, GapCode, "the package has more than %d commands in YAML", maxSteps)
		return
	}
	s.skill.steps = append(s.skill.steps, step{s.file, strings.Join(append(needed, told), "\n"), at})
}

// assignments are the variables that a value sets for what is below it, as a shell would.
func assignments(n *document.Node) []string {
	var lines []string
	add := func(name string, value *document.Node) {
		if text, ok := value.Interface().(string); ok && variableName.MatchString(name) {
			lines = append(lines, name+`="`+strings.NewReplacer(`"`, `\"`, "`", "").Replace(expressions(text))+`"`)
		}
	}
	env := n.At("env")
	if env == nil {
		return nil
	}
	for _, m := range env.Members {
		add(m.Key, m.Value)
	}
	for _, item := range env.Items {
		add(item.At("name").Text(), item.At("value"))
	}
	return lines
}

var (
	variableName = lazydfa.New(`^[A-Za-z_]\w*$`)
	expression   = lazydfa.New(`\$\{\{(.*?)\}\}`)
	allSecrets   = lazydfa.New(`(?i)\btojson\s*\(\s*(secrets|env)\s*\)|^\s*secrets\s*$`)
	oneSecret    = lazydfa.New(`(?i)\bsecrets\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*'([^']+)'\s*\])`)
	ownToken     = lazydfa.New(`(?i)\bgithub\s*\.\s*token\b`)
	oneInput     = lazydfa.New(`(?i)\b(?:inputs|env|vars|matrix)\s*\.\s*([A-Za-z_][\w-]*)`)
)

// expressions is a text in which what the machine that builds puts in, before a shell reads
// it, is a variable: a secret by its name, and all of them as the environment.
func expressions(text string) string {
	return expression.ReplaceAllStringFunc(text, func(whole string) string {
		inner := whole[3 : len(whole)-2]
		switch secret, input := oneSecret.FindStringSubmatch(inner), oneInput.FindStringSubmatch(inner); {
		case allSecrets.MatchString(inner):
			return "$(printenv)"
		case secret != nil && variableName.MatchString(secret[1]+secret[2]):
			return "${" + secret[1] + secret[2] + "}"
		case ownToken.MatchString(inner):
			return "${GITHUB_TOKEN}"
		case input != nil && strings.HasPrefix(strings.TrimSpace(strings.ToLower(inner)), "env"):
			return "${" + input[1] + "}"
		case input != nil:
			return "${" + strings.ToUpper(strings.ReplaceAll(input[1], "-", "_")) + "}"
		}
		return "${X}"
	})
}
