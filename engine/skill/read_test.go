package skill

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// layOut writes an example tree and reads the skill in its folder "s".
func layOut(t *testing.T, archive string, opts ...Option) *Skill {
	t.Helper()
	return readAt(t, filepath.Join(tree(t, archive), "s"), opts...)
}

func tree(t *testing.T, archive string) string {
	t.Helper()
	f, err := fixture.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "s"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readAt(t *testing.T, dir string, opts ...Option) *Skill {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s, err := Read(context.Background(), root, "given/path", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gaps spells the gaps of a skill, "file reason".
func gaps(s *Skill) string {
	var out []string
	for _, g := range s.Coverage.Gaps {
		if g.Detail == "" {
			out = append(out, "no detail")
		}
		out = append(out, g.File+" "+g.Reason)
	}
	if s.Coverage.Complete != (len(out) == 0) {
		out = append(out, "complete is wrong")
	}
	return strings.Join(out, ", ")
}

func TestInventory(t *testing.T) {
	s := layOut(t, `
hex s/tool 7f454c46
mode 0640 s/SKILL.md
mode 0755 s/scripts/run.sh
mode 4750 s/tool
mode 1777 s/drop
hardlink s/b.txt -> s/a.txt
-- s/SKILL.md --
---
name: s
description: d
---
-- s/a.txt --
hello
-- s/scripts/run.sh --
#!/usr/bin/env -S python3 -u
-- s/.hidden/x.PY --
x
-- s/drop/x --
-- s/empty --
`)
	if s.Path != "given/path" || s.Dir != "s" || gaps(s) != "" {
		t.Errorf("path %q, dir %q, gaps %q", s.Path, s.Dir, gaps(s))
	}
	want := []File{
		{Path: ".hidden", Type: TypeDir, Hidden: true},
		{Path: ".hidden/x.PY", Type: TypeRegular, Size: 2, Hidden: true, Ext: ".py", Nlink: 1},
		{Path: "SKILL.md", Type: TypeRegular, Size: 31, Ext: ".md", Mode: "0640", Nlink: 1},
		{Path: "a.txt", Type: TypeRegular, Size: 6, Ext: ".txt", Nlink: 2},
		{Path: "b.txt", Type: TypeRegular, Size: 6, Ext: ".txt", Nlink: 2},
		{Path: "drop", Type: TypeDir, Mode: "1777"},
		{Path: "drop/x", Type: TypeRegular, Nlink: 1},
		{Path: "empty", Type: TypeRegular, Nlink: 1},
		{Path: "scripts", Type: TypeDir},
		{Path: "scripts/run.sh", Type: TypeRegular, Size: 29, Ext: ".sh", Mode: "0755", Exec: true, Nlink: 1},
		{Path: "tool", Type: TypeRegular, Size: 4, Mode: "4750", Exec: true, Nlink: 1},
	}
	if len(s.Files) != len(want) {
		t.Fatalf("got %d entries, want %d", len(s.Files), len(want))
	}
	for i, w := range want {
		compareFile(t, s.Files[i], w)
	}
	if got := s.File("a.txt").Digest; got != "sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03" {
		t.Errorf("digest of a.txt: %s", got)
	}
	if b := s.File("scripts/run.sh").Shebang; b == nil || b.Program != "python3" || !slices.Equal(b.Args, []string{"-u"}) {
		t.Errorf("shebang: %+v", b)
	}
	if c := s.File("tool").Content; c.Class != "executable" || s.File("empty").Content.Class != "empty" {
		t.Errorf("content of tool: %+v", c)
	}
	if s.Counts != (Counts{Files: 8, Bytes: 78, Depth: 1}) {
		t.Errorf("counts: %+v", s.Counts)
	}
	if s.Document("SKILL.md") == nil || s.Document("a.txt") != nil || s.File("nope") != nil {
		t.Error("documents: the manifest is kept, other text is not")
	}
}

// compareFile compares an entry with what is wanted of it; a mode that is not
// given depends on the umask, and the links of a folder on the file system.
func compareFile(t *testing.T, g, w File) {
	t.Helper()
	if w.Type == TypeDir {
		g.Nlink = 0
	}
	if g.Path != w.Path || g.Type != w.Type || g.Size != w.Size || g.Hidden != w.Hidden || g.Ext != w.Ext || g.Exec != w.Exec || g.Nlink != w.Nlink {
		t.Errorf("got %+v, want %+v", g, w)
	}
	if w.Mode != "" && runtime.GOOS != "windows" && g.Mode != w.Mode {
		t.Errorf("%s: mode %s, want %s", w.Path, g.Mode, w.Mode)
	}
	if (g.Type == TypeRegular) != (g.Digest != "" && g.Read == ReadFull && g.Content != nil) {
		t.Errorf("%s: digest %q, read %q, content %v", g.Path, g.Digest, g.Read, g.Content)
	}
}

func TestSymbolicLinks(t *testing.T) {
	dir := tree(t, `
symlink s/in -> sub/f.txt
symlink s/sub/up -> ../SKILL.md
symlink s/folder -> sub
symlink s/through -> folder/f.txt
symlink s/self -> self
symlink s/a -> b
symlink s/b -> a
symlink s/cycle -> .
symlink s/sub/cycle -> ..
symlink s/nowhere -> sub/none/x
symlink s/out -> ../outside/secret.txt
symlink s/back -> ../s/SKILL.md
symlink s/abs -> /etc/passwd
symlink s/chain -> out
symlink s/file -> SKILL.md/x
symlink s/climb -> none/../../x
-- s/SKILL.md --
x
-- s/sub/f.txt --
f
-- outside/secret.txt --
secret
`)
	s := readAt(t, filepath.Join(dir, "s"))
	want := map[string]LinkTarget{
		"in":        {Target: "sub/f.txt", Resolved: "sub/f.txt", Inside: true, Exists: true},
		"sub/up":    {Target: "../SKILL.md", Resolved: "SKILL.md", Inside: true, Exists: true},
		"folder":    {Target: "sub", Resolved: "sub", Inside: true, Exists: true},
		"through":   {Target: "folder/f.txt", Resolved: "sub/f.txt", Inside: true, Exists: true},
		"self":      {Target: "self", Resolved: "self", Inside: true, Loop: true},
		"a":         {Target: "b", Resolved: "b", Inside: true, Loop: true},
		"b":         {Target: "a", Resolved: "a", Inside: true, Loop: true},
		"cycle":     {Target: ".", Resolved: ".", Inside: true, Exists: true, Loop: true},
		"sub/cycle": {Target: "..", Resolved: ".", Inside: true, Exists: true, Loop: true},
		"nowhere":   {Target: "sub/none/x", Resolved: "sub/none/x", Inside: true},
		"out":       {Target: "../outside/secret.txt", Resolved: "../outside/secret.txt"},
		"back":      {Target: "../s/SKILL.md", Resolved: "../s/SKILL.md"},
		"abs":       {Target: "/etc/passwd", Resolved: "/etc/passwd"},
		"chain":     {Target: "out", Resolved: "../outside/secret.txt"},
		"file":      {Target: "SKILL.md/x", Resolved: "SKILL.md/x", Inside: true},
		"climb":     {Target: "none/../../x", Resolved: "../x"},
	}
	for name, w := range want {
		f := s.File(name)
		if f == nil || f.Type != TypeSymlink || f.Link == nil || f.Read != ReadNone || f.Digest != "" {
			t.Errorf("%s: got %+v", name, f)
			continue
		}
		if *f.Link != w {
			t.Errorf("%s: got %+v, want %+v", name, *f.Link, w)
		}
	}
	if len(s.Files) != len(want)+3 {
		t.Errorf("got %d entries, want %d: a link was walked through", len(s.Files), len(want)+3)
	}
	if gaps(s) != "" {
		t.Errorf("gaps: %s", gaps(s))
	}
}

func TestManifest(t *testing.T) {
	cases := []struct{ name, archive, file, format, lookalikes, gaps, source string }{
		{"md first", "-- s/SKILL.md --\nm\n-- s/SKILL.toml --\nt\n", "SKILL.md", "md", "", "", "m\n"},
		{"toml", "-- s/SKILL.toml --\nt\n-- s/manifest.toml --\nu\n", "SKILL.toml", "toml", "", "", "t\n"},
		{"legacy toml", "-- s/manifest.toml --\nu\n", "manifest.toml", "toml", "", "", "u\n"},
		{"none", "-- s/README.md --\nu\n-- s/sub/skill.md --\n", "", "", "", "", ""},
		{"lookalikes", "-- s/skill.md --\n-- s/Skill.MD --\n-- s/SKILLS.md --\n-- s/SKILL.md.txt --\n-- s/Manifest.toml --\n-- s/skill --\n", "", "", "Manifest.toml SKILL.md.txt SKILLS.md Skill.MD skill.md", "", ""},
		{"lookalike beside", "-- s/skill.md --\n-- s/SKILL.md --\nm\n", "SKILL.md", "md", "skill.md", "", "m\n"},
		{"folder", "-- s/SKILL.md/x --\n", "SKILL.md", "md", "", "SKILL.md file-type", ""},
		{"pipe", "fifo s/SKILL.md\n-- s/x --\n", "SKILL.md", "md", "", "SKILL.md file-type", ""},
		{"link inside", "symlink s/SKILL.md -> REAL.md\n-- s/REAL.md --\nm\n", "SKILL.md", "md", "", "", "m\n"},
		{"link inside to another kind", "symlink s/SKILL.md -> sub/real\n-- s/sub/real --\nm\n", "SKILL.md", "md", "", "", "m\n"},
		{"link outside", "symlink s/SKILL.md -> ../x.md\n-- x.md --\nm\n", "SKILL.md", "md", "", "SKILL.md outside", ""},
		{"dangling link", "symlink s/SKILL.md -> x.md\n-- s/a --\n", "SKILL.md", "md", "", "SKILL.md outside", ""},
		{"link to a folder", "symlink s/SKILL.md -> sub\n-- s/sub/a --\n", "SKILL.md", "md", "", "SKILL.md file-type", ""},
		{"link to itself", "symlink s/SKILL.md -> SKILL.md\n-- s/a --\n", "SKILL.md", "md", "", "SKILL.md file-type", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := layOut(t, c.archive)
			m := s.Manifest
			if m.File != c.file || m.Format != c.format || strings.Join(m.Lookalikes, " ") != c.lookalikes || string(m.Source) != c.source {
				t.Errorf("got %q %q %q %q", m.File, m.Format, m.Lookalikes, m.Source)
			}
			if m.Size != int64(len(c.source)) {
				t.Errorf("size: got %d", m.Size)
			}
			if gaps(s) != c.gaps {
				t.Errorf("gaps: got %q, want %q", gaps(s), c.gaps)
			}
		})
	}
}

// TestReadManifest wants of the manifest alone what reading all of the package finds.
func TestReadManifest(t *testing.T) {
	front := "---\nname: a\ndescription: b\n---\nRun `x.sh`.\n"
	toml := "[skill]\nname = 'a'\n"
	for _, archive := range []string{
		"-- s/SKILL.md --\n" + front + "-- s/SKILL.toml --\n" + toml + "-- s/sub/x.sh --\necho\n",
		"-- s/SKILL.md --\n---\nname: [\n---\n", "-- s/SKILL.md --\n---\nname: a\n", "-- s/SKILL.md --\n",
		"-- s/SKILL.toml --\n" + toml, "-- s/manifest.toml --\n[\n", "-- s/README.md --\n" + front, "-- s/SKILL.md/x --\n" + front,
		"symlink s/SKILL.md -> sub/x.md\n-- s/sub/x.md --\n" + front, "symlink s/SKILL.md -> ../x.md\n-- x.md --\n" + front,
	} {
		dir := filepath.Join(tree(t, archive), "s")
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadManifest(context.Background(), root, "given/path")
		if err != nil {
			t.Fatal(err)
		}
		if err := root.Close(); err != nil {
			t.Fatal(err)
		}
		want := readAt(t, dir)
		if !reflect.DeepEqual(got.Front, want.Front) || !reflect.DeepEqual(got.TOML, want.TOML) || !reflect.DeepEqual(got.Text, want.Text) || got.Manifest.File != want.Manifest.File {
			t.Errorf("%s: got %+v %+v %+v, want %+v %+v %+v", archive, got.Front, got.TOML, got.Text, want.Front, want.TOML, want.Text)
		}
	}
}

func TestLimits(t *testing.T) {
	files := "-- s/a.md --\n0123456789\n-- s/b.md --\n0123456789\n-- s/c/d/e.md --\n0123456789\n-- s/f --\n"
	cases := []struct {
		name   string
		limits Limits
		gaps   string
		paths  int
	}{
		{"none", Limits{}, "", 6},
		{"files", Limits{Files: 2}, ". file-count", 2},
		{"files of a folder", Limits{Entries: 3}, ". entry-count", 3},
		{"bytes of a file", Limits{FileBytes: 10}, "a.md file-size, b.md file-size, c/d/e.md file-size", 6},
		{"bytes to hash", Limits{FileBytes: 10, DigestBytes: 10}, "a.md file-size, b.md file-size, c/d/e.md file-size", 6},
		{"bytes of all", Limits{TotalBytes: 25}, "c/d/e.md total-size", 6},
		{"depth", Limits{Depth: 1}, "c/d depth", 5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := layOut(t, files, WithLimits(c.limits))
			if gaps(s) != c.gaps {
				t.Errorf("gaps: got %q, want %q", gaps(s), c.gaps)
			}
			if c.limits.Entries == 0 && len(s.Files) != c.paths {
				t.Errorf("entries: got %d, want %d", len(s.Files), c.paths)
			}
		})
	}
	s := layOut(t, files, WithLimits(Limits{FileBytes: 10}))
	if a := s.File("a.md"); a.Read != ReadPartial || a.Size != 11 || a.Digest != layOut(t, files).File("a.md").Digest || string(s.Document("a.md")) != "0123456789" {
		t.Errorf("a file longer than what is looked at: %+v, %q", a, s.Document("a.md"))
	}
	s = layOut(t, files, WithLimits(Limits{FileBytes: 10, DigestBytes: 10}))
	if a := s.File("a.md"); a.Digest != "" {
		t.Errorf("a file longer than what is hashed: %+v", a)
	}
	s = layOut(t, files, WithLimits(Limits{TotalBytes: 25}))
	if e, f := s.File("c/d/e.md"), s.File("f"); e.Read != ReadNone || e.Content != nil || f.Read != ReadNone {
		t.Errorf("files beyond the limit of all: %+v, %+v", e, f)
	}
}

// TestLimitsKeepManifest checks that a package cannot hide its manifest behind
// more entries than are read.
func TestLimitsKeepManifest(t *testing.T) {
	files := "-- s/A/1 --\n-- s/A/2 --\n-- s/B --\n-- s/C --\n-- s/SKILL.md --\n---\nname: s\n---\n"
	for _, limits := range []Limits{{Files: 2}, {Entries: 1}, {Entries: 2}, {Entries: 3}} {
		s := layOut(t, files, WithLimits(limits))
		if s.Manifest.File != "SKILL.md" || s.Front.Host["name"] != "s" || s.Coverage.Complete {
			t.Errorf("%+v: manifest %+v, complete %t", limits, s.Manifest, s.Coverage.Complete)
		}
	}
}

func TestSparseFile(t *testing.T) {
	dir := tree(t, "-- s/SKILL.md --\nx\n")
	f, err := os.Create(filepath.Join(dir, "s", "huge.bin"))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(f.Truncate(50<<30), f.Close())
	if err != nil {
		t.Skip("no sparse files here:", err)
	}
	s := readAt(t, filepath.Join(dir, "s"))
	if gaps(s) != "huge.bin file-size" {
		t.Errorf("gaps: %s", gaps(s))
	}
	if h := s.File("huge.bin"); h.Size != 50<<30 || h.Read != ReadPartial || h.Digest != "" {
		t.Errorf("got %+v", h)
	}
	if s.File("SKILL.md").Read != ReadFull {
		t.Error("the manifest was not read")
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("every file can be read by this user")
	}
	dir := tree(t, "mode 0000 s/secret.md\nmode 0000 s/shut\n-- s/SKILL.md --\nx\n-- s/secret.md --\nx\n-- s/shut/x --\n")
	t.Cleanup(func() {
		if err := os.Chmod(filepath.Join(dir, "s", "shut"), 0o700); err != nil {
			t.Error(err)
		}
	})
	s := readAt(t, filepath.Join(dir, "s"))
	if gaps(s) != "secret.md unreadable, shut unreadable" {
		t.Errorf("gaps: %s", gaps(s))
	}
}

// TestReplaced has a file replaced between the look and the opening.
func TestReplaced(t *testing.T) {
	dir := tree(t, "fifo s/pipe\n-- s/a --\nx\n-- s/b --\nx\n")
	root, err := os.OpenRoot(filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	info, err := root.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	if h, err := openRegular(root, "a", info); err != nil {
		t.Errorf("the same file: %v", err)
	} else {
		h.Close()
	}
	for _, name := range []string{"b", "pipe"} {
		if h, err := openRegular(root, name, info); !errors.Is(err, errReplaced) {
			t.Errorf("%s in the place of a: got %v, %v", name, h, err)
		}
	}
}

func TestNamesThatAreNotText(t *testing.T) {
	dir := tree(t, "-- s/SKILL.md --\nx\n")
	if err := os.WriteFile(filepath.Join(dir, "s", "a\xff.txt"), []byte("x"), 0o644); err != nil {
		t.Skip("no such names here:", err)
	}
	s := readAt(t, filepath.Join(dir, "s"))
	f := s.File(`a\xff.txt`)
	if f == nil || f.Read != ReadFull || gaps(s) != `a\xff.txt path` {
		t.Errorf("got %+v, gaps %q", f, gaps(s))
	}
}

func TestCancelled(t *testing.T) {
	root, err := os.OpenRoot(tree(t, "-- s/SKILL.md --\nx\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := Read(ctx, root, "s"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", s, err)
	}
}

func TestDirThroughLink(t *testing.T) {
	dir := tree(t, "symlink alias -> s\n-- s/SKILL.md --\nx\n")
	if s := readAt(t, filepath.Join(dir, "alias")); s.Dir != "s" {
		t.Errorf("dir: got %q, want that of the real folder", s.Dir)
	}
	if s := readAt(t, filepath.Join(dir, "alias"), WithDir("told")); s.Dir != "told" {
		t.Errorf("dir: got %q", s.Dir)
	}
}

func TestVisitor(t *testing.T) {
	var seen []string
	layOut(t, "symlink s/l -> a\n-- s/a --\n1\n-- s/b/c.bin --\n22\n", WithVisitor(func(f *File, text []byte) {
		seen = append(seen, f.Path+"="+string(text))
	}))
	if got := strings.Join(seen, ";"); got != "a=1\n;b/c.bin=22\n" {
		t.Errorf("got %q", got)
	}
}

func TestBytecodeMeetsItsSource(t *testing.T) {
	s := layOut(t, "hex s/__pycache__/m.cpython-312.pyc cb0d0d0a000000000000000004000000e3\nhex s/m.py 783d310a\n-- s/SKILL.md --\nx\n")
	b := s.File("__pycache__/m.cpython-312.pyc").Content
	if b == nil || b.Bytecode == nil || !b.Bytecode.Source || b.Bytecode.SourceSize != 4 {
		t.Errorf("got %+v", b)
	}
}

func TestDigest(t *testing.T) {
	const base = "symlink s/l -> a\n-- s/SKILL.md --\nx\n-- s/a --\n1\n"
	first := layOut(t, base)
	again := layOut(t, base)
	if first.Digest != again.Digest || !strings.HasPrefix(first.Digest, "sha256:") {
		t.Errorf("the same package: %s and %s", first.Digest, again.Digest)
	}
	for name, archive := range map[string]string{
		"content":    strings.Replace(base, "1\n", "2\n", 1),
		"name":       strings.Replace(base, "s/a --", "s/b --", 1),
		"executable": "mode 0744 s/a\n" + base,
		"target":     strings.Replace(base, "-> a", "-> SKILL.md", 1),
		"more":       base + "-- s/z --\n",
		"less":       strings.TrimPrefix(base, "symlink s/l -> a\n"),
	} {
		if s := layOut(t, archive); s.Digest == first.Digest {
			t.Errorf("%s: the digest does not change", name)
		}
	}
	mode := layOut(t, "mode 0666 s/a\n"+base)
	if runtime.GOOS != "windows" && mode.Fingerprint() == first.Fingerprint() {
		t.Error("the fingerprint does not change with the mode")
	}
	if mode.Digest != first.Digest {
		t.Error("the digest changes with permission bits that depend on the umask")
	}
	if readAt(t, filepath.Join(tree(t, base), "s")).Fingerprint() != first.Fingerprint() {
		t.Error("the fingerprint of the same package changes")
	}
}

// BenchmarkRead reads a skill of five files, of the size that skills have.
func BenchmarkRead(b *testing.B) {
	f, err := fixture.Parse([]byte("-- s/SKILL.md --\n---\nname: s\ndescription: Formats tables. Use when a table needs formatting.\nlicense: MIT\nmetadata:\n  author: a\n---\n" +
		strings.Repeat("# Title\n\nProse with [a link](references/a.md) and `scripts/run.sh`, and more words.\n\n```sh\nscripts/run.sh x\n```\n\n", 50) +
		"-- s/references/a.md --\n" + strings.Repeat("Some prose of a reference that is read when it is needed.\n", 100) +
		"-- s/references/b.md --\n" + strings.Repeat("- an item of a list, https://example.com/x\n", 50) +
		"-- s/scripts/run.sh --\n#!/bin/sh\n" + strings.Repeat("echo hello\n", 100) + "-- s/LICENSE.txt --\n" + strings.Repeat("Permission is granted.\n", 50)))
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if err := f.Write(dir); err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(*os.Root) error{
		"whole": func(root *os.Root) error { _, err := Read(context.Background(), root, "s", WithDir("s")); return err },
		"inventory": func(root *os.Root) error {
			s, err := Inventory(context.Background(), root, "s", WithDir("s"))
			if err == nil {
				s.Fingerprint()
			}
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				root, err := os.OpenRoot(filepath.Join(dir, "s"))
				if err != nil {
					b.Fatal(err)
				}
				if err := read(root); err != nil {
					b.Fatal(err)
				}
				root.Close()
			}
		})
	}
}
