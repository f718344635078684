package kit

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

// TestCompareReports says what a change of a report is, and what is none.
func TestCompareReports(t *testing.T) {
	t.Parallel()
	finding := func(file, print, message string, line int) engine.Finding {
		return engine.Finding{File: file, Rule: "a/b", Fingerprint: print, Message: message, Span: document.Span{Start: document.Position{Line: line}}}
	}
	silenced := finding("a", "9", "silenced", 1)
	silenced.Suppressed = &engine.Suppression{Kind: "settings"}
	for name, tt := range map[string]struct{ before, after, gone, come []engine.Finding }{
		"same":      {before: []engine.Finding{finding("a", "1", "m", 1)}, after: []engine.Finding{finding("a", "1", "m", 7)}},
		"rewritten": {before: []engine.Finding{finding("a", "1", "m", 1)}, after: []engine.Finding{finding("a", "2", "m", 1)}},
		"new":       {after: []engine.Finding{finding("a", "1", "m", 1)}, come: []engine.Finding{finding("a", "1", "m", 1)}},
		"one of two": {
			before: []engine.Finding{finding("a", "1", "m", 1), finding("a", "1", "m", 5)}, after: []engine.Finding{finding("a", "1", "m", 1)},
			gone: []engine.Finding{finding("a", "1", "m", 5)},
		},
		"other file": {
			before: []engine.Finding{finding("a", "1", "m", 1)}, after: []engine.Finding{finding("b", "1", "m", 1)},
			gone: []engine.Finding{finding("a", "1", "m", 1)}, come: []engine.Finding{finding("b", "1", "m", 1)},
		},
		"silenced": {before: []engine.Finding{finding("a", "9", "silenced", 1)}, after: []engine.Finding{silenced}, gone: []engine.Finding{finding("a", "9", "silenced", 1)}},
		"said twice": {
			before: []engine.Finding{finding("a", "1", "m", 1), finding("a", "2", "m", 1), finding("a", "3", "m", 1)}, after: []engine.Finding{finding("a", "2", "n", 4), finding("a", "3", "n", 4)},
			gone: []engine.Finding{finding("a", "1", "m", 1)}, come: []engine.Finding{finding("a", "2", "n", 4)},
		},
		"once less": {before: []engine.Finding{finding("a", "1", "m", 1), finding("a", "2", "m", 1)}, after: []engine.Finding{finding("a", "2", "m", 1)}},
		"swap file": {after: []engine.Finding{finding("a/.SKILL.md.swp", "1", "m", 1)}},
	} {
		gone, come := CompareReports(engine.Report{Findings: tt.before}, engine.Report{Findings: tt.after})
		same := func(a, b engine.Finding) bool { return a.File == b.File && a.Span == b.Span && a.Message == b.Message }
		if !slices.EqualFunc(gone, tt.gone, same) || !slices.EqualFunc(come, tt.come, same) {
			t.Errorf("%s: gone %v, come %v", name, gone, come)
		}
	}
}
