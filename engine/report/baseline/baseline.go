// Package baseline remembers findings that were there before, so that a run
// fails only on new ones. A baseline is a file of the operator: it says nothing
// about whether a finding is right.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// Schema names the version of the file format.
const Schema = "skillctl.baseline/v1"

// Kind is the [engine.Suppression.Kind] of findings that a baseline holds.
const Kind = "baseline"

// Entry is one finding that was there before. File is a slash path; see [Baseline.From]
// for where it begins.
type Entry struct {
	Rule        string `json:"rule"`
	File        string `json:"file"`
	Fingerprint string `json:"fingerprint"`
}

// Baseline is a list of findings, sorted.
type Baseline struct {
	Entries []Entry
	// dir is the folder that the entries' files are relative to.
	dir string
}

type document struct {
	Schema   string  `json:"schema"`
	Findings []Entry `json:"findings"`
}

// New makes the baseline of a report, with files as seen from the folder dir.
// Findings that the settings suppress are left out: they are answered for
// already. What an older baseline knows of files that were not looked at stays.
func New(r engine.Report, dir string, kept Baseline) Baseline {
	b := Baseline{Entries: []Entry{}, dir: dir}
	for _, f := range r.All() {
		if f.Suppressed == nil || f.Suppressed.Kind == Kind {
			b.Entries = append(b.Entries, b.entry(r.Dir, f))
		}
	}
	for _, e := range kept.Entries {
		e.File = relative(r.Dir, dir, kept.path(r.Dir, e))
		b.Entries = append(b.Entries, e)
	}
	slices.SortFunc(b.Entries, compareEntries)
	return b
}

func compareEntries(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// Parse reads a baseline; name is the path of its file, for errors and as the
// place that entries are relative to.
func Parse(name string, text []byte) (Baseline, error) {
	var doc document
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return Baseline{}, parseError(name, text, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Baseline{}, parseError(name, text, &json.SyntaxError{Offset: dec.InputOffset() + 1})
	}
	if doc.Schema != Schema {
		return Baseline{}, fmt.Errorf("read baseline %q: schema is %q; this version reads %q: write it again with --write-baseline", name, doc.Schema, Schema)
	}
	for i, e := range doc.Findings {
		if e.Rule == "" || e.File == "" || e.Fingerprint == "" {
			return Baseline{}, fmt.Errorf("read baseline %q: finding %d has no rule, file or fingerprint: write it again with --write-baseline", name, i+1)
		}
	}
	return Baseline{Entries: doc.Findings, dir: filepath.Dir(name)}, nil
}

// parseError gives the place of a JSON error as name:line:col.
func parseError(name string, text []byte, err error) error {
	return fmt.Errorf("read baseline: %s; correct it, or write it again with --write-baseline", jsonline.Explain(text, err).Told(name))
}

// Write writes the baseline as JSON, one finding a line, so that version
// control shows what came and went.
func (b Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"schema\": %q,\n  \"findings\": [", Schema)
	for i, e := range b.Entries {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode baseline: %w", err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(line)
	}
	if len(b.Entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// Without is the baseline without the entries of some rules.
func (b Baseline) Without(rules map[string]bool) Baseline {
	b.Entries = slices.DeleteFunc(slices.Clone(b.Entries), func(e Entry) bool { return rules[e.Rule] })
	return b
}

// Apply marks the findings of the report that the baseline holds, counts the
// report anew, and returns the entries that matched nothing, sorted: those that are
// gone, and those of what the run did not look at. An entry covers one finding.
// Verdicts stay as they are: a gate does not ask what was there before.
func (b Baseline) Apply(r *engine.Report, scope Scope) (gone, unseen []Entry) {
	left := map[Entry]int{}
	for _, e := range b.Entries {
		left[e]++
	}
	for _, f := range r.All() {
		e := b.entry(r.Dir, f)
		if f.Suppressed == nil && left[e] > 0 {
			left[e]--
			f.Suppressed = &engine.Suppression{Kind: Kind}
		}
	}
	r.Summarise()
	for e, n := range left {
		looked := n > 0 && scope.looked(e.Rule, b.path(r.Dir, e))
		for range n {
			if looked {
				gone = append(gone, e)
			} else {
				unseen = append(unseen, e)
			}
		}
	}
	slices.SortFunc(gone, compareEntries)
	slices.SortFunc(unseen, compareEntries)
	return gone, unseen
}

// Unseen is what the baseline knows of that the run did not look at.
func (b Baseline) Unseen(start string, scope Scope) Baseline {
	b.Entries = slices.DeleteFunc(slices.Clone(b.Entries), func(e Entry) bool { return scope.looked(e.Rule, b.path(start, e)) })
	return b
}

func (b Baseline) entry(start string, f *engine.Finding) Entry {
	return Entry{Rule: f.Rule, File: relative(start, b.dir, f.File), Fingerprint: f.Fingerprint}
}

// relative is file as seen from dir, so that a baseline holds from whatever
// folder skillctl is started. Both begin in start where they are relative.
func relative(start, dir, file string) string {
	from, err := filepath.Abs(folder.From(start, dir))
	if err != nil {
		return file
	}
	to, err := filepath.Abs(folder.From(start, filepath.FromSlash(file)))
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
