package lookup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/system"
)

// layout makes files: a name that ends in "/" is a folder, "a -> b" a link, and
// any other a program unless its name ends in ".txt".
func layout(t *testing.T, names ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if from, to, link := strings.Cut(n, " -> "); link {
			err = os.Symlink(to, filepath.Join(root, from))
		} else if strings.HasSuffix(n, "/") {
			err = os.MkdirAll(filepath.Join(root, n), 0o755)
		} else {
			mode := os.FileMode(0o755)
			if strings.HasSuffix(n, ".txt") {
				mode = 0o644
			}
			err = os.WriteFile(filepath.Join(root, n), []byte("#!/bin/sh\n"), mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestResolve(t *testing.T) {
	t.Parallel()
	root := layout(t, "bin/", "evil/", "bin/ls", "bin/link -> ls", "bin/gone -> nowhere", "bin/data.txt", "evil/ls", "bin/dir/", "here", "home/", "home/x")
	s := Search{Path: filepath.Join(root, "bin") + ":" + filepath.Join(root, "evil"), Dir: root, Home: filepath.Join(root, "home")}
	for _, c := range []struct{ name, how, path, real string }{
		{"ls", "search", "bin/ls", "bin/ls"}, {"link", "search", "bin/link", "bin/ls"}, {"gone", "none", "", ""}, {"data.txt", "none", "", ""}, {"dir", "none", "", ""},
		{"nosuch", "none", "", ""}, {"./here", "path", "here", "here"}, {"evil/ls", "path", "evil/ls", "evil/ls"}, {"~/x", "path", "home/x", "home/x"}, {"here", "none", "", ""}, {"", "none", "", ""},
	} {
		p := s.Resolve(c.name)
		path, real := strings.TrimPrefix(p.Path, root+"/"), strings.TrimPrefix(p.Real, root+"/")
		if p.How != c.how || path != c.path || real != c.real || p.Found != (c.real != "") {
			t.Errorf("%q: got %+v", c.name, p)
		}
	}
	s.Path = ":" + s.Path
	if p := s.Resolve("here"); p.How != "search" || p.Path != filepath.Join(root, "here") {
		t.Errorf("an empty PATH entry is the working directory: %+v", p)
	}
	s.Path = "bin"
	if p := s.Resolve("ls"); p.Path != filepath.Join(root, "bin/ls") {
		t.Errorf("a relative PATH entry is taken from the working directory: %+v", p)
	}
}

func TestResolveSaysWhoCanWrite(t *testing.T) {
	t.Parallel()
	root := layout(t, "bin/", "bin/ls")
	file := filepath.Join(root, "bin", "ls")
	s := Search{Path: filepath.Join(root, "bin"), Dir: root}
	if err := os.Chmod(file, 0o777); err != nil {
		t.Fatal(err)
	}
	p := s.Resolve("ls")
	if !p.Writable || !p.WorldWritable || p.Mode != "0777" || !p.Script {
		t.Errorf("got %+v", p)
	}
	if !strings.HasPrefix(p.Digest, "sha256:") || len(p.Digest) != 71 {
		t.Errorf("a program that can be changed has a digest, got %q", p.Digest)
	}
	before := p.Digest
	if err := os.WriteFile(file, []byte("#!/bin/sh\nid\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if after := s.Resolve("ls").Digest; after == before {
		t.Error("the digest did not change with the program")
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	root := layout(t, "ws/", "ws/sub/", "ws/a.txt", "out/", "out/b.txt", "ws/esc -> ../out", "ws/loop -> loop", "ws/dangle -> ../out/new", "ws/up/", "home/")
	s := Scope{Dir: filepath.Join(root, "ws"), Home: filepath.Join(root, "home"), Roots: []string{filepath.Join(root, "ws")}}
	for _, c := range []struct {
		raw, real, root string
		exists, link    bool
		err             bool
	}{
		{"a.txt", "ws/a.txt", "ws", true, false, false}, {"./sub/../a.txt", "ws/a.txt", "ws", true, false, false}, {"new.txt", "ws/new.txt", "ws", false, false, false},
		{"esc/b.txt", "out/b.txt", "", true, true, false}, {"esc/../ws/a.txt", "ws/a.txt", "ws", true, true, false}, {"dangle", "out/new", "", false, true, false},
		{"../out/b.txt", "out/b.txt", "", true, false, false}, {"loop", "", "", false, false, true},
	} {
		f := s.Resolve(c.raw, false, Dir{Known: true})
		if got := strings.TrimPrefix(f.Real, root+"/"); got != c.real || strings.TrimPrefix(f.Root, root+"/") != c.root || f.Exists != c.exists || f.Link != c.link || (f.Error != "") != c.err {
			t.Errorf("%s: got %+v", c.raw, f)
		}
	}
	if f := s.Resolve("x", false, Dir{}); f.Error == "" {
		t.Error("a relative path in an unknown directory cannot be resolved")
	}
	if f := s.Resolve("~/x", true, Dir{Known: true}); f.Path != filepath.Join(root, "home/x") {
		t.Errorf("~: %+v", f)
	}
	if f := s.Resolve("~bob/x", true, Dir{Known: true}); f.Error == "" {
		t.Error("another user's home is not known")
	}
}

// Where /bin is a link to /usr/bin, a program in one is known by both names.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	bin, err := filepath.EvalSymlinks("/bin")
	if err != nil {
		t.Skip("there is no /bin here")
	}
	p := Search{Path: "/usr/bin", Dir: "/"}.Resolve("ls")
	if !p.Found {
		t.Skip("there is no ls here")
	}
	if got, want := slices.Contains(p.Also, "/bin/ls"), bin == "/usr/bin"; got != want {
		t.Errorf("/bin/ls is another name of /usr/bin/ls: %v, want %v (%v)", got, want, p.Also)
	}
	if also := otherNames(system.Here{}, "/opt/x/ls"); also != nil {
		t.Errorf("a program elsewhere has no other name: %v", also)
	}
}
