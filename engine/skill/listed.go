package skill

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/internal/document"
)

// Listed is something of a package that is known to be bad.
type Listed struct {
	Kind intel.Kind `json:"kind"`
	intel.Entry
	// Ended says that the last day of the entry is over.
	Ended bool `json:"ended"`
	// Text is how it is written, or as what it reads.
	Text string `json:"text"`
	// File is "." for the package itself. Span is zero where there is no place in a text.
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// maxListed bounds what is told of a package, of entries that hold and once more of
// those that have ended. Of each file one of either is told in any case: a file that
// names a great deal of what is known must not hide another one.
const maxListed = 200

// seek looks for what is known to be bad in a file, and in its digest.
func (s *Skill) seek(f *File, text []byte) {
	if s.intel == nil {
		return
	}
	s.list(f.Path, document.Span{}, s.intel.File(f.Digest)...)
	binary := bytes.IndexByte(text, 0) >= 0
	begin := document.Position{Line: 1, Column: 1}
	for _, hit := range s.intel.Seek(f.Path, text) {
		var span document.Span
		if !binary {
			begin = behind(begin, text[begin.Offset:hit.From])
			span = document.Span{Start: begin, End: behind(begin, text[hit.From:hit.To])}
		}
		s.list(f.Path, span, hit)
	}
}

// listedKey is what is told once.
type listedKey struct {
	kind           intel.Kind
	value, manager string
	ended          bool
	file           string
}

// list notes what was found, once for a thing and a file.
func (s *Skill) list(file string, span document.Span, hits ...intel.Hit) {
	if s.told == nil && len(hits) > 0 {
		s.told = map[listedKey]int{}
	}
	for _, hit := range hits {
		key := listedKey{hit.Kind, hit.Entry.Value, hit.Entry.Manager, hit.Ended, file}
		of, all := listedKey{ended: hit.Ended, file: file}, listedKey{ended: hit.Ended}
		if s.told[key] > 0 || s.told[all] >= maxListed && s.told[of] > 0 {
			continue
		}
		s.told[key]++
		s.told[of]++
		s.told[all]++
		s.Listed = append(s.Listed, Listed{Kind: hit.Kind, Entry: *hit.Entry, Ended: hit.Ended, Text: hit.Text, File: file, Span: span})
	}
}

// seekTold looks at each text that code puts together, once in a file.
func (s *Skill) seekTold() func(file string, span document.Span, text string) {
	type told struct{ file, text string }
	seen := map[told]bool{}
	return func(file string, span document.Span, text string) {
		if !seen[told{file, text}] {
			seen[told{file, text}] = true
			s.list(file, s.placed(span), s.intel.Seek("", []byte(text))...)
		}
	}
}

// placed is the place in the file of one in the text in hand, which may be taken out of it.
func (s *Skill) placed(span document.Span) document.Span {
	if s.inPart != nil {
		s.inPart.move(&span)
	}
	return span
}

// seekRead looks at what only shows when the package was read: its name, its digest, and
// what commands and programs have in a code or put together.
func (s *Skill) seekRead() {
	if s.intel == nil {
		return
	}
	s.list(".", document.Span{}, s.intel.File(s.Digest)...)
	if s.Manifest.File != "" {
		name := s.Front.Host["name"]
		if s.TOML != nil && s.TOML.Root != nil {
			name, _ = s.TOML.Root.At("skill", "name").Interface().(string)
		}
		s.list(".", document.Span{}, s.intel.Named("skill", name, "")...)
	}
	in := func(file string, span document.Span, texts ...string) {
		s.list(file, span, s.intel.Seek("", []byte(strings.Join(texts, "\n")))...)
	}
	steps := func(file string, span document.Span, list ...flow.Step) {
		for i := range list {
			in(file, span, strings.Join(append([]string{list[i].Program}, list[i].Args...), " "))
		}
	}
	for i := range s.Body.Chains {
		c := &s.Body.Chains[i]
		in(c.Source.File, c.Source.Span, c.Source.Hosts...)
		in(c.Sink.File, c.Sink.Span, c.Sink.Hosts...)
	}
	for i := range s.Body.Commands {
		c := &s.Body.Commands[i]
		steps(c.File, c.Span, append(append([]flow.Step{c.Step}, c.Input...), c.Lines...)...)
		in(c.File, c.Span, c.Fetched...)
	}
	for i := range s.Body.Flows {
		steps(s.Body.Flows[i].File, s.Body.Flows[i].Span, s.Body.Flows[i].Steps...)
	}
	for i := range s.Body.Disguises {
		in(s.Body.Disguises[i].File, s.Body.Disguises[i].Span, s.Body.Disguises[i].Text)
	}
}
