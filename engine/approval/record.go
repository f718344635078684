package approval

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
)

// recordVersion is the version of the form of records.
const recordVersion = 1

// Scope says how often an approval holds.
type Scope string

// The scopes.
const (
	// Once is for one run.
	Once Scope = "once"
	// Always is for every run of just this, here.
	Always Scope = "always"
)

// Record is one approval, as schema/approval.cue has it. It is never changed.
type Record struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	Scope   Scope  `json:"scope"`
	// Reviewer says who approved, Reason why.
	Reviewer string `json:"reviewer"`
	Reason   string `json:"reason"`
	// Created and Expires are in seconds since 1970; from Expires on it does
	// not hold.
	Created int64 `json:"created"`
	Expires int64 `json:"expires"`
	// Asked are the rules that asked, sorted: an approval answers these
	// questions and no others.
	Asked []string `json:"asked"`
	// Policy is the digest of the policies that asked, for the record only.
	Policy  string  `json:"policy"`
	Binding Binding `json:"binding"`
	// Sum is the digest of the record without it.
	Sum string `json:"sum"`
}

// Binding is what an approval is bound to.
type Binding struct {
	// Command is the text, nil when Argv counts.
	Command *string  `json:"command,omitempty"`
	Argv    []string `json:"argv,omitempty"`
	Shell   Shell    `json:"shell"`
	// Cwd is the real path of the working directory.
	Cwd      string `json:"cwd"`
	Profile  string `json:"profile"`
	Host     string `json:"host"`
	Agent    string `json:"agent"`
	Channel  string `json:"channel"`
	Elevated bool   `json:"elevated"`
	// Env and Inherited are digests of values by name, under Salt: the values
	// may be secrets.
	Salt      string            `json:"salt"`
	Env       map[string]string `json:"env"`
	Inherited map[string]string `json:"inherited"`
	Programs  []File            `json:"programs"`
	Scripts   []File            `json:"scripts"`
}

// bindingOf writes down what a plan comes to.
func bindingOf(p *Plan) Binding {
	s := p.Subject
	b := Binding{
		Argv: slices.Clone(s.Argv), Shell: s.Shell, Cwd: p.Cwd, Profile: s.Profile, Host: s.Host, Agent: s.Agent, Channel: s.Channel,
		Elevated: s.Elevated, Salt: rand.Text(), Programs: orNone(p.Programs), Scripts: orNone(p.Scripts),
	}
	if s.Argv == nil {
		command := s.Command
		b.Command = &command
	}
	b.Env, b.Inherited = digests(b.Salt, s.Env), digests(b.Salt, p.Inherited)
	return b
}

func orNone(files []File) []File {
	if files == nil {
		return []File{}
	}
	return files
}

// digests are digests of values; the name is in it, so that equal values do not
// show.
func digests(salt string, values map[string]string) map[string]string {
	out := make(map[string]string, len(values))
	for name, value := range values {
		mac := hmac.New(sha256.New, []byte(salt))
		mac.Write([]byte(name + "\x00" + value))
		out[name] = "sha256:" + hex.EncodeToString(mac.Sum(nil))
	}
	return out
}

// text writes a record in the one form that is read back.
func (r Record) text() ([]byte, error) {
	r.Sum = ""
	plain, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write approval: %w", err)
	}
	sum := sha256.Sum256(plain)
	r.Sum = "sha256:" + hex.EncodeToString(sum[:])
	whole, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write approval: %w", err)
	}
	return append(whole, '\n'), nil
}

// parseRecord reads a record. Whatever is not byte for byte what was written is
// an error.
func parseRecord(id string, text []byte) (*Record, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	r := &Record{}
	if err := dec.Decode(r); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("it is incomplete")
		}
		return nil, errors.New("it is not an approval")
	}
	if r.Version != recordVersion {
		return nil, fmt.Errorf("it has version %d; it must be version %d", r.Version, recordVersion)
	}
	again, err := r.text()
	if err != nil || !bytes.Equal(again, text) {
		return nil, errors.New("it was edited")
	}
	if r.ID != id {
		return nil, fmt.Errorf("it is the approval %q under another name", r.ID)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	return r, nil
}

// check makes sure that a record says all that an approval has to say.
func (r *Record) check() error {
	switch {
	case r.Scope != Once && r.Scope != Always:
		return fmt.Errorf("its scope is %q; it must be %q or %q", r.Scope, Once, Always)
	case blank(r.Reviewer):
		return errors.New("it has no reviewer")
	case blank(r.Reason):
		return errors.New("it has no reason")
	case r.Created <= 0 || r.Expires <= r.Created:
		return errors.New("it has to expire after it was given")
	case r.Expires-r.Created > int64(maxLife/time.Second):
		return fmt.Errorf("it would be valid for more than %d days", int(maxLife.Hours()/24))
	case (r.Binding.Command == nil) == (r.Binding.Argv == nil):
		return errors.New("it is for a command or for an argument vector, not for both or neither")
	case r.Binding.Cwd == "" || r.Binding.Salt == "":
		return errors.New("it is not bound to a folder")
	case !strings.HasPrefix(r.ID, r.Binding.key()):
		return errors.New("its id is that of another command")
	}
	return nil
}

// maxLife is the longest that an approval holds.
const maxLife = 366 * 24 * time.Hour

// blank reports whether a text has nothing in it that can be seen.
func blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func (b *Binding) key() string {
	s := Subject{Argv: b.Argv}
	if b.Command != nil {
		s.Command = *b.Command
	}
	return s.key()
}

// Command is how the words of a record are shown: the text, or the arguments as
// they are. It is not escaped.
func (r *Record) Command() string {
	if r.Binding.Command != nil {
		return *r.Binding.Command
	}
	return ShowArgv(r.Binding.Argv)
}

// ShowArgv joins arguments for a person: whatever is not a plain word stands in
// quotes, so that no two vectors look alike.
func ShowArgv(argv []string) string {
	words := make([]string, len(argv))
	for i, word := range argv {
		words[i] = word
		if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !plainRune(r) }) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

func plainRune(r rune) bool {
	return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./:=@%+,", r))
}

// names are the keys of a set of variables, sorted.
func names(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
