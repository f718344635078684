// Package pin keeps what servers of the Model Context Protocol told of themselves when
// somebody accepted it: each text that a model is shown, with its digest, and what waits to
// be accepted. It compares; whether what has changed may be shown is for policies/hook.
package pin

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The kinds of texts.
const (
	Command      = "command"
	Instructions = "instructions"
	Tool         = "tool"
	Prompt       = "prompt"
	Resource     = "resource"
	Template     = "template"
)

// kinds are all of them, in the order in which they are shown.
func kinds() []string { return []string{Command, Instructions, Tool, Prompt, Resource, Template} }

// Bounds of what is kept of a server.
const (
	MaxTexts = 4_000
	// MaxText bounds a text, in bytes; MaxAll all of a server.
	MaxText = 256 << 10
	MaxAll  = 8 << 20
)

// Text is what a server tells of one thing.
type Text struct {
	Kind string `json:"kind"`
	// Name is that of a tool or a prompt, or the address of a resource; that of the kind
	// where a server has but one.
	Name string `json:"name"`
	// JSON is all that is told, as its clients are sent it, set out in lines.
	JSON string `json:"json"`
}

// Key names the text among those of its server.
func (t Text) Key() string { return t.Kind + " " + t.Name }

// Digest is "sha256:" and that of what is told.
func (t Text) Digest() string {
	sum := sha256.Sum256([]byte(t.Key() + "\n" + t.JSON))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Pinned is a text that was accepted.
type Pinned struct {
	Text
	Digest string    `json:"digest"`
	Since  time.Time `json:"since"`
	// First: nobody accepted it; it was there the first time.
	First bool `json:"first,omitempty"`
}

// Waiting is a text that was refused.
type Waiting struct {
	Text
	// Why is the reason, for people.
	Why []string `json:"why"`
}

// Server is what is kept of one.
type Server struct {
	Name string `json:"server"`
	// Seen: all that it tells was looked at once; nothing is there for the first time any
	// more, whether that was accepted, refused or not there then.
	Seen    bool               `json:"seen,omitempty"`
	Pinned  map[string]Pinned  `json:"pinned"`
	Waiting map[string]Waiting `json:"waiting"`
	// Damage is why what was kept cannot be read, nil where it can. Then the server has been
	// seen, and nothing of it is accepted.
	Damage error `json:"-"`
}

// State says of a text how it stands to what was accepted: "pinned", "first", "new" or
// "changed".
func (s *Server) State(t Text) string {
	was, there := s.Pinned[t.Key()]
	switch {
	case there && was.Digest == t.Digest():
		return "pinned"
	case there:
		return "changed"
	case s.known(t):
		return "new"
	}
	return "first"
}

// known reports whether there was an occasion before this one on which a text could be
// there: the server was seen, or the text itself was refused.
func (s *Server) known(t Text) bool {
	if _, waits := s.Waiting[t.Key()]; waits || s.Seen {
		return true
	}
	for _, p := range s.Pinned { // its command is kept before it is seen
		if p.Kind != Command {
			return true
		}
	}
	return false
}

// Pin accepts a text.
func (s *Server) Pin(t Text, now time.Time, first bool) {
	s.Pinned[t.Key()] = Pinned{Text: t, Digest: t.Digest(), Since: now.UTC(), First: first}
	delete(s.Waiting, t.Key())
}

// Sorted are texts in the order in which they are shown.
func Sorted[T interface{ Key() string }](texts map[string]T) []T {
	return slices.SortedFunc(maps.Values(texts), func(a, b T) int {
		return cmp.Or(cmp.Compare(rank(a.Key()), rank(b.Key())), cmp.Compare(a.Key(), b.Key()))
	})
}

func rank(key string) int {
	kind, _, _ := strings.Cut(key, " ")
	return slices.Index(kinds(), kind)
}

// CheckName says what is wrong with the name of a server: it is part of names of tools,
// and of a file.
func CheckName(name string) error {
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*(_[A-Za-z0-9.-]+)*$`).MatchString(name) || len(name) > 64 {
		return fmt.Errorf("%q cannot be the name of a server: it wants at most 64 letters, digits, '.', '-', and single '_' between them", name)
	}
	return nil
}

// check says what is wrong with what was read.
func (s *Server) check(name string) error {
	if s.Name != name {
		return fmt.Errorf("it is about server %q", s.Name)
	}
	if s.Pinned == nil || s.Waiting == nil {
		return fmt.Errorf("it lacks %q or %q", "pinned", "waiting")
	}
	for key, p := range s.Pinned {
		if key != p.Key() || rank(key) < 0 || p.Digest != p.Text.Digest() {
			return fmt.Errorf("%q is not what its digest says", key)
		}
	}
	for key, w := range s.Waiting {
		if key != w.Key() || rank(key) < 0 {
			return fmt.Errorf("%q has another name inside", key)
		}
	}
	return nil
}
