package lazydfa

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func expressions() []string {
	return []string{
		``, `a`, `a*`, `^a`, `a$`, `^$`, `(?m)^b$`, `\bab\b`, `\Ba`, `\b`, `(?i)(?:^|[^\w-])(?:ab|a b+)(?:$|[^\w-]|['’]s)`, `(?i)k\b`, `[^.;:]{0,4}b$`,
		`a.{2,5}b`, `(?s)a.b`, `(?i)\b(?:to|at)\s+(?:[\w'’-]+\s+){0,3}(?:ab|é)\b`, `\x{fffd}`, `^(?:a|b)*$`, `(?:^|b)\b(?:\B|a)$`, `x*\b^`, `(a|ab)(c|bcd)$`, `[^a]`, `é|ſ`, `(?i)s`, `a\z|\Ab`,
	}
}

// What matches is what regexp says, of drawn texts, and of expressions that are given up as well.
func TestAsRegexp(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	letters := []string{"a", "b", "A", "B", "c", "d", " ", "\n", ".", "-", "'", "’", "é", "\xff", "\xe2\x80", "s", "ſ", "k", "\u212a", "to ", "x", "0", "_"}
	for _, expression := range expressions() {
		want := regexp.MustCompile(expression)
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		a, err := newAutomaton(tree)
		if err != nil {
			t.Fatal(err)
		}
		for range 3000 {
			var text strings.Builder
			for range draw.IntN(12) {
				text.WriteString(letters[draw.IntN(len(letters))])
			}
			if got, known := a.match(text.String()); !known || got != want.MatchString(text.String()) {
				t.Errorf("%q in %q: got %v, %v", expression, text.String(), got, known)
				break
			}
		}
	}
}

// An expression for which each text makes states is given up, with the answers that it had.
func TestGivenUp(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	r := New(`a[^.]{30}b[^.]{20}$`)
	want := regexp.MustCompile(r.String())
	for range 500 {
		text := make([]byte, 200)
		for i := range text {
			text[i] = "ab"[draw.IntN(2)]
		}
		if got := r.MatchString(string(text)); got != want.MatchString(string(text)) {
			t.Fatalf("%q: got %v", text, got)
		}
	}
	if !r.off || r.a != nil {
		t.Error("it still makes states")
	}
}

// What is found is what regexp finds, before there are states and after.
func TestFinds(t *testing.T) {
	r, text := New(`(?i)\bb+\b`), strings.Repeat("a ", 300)
	for range 40 {
		for _, with := range []string{text, text + "bB b"} {
			if got, want := r.FindAllString(with, -1), r.Compiled().FindAllString(with, -1); len(got) != len(want) {
				t.Fatalf("got %q", got)
			}
			if got, want := r.FindAllStringIndex(with, 1), r.Compiled().FindAllStringIndex(with, 1); len(got) != len(want) {
				t.Fatalf("got %v", got)
			}
			if got, want := r.FindString(with), r.Compiled().FindString(with); got != want {
				t.Fatalf("got %q", got)
			}
			if got, want := r.FindStringIndex(with), r.Compiled().FindStringIndex(with); len(got) != len(want) {
				t.Fatalf("got %v", got)
			}
		}
	}
	if r.a == nil {
		t.Error("it made no states")
	}
}

// Each way to find something gives what regexp gives, where there is something and where
// there is nothing.
func TestEachFind(t *testing.T) {
	t.Parallel()
	r := New(`(?i)\b(b+)\b`)
	ways := map[string]func(r finds, text string) any{
		"FindAllStringSubmatch":      func(r finds, text string) any { return r.FindAllStringSubmatch(text, -1) },
		"FindAllStringSubmatchIndex": func(r finds, text string) any { return r.FindAllStringSubmatchIndex(text, -1) },
		"ReplaceAllString":           func(r finds, text string) any { return r.ReplaceAllString(text, "<$1>") },
		"ReplaceAllStringFunc":       func(r finds, text string) any { return r.ReplaceAllStringFunc(text, strings.ToLower) },
		"Match":                      func(r finds, text string) any { return r.Match([]byte(text)) },
		"Find":                       func(r finds, text string) any { return r.Find([]byte(text)) },
		"FindIndex":                  func(r finds, text string) any { return r.FindIndex([]byte(text)) },
		"FindSubmatch":               func(r finds, text string) any { return r.FindSubmatch([]byte(text)) },
		"FindSubmatchIndex":          func(r finds, text string) any { return r.FindSubmatchIndex([]byte(text)) },
		"FindAll":                    func(r finds, text string) any { return r.FindAll([]byte(text), 2) },
		"FindAllIndex":               func(r finds, text string) any { return r.FindAllIndex([]byte(text), 2) },
		"FindAllSubmatchIndex":       func(r finds, text string) any { return r.FindAllSubmatchIndex([]byte(text), -1) },
	}
	for range 2 {
		for _, text := range []string{strings.Repeat("a ", 512), "bB, b and B", "", "abc"} {
			for name, way := range ways {
				if got, want := way(r, text), way(r.Compiled(), text); !reflect.DeepEqual(got, want) {
					t.Errorf("%s in %.20q is %v; %v is wanted", name, text, got, want)
				}
			}
		}
	}
	if r.a == nil {
		t.Error("it made no states")
	}
}

// finds is what package regexp and this one have in common.
type finds interface {
	Match(text []byte) bool
	Find(text []byte) []byte
	FindIndex(text []byte) []int
	FindSubmatch(text []byte) [][]byte
	FindSubmatchIndex(text []byte) []int
	FindAll(text []byte, n int) [][]byte
	FindAllIndex(text []byte, n int) [][]int
	FindAllSubmatchIndex(text []byte, n int) [][]int
	FindAllStringSubmatch(text string, n int) [][]string
	FindAllStringSubmatchIndex(text string, n int) [][]int
	ReplaceAllString(text, by string) string
	ReplaceAllStringFunc(text string, by func(string) string) string
}

// FuzzMatch holds any expression against any text.
func FuzzMatch(f *testing.F) {
	for _, expression := range expressions() {
		f.Add(expression, "ab A\n’sé")
	}
	f.Fuzz(func(t *testing.T, expression, text string) {
		want, err := regexp.Compile(expression)
		if err != nil || len(expression) > 100 {
			return
		}
		tree, _ := syntax.Parse(expression, syntax.Perl)
		a, err := newAutomaton(tree)
		if err != nil {
			return
		}
		for range 2 {
			if got, known := a.match(text); known && got != want.MatchString(text) {
				t.Fatalf("%q in %q: got %v", expression, text, got)
			}
		}
	})
}

// Whoever only asks whether a text matches has nothing compiled for package regexp.
func TestCompiledOnce(t *testing.T) {
	t.Parallel()
	r, err := Compile(`(?i)\bb+\b`)
	if err != nil {
		t.Fatal(err)
	}
	if r.MatchString("a") || r.a == nil || r.re.Load() != nil {
		t.Error("the expression is kept twice")
	}
	if r.FindString("a b") != "b" || r.re.Load() == nil {
		t.Error("where it matches is not asked of package regexp")
	}
}

// An expression whose counts make too many states is asked without them, and regexp where that matches.
func TestLoosened(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 6))
	for _, expression := range []string{`a[^.]{2,30}b[^.]{0,20}c`, `(?i)(?:ab|a[ab]){0,40}?c[ab]{1,30}\.`, `a.{0,200}?(c{2}|\.b{3,9}c)`} {
		r, want := New(expression), regexp.MustCompile(expression)
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil || !loosened(tree) {
			t.Fatalf("%q: %v, or nothing to loosen", expression, err)
		}
		if r.a, err = newAutomaton(tree); err != nil {
			t.Fatal(err)
		}
		r.loose = true
		matched, none := 0, 0
		for range 2000 {
			text := make([]byte, draw.IntN(60))
			for i := range text {
				text[i] = "aabbab.c\n"[draw.IntN(9)]
			}
			got := r.MatchString(string(text))
			if got != want.MatchString(string(text)) {
				t.Fatalf("%q in %q: got %v", expression, text, got)
			}
			if got {
				matched++
			} else if r.none(string(text)) {
				none++
			}
		}
		if matched == 0 || none == 0 || r.off {
			t.Errorf("%q: %d texts match, %d are told not to; given up: %v", expression, matched, none, r.off)
		}
	}
}

// Counts go where an automaton is given up for them.
func TestGivenUpForCounts(t *testing.T) {
	r := New(`a.{0,200}?b[ac]{0,30}d.{0,100}?\.`)
	draw := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		text := make([]byte, 200)
		for i := range text {
			text[i] = "abacd"[draw.IntN(5)]
		}
		if r.MatchString(string(text)) {
			t.Fatalf("%q matches", text)
		}
	}
	if !r.loose || r.off || r.a == nil {
		t.Errorf("counts are kept: %v, given up: %v", !r.loose, r.off)
	}
}
