package lint_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/policies"
)

// TestPages lints the examples on the page of every rule: each that is said to
// fail must fire the rule, and none that is said to pass may.
func TestPages(t *testing.T) {
	t.Parallel()
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	if len(rules) == 0 {
		t.Fatal("there are no rules")
	}
	pages := &linters{byHosts: map[string]*lint.Linter{}}
	for _, rule := range rules {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			fails := fixture.Examples(rule.Page, "Fails")
			passes := fixture.Examples(rule.Page, "Passes")
			if len(fails) == 0 || len(passes) == 0 {
				t.Fatalf("the page has %d examples that fail and %d that pass; it needs one of each", len(fails), len(passes))
			}
			for i, example := range fails {
				found := lintExample(t, pages, rule, example)
				if len(found) == 0 {
					t.Errorf("example %d under Fails does not fire the rule", i+1)
				}
			}
			for i, example := range passes {
				for _, finding := range lintExample(t, pages, rule, example) {
					t.Errorf("example %d under Passes fires the rule: %s:%d: %s", i+1, finding.File, finding.Span.Start.Line, finding.Message)
				}
			}
		})
	}
}

// linters keeps one engine, with every rule switched on, for each set of hosts.
type linters struct {
	mutex   sync.Mutex
	byHosts map[string]*lint.Linter
}

func (l *linters) of(t *testing.T, hosts []string, list string) *lint.Linter {
	t.Helper()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	key := strings.Join(hosts, " ") + list
	if l.byHosts[key] == nil {
		var known *intel.Bundle
		if list != "" {
			var err error
			if known, err = intel.Parse(t.Context(), []byte(list), time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)); err != nil {
				t.Fatal(err)
			}
		}
		linter, err := lint.New(lint.WithControl(lint.Control{Only: []string{"*"}, Hosts: hosts}), lint.WithIntel(known))
		if err != nil {
			t.Fatal(err)
		}
		l.byHosts[key] = linter
	}
	return l.byHosts[key]
}

// lintExample lays an example out, lints it with all rules and returns the
// findings of one, after checking that all can be shown to a person.
func lintExample(t *testing.T, pages *linters, rule engine.Rule, example string) []engine.Finding {
	t.Helper()
	tree, err := fixture.Parse([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := tree.Write(dir); err != nil {
		t.Fatal(err)
	}
	report, err := pages.of(t, tree.Hosts, tree.Intel).Lint(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	var found []engine.Finding
	for _, finding := range report.All() {
		if err := presentable(finding); err != nil {
			t.Errorf("%s: %s: %q: %v", finding.Rule, finding.File, finding.Message, err)
		}
		if finding.Rule == rule.ID {
			found = append(found, *finding)
		}
	}
	return found
}

// presentable checks what every finding owes its reader.
func presentable(finding *engine.Finding) error {
	switch {
	case finding.Message == "":
		return fmt.Errorf("no message")
	case finding.Hint == "":
		return fmt.Errorf("no hint")
	case finding.Severity.Rank() > engine.SeverityInfo.Rank():
		return fmt.Errorf("severity %q", finding.Severity)
	case finding.Fingerprint == "":
		return fmt.Errorf("no fingerprint")
	}
	if err := spanFits(finding.File, finding.Span); err != nil {
		return err
	}
	if finding.Fix == nil {
		return nil
	}
	for _, edit := range finding.Fix.Edits {
		if edit.Span.IsZero() {
			return fmt.Errorf("the fix does not say where")
		}
		if err := spanFits(edit.File, edit.Span); err != nil {
			return fmt.Errorf("fix: %w", err)
		}
	}
	return nil
}

// spanFits checks that line, column and offset of a span agree with the file.
// Lines end at LF, CRLF or a lone CR, and a byte order mark has no width.
func spanFits(file string, span document.Span) error {
	if span.IsZero() {
		return nil
	}
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return fmt.Errorf("a span in a file that cannot be read: %w", err)
	}
	for _, at := range []document.Position{span.Start, span.End} {
		if at.Offset < 0 || at.Offset > len(text) {
			return fmt.Errorf("%+v is outside the file of %d bytes", at, len(text))
		}
		before := bytes.TrimPrefix(text[:at.Offset], []byte("\ufeff"))
		before = bytes.ReplaceAll(bytes.ReplaceAll(before, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
		line := 1 + bytes.Count(before, []byte("\n"))
		column := 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
		if line != at.Line || column != at.Column {
			return fmt.Errorf("offset %d is %d:%d, but the span says %d:%d", at.Offset, line, column, at.Line, at.Column)
		}
	}
	if span.End.Offset < span.Start.Offset {
		return fmt.Errorf("the span ends before it starts")
	}
	return nil
}
