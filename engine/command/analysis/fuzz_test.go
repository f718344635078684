package analysis

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

// check holds for the facts of any text whatever.
func check(t *testing.T, f *command.Facts) {
	t.Helper()
	inside := func(what string, s document.Span) {
		if s.Start.Offset < 0 || s.End.Offset > len(f.Source.Text) || s.Start.Offset > s.End.Offset {
			t.Errorf("%s: span %v lies outside the %d bytes of the text", what, s, len(f.Source.Text))
		}
	}
	for i, c := range f.Commands {
		if c.ID != i || c.Parent >= i || c.Parent < -1 {
			t.Errorf("command %d has id %d and parent %d", i, c.ID, c.Parent)
		}
		if c.Parent >= 0 && c.Depth != f.Commands[c.Parent].Depth+1 {
			t.Errorf("command %d is %d deep, its parent %d", i, c.Depth, f.Commands[c.Parent].Depth)
		}
		if c.Of != nil && (*c.Of >= i || *c.Of < 0 || f.Commands[*c.Of].Of != nil) {
			t.Errorf("command %d is a reading of %d", i, *c.Of)
		}
		if c.Kind != "none" && len(c.Args) == 0 {
			t.Errorf("command %d of kind %s has no words", i, c.Kind)
		}
		if c.Role == "program" && c.Name == nil {
			t.Errorf("command %d is a program without a name", i)
		}
		inside(c.Text, c.Span)
		for _, w := range c.Args {
			inside(w.Text, w.Span)
		}
	}
	for _, r := range f.Redirects {
		inside("redirect", r.Span)
		if r.Command >= len(f.Commands) {
			t.Errorf("a redirect belongs to command %d of %d", r.Command, len(f.Commands))
		}
	}
	for _, o := range f.Opaque {
		inside("opaque "+o.Reason, o.Span)
	}
	for _, p := range f.Places {
		inside("place "+p.Text, p.Span)
		if strings.ContainsFunc(p.Path, mark.Is) {
			t.Errorf("the place %q holds marks of its own", p.Path)
		}
	}
	for _, h := range f.Hidden {
		inside("hidden "+h.Kind, h.Span)
	}
	for _, d := range f.Deception {
		inside("deception "+d.Kind, d.Span)
	}
	if f.Parse.Error != nil && f.Parse.Error.Message == script.FailedReader {
		t.Errorf("the reader panicked on %q", f.Source.Text)
	}
	if !f.Parse.OK && len(f.Opaque) == 0 {
		t.Errorf("reading failed and nothing is opaque: %+v", f.Parse)
	}
}

func facts(src string, d command.Dialect) []byte {
	data, err := json.Marshal(Text(src, WithDialect(d), WithPlaces(), WithArguments()))
	if err != nil {
		return []byte(err.Error())
	}
	return data
}

func FuzzFacts(f *testing.F) {
	for _, c := range vectors.Commands(f) {
		f.Add(c, true)
	}
	for _, c := range []string{"", "\x00", "\xff", "$(", "((((", "a|", "`", "<<", "a() {", "${", "$'", "[[", "{", "time", "!", "a[$(b)]=c"} {
		f.Add(c, false)
	}
	for _, c := range spelledForms() {
		f.Add(c.src, true)
	}
	f.Fuzz(func(t *testing.T, src string, bash bool) {
		d := command.POSIX
		if bash {
			d = command.Bash
		}
		facts1 := Text(src, WithDialect(d), WithPlaces())
		check(t, facts1)
		check(t, Text(src, WithDialect(d), WithPlaces(), WithArguments()))
		if first, second := facts(src, d), facts(src, d); !bytes.Equal(first, second) {
			t.Errorf("the same text gave different facts")
		}
		check(t, Argv(strings.Fields(src)))
		for _, d := range []command.Dialect{command.PowerShell, command.Cmd} {
			check(t, Text(src, WithDialect(d)))
		}
	})
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a b", "it's", "$x", "a\nb", `\`, "é", "-n", "*", "~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsAny(s, "\x00\r\v\f") || !json.Valid(mustJSON(s)) || strings.ContainsRune(s, '\uFFFD') {
			t.Skip("no shell text holds these")
		}
		got := Text("echo " + argv.Quote(s))
		if !got.Parse.OK || len(got.Commands) != 1 || len(got.Commands[0].Args) != 2 {
			t.Fatalf("Quote(%q) = %s does not read back as one word: %+v", s, argv.Quote(s), got.Parse)
		}
		w := got.Commands[0].Args[1]
		if w.Value == nil || *w.Value != s || w.Glob || w.Brace || w.Tilde {
			t.Errorf("Quote(%q) = %s reads back as %+v", s, argv.Quote(s), w)
		}
	})
}

func mustJSON(s string) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return data
}

func TestSplicedVectorsGiveFacts(t *testing.T) {
	t.Parallel()
	for _, src := range vectors.Few(vectors.Spliced(t, 5_000), 10) {
		for _, d := range []command.Dialect{command.Bash, command.POSIX, command.PowerShell} {
			check(t, Text(src, WithDialect(d)))
		}
		check(t, Argv([]string{src[:len(src)/2], src}))
		if t.Failed() {
			t.Fatalf("stopped at %q", src)
		}
	}
}

func TestEveryVectorGivesFacts(t *testing.T) {
	t.Parallel()
	for _, c := range vectors.Few(vectors.Commands(t), 3) {
		check(t, Text(c))
		if t.Failed() {
			t.Fatalf("stopped at %q", c)
		}
	}
}
