package edit_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
)

func value(t testing.TB, text string) *document.Node {
	t.Helper()
	doc, err := document.Parse(context.Background(), "value", []byte(text), document.JSON5)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

// edits are those of every shape: an item of a list that may not be there, one that wants
// it there, a value below others, and at the root.
func edits(t testing.TB) []edit.Edit {
	return []edit.Edit{
		{Path: []string{"hooks", "PreToolUse"}, Item: true, Value: value(t, `{"matcher": "*", "hooks": [{"type": "command", "command": "skillctl hook <x> \"y\"", "timeout": 10}]}`)},
		{Path: []string{"plugins", "allow"}, Item: true, Present: true, Value: value(t, `"skillctl"`)},
		{Path: []string{"hooks", "state", "/a b:0:0"}, Value: value(t, `{"enabled": true, "trusted_hash": "sha256:00"}`)},
		{Path: []string{"features", "hooks"}, Value: value(t, `true`)},
		{Path: []string{"strict"}, Value: value(t, `true`)},
	}
}

// FuzzEdit: what can be read is edited so that it can be read, says what it said and the
// edits; taken out again they leave the very bytes, also when something was added behind
// them, but for what was added.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{
		"", "{}", "{ }\r\n", "\ufeff{\n\t\"a\": 1\n}", "{\"a\":1,\"b\":[2]}", "{\n  // c\n}\n", "{\n  \"a\": 1 /* x */, // y\n  \"hooks\": {\"PreToolUse\": [\n  // none\n  ],},\n}",
		"{a: 'b', plugins: {allow: ['x',],}, }", "{\"hooks\":{\"PreToolUse\":[{}]}} // end", "{\"a\": {\n\"b\": [] } }\n",
	} {
		f.Add([]byte(text), uint8(2), uint8(31))
		f.Add([]byte(text), uint8(0), uint8(1))
	}
	for _, text := range []string{
		"", "a = 1", "a = 1\r\n[features]\r\nx = 1 # y\r\n", "[hooks]\nstate = {}\n", "features = { a = 1 }\nhooks = {}\n", "hooks.state.x.y = 1\n", "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\na = '''\n[x]\n'''\n[z]",
		"plugins.allow = []\n[a.b]\n\n[a]\nc = [\n1, # one\n]\n", "\ufeff# c\n[x]\n",
	} {
		f.Add([]byte(text), uint8(3), uint8(31))
	}
	syntaxes := []edit.Syntax{edit.JSON, edit.JSONC, edit.JSON5, edit.TOML, edit.MarkedJSON, edit.MarkedJSONC}
	f.Fuzz(func(t *testing.T, text []byte, which, chosen uint8) {
		syntax := syntaxes[int(which)%len(syntaxes)]
		before, err := edit.Read(t.Context(), "f", text, syntax)
		if err != nil {
			return
		}
		var wanted []edit.Edit
		for i, e := range edits(t) {
			if chosen&(1<<i) != 0 {
				wanted = append(wanted, e)
			}
		}
		now, done, err := edit.Apply(t.Context(), "f", text, syntax, wanted)
		if err != nil {
			return
		}
		after, err := edit.Read(t.Context(), "f", now, syntax)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, now, err)
		}
		if !contains(after.Root.Interface(), before.Root.Interface()) {
			t.Errorf("%q became %q, which says less", text, now)
		}
		again, twice, err := edit.Apply(t.Context(), "f", now, syntax, wanted)
		if err != nil || string(again) != string(now) {
			t.Errorf("%q became %q, and then %q (%v, %v)", text, now, again, twice, err)
		}
		ours := func(e edit.Edit) edit.Ours {
			return func(item *document.Node) bool { return reflect.DeepEqual(item.Interface(), e.Value.Interface()) }
		}
		back := now
		for _, d := range slices.Backward(done) {
			if len(d.Steps) == 0 {
				continue // it was there
			}
			if back, err = edit.Undo(t.Context(), "f", back, syntax, []edit.Done{d}, ours(d.Edit)); err != nil {
				t.Fatalf("%q became %q, and cannot be taken back: %v", text, now, err)
			}
		}
		if string(back) != string(text) {
			t.Errorf("%q became %q, and then %q", text, now, back)
		}
		// Somebody adds to it meanwhile: what was there and what was added stays, or nothing is
		// changed.
		added, _, err := edit.Apply(t.Context(), "f", now, syntax, []edit.Edit{{Path: []string{"zz_later"}, Value: value(t, `true`)}})
		if err != nil {
			return
		}
		for _, d := range slices.Backward(done) {
			if len(d.Steps) == 0 {
				continue
			}
			if added, err = edit.Undo(t.Context(), "f", added, syntax, []edit.Done{d}, ours(d.Edit)); err != nil {
				return
			}
		}
		left, err := edit.Read(t.Context(), "f", added, syntax)
		if err != nil || !contains(left.Root.Interface(), before.Root.Interface()) || !contains(left.Root.Interface(), map[string]any{"zz_later": true}) {
			t.Errorf("%q became %q, was added to, and left %q (%v)", text, now, added, err)
		}
	})
}

// contains says whether a value says all that another one says.
func contains(all, some any) bool {
	switch some := some.(type) {
	case map[string]any:
		members, ok := all.(map[string]any)
		for key, v := range some {
			ok = ok && contains(members[key], v)
		}
		return ok
	case []any:
		items, ok := all.([]any)
		ok = ok && len(items) >= len(some)
		for i := range some {
			ok = ok && contains(items[i], some[i])
		}
		return ok
	}
	return reflect.DeepEqual(all, some)
}
