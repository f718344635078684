package zeroclaw

import (
	"bytes"
	"regexp"
	"sync"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
)

// Pattern is a command in a text that old audits refused.
type Pattern struct {
	File string        `json:"file"`
	ID   string        `json:"id"`
	Span document.Span `json:"span"`
}

var zeroClawExpressions = sync.OnceValue(func() []*regexp.Regexp {
	table := readZeroClawTable()
	expressions := make([]*regexp.Regexp, len(table.Patterns))
	for i, p := range table.Patterns {
		expressions[i] = regexp.MustCompile(p.Regex)
	}
	return expressions
})

// ReadPatterns finds the commands that audits of ZeroClaw before #5952
// refused, the first kind in each Markdown file. It costs more than all other
// facts together, and nothing needs it but a rule that is off by default.
func ReadPatterns(s *skill.Skill) []Pattern {
	table := readZeroClawTable()
	found := []Pattern{}
	for i := range s.Files {
		f := &s.Files[i]
		if f.Type != skill.TypeRegular || !zeroClawMarkdown(f) || f.Size > table.TextBytes {
			continue
		}
		if hit, ok := zeroClawPattern(s.Document(f.Path), table); ok {
			hit.File = f.Path
			found = append(found, hit)
		}
	}
	return found
}

func zeroClawPattern(text []byte, table *zeroClawTable) (Pattern, bool) {
	lower := bytes.ToLower(text)
	for i, p := range table.Patterns {
		if !mayHold(lower, p.Needs, p.Any) {
			continue
		}
		if at := zeroClawExpressions()[i].FindIndex(text); at != nil {
			place := &places{text: text}
			return Pattern{ID: p.ID, Span: place.span(at[0], at[1])}, true
		}
	}
	return Pattern{}, false
}

// mayHold is a quick look before the expression is tried.
func mayHold(lower []byte, needs []string, some bool) bool {
	for _, need := range needs {
		if bytes.Contains(lower, []byte(need)) == some {
			return some
		}
	}
	return !some
}
