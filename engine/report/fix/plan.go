package fix

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/source"
)

var errChanged = errors.New("it changed while it was checked; run again")

// Level says which fixes are wanted.
type Level int

// The levels. Unsafe fixes may change what a skill means; it includes Safe.
const (
	Safe Level = iota
	Unsafe
)

func (l Level) takes(f *engine.Finding) bool {
	return f.Suppressed == nil && f.Fix != nil && len(f.Fix.Edits) > 0 && (f.Fix.Safe || l == Unsafe)
}

// Snapshot is what some files held before a lint run.
type Snapshot struct {
	files   map[string]*known
	refused map[string]error
}

type known struct {
	place source.Place
	text  []byte
	info  fs.FileInfo
}

// Take reads the files that the fixes of a report want to edit.
func Take(r engine.Report, level Level) *Snapshot {
	s := &Snapshot{files: map[string]*known{}, refused: map[string]error{}}
	for _, f := range r.All() {
		if !level.takes(f) {
			continue
		}
		for _, e := range f.Fix.Edits {
			s.add(r, e.File)
		}
	}
	return s
}

func (s *Snapshot) add(r engine.Report, file string) {
	if s.files[file] != nil || s.refused[file] != nil {
		return
	}
	k, err := take(r, file)
	if err != nil {
		s.refused[file] = err
		return
	}
	s.files[file] = k
}

func take(r engine.Report, file string) (*known, error) {
	p, err := source.Find(r, file)
	if err != nil {
		return nil, err
	}
	root, err := p.OpenUnlinked()
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	text, info, err := p.Read(root)
	if err != nil {
		return nil, err
	}
	return &known{place: p, text: text, info: info}, nil
}

// Empty reports whether there is nothing to edit.
func (s *Snapshot) Empty() bool { return len(s.files) == 0 && len(s.refused) == 0 }

// Plan is what would be written.
type Plan struct {
	// Changes by file, sorted.
	Changes []*Change
	// Refused are fixes that cannot be carried out, in order of the report.
	Refused []Refused
	// Overlapping counts fixes that wait because another one edits the same
	// place: the next round may carry them out.
	Overlapping int
}

// Refused is a fix that is not carried out.
type Refused struct {
	Rule string
	File string
	Err  error
}

// Error says which fix was refused and why.
func (r Refused) Error() string { return fmt.Sprintf("fix %q (%s): %v", r.File, r.Rule, r.Err) }

// Change is the new text of one file.
type Change struct {
	// File is the path as the user gave it.
	File     string
	Old, New []byte

	known *known
}

// Plan draws up the changes for a report that was made after the snapshot was
// taken. Fixes are taken in the order of the report. A fix is carried out
// whole or not at all; of two that touch the same place, the first one wins.
func (s *Snapshot) Plan(r engine.Report, level Level) Plan {
	var plan Plan
	taken := map[string][]edit{}
	for _, f := range r.All() {
		if !level.takes(f) {
			continue
		}
		edits, err := s.edits(f.Fix.Edits)
		if err != nil {
			plan.Refused = append(plan.Refused, Refused{Rule: f.Rule, File: f.File, Err: err})
			continue
		}
		if !fits(taken, edits) {
			plan.Overlapping++
			continue
		}
		for file, list := range edits {
			taken[file] = join(taken[file], list)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(taken)) {
		k := s.files[file]
		text := rewrite(k.text, taken[file])
		if utf8.Valid(k.text) && !utf8.Valid(text) {
			plan.Refused = append(plan.Refused, Refused{File: file, Err: errors.New("the result would not be UTF-8")})
			continue
		}
		if !bytes.Equal(text, k.text) {
			plan.Changes = append(plan.Changes, &Change{File: file, Old: k.text, New: text, known: k})
		}
	}
	return plan
}

// edit replaces the bytes from start up to, and without, end.
type edit struct {
	start, end int
	text       string
}

// edits turns the edits of one fix into stretches of bytes by file.
func (s *Snapshot) edits(list []engine.Edit) (map[string][]edit, error) {
	out := map[string][]edit{}
	for _, e := range list {
		if err := s.refused[e.File]; err != nil {
			return nil, err
		}
		k := s.files[e.File]
		if k == nil {
			return nil, errChanged
		}
		start, end := e.Span.Start.Offset, e.Span.End.Offset
		if e.Span.Start.Line <= 0 || start < 0 || end < start || end > len(k.text) {
			return nil, fmt.Errorf("the position %d:%d of an edit is outside the file", e.Span.Start.Line, e.Span.Start.Column)
		}
		next := []edit{{start, end, e.Text}}
		if !fits(out, map[string][]edit{e.File: next}) {
			return nil, errors.New("the edits of the fix overlap")
		}
		out[e.File] = join(out[e.File], next)
	}
	return out, nil
}

// fits reports whether edits can be made beside those that were taken.
func fits(taken, edits map[string][]edit) bool {
	for file, list := range edits {
		for _, a := range list {
			for _, b := range taken[file] {
				if a != b && clash(a, b) {
					return false
				}
			}
		}
	}
	return true
}

// clash reports whether two edits touch the same bytes. Where one of them only
// inserts, touching is enough: which text comes first would be a guess.
func clash(a, b edit) bool {
	if a.start == a.end || b.start == b.end {
		return a.start <= b.end && b.start <= a.end
	}
	return a.start < b.end && b.start < a.end
}

// join adds edits, leaving out those that are there already.
func join(list, more []edit) []edit {
	for _, e := range more {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

func rewrite(text []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}
