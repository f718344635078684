//go:build linux && (amd64 || arm64)

package native_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// judged is a file as it is now.
func judged(t testing.TB, path string) runner.Pin {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	real, err := filepath.EvalSymlinks(path)
	must(t, err)
	sum := sha256.Sum256(data)
	return runner.Pin{Path: path, Real: real, Digest: "sha256:" + hex.EncodeToString(sum[:])}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file that can be executed at once: by a process that is gone then,
// since a descriptor of this one could be inherited by whatever else it starts.
func put(t testing.TB, path string, data []byte) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	cmd := exec.Command("/bin/sh", "-c", `cat > "$1" && chmod 755 "$1"`, "sh", path)
	cmd.Stdin = bytes.NewReader(data)
	must(t, cmd.Run())
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return data
}

// The ways to put something else in the place of a file. Each is told where the
// evil one lies, which is a folder with the same names in it.
var swaps = []struct {
	name string
	do   func(t testing.TB, path, evil string)
}{
	{"another file by the same name", func(t testing.TB, path, evil string) {
		next := path + ".next"
		put(t, next, contents(t, evil))
		must(t, os.Rename(next, path))
	}},
	{"other contents in the same file", func(t testing.TB, path, evil string) {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC|syscall.O_NONBLOCK, 0)
		if errors.Is(err, syscall.EAGAIN) {
			return // writers have to wait until the command runs
		}
		must(t, err)
		_, err = file.Write(contents(t, evil))
		must(t, errors.Join(err, file.Close()))
	}},
	{"a link by the same name", func(t testing.TB, path, evil string) {
		must(t, os.Remove(path))
		must(t, os.Symlink(evil, path))
	}},
	{"another folder above it", func(t testing.TB, path, evil string) {
		must(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old"))
		must(t, os.Rename(filepath.Dir(evil), filepath.Dir(path)))
	}},
	{"a link to a folder above it", func(t testing.TB, path, evil string) {
		must(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old"))
		must(t, os.Symlink(filepath.Dir(evil), filepath.Dir(path)))
	}},
}

// swapped is a command that says "good", and what makes it say something else.
type swapped struct {
	spec       runner.Spec
	path, evil string
}

// kinds are the ways that a command is started by a file that can be swapped.
func kinds() map[string]func(t testing.TB) swapped {
	script := func(first, good, evil string, argv ...string) func(t testing.TB) swapped {
		return func(t testing.TB) swapped {
			ws := t.TempDir()
			s := swapped{path: filepath.Join(ws, "dir", "x"), evil: filepath.Join(ws, "evil", "x")}
			put(t, s.path, []byte(first+good))
			put(t, s.evil, []byte(first+evil))
			if argv == nil {
				argv = []string{s.path}
				s.spec = small(ws, argv...)
				pin := judged(t, s.path)
				s.spec.Program = &pin
				return s
			}
			s.spec = small(ws, append(argv, s.path)...)
			s.spec.Files = []runner.Pin{judged(t, s.path)}
			return s
		}
	}
	all := map[string]func(t testing.TB) swapped{
		"program": func(t testing.TB) swapped {
			ws := t.TempDir()
			s := swapped{path: filepath.Join(ws, "dir", "x"), evil: filepath.Join(ws, "evil", "x")}
			put(t, s.path, contents(t, "/bin/echo"))
			put(t, s.evil, contents(t, "/bin/ls"))
			put(t, filepath.Join(ws, "good"), nil)
			s.spec = small(ws, s.path, "good")
			put(t, filepath.Join(ws, "good"), nil)
			pin := judged(t, s.path)
			s.spec.Program = &pin
			s.spec.Argv = []string{s.path, "-n", "good"} // ls has more to say
			return s
		},
		"script":              script("#!/bin/sh\n", "printf good\n", "printf evil\n"),
		"script of a shell":   script("", "printf good\n", "printf evil\n", "/bin/sh"),
		"script through a sh": script("#!/usr/bin/env sh\n", "printf good\n", "printf evil\n"),
	}
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		all["script of python"] = script("", "print('good', end='')\n", "print('evil', end='')\n", "/usr/bin/python3")
	}
	return all
}

// attemptSwap starts a command whose file is swapped, and says how that ended.
func attemptSwap(t *testing.T, b runner.Backend, s swapped) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s.spec = on(b, s.spec)
	s.spec.Stdout, s.spec.Stderr = &stdout, &stderr
	p, err := b.Start(t.Context(), s.spec)
	var changed *runner.ChangedError
	var missing *runner.NotFoundError
	switch {
	case errors.As(err, &changed), errors.As(err, &missing):
		return
	case err != nil:
		// A file that is being written to is refused by the kernel.
		if !strings.Contains(err.Error(), "regular file") && !errors.Is(err, syscall.ETXTBSY) {
			t.Errorf("it was refused for another reason: %v", err)
		}
		return
	}
	result, err := p.Wait()
	must(t, err)
	if strings.Contains(stdout.String(), "evil") || strings.Contains(stdout.String(), "dir") {
		t.Errorf("what was not judged ran: %q", stdout.String())
	}
	// A file that is being written to is refused by the kernel, late as well as early.
	refused := result.Code == 126 &&
		(strings.Contains(stderr.String(), "is not what was judged") || strings.Contains(stderr.String(), syscall.ETXTBSY.Error()))
	if stdout.String() != "good" && !refused {
		t.Errorf("neither ran nor was refused: %+v, %q, %q", result, stdout.String(), stderr.String())
	}
}

// TestSwap swaps what was judged before the start, and when everything was looked
// at and the keeper has not been told yet.
func TestSwap(t *testing.T) {
	beside(t)
	for kind, prepare := range kinds() {
		if os.Getuid() != 0 && kind != "program" && kind != "script of a shell" {
			continue // the others take the same way
		}
		t.Run(kind, func(t *testing.T) {
			beside(t)
			for name, b := range backends(t) {
				if s := on(b, prepare(t).spec); !swapFree(t, b, s) {
					continue
				}
				for _, way := range swaps {
					t.Run(name+", "+way.name, func(t *testing.T) {
						if name == "landlock" { // all look in the same way before
							s := prepare(t)
							way.do(t, s.path, s.evil)
							attemptSwap(t, b, s)
						}
						s := prepare(t)
						attemptSwap(t, between(name, func() { way.do(t, s.path, s.evil) }), s)
					})
				}
			}
		})
	}
}

// swapFree reports whether the command says what it is to say when nothing is
// swapped, or the test would prove nothing.
func swapFree(t *testing.T, b runner.Backend, s runner.Spec) bool {
	t.Helper()
	if out := run(t, b, s); out.stdout != "good" {
		t.Errorf("%s: with nothing swapped it says %q, %q", b.Name(), out.stdout, out.stderr)
		return false
	}
	return true
}

// between is a backend of sandboxes or backends that does something when all was
// looked at.
func between(name string, do func()) runner.Backend {
	switch name {
	case "landlock without namespaces":
		return native.Landlock(native.WithoutNamespaces(), native.WithBetween(do))
	case "bubblewrap":
		return native.Bubblewrap(native.WithBetween(do))
	case "none":
		return native.None(native.WithBetween(do))
	}
	return native.Landlock(native.WithBetween(do))
}

// TestSwapFolder swaps the workspace and the working directory.
func TestSwapFolder(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		for _, moment := range []string{"before", "between"} {
			for _, way := range []string{"another folder", "a link"} {
				t.Run(name+", "+moment+", "+way, func(t *testing.T) {
					dir := t.TempDir()
					ws, secret := filepath.Join(dir, "work"), filepath.Join(dir, "secret")
					put(t, filepath.Join(ws, "file"), []byte("good"))
					put(t, filepath.Join(secret, "file"), []byte("evil"))
					s := on(b, small(ws, "/bin/sh", "-c", "cat file; cat "+ws+"/file"))
					pin, err := runner.Folder(ws)
					must(t, err)
					s.Folders = []runner.Pin{pin}
					var stdout bytes.Buffer
					s.Stdout = &stdout
					swap := func() {
						must(t, os.Rename(ws, ws+".old"))
						if way == "a link" {
							must(t, os.Symlink(secret, ws))
						} else {
							must(t, os.Rename(secret, ws))
						}
					}
					start := b
					if moment == "before" {
						swap()
					} else {
						start = between(name, swap)
					}
					p, err := start.Start(t.Context(), s)
					if err == nil {
						p.Wait()
						t.Errorf("it started, and said %q", stdout.String())
						return
					}
					var changed *runner.ChangedError
					if !errors.As(err, &changed) {
						t.Errorf("it was refused for another reason: %v", err)
					}
				})
			}
		}
	}
}

// TestScriptIsHeld writes into a script that runs. A shell reads it little by
// little, so that it would go on with what it finds.
func TestScriptIsHeld(t *testing.T) {
	beside(t)
	for name, b := range sandboxes(t) {
		if strings.Contains(name, "without") {
			continue // only a mount namespace can hold it
		}
		t.Run(name, func(t *testing.T) {
			ws := t.TempDir()
			path := filepath.Join(ws, "dir", "x")
			lines := "echo up\nread x\n" + strings.Repeat(": # this line is here for its length alone\n", 500)
			put(t, path, []byte("#!/bin/sh\n"+lines+"echo good\n"))
			s := on(b, small(ws, path))
			pin := judged(t, path)
			s.Program = &pin
			in, out := io.Pipe()
			var stdout, stderr synced
			s.Stdin, s.Stdout, s.Stderr = in, &stdout, &stderr
			p, err := b.Start(t.Context(), s)
			must(t, err)
			stdout.wait(t, "up")
			must(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"echo evil\n"), 0o755))
			out.Write([]byte("go\n"))
			_, err = p.Wait()
			must(t, err)
			if stdout.String() != "up\ngood\n" {
				t.Errorf("%q, %q", stdout.String(), stderr.String())
			}
		})
	}
}

// TestSwapRace lets somebody swap files all the time. Whatever the moment, what
// was not judged does not run. Another file by the name of a script is left out:
// see the package's comment.
func TestSwapRace(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		for kind, prepare := range kinds() {
			for _, way := range []string{"rename", "write"} {
				held := strings.HasPrefix(kind, "script") && way == "write" && name != "none" && !strings.Contains(name, "without")
				if kind != "program" && !held {
					continue
				}
				t.Run(name+", "+kind+", "+way, func(t *testing.T) {
					s := prepare(t)
					stop := keepSwapping(t, s, way)
					defer stop()
					for range fixture.Size(3, 8) {
						attemptSwap(t, b, s)
					}
				})
			}
		}
	}
}

// keepSwapping puts the evil contents and the good ones in place by turns.
func keepSwapping(t *testing.T, s swapped, way string) func() {
	good, evil := contents(t, s.path), contents(t, s.evil)
	over, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for turn := 0; ; turn++ {
			data := [][]byte{evil, good}[turn%2]
			if way == "rename" {
				os.WriteFile(s.path+".next", data, 0o755)
				os.Rename(s.path+".next", s.path)
			} else {
				os.WriteFile(s.path, data, 0o755) // a running program keeps writers out
			}
			select {
			case <-over:
				return
			case <-time.After(time.Duration(turn%7) * time.Millisecond):
			}
		}
	}()
	return func() {
		close(over)
		<-stopped
	}
}
