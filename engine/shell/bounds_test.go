package shell

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestHostileSizes(t *testing.T) {
	for name, c := range map[string]struct{ src, limit string }{
		"long":          {strings.Repeat("a", maxBytes+1), "too_large"},
		"substitutions": {strings.Repeat("$(", 10_000), "too_deep"},
		"quoted":        {strings.Repeat(`"$(`, 10_000), "too_deep"},
		"subshells":     {strings.Repeat("(", 10_000), "too_deep"},
		"parameters":    {strings.Repeat("${a:-", 10_000), "too_deep"},
		"arithmetic":    {"echo $((" + strings.Repeat("(", 10_000), "too_deep"},
		"unary":         {"echo $((" + strings.Repeat("~", 100_000) + "1))", "too_deep"},
		"negation":      {strings.Repeat("! ", 100_000), "too_deep"},
		"backticks":     {strings.Repeat("`", 100_000), "too_many_nodes"},
		"pipes":         {strings.Repeat("a|", 100_000) + "a", "too_many_nodes"},
		"keywords":      {strings.Repeat("if ", 100_000), "too_many_nodes"},
		"commands":      {strings.Repeat("a;", maxCommands+10), "too_many_commands"},
		"returns":       {"ls " + strings.Repeat("\r", 900_000), ""},
		"words":         {strings.Repeat("a ", 400_000), "too_many_nodes"},
		"redirects":     {"a " + strings.Repeat("<<<a ", 100_000), "too_many_nodes"},
		"one long line": {strings.Repeat("é", 400_000) + "; " + strings.Repeat("a b c;", 3_000), ""},
		"payloads":      {nest(40), "too_deep"},
		"wrappers":      {strings.Repeat("nice ", 200) + "ls", "too_deep"},
		"evals":         {strings.Repeat("eval ", 200) + "ls", "too_deep"},
		"env -S":        {strings.Repeat("env -S env ", 200) + "ls", "too_deep"},
	} {
		f := Analyze(c.src, WithViews(true, true))
		check(t, f)
		if f.Parse.Limit != c.limit || f.Parse.OK != (c.limit == "") || c.limit != "" && len(f.Opaque) == 0 {
			t.Errorf("%s: limit %q, ok %v, %d opaque; want %q", name, f.Parse.Limit, f.Parse.OK, len(f.Opaque), c.limit)
		}
	}
}

// nest is a shell in a shell, depth times.
func nest(depth int) string {
	s := "ls"
	for range depth {
		s = "sh -c " + Quote(s)
		if len(s) > 1<<18 {
			break
		}
	}
	return strings.Repeat("busybox ", depth) + "sh -c ls; " + s
}

func TestOrdinaryTextsAreWithinBounds(t *testing.T) {
	for name, src := range map[string]string{
		"a script":      strings.Repeat("if [ -f x ]; then echo \"$(cat x)\"; fi\n", 200),
		"a heredoc":     "cat <<'E'\n" + strings.Repeat("{ \"a\": [1, 2], \"b\": \"(x)\" }\n", 500) + "E",
		"a long prompt": "echo '" + strings.Repeat("for example if this, then (that) ", 500) + "'",
		"ruled lines":   "echo '" + strings.Repeat("-----", 200) + "'",
	} {
		if f := Analyze(src); !f.Parse.OK || len(f.Opaque) > 0 {
			t.Errorf("%s: %+v %+v", name, f.Parse, f.Opaque)
		}
	}
}

func TestBadEncoding(t *testing.T) {
	for src, want := range map[string]int{"ls \xff": 3, "ls \x00 a": 3, "\xc3": 0, "é\x00": 2} {
		f := Analyze(src, WithViews(true, true))
		if f.Parse.OK || f.Source.Bad == nil || f.Source.Bad.Start.Offset != want || opaqueReasons(f) != OpaqueEncoding {
			t.Errorf("%q: %+v %+v", src, f.Source, f.Opaque)
		}
	}
	if f := Analyze("echo \uFFFD"); !f.Parse.OK {
		t.Error("a replacement character that is really there is no bad byte")
	}
	if f := AnalyzeArgv([]string{"ls", "a\x00b"}); f.Parse.OK || !f.Source.NUL {
		t.Errorf("an argument with NUL: %+v", f.Source)
	}
}

func TestBlank(t *testing.T) {
	for _, src := range []string{"", " \n\t", "# only a comment"} {
		f := Analyze(src)
		if len(f.Commands) != 0 || f.Source.Blank != (strings.TrimSpace(src) == "") {
			t.Errorf("%q: %+v", src, f.Source)
		}
	}
	if f := AnalyzeArgv(nil); len(f.Commands) != 0 || !f.Source.Blank {
		t.Errorf("no arguments: %+v", f)
	}
}

func TestTablesAreConsistent(t *testing.T) {
	tab := loadTables()
	for name, n := range map[string]int{
		"wrappers": len(tab.wrappers), "interpreters": len(tab.interpreters), "programs": len(tab.programs), "writers": len(tab.writers), "git": len(tab.git.Known),
	} {
		if n < 20 {
			t.Errorf("table %s has only %d entries", name, n)
		}
	}
	var walk func(names []string, w *wrapperSpec)
	walk = func(names []string, w *wrapperSpec) {
		for option := range w.index {
			if !strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "+") {
				t.Errorf("%v: option %q has no dash", names, option)
			}
		}
		for _, s := range w.Sub {
			walk(append(names, s.Names...), s)
		}
	}
	for name, w := range tab.wrappers {
		walk([]string{name}, w)
	}
	for name, i := range tab.interpreters {
		if i.Family == "" {
			t.Errorf("interpreter %s has no family", name)
		}
	}
	for name, p := range tab.programs {
		for _, r := range p.Rules {
			if r.Kind == "" {
				t.Errorf("a rule of %s has no kind", name)
			}
		}
	}
}

func TestBrokenTableIsAnError(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"missing": {},
		"broken":  {"tables/wrappers.json": {Data: []byte("{")}},
	} {
		if _, err := readTables(files); err == nil || !strings.Contains(err.Error(), "read table ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
