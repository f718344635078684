package document

import (
	"reflect"
	"testing"
)

func TestSubstitutions(t *testing.T) {
	const text = "{a: 'é ${HOME}/x ${_A1}', b: ['$${ESC}', \"\\u0024{CODE}\"],\n" +
		" c: '${lower} ${1A} ${A-B} ${} $HOME ${OPEN', '${KEY}': 1, d: 'x\\\n${NEXT}', e: '${GONE}', e: 2, f: '$$${TRIPLE}'}"
	doc := mustParse(t, text, JSON5)
	type found struct {
		name    string
		escaped bool
		path    []any
		at      string
	}
	var got []found
	for _, s := range Substitutions(doc.Root) {
		got = append(got, found{s.Name, s.Escaped, s.Path, text[s.Span.Start.Offset:s.Span.End.Offset]})
		c := &treeChecker{t: t, text: text, positions: map[int]Position{}}
		c.index()
		c.span(s.Span)
		if s.File != "f" {
			t.Errorf("%s is in %q", s.Name, s.File)
		}
	}
	want := []found{
		{"HOME", false, []any{"a"}, "${HOME}"},
		{"_A1", false, []any{"a"}, "${_A1}"},
		{"ESC", true, []any{"b", 0}, "$${ESC}"},
		{"CODE", false, []any{"b", 1}, `"\u0024{CODE}"`},
		{"NEXT", false, []any{"d"}, "${NEXT}"},
		{"TRIPLE", true, []any{"f"}, "$${TRIPLE}"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("substitutions are\n%v, want\n%v", got, want)
	}
}

func TestSubstitute(t *testing.T) {
	env := map[string]string{"A": "1", "B_2": "${A}", "EMPTY": ""}
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	for in, want := range map[string]string{
		"plain": "plain", "${A}": "1", "x${A}${A}y": "x11y", "${B_2}": "${A}", "$${A}": "${A}", "$$${A}": "$${A}",
		"${EMPTY} ${MISSING}": "${EMPTY} ${MISSING}", "${a} $A ${A": "${a} $A ${A", "${${A}}": "${1}", "é${A}é": "é1é",
	} {
		n := &Node{Kind: Array, Items: []*Node{{Kind: String, Value: in, Raw: "raw"}, {Kind: Object, Members: []Member{{Key: "${A}", Value: &Node{Kind: String, Value: in}}}}}}
		got := Substitute(n, lookup)
		if got.At(0).Value != want || got.At(1, "${A}").Value != want {
			t.Errorf("%q becomes %q and %q, want %q", in, got.At(0).Value, got.At(1, "${A}").Value, want)
		}
		if n.At(0).Value != in || n.At(1, "${A}").Value != in || got.At(0).Raw != "raw" {
			t.Errorf("%q was changed in place", in)
		}
	}
}

func TestLoadWithEnv(t *testing.T) {
	root, _ := folder(t, map[string]string{"c.json": "{$include: 'a', key: '${TOKEN}'}", "a": "{dir: '${HOME}/x', esc: '$${HOME}'}"})
	lookup := func(name string) (string, bool) { return map[string]string{"HOME": "/h"}[name], name == "HOME" }
	doc, err := Load(t.Context(), root, "conf/c.json", WithEnv(lookup))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"key": "${TOKEN}", "dir": "/h/x", "esc": "${HOME}"}
	if got := doc.Root.Interface(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if doc, err = Load(t.Context(), root, "conf/c.json"); err != nil || doc.Root.At("dir").Value != "${HOME}/x" {
		t.Errorf("without WithEnv got %v, %v", doc.Root.Interface(), err)
	}
}
