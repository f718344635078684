package document

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// folder writes files into a new folder, at "conf" in a root that is returned
// too: what is beside "conf" is outside.
func folder(t *testing.T, files map[string]string) (root *os.Root, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "conf")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

func TestInclude(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string // JSON5
	}{
		{"none", map[string]string{"c.json": "{a: [1, {b: 2}]}"}, "{a: [1, {b: 2}]}"},
		{"one", map[string]string{"c.json": "{$include: './a.json5'}", "a.json5": "{x: 1}"}, "{x: 1}"},
		{"siblings win", map[string]string{"c.json": "{x: 1, $include: 'a', y: {p: 1}}", "a": "{x: 2, y: {p: 2, q: 3}, z: 4}"},
			"{x: 1, y: {p: 1, q: 3}, z: 4}"},
		{"later files win", map[string]string{"c.json": "{$include: ['a', 'b']}", "a": "{x: 1, y: 1}", "b": "{y: 2}"}, "{x: 1, y: 2}"},
		{"lists join", map[string]string{"c.json": "{$include: ['a', 'b'], x: [3]}", "a": "{x: [1]}", "b": "{x: [2]}"}, "{x: [1, 2, 3]}"},
		{"kinds clash", map[string]string{"c.json": "{$include: 'a', x: [3], y: {}}", "a": "{x: {}, y: 1}"}, "{x: [3], y: {}}"},
		{"deep inside", map[string]string{"c.json": "{a: [{$include: 'a'}], b: {c: {$include: 'l'}}}", "a": "{x: 1}", "l": "[1, 2]"},
			"{a: [{x: 1}], b: {c: [1, 2]}}"},
		{"relative to the including file", map[string]string{"c.json": "{$include: 'd/a'}", "d/a": "{$include: 'b', y: {$include: '../e'}}", "d/b": "{x: 1}", "e": "{z: 2}"},
			"{x: 1, y: {z: 2}}"},
		{"twice is no cycle", map[string]string{"c.json": "{p: {$include: 'a'}, q: {$include: 'a'}}", "a": "{x: 1}"}, "{p: {x: 1}, q: {x: 1}}"},
		{"sibling includes", map[string]string{"c.json": "{$include: 'a', y: {$include: 'b'}}", "a": "{y: {m: 1}}", "b": "{n: 2}"}, "{y: {m: 1, n: 2}}"},
		{"what does not count is not read", map[string]string{"c.json": "{a: {$include: 'missing'}, a: 1, $include: 'missing', $include: 'a'}", "a": "{b: 2}"}, "{a: 1, b: 2}"},
		{"empty list", map[string]string{"c.json": "{$include: [], x: 1}"}, "{x: 1}"},
		{"special keys", map[string]string{"c.json": "{$include: 'a', __proto__: {x: 1}, constructor: 2}", "a": "{y: 1}"}, "{y: 1}"},
		{"ten deep", chain(10), "{end: true}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, _ := folder(t, tt.files)
			doc, err := Load(t.Context(), root, "conf/c.json")
			if err != nil {
				t.Fatal(err)
			}
			want := mustParse(t, tt.want, JSON5).Root.Interface()
			if got := doc.Root.Interface(); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// chain is a configuration whose includes are n deep.
func chain(n int) map[string]string {
	files := map[string]string{"c.json": "{$include: 'f1'}", fmt.Sprintf("f%d", n): "{end: true}"}
	for i := 1; i < n; i++ {
		files[fmt.Sprintf("f%d", i)] = fmt.Sprintf("{$include: 'f%d'}", i+1)
	}
	return files
}

func TestIncludeErrors(t *testing.T) {
	fan := map[string]string{"c.json": "{$include: ['f1', 'f1', 'f1', 'f1']}", "f5": "{}"}
	for i := 1; i < 5; i++ {
		fan[fmt.Sprintf("f%d", i)] = fmt.Sprintf("[{$include: ['f%d', 'f%[1]d', 'f%[1]d', 'f%[1]d']}]", i+1)
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
		kind  ErrorKind
		opts  []Option
	}{
		{"missing", map[string]string{"c.json": "{\n $include: './nope.json5'}"}, `d/conf/c.json:2:12: the included file "d/conf/nope.json5" does not exist`, Include, nil},
		{"above", map[string]string{"c.json": "{a: {$include: 'x/../../y'}}"}, `d/conf/c.json:1:16: the included file "x/../../y" is outside the folder of the configuration`, Include, nil},
		{"absolute", map[string]string{"c.json": "{$include: '/etc/hostname'}"}, `d/conf/c.json:1:12: the included file "/etc/hostname" is outside the folder of the configuration`, Include, nil},
		{"itself", map[string]string{"c.json": "{$include: 'c.json'}"}, "d/conf/c.json:1:12: these files include each other without end: c.json → c.json", Include, nil},
		{"cycle", map[string]string{"c.json": "{$include: 'a'}", "a": "{x: {$include: './b'}}", "b": "[{$include: 'x/../a'}]"}, "d/conf/b:1:13: these files include each other without end: a → b → a", Include, nil},
		{"eleven deep", chain(11), "d/conf/f10:1:12: files include each other more than 10 deep", Include, nil},
		{"number", map[string]string{"c.json": "{$include: 3}"}, `d/conf/c.json:1:12: expected the name of a file, or a list of names, in "$include", found a number`, Include, nil},
		{"number in a list", map[string]string{"c.json": "{$include: ['a', null]}", "a": "{}"}, `d/conf/c.json:1:18: expected the name of a file in "$include", found a null`, Include, nil},
		{"siblings of a list", map[string]string{"c.json": "{$include: 'a', x: 1}", "a": "[]"}, `d/conf/c.json:1:12: keys stand beside "$include", so the included file must hold an object: it holds a list`, Include, nil},
		{"folder", map[string]string{"c.json": "{$include: 'a'}", "a/b": ""}, `d/conf/c.json:1:12: the included file "d/conf/a" cannot be used: this is a folder: expected a file`, Include, nil},
		{"empty name", map[string]string{"c.json": "{$include: ''}"}, `d/conf/c.json:1:12: the included file "d/conf" cannot be used: this is a folder: expected a file`, Include, nil},
		{"NUL", map[string]string{"c.json": `{$include: 'a\0'}`}, `d/conf/c.json:1:12: the included file "a\x00" is outside the folder of the configuration`, Include, nil},
		{"syntax", map[string]string{"c.json": "{$include: 'a'}", "a": "{\n x: }"}, `d/conf/a:2:5: expected a value, found "}"`, Syntax, nil},
		{"encoding", map[string]string{"c.json": "{$include: 'a'}", "a": "\xff"}, "d/conf/a:1:1: byte 0xFF is not UTF-8", Encoding, nil},
		{"large", map[string]string{"c.json": "{$include: 'a'}", "a": strings.Repeat(" ", 2<<20) + "1"}, `d/conf/c.json:1:12: the included file "d/conf/a" cannot be used: the file has 2,097,153 bytes, more than the limit of 2,097,152`, Include, nil},
		{"all together", map[string]string{"c.json": "{$include: ['a', 'a']}", "a": "{         }"}, "d/conf/c.json:1:18: all files of this configuration together have more than 40 bytes", Limit, []Option{WithMaxSize(40)}},
		{"fan", fan, "more than 256 files are included", Limit, nil},
		{"no such file", nil, "d/conf/c.json: the file does not exist", Unreadable, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, _ := folder(t, tt.files)
			doc, err := Load(t.Context(), root, "conf/c.json", append(tt.opts, WithDir("d"))...)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("Load = %v, %v: want an *Error", doc, err)
			}
			if !strings.HasSuffix(e.Error(), tt.want) || e.Kind != tt.kind {
				t.Errorf("error is %s: %s\nwant %s: %s", e.Kind, e, tt.kind, tt.want)
			}
		})
	}
}

func TestIncludePlaces(t *testing.T) {
	root, dir := folder(t, map[string]string{
		"c.json":     "{$include: 'sub/a.json', own: 1,\n both: {y: 2}}",
		"sub/a.json": "{\n  theirs: 3, both: {x: 1}}",
	})
	doc, err := Load(t.Context(), root, "conf/c.json", WithDir("home"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path      []any
		key       bool
		file      string
		line, col int
	}{
		{[]any{"own"}, true, "home/conf/c.json", 1, 26},
		{[]any{"theirs"}, true, "home/conf/sub/a.json", 2, 3},
		{[]any{"theirs"}, false, "home/conf/sub/a.json", 2, 11},
		{[]any{"both"}, true, "home/conf/c.json", 2, 2},
		{[]any{"both", "x"}, true, "home/conf/sub/a.json", 2, 21},
		{[]any{"both", "y"}, false, "home/conf/c.json", 2, 12},
	} {
		at, file, ok := doc.Locate(tt.path, tt.key)
		if !ok || file != tt.file || at.Start.Line != tt.line || at.Start.Column != tt.col {
			t.Errorf("%v is at %s:%v, %v; want %s:%d:%d", tt.path, file, at.Start, ok, tt.file, tt.line, tt.col)
		}
	}
	if len(doc.Included) != 1 || doc.Included[0].File != "home/conf/sub/a.json" || !strings.Contains(string(doc.Included[0].Text), "theirs") {
		t.Errorf("included are %v", doc.Included)
	}
	absolute := fmt.Sprintf("{$include: %q}", filepath.Join(dir, "sub", "a.json"))
	if err := os.WriteFile(filepath.Join(dir, "abs.json"), []byte(absolute), 0o644); err != nil {
		t.Fatal(err)
	}
	if doc, err = Load(t.Context(), root, "conf/abs.json"); err != nil || doc.Root.At("theirs") == nil {
		t.Errorf("an absolute name inside the folder gives %v, %v", doc, err)
	}
}

func TestIncludeLinks(t *testing.T) {
	root, dir := folder(t, map[string]string{"in": "{x: 1}", "hard1": "{}", "sub/s": "{y: 2}"})
	outside := filepath.Join(filepath.Dir(dir), "secret")
	for _, err := range []error{
		os.WriteFile(outside, []byte("{}"), 0o644),
		os.Symlink("in", filepath.Join(dir, "inside")),
		os.Symlink("sub", filepath.Join(dir, "subdir")),
		os.Symlink("../secret", filepath.Join(dir, "escape")),
		os.Symlink("..", filepath.Join(dir, "up")),
		os.Symlink("nowhere", filepath.Join(dir, "dangling")),
		os.Symlink("loop", filepath.Join(dir, "loop")),
		os.Link(filepath.Join(dir, "hard1"), filepath.Join(dir, "hard2")),
		syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"inside":    "",
		"subdir/s":  "",
		"escape":    "cannot be used: the file is, or is reached by, a link that leads out of its folder",
		"up/secret": "cannot be used: the file is, or is reached by, a link that leads out of its folder",
		"dangling":  "does not exist",
		"loop":      "cannot be read: ",
		"hard2":     "cannot be used: the file has several names (hard links)",
		"fifo":      "cannot be used: this is not a regular file",
	} {
		if err := os.WriteFile(filepath.Join(dir, "c.json"), []byte("{$include: '"+name+"'}"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(t.Context(), root, "conf/c.json")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("including %s gives %v, want %q", name, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	root, dir := folder(t, map[string]string{"a.yaml": "k: v\n", "b.toml": "k = 'v'\n", "c.JSON": "{k: 'v'}", "d.txt": "", "big.json": "[1, 2, 3]"})
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo.json"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.yaml", "b.toml", "c.JSON"} {
		doc, err := Read(t.Context(), root, "conf/"+name, WithDir("x"))
		if err != nil || doc.Root.At("k").Value != "v" || doc.File != "x/conf/"+name {
			t.Errorf("Read(%s) = %v, %v", name, doc, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for name, want := range map[string]string{
		"conf/d.txt":     "conf/d.txt: the name does not tell a format: expected it to end in .json, .json5, .jsonc, .yaml, .yml, .toml or .cue",
		"conf/none.json": "conf/none.json: the file does not exist",
		"conf/fifo.json": "conf/fifo.json: this is not a regular file",
		"conf/big.json":  "conf/big.json: the file has 9 bytes, more than the limit of 8",
	} {
		if _, err := Read(ctx, root, name, WithMaxSize(8)); err == nil || err.Error() != want {
			t.Errorf("Read(%s) gives %v, want %s", name, err, want)
		}
	}
}

// TestBrokenIncludes reads on around every include that cannot be followed, and
// stops at the bounds all the same.
func TestBrokenIncludes(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string // JSON5
	}{
		"missing":          {map[string]string{"c.json": "{a: 1, b: {$include: 'none', c: 2}}"}, "{a: 1, b: {c: 2}}"},
		"outside":          {map[string]string{"c.json": "{a: 1, $include: '../x'}"}, "{a: 1}"},
		"one of several":   {map[string]string{"c.json": "{$include: ['a', 'none', 'b']}", "a": "{x: 1}", "b": "{y: 2}"}, "{x: 1, y: 2}"},
		"not a name":       {map[string]string{"c.json": "{a: {$include: 7, b: 1}, c: {$include: ['a', 8]}}", "a": "{x: 1}"}, "{a: {b: 1}, c: {x: 1}}"},
		"a mistake inside": {map[string]string{"c.json": "{a: {$include: 'bad'}, b: 1}", "bad": "{x: "}, "{a: {}, b: 1}"},
		"a list and keys":  {map[string]string{"c.json": "{a: {$include: 'l', b: 1}}", "l": "[1]"}, "{a: {b: 1}}"},
		"in a circle":      {map[string]string{"c.json": "{$include: 'a', x: 1}", "a": "{$include: 'c.json', y: 2}"}, "{x: 1, y: 2}"},
	} {
		t.Run(name, func(t *testing.T) {
			root, _ := folder(t, tt.files)
			if _, err := Load(t.Context(), root, "conf/c.json"); err == nil {
				t.Error("the document is whole")
			}
			doc, err := Load(t.Context(), root, "conf/c.json", WithBrokenIncludes())
			if err != nil {
				t.Fatal(err)
			}
			want := mustParse(t, tt.want, JSON5).Root.Interface()
			if got := doc.Root.Interface(); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v; want %v", got, want)
			}
		})
	}
	root, _ := folder(t, map[string]string{"c.json": "{a: "})
	if _, err := Load(t.Context(), root, "conf/c.json", WithBrokenIncludes()); err == nil {
		t.Error("a mistake in the document itself is read over")
	}
	root, _ = folder(t, map[string]string{"c.json": "{$include: ['a', 'a']}", "a": "{x: '" + strings.Repeat("y", 60) + "'}"})
	var limit *Error
	if _, err := Load(t.Context(), root, "conf/c.json", WithBrokenIncludes(), WithMaxSize(100)); !errors.As(err, &limit) || limit.Kind != Limit {
		t.Errorf("a bound is read over: %v", err)
	}
}
