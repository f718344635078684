package audit

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/secret"
)

// The shortest value of a variable that is hidden wherever it stands: shorter
// ones are found in every text. The longest is only searched for up to a bound.
const (
	minSecret = 6
	// Of a secret of several lines, shorter ones may be anything.
	minSecretLine = 8
	maxSecret     = 64 << 10
)

// Mask hides secrets in what is recorded. The zero value knows no variables; it
// is safe for concurrent use.
type Mask struct {
	// The values that are hidden, the longest first, and what stands for each.
	values []hidden
}

type hidden struct{ value, shown string }

// NewMask returns a mask that also hides the values of variables whose names look
// secret. Of those that the request itself sets, values with blanks or signs of
// the shell are left alone: a request must not be able to hide its command by
// setting a variable to it.
func NewMask(inherited, requested []string) *Mask {
	m := &Mask{}
	for _, pair := range inherited {
		m.variable(pair, false)
	}
	for _, pair := range requested {
		m.variable(pair, true)
	}
	slices.SortFunc(m.values, func(a, b hidden) int {
		return cmp.Or(cmp.Compare(len(b.value), len(a.value)), cmp.Compare(a.value, b.value), cmp.Compare(a.shown, b.shown))
	})
	return m
}

// SecretName reports whether the name of a variable says that it holds a secret.
func (m *Mask) SecretName(name string) bool { return secret.Known().Name(name) }

func (m *Mask) variable(pair string, requested bool) {
	name, value, ok := strings.Cut(pair, "=")
	if !ok || len(value) < minSecret || len(value) > maxSecret || !m.SecretName(name) {
		return
	}
	if requested && strings.ContainsAny(value, " \t\r\n;|&<>()$`{}\\*?") {
		return
	}
	shown := fmt.Sprintf("[masked:%s]", short(valid(name), 64))
	spellings := []string{value, url.QueryEscape(value), base64.StdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value))}
	// A key of several lines is printed by lines, and joined by blanks.
	for line := range strings.Lines(value) {
		if line = strings.TrimSpace(line); len(line) >= minSecretLine && line != value {
			spellings = append(spellings, line)
		}
	}
	for _, spelling := range spellings {
		h := hidden{spelling, shown}
		if !slices.Contains(m.values, h) {
			m.values = append(m.values, h)
		}
	}
}

// option reports whether the argument after this one is a secret: "--token".
func (m *Mask) option(arg string) bool {
	name, ok := strings.CutPrefix(arg, "--")
	return ok && len(name) < 64 && !strings.Contains(name, "=") && m.SecretName(strings.ReplaceAll(name, "-", "_"))
}

// Hide replaces the secrets in a text by what they are: "[masked:github-token]".
func (m *Mask) Hide(text string) string {
	if len(text) < minSecret {
		return text
	}
	for _, v := range m.values {
		if strings.Contains(text, v.value) {
			text = strings.ReplaceAll(text, v.value, v.shown)
		}
	}
	return secret.Known().Hide(text)
}

// edge is how far from a cut a secret of a known form may reach, in bytes.
const edge = 512

// edges drops what may be a part of a secret where a text was cut in two: a part
// of a hidden value, and the word that the cut went through.
func (m *Mask) edges(head, tail string) (string, string) {
	drop, skip := 0, 0
	for _, v := range m.values {
		for n := min(len(v.value)-1, len(head)); n > drop; n-- {
			if strings.HasSuffix(head, v.value[:n]) {
				drop = n
			}
		}
		for n := min(len(v.value)-1, len(tail)); n > skip; n-- {
			if strings.HasPrefix(tail, v.value[len(v.value)-n:]) {
				skip = n
			}
		}
	}
	word := func(c byte) bool { return c > ' ' && c < 0x7f }
	for n := 0; n < min(len(head), edge) && word(head[len(head)-1-n]); n++ {
		drop = max(drop, n+1)
	}
	for n := 0; n < min(len(tail), edge) && word(tail[n]); n++ {
		skip = max(skip, n+1)
	}
	return head[:len(head)-drop], tail[skip:]
}
