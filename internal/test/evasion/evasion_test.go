package evasion

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

var update = flag.Bool("update", false, "write the table of docs/detection.md anew")

// document has the table, between two marks.
const (
	document = "../../../docs/detection.md"
	begins   = "<!-- Written by TestEvasion: run it with -update. -->\n\n"
	ends     = "\n<!-- The end of what TestEvasion writes. -->\n"
)

// TestEvasion holds what lint says of each rewrite against the table of the document,
// which misses stand in as well. The originals have to be blocked, and no two of their
// rewrites may be the same.
func TestEvasion(t *testing.T) {
	list, dir, count := cases(t), t.TempDir(), 0
	for i, h := range list {
		known := map[string]string{fmt.Sprint(h.files): "the original"}
		fixture.Tree(t, filepath.Join(dir, folder(i, "original")), h.files)
		for _, r := range rewrites(h.kind) {
			files := r.apply(h)
			text := fmt.Sprint(files)
			if other := known[text]; other != "" {
				t.Errorf("%s, %s: the same as %s", h.name, r.name, other)
			}
			known[text] = r.name
			fixture.Tree(t, filepath.Join(dir, folder(i, r.name)), files)
			count++
		}
	}
	if count != 200 {
		t.Errorf("%d rewrites", count)
	}
	verdicts := judge(t, dir)
	if len(verdicts) != count+len(list) {
		t.Errorf("%d skills were judged; there are %d rewrites of %d", len(verdicts), count, len(list))
	}
	for i, h := range list {
		if got := verdicts[folder(i, "original")]; got != engine.VerdictBlock {
			t.Errorf("%s as it is: %q", h.name, got)
		}
	}
	compare(t, begins, ends, tables(list, verdicts))
}

// folder is where a rewrite of a case stands.
func folder(number int, rewrite string) string {
	return fmt.Sprintf("%02d-%s", number, strings.ToLower(strings.ReplaceAll(rewrite, " ", "-")))
}

// judge lints all skills of a folder in one go.
func judge(t *testing.T, dir string) map[string]engine.Verdict {
	t.Helper()
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	report, err := linter.Lint(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]engine.Verdict{}
	for _, s := range report.Skills {
		verdicts[filepath.Base(s.Path)] = s.Safety
		if testing.Verbose() {
			var rules []string
			for _, f := range s.Findings {
				if f.Severity.Rank() <= engine.SeverityMedium.Rank() && !strings.HasPrefix(f.Rule, "spec/") {
					rules = append(rules, fmt.Sprintf("%s %s %s %s", f.Rule, f.Severity, f.Confidence, f.Locus))
				}
			}
			t.Logf("%s\t%s\t%v", filepath.Base(s.Path), s.Safety, rules)
		}
	}
	return verdicts
}

// compare holds a text against what the document has between two marks, or writes it.
func compare(t *testing.T, begins, ends, want string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(text), begins)
	was, after, closed := strings.Cut(rest, ends)
	if !opened || !closed {
		t.Fatalf("%s has not both marks", document)
	}
	if *update {
		if err := os.WriteFile(document, []byte(before+begins+want+ends+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was == want {
		return
	}
	old := map[string]bool{}
	for line := range strings.Lines(was) {
		old[line] = true
	}
	for line := range strings.Lines(want) {
		if !old[line] {
			t.Errorf("the table has not this line: %s", line)
		}
	}
	t.Errorf("%s is not as it would be written: run the test with -update", document)
}
