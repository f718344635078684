package cli

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"sync"
)

// veil hides the secrets of a skill in what is written to it. The beginning of
// what may be a secret is held back until it is known.
type veil struct {
	to      io.Writer
	secrets []veiled

	mu   sync.Mutex
	held []byte
}

type veiled struct{ value, shown []byte }

// leastVeiled is the shortest value that is hidden, in bytes: shorter ones stand
// in every text.
const leastVeiled = 6

// veiling puts a veil, for pairs "NAME=value", before a writer; nil for none, when
// there is nothing to hide.
func veiling(pairs []string, to io.Writer) *veil {
	v := &veil{to: to}
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if len(value) < leastVeiled {
			continue
		}
		for _, spelling := range []string{value, base64.StdEncoding.EncodeToString([]byte(value))} {
			v.secrets = append(v.secrets, veiled{[]byte(spelling), []byte("[masked:" + name + "]")})
		}
	}
	if len(v.secrets) == 0 {
		return nil
	}
	slices.SortStableFunc(v.secrets, func(a, b veiled) int { return cmp.Compare(len(b.value), len(a.value)) })
	return v
}

// Write passes on what holds no secret.
func (v *veil) Write(text []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.held = append(v.held, text...)
	var out []byte
	at := 0
scan:
	for at < len(v.held) {
		rest := v.held[at:]
		for _, s := range v.secrets {
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
	v.held = append(v.held[:0], v.held[at:]...)
	if _, err := v.to.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

// flush writes what was held back: it is no whole secret.
func (v *veil) flush() error {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	_, err := v.to.Write(v.held)
	v.held = nil
	return err
}
