package stream

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"sync"
)

// Redactor replaces the secrets of a skill in what is written to it. The beginning
// of what may be a secret is held back until it is known.
type Redactor struct {
	to      io.Writer
	secrets []redacted

	mu   sync.Mutex
	held []byte
}

// redacted is a secret, and what is written in its place.
type redacted struct{ value, shown []byte }

// minSecret is the shortest value that is replaced, in bytes: shorter ones stand
// in every text.
const minSecret = 6

// NewRedactor puts a redactor of pairs "NAME=value" before a writer; nil when there
// is nothing to replace.
func NewRedactor(pairs []string, to io.Writer) *Redactor {
	r := &Redactor{to: to}
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if len(value) < minSecret {
			continue
		}
		for _, spelling := range []string{value, base64.StdEncoding.EncodeToString([]byte(value))} {
			r.secrets = append(r.secrets, redacted{[]byte(spelling), []byte("[masked:" + name + "]")})
		}
	}
	if len(r.secrets) == 0 {
		return nil
	}
	slices.SortStableFunc(r.secrets, func(a, b redacted) int { return cmp.Compare(len(b.value), len(a.value)) })
	return r
}

// Write passes on what holds no secret.
func (r *Redactor) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = append(r.held, text...)
	var out []byte
	at := 0
scan:
	for at < len(r.held) {
		rest := r.held[at:]
		for _, s := range r.secrets {
			switch {
			case bytes.HasPrefix(rest, s.value):
				out, at = append(out, s.shown...), at+len(s.value)
				continue scan
			case bytes.HasPrefix(s.value, rest):
				break scan // more has to come before it is known
			}
		}
		out, at = append(out, rest[0]), at+1
	}
	r.held = append(r.held[:0], r.held[at:]...)
	if _, err := r.to.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what was held back: it is no whole secret.
func (r *Redactor) Flush() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.to.Write(r.held)
	r.held = nil
	return err
}
