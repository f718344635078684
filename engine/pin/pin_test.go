package pin

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func tool(name, text string) Text { return Text{Kind: Tool, Name: name, JSON: text} }

// TestState wants every change of what was accepted noticed, and nothing else.
func TestState(t *testing.T) {
	t.Parallel()
	store := Open(filepath.Join(t.TempDir(), "mcp"))
	if got, err := store.Get("lab"); err != nil || got.State(tool("a", "{}")) != "first" {
		t.Fatalf("%v, %v", got, err)
	}
	err := store.Change(t.Context(), "lab", func(s *Server) error {
		s.Pin(tool("a", "{}"), time.Now(), true)
		s.Waiting["tool b"] = Waiting{Text: tool("b", "{}"), Why: []string{"new"}}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := store.Get("lab")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[Text]string{
		tool("a", "{}"): "pinned", tool("a", "{ }"): "changed", tool("b", "{}"): "new", {Kind: Prompt, Name: "a", JSON: "{}"}: "new",
	} {
		if state := got.State(text); state != want {
			t.Errorf("%+v is %s; want %s", text, state, want)
		}
	}
	if len(got.Waiting) != 1 || !got.Pinned["tool a"].First {
		t.Errorf("%+v", got)
	}
	got.Pin(tool("b", "{}"), time.Now(), false)
	if len(got.Waiting) != 0 {
		t.Error("what is accepted still waits")
	}
	names, err := store.Names()
	if err != nil || len(names) != 1 || names[0] != "lab" {
		t.Errorf("%v, %v", names, err)
	}
}

// TestDamaged wants nothing taken for accepted that was written by somebody else, or by hand.
func TestDamaged(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	store := Open(path)
	store.all = 4 << 10
	if err := store.Change(t.Context(), "lab", func(s *Server) error { s.Pin(tool("a", "{}"), time.Now(), true); return nil }); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(path, "lab.json")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"empty": "", "no object": "[]", "another text": strings.Replace(string(good), `"json": "{}"`, `"json": "{1}"`, 1), "another server": strings.Replace(string(good), `"lab"`, `"lib"`, 1),
		"a field that stands twice": strings.Replace(string(good), `"server": "lab"`, `"server": "lab", "server": "lab"`, 1), "a field twice in other letters": strings.Replace(string(good), `"server": "lab"`, `"Seen": true, "server": "lab"`, 1),
		"text behind it": string(good) + "{}", "no UTF-8": strings.Replace(string(good), `"lab"`, "\"lab\xff\"", 1), "too much of it": string(good) + strings.Repeat(" ", room*store.all),
		"another key": strings.Replace(string(good), `"tool a"`, `"tool b"`, 1), "an unknown field": strings.Replace(string(good), `"server"`, `"x": 1, "server"`, 1),
	} {
		if bad == string(good) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := store.Get("lab")
		if err != nil || got.Damage == nil || got.State(tool("a", "{}")) != "new" || got.State(tool("b", "{}")) != "new" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if err := store.Change(t.Context(), "lab", func(*Server) error { return nil }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// Also when it was written anew, nothing is there for the first time.
		if got, err := store.Get("lab"); err != nil || got.Damage != nil || got.State(tool("a", "{}")) != "new" {
			t.Errorf("%s: then %+v, %v", name, got, err)
		}
		if kept, err := os.ReadFile(file); err != nil || string(kept) == bad {
			t.Errorf("%s is left: %v", name, err)
		}
		if kept, err := os.ReadFile(filepath.Join(path, "lab"+damagedEnd)); err != nil || string(kept) != bad {
			t.Errorf("%s is not kept for a person: %v", name, err)
		}
	}
	if runtime.GOOS != "windows" { // where others write there is not in the mode
		if err := errors.Join(os.WriteFile(file, good, 0o600), os.Chmod(file, 0o666)); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Get("lab"); err == nil {
			t.Errorf("what anybody can write is used: %+v", got)
		}
	}
	for _, name := range []string{"", "..", "a/b", "a__b", "_a", "a_", strings.Repeat("a", 65), "a b", "a\n"} {
		if _, err := store.Get(name); err == nil {
			t.Errorf("%q is the name of a server", name)
		}
	}
}

// TestFirst wants a text to be there for the first time once: not after the server was
// seen, whatever it told then, and not where the text itself was refused.
func TestFirst(t *testing.T) {
	t.Parallel()
	command := Text{Kind: Command, Name: Command, JSON: "[]"}
	for name, test := range map[string]struct {
		change func(*Server)
		want   string
	}{
		"nothing":            {func(*Server) {}, "first"},
		"its command":        {func(s *Server) { s.Pin(command, time.Now(), true) }, "first"},
		"another text":       {func(s *Server) { s.Pin(tool("b", "{}"), time.Now(), true) }, "new"},
		"it was refused":     {func(s *Server) { s.Waiting["tool a"] = Waiting{Text: tool("a", "{1}")} }, "new"},
		"another is refused": {func(s *Server) { s.Waiting["tool b"] = Waiting{Text: tool("b", "{1}")} }, "first"},
		"it told nothing":    {func(s *Server) { s.Seen = true }, "new"},
	} {
		store := Open(t.TempDir())
		if err := store.Change(t.Context(), "lab", func(s *Server) error { test.change(s); return nil }); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Get("lab"); err != nil || got.State(tool("a", "{}")) != test.want {
			t.Errorf("%s: %s, %v", name, got.State(tool("a", "{}")), err)
		}
	}
}

// TestLarge wants all that a server may tell kept, whatever it is made of, and nothing
// written that could not be read.
func TestLarge(t *testing.T) {
	t.Parallel()
	store := Open(t.TempDir())
	const each, n = 2 << 10, 32
	store.all = each * n
	full := func(s *Server, name, of string, n int) {
		for i := range n {
			text := tool(name+strconv.Itoa(i), "\""+strings.Repeat(of, (each-5)/len(of))+"\"\n")
			s.Pin(text, time.Now(), true)
			text.Name += "x"
			s.Waiting[text.Key()] = Waiting{Text: text}
		}
	}
	for _, of := range []string{"&", `\"`, "\\u2028", "<>"} {
		if err := store.Change(t.Context(), "lab", func(s *Server) error {
			s.Pinned, s.Waiting = map[string]Pinned{}, map[string]Waiting{}
			full(s, "a", of, n)
			return nil
		}); err != nil {
			t.Errorf("%s: %v", of, err)
		}
		if got, err := store.Get("lab"); err != nil || got.Damage != nil || len(got.Waiting) != n {
			t.Errorf("%s: %v, %v", of, got.Damage, err)
		}
	}
	err := store.Change(t.Context(), "lab", func(s *Server) error { full(s, "b", `\"`, 3*n); return nil })
	if err == nil || !strings.Contains(err.Error(), "nothing was written") {
		t.Errorf("more than can be read is written: %v", err)
	}
	if got, err := store.Get("lab"); err != nil || got.Damage != nil || len(got.Pinned) != n {
		t.Errorf("what was there is gone: %v, %v", got.Damage, err)
	}
}
