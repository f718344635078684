package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/pin"
)

// verdict is what lint says of a text for a model.
type verdict struct {
	safety   engine.Verdict
	findings []string
}

// read has lint read texts as it reads the instructions of skills: a model obeys both.
// Each is the body of a skill of its own.
func read(ctx context.Context, f *kit.Factory, texts []pin.Text) (said map[string]verdict, err error) {
	said = map[string]verdict{}
	if len(texts) == 0 {
		return said, nil
	}
	root, err := os.MkdirTemp("", "skillctl-mcp-")
	if err != nil {
		return nil, fmt.Errorf("read what the server tells: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	keys := map[string]string{}
	for i, text := range texts {
		words, err := prose(text)
		if err != nil {
			return nil, err
		}
		name := "text-" + strconv.Itoa(i)
		keys[name] = text.Key()
		manifest := "---\nname: " + name + "\ndescription: Does what its text says. Use when it is asked for.\n---\n" + words
		if err := os.Mkdir(filepath.Join(root, name), 0o700); err != nil {
			return nil, fmt.Errorf("read what the server tells: %w", err)
		}
		if err := os.WriteFile(filepath.Join(root, name, "SKILL.md"), []byte(manifest), 0o600); err != nil {
			return nil, fmt.Errorf("read what the server tells: %w", err)
		}
	}
	linter, err := f.Linter(lint.WithControl(lint.Control{}))
	if err != nil {
		return nil, fmt.Errorf("read what the server tells: %w", err)
	}
	report, err := linter.Lint(ctx, []string{root})
	if err != nil {
		return nil, fmt.Errorf("read what the server tells: %w", err)
	}
	for i := range report.Skills {
		s := &report.Skills[i]
		v := verdict{safety: s.Safety, findings: []string{}}
		for k := range s.Findings {
			if f := &s.Findings[k]; f.Severity.Rank() <= engine.SeverityMedium.Rank() && !strings.HasPrefix(f.Rule, "spec/") {
				v.findings = append(v.findings, f.Message+" <"+f.Rule+">")
			}
		}
		said[keys[filepath.Base(s.Path)]] = v
	}
	for _, text := range texts {
		if said[text.Key()].safety == "" {
			return nil, fmt.Errorf("what the server tells of %s was not judged", line(text.Key()))
		}
	}
	return said, nil
}

// longName is from which length on the name of a key is read as a sentence.
const longName = 24

// prose is what a model reads of a text: each of its texts as a paragraph, descriptions as
// they stand.
func prose(t pin.Text) (string, error) {
	var told any
	if err := json.Unmarshal([]byte(t.JSON), &told); err != nil {
		return "", fmt.Errorf("read what the server tells of %s: %w", line(t.Key()), err)
	}
	var b strings.Builder
	write := func(text string) {
		if strings.TrimSpace(text) != "" {
			b.WriteString("\n" + text + "\n")
		}
	}
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case string:
			write(value)
		case []any:
			for _, item := range value {
				walk(item)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				if len(key) >= longName {
					write(words(key))
				}
				walk(value[key])
			}
		}
	}
	if object, ok := told.(map[string]any); ok {
		walk(object["description"]) // the sentence that all others are about
		delete(object, "description")
	}
	walk(told)
	return b.String(), nil
}

// words is a name as the words that it is made of.
func words(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, name)
}
