package approval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// DriftKind says what is no longer as it was approved.
type DriftKind string

// The kinds of drift.
const (
	DriftState       DriftKind = "state"       // expired, used, revoked
	DriftCwd         DriftKind = "cwd"         // another working directory
	DriftContext     DriftKind = "context"     // another profile, host, agent, channel, shell, or more rights
	DriftEnvironment DriftKind = "environment" // a variable
	DriftProgram     DriftKind = "program"     // a program's bytes, or what its name leads to
	DriftScript      DriftKind = "script"      // a script's bytes, or what its name leads to
	DriftQuestion    DriftKind = "question"    // another rule asks
	DriftLoose       DriftKind = "loose"       // something cannot be held to
	DriftForm        DriftKind = "form"        // a text for a shell, or a program with arguments
)

// Drift is one thing that is no longer as it was approved.
type Drift struct {
	Kind DriftKind `json:"kind"`
	// Name is the variable, program, script, rule or field.
	Name    string `json:"name"`
	Message string `json:"message"`
}

// Miss is an approval of the same words that does not hold, and why.
type Miss struct {
	ID    string  `json:"id"`
	Drift []Drift `json:"drift"`
}

// Match is what the store says to a request.
type Match struct {
	// Record is the approval that holds, nil for none.
	Record *Record
	// Misses are the approvals of the same words that do not hold, when none
	// does.
	Misses []Miss
	// Plan is what the request comes down to; nil when nobody approved these
	// words.
	Plan *Plan
}

// Match looks for an approval of a request. asked are the rules that ask now. It
// changes nothing: see [Store.Use]. A record of the same words that is damaged,
// or a folder that is not safe, is an error, and what follows from an error is
// a no.
func (s *Store) Match(ctx context.Context, subject Subject, asked []string, now time.Time) (Match, error) {
	if err := subject.check(); err != nil {
		return Match{}, nil //nolint:nilerr // what cannot be approved was not approved
	}
	root, err := s.root()
	if root == nil || err != nil {
		return Match{}, err
	}
	defer root.Close()
	entries, err := s.entries(root, subject, now)
	if err != nil {
		return Match{}, err
	}
	if len(entries) == 0 {
		misses, err := s.otherForm(root, subject, now)
		return Match{Misses: misses}, err
	}
	plan, err := Bind(ctx, subject)
	if err != nil {
		return Match{}, err
	}
	return choose(entries, plan, asked), nil
}

// entries are the records of exactly the words of a request.
func (s *Store) entries(root *os.Root, subject Subject, now time.Time) ([]Entry, error) {
	known, err := ids(root, subject.key())
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, id := range known {
		if s.only != "" && id != s.only {
			continue
		}
		r, err := s.load(root, id)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !sameWords(&r.Binding, &subject) {
			continue // another command with the same key
		}
		e, err := s.state(root, r, now)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// sameWords compares the words of a request exactly.
func sameWords(b *Binding, s *Subject) bool {
	if s.Argv != nil {
		return b.Argv != nil && slices.Equal(b.Argv, s.Argv)
	}
	return b.Command != nil && *b.Command == s.Command
}

// choose takes an approval for always before one for a single run, and that
// which ends first among these.
func choose(entries []Entry, plan *Plan, asked []string) Match {
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Record.Scope, b.Record.Scope), cmp.Compare(a.Record.Expires, b.Record.Expires), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	m := Match{Plan: plan}
	for _, e := range entries {
		drift := e.drift(plan, asked)
		if len(drift) == 0 {
			m.Record, m.Misses = e.Record, nil
			return m
		}
		m.Misses = append(m.Misses, Miss{e.Record.ID, drift})
	}
	return m
}

// drift says all that is not as it was approved; nothing when the approval
// holds.
func (e Entry) drift(p *Plan, asked []string) []Drift {
	var out []Drift
	add := func(kind DriftKind, name, format string, args ...any) {
		out = append(out, Drift{kind, name, fmt.Sprintf(format, args...)})
	}
	if e.State != Active {
		add(DriftState, string(e.State), "%s", (&StateError{e.Record.ID, e.State, e.At, e.By}).Error())
		return out // the rest does not matter any more
	}
	for _, loose := range p.Loose {
		add(DriftLoose, "", "%s", loose)
	}
	for _, rule := range asked {
		if !slices.Contains(e.Record.Asked, rule) {
			add(DriftQuestion, rule, "%s now asks as well, and did not when this was approved", rule)
		}
	}
	return append(out, e.Record.Binding.drift(p)...)
}

// drift compares all that a record is bound to with what is so now.
func (b *Binding) drift(p *Plan) []Drift {
	s := &p.Subject
	var out []Drift
	if b.Cwd != p.Cwd {
		out = append(out, Drift{DriftCwd, "cwd", fmt.Sprintf("it was approved in %q; this is %q", b.Cwd, p.Cwd)})
	}
	for _, field := range []struct{ name, was, is string }{
		{"profile", b.Profile, s.Profile}, {"host", b.Host, s.Host}, {"agent", b.Agent, s.Agent}, {"channel", b.Channel, s.Channel},
		{"shell", b.Shell.Program + " " + string(dialectOf(b.Shell)), s.Shell.Program + " " + string(dialectOf(s.Shell))},
		{"elevated", fmt.Sprint(b.Elevated), fmt.Sprint(s.Elevated)},
	} {
		if field.was != field.is {
			out = append(out, Drift{DriftContext, field.name, fmt.Sprintf("it was approved for %s %q; this is %q", field.name, strings.TrimSpace(field.was), strings.TrimSpace(field.is))})
		}
	}
	out = append(out, compareVariables("the request's variable", b.Env, digests(b.Salt, s.Env))...)
	out = append(out, compareVariables("the inherited variable", b.Inherited, digests(b.Salt, p.Inherited))...)
	out = append(out, compareFiles(DriftProgram, b.Programs, p.Programs)...)
	return append(out, compareFiles(DriftScript, b.Scripts, p.Scripts)...)
}

func compareVariables(what string, was, is map[string]string) []Drift {
	var out []Drift
	for _, name := range sortTexts(append(names(was), names(is)...)) {
		before, had := was[name]
		after, has := is[name]
		var message string
		switch {
		case had && !has:
			message = "is no longer set"
		case !had && has:
			message = "was not set when this was approved"
		case before != after:
			message = "has another value"
		default:
			continue
		}
		out = append(out, Drift{DriftEnvironment, name, fmt.Sprintf("%s %q %s", what, name, message)})
	}
	return out
}

// compareFiles holds files by name and place: the same name may stand for
// several, in several folders.
func compareFiles(kind DriftKind, was, is []File) []Drift {
	var out []Drift
	for _, name := range fileNames(was, is) {
		before, after := filesOf(was, name), filesOf(is, name)
		if slices.Equal(before, after) {
			continue
		}
		out = append(out, Drift{kind, name, fmt.Sprintf("the %s %q %s", kind, name, fileChange(before, after))})
	}
	return out
}

// fileChange says what became of the files that a name leads to.
func fileChange(was, is []File) string {
	if len(was) != 1 || len(is) != 1 {
		return "has a different target than when it was approved"
	}
	b, a := was[0], is[0]
	switch {
	case a.Real == "":
		return "no longer exists"
	case b.Real == "":
		return fmt.Sprintf("did not exist when it was approved; now it is %q", a.Real)
	case a.Real != b.Real:
		return fmt.Sprintf("leads to %q now; %q was approved", a.Real, b.Real)
	case a.Path != b.Path:
		return fmt.Sprintf("is found at %q now; at %q when it was approved", a.Path, b.Path)
	}
	return fmt.Sprintf("has changed: %q has digest %s now; %s was approved", a.Real, short(a.Digest), short(b.Digest))
}

// short is enough of a digest for a person to compare.
func short(digest string) string { return digest[:min(len(digest), len("sha256:")+12)] }

func fileNames(lists ...[]File) []string {
	var out []string
	for _, list := range lists {
		for _, f := range list {
			out = append(out, f.Name)
		}
	}
	return sortTexts(out)
}

func filesOf(files []File, name string) []File {
	var out []File
	for _, f := range files {
		if f.Name == name {
			out = append(out, f)
		}
	}
	return out
}

// Changed looks once more at all that a plan is bound to, and says what is no
// longer as it was: for the moment before a command starts.
func (p *Plan) Changed(ctx context.Context) ([]Drift, error) {
	now, err := Bind(ctx, p.Subject)
	if err != nil {
		return nil, err
	}
	b := bindingOf(p)
	out := b.drift(now)
	for _, loose := range now.Loose {
		if !slices.Contains(p.Loose, loose) {
			out = append(out, Drift{DriftLoose, "", loose})
		}
	}
	return out, nil
}
