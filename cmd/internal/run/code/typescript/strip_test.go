package typescript_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/run/code/typescript"
)

// TestMain is skillctl to a [typescript.Stripper] in these tests.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == typescript.Command {
		if err := typescript.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestStrip takes types out, and tells which kind of script comes out.
func TestStrip(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"lib/add.ts": "export const add = (a: number, b: number): number => a + b\n", "secret.json": "{}", "plain.js": "module.exports = 1"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "out.ts")
	if err := os.WriteFile(outside, []byte("export const out: string = 'outside-text'"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.ts")); err != nil {
		t.Skip(err)
	}
	for name, c := range map[string]struct {
		file, text string
		has        []string
		module     bool
		fails      string
	}{
		"types":                    {"a.ts", "interface A { b: string }\nconst n: number = 1\nconsole.log(n as unknown)\n", []string{"const n = 1", "console.log(n)"}, false, ""},
		"an enum":                  {"a.ts", "enum E { A = 1 }\nconsole.log(E.A)\n", []string{"(E || {})"}, false, ""},
		"a module":                 {"a.ts", "import { x } from 'pkg'\nx()\n", []string{`from "pkg"`}, true, ""},
		"waits outside":            {"a.ts", "await Promise.resolve(1 as number)\n", []string{"await Promise"}, true, ""},
		"CommonJS":                 {"a.ts", "const fs = require('fs') as any\nmodule.exports = fs\n", []string{`require("fs")`}, false, ""},
		"a module by name":         {"a.mts", "const a: number = 1\nconsole.log(a)\n", []string{"const a = 1"}, true, ""},
		"another file of ours":     {"sub/a.ts", "import { add } from '../lib/add.ts'\nimport '../plain.js'\nconsole.log(add(1, 2))\n", []string{"a + b", `"../../plain.js"`}, true, ""},
		"a mistake":                {"a.ts", "const a: number = \n\nlet let = 1 +\n", nil, false, "a.ts:3:"},
		"a link out of the folder": {"a.ts", "import { out } from './link.ts'\nout()\n", nil, false, "link.ts"},
		"out of the folder":        {"a.ts", "import '../../x.ts'\nconst a: number = 1\n", []string{`"../../../../x.ts"`}, true, ""},
		"a mistake in another":     {"a.ts", "import './gone.ts'\n", nil, false, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := typescript.Strip(typescript.Source{Name: c.file, Text: c.text, Dir: dir, Back: "../.."})
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("the error is %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range c.has {
				if !strings.Contains(got.Text, part) {
					t.Errorf("%q is not in %s", part, got.Text)
				}
			}
			if got.Module != c.module {
				t.Errorf("it is a module: %t", got.Module)
			}
			if strings.Contains(got.Text, "outside-text") || !strings.Contains(got.Text, "sourceMappingURL=data:") {
				t.Error(got.Text)
			}
		})
	}
}

// TestStripper ends with an answer, whatever the text is.
func TestStripper(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := typescript.Stripper{Program: program}
	got, err := s.Strip(t.Context(), typescript.Source{Name: "a.ts", Text: "const a: number = 1; console.log(a)"})
	if err != nil || !strings.Contains(got.Text, "const a = 1") {
		t.Fatal(got, err)
	}
	for name, text := range map[string]string{"not closed": "const a: = ", "deep": strings.Repeat("(", 1<<19), "too large": strings.Repeat(" ", typescript.MaxSize+1), "not UTF-8": "const a = '\xff'"} {
		var syntax *typescript.SyntaxError
		if _, err := s.Strip(t.Context(), typescript.Source{Name: "a.ts", Text: text}); !errors.As(err, &syntax) || syntax.File != "a.ts" {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// FuzzStrip ends for whatever is short, and gives a script or a mistake.
func FuzzStrip(f *testing.F) {
	for _, text := range []string{"const a: number = 1", "enum E {A}", "import x from './a.ts'", "class A<T> { @d private x?: T }", "a<b<c>>(d)", "`${a}`", "await 1", "\xff", "'rt\x86\xbefa\x03\xe8s\x98\xc5_ i./~\xda\xed x \xc2r\xee\xee'", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return // longer ones are for a process of their own
		}
		got, err := typescript.Strip(typescript.Source{Name: "a.ts", Text: text})
		if (got == nil) == (err == nil) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
