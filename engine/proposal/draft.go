package proposal

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/host/openclaw"
)

// The functions here do what OpenClaw 2026.9.6 does with the text of a proposal
// (src/skills/workshop/frontmatter.ts).

var delimiters = sync.OnceValue(func() (d struct{ open, shut, key *regexp.Regexp }) {
	d.open = regexp.MustCompile(`^---[ \t]*\n`)
	d.shut = regexp.MustCompile(`(?m)^---[ \t]*(?:\n|\z)`)
	d.key = regexp.MustCompile(`^([A-Za-z0-9_-]+):`)
	return d
})

func normal(text string) string {
	text = strings.TrimPrefix(text, "\uFEFF")
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// split parts the front matter from the text below it.
func split(text string) (block, body string, ok bool) {
	text = normal(text)
	open := delimiters().open.FindStringIndex(text)
	if open == nil {
		return "", text, false
	}
	rest := text[open[1]:]
	shut := delimiters().shut.FindStringIndex(rest)
	if shut == nil {
		return "", text, false
	}
	return strings.TrimSuffix(rest[:shut[0]], "\n"), rest[shut[1]:], true
}

func keyOf(line string) string {
	if m := delimiters().key.FindStringSubmatch(line); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// without drops keys with all that belongs to them.
func without(block string, keys ...string) string {
	var kept []string
	dropping := false
	for _, line := range strings.Split(block, "\n") {
		if key := keyOf(line); key != "" {
			dropping = slices.Contains(keys, key)
		}
		if !dropping {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// render is the draft of a proposal; around is the text whose front matter is
// kept when content has none.
func render(name, description, content, around, version, date string) string {
	block, body, ok := split(content)
	if !ok {
		block, _, _ = split(around)
	}
	lines := []string{"name: " + quoted(name), "description: " + quoted(description), "status: proposal", "version: " + quoted(version), "date: " + quoted(date)}
	if kept := without(block, "name", "description", "status", "version", "date"); kept != "" {
		lines = append(lines, kept)
	}
	return ending("---\n" + strings.Join(lines, "\n") + "\n---\n\n" + strings.TrimLeft(body, " \t\n"))
}

func quoted(value string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // a text can always be written
	return strings.TrimSuffix(b.String(), "\n")
}

func ending(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// manifest is the SKILL.md that a draft becomes: without what only proposals
// have.
func manifest(draft string) string {
	block, body, ok := split(draft)
	if !ok {
		return ending(normal(draft))
	}
	var kept []string
	for _, line := range strings.Split(block, "\n") {
		if key := keyOf(line); key != "status" && key != "version" && key != "date" {
			kept = append(kept, line)
		}
	}
	body = strings.TrimLeft(body, "\n")
	if block = strings.TrimSpace(strings.Join(kept, "\n")); block == "" {
		return ending(body)
	}
	return ending("---\n" + block + "\n---\n\n" + body)
}

// Key is the name of the folder that a skill of this name is written to, "" when
// it has neither letter nor digit.
func Key(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(strings.TrimSpace(name)) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-':
			b.WriteRune(c)
		case c == '_', c == '/', c == ' ', c >= '\t' && c <= '\r', c == '\u00a0', c == '\ufeff', c == '\u2028', c == '\u2029', c == '\u3000':
			b.WriteByte('-')
		}
	}
	steps := strings.FieldsFunc(b.String(), func(c rune) bool { return c == '-' })
	return strings.Join(steps, "-")
}

// described is the description in the front matter of a text, "" for none.
func described(text string) string {
	if _, _, ok := split(text); !ok {
		return ""
	}
	return strings.TrimSpace(openclaw.ReadManifest("", []byte(text), nil).Description)
}
