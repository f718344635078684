package openclawexec

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// openClawFolder has a few programs and scripts, and is the working directory.
func openClawFolder(t *testing.T) *Scope {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bin/bash", "bin/sh", "bin/python3", "bin/ruby", "bin/node", "bin/rm", "bin/nice", "bin/npx", "bin/sudo", "bin/env", "bin/head", "tool"} {
		writeFile(t, filepath.Join(dir, name), 0o755)
	}
	for _, name := range []string{"run.sh", "a.py", "a.rb", "app.js", "two words"} {
		writeFile(t, filepath.Join(dir, name), 0o644)
	}
	if err := os.Symlink(filepath.Join(dir, "bin", "head"), filepath.Join(dir, "tail")); err != nil {
		t.Fatal(err)
	}
	return &Scope{Search: lookup.Search{Path: filepath.Join(dir, "bin"), Dir: dir, Home: dir}, Env: map[string]string{}}
}

func writeFile(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"), mode); err != nil {
		t.Fatal(err)
	}
}

func TestOpenClawBinding(t *testing.T) {
	t.Parallel()
	scope := openClawFolder(t)
	for text, want := range map[string]string{
		"rm x":                       "",
		"rm x && rm y":               "",
		"rm > x":                     BindingUnanalyzable,
		"nosuch x":                   BindingUnresolved,
		"rm x; nosuch":               BindingUnresolved,
		"caffeinate rm x":            BindingUnresolved,
		"nice rm x":                  "",
		". run.sh":                   BindingSource,
		"source run.sh":              BindingSource,
		"cd /tmp && rm x":            BindingCwd,
		"pushd /tmp; rm x":           BindingCwd,
		"bash run.sh":                "",
		"bash missing.sh":            BindingInterpreter,
		"bash -x run.sh":             "",
		"bash -i run.sh":             BindingStartup,
		"bash -s":                    BindingStartup,
		"bash --rcfile run.sh":       BindingStartup,
		"bash -lc 'rm x'":            "",
		"bash -c 'rm x > y'":         BindingInterpreter,
		"python3 a.py":               "",
		"python3 missing.py":         BindingInterpreter,
		"python3":                    BindingInterpreter,
		"python3 -c 1":               "",
		"python3 --version":          "",
		"python3 -m http.server":     BindingInterpreter,
		"node app.js":                "",
		"node -e 1":                  "",
		"node -r x -e 1":             BindingInterpreter,
		"ruby a.rb":                  "",
		"ruby -rx -e 1":              BindingInterpreter,
		"npx node app.js":            "",
		"./tool":                     "",
		"./missing":                  BindingInterpreter,
		"busybox rm x":               BindingUnresolved,
		"env -C /tmp python3 -c 1":   BindingCwd,
		"sudo rm x":                  "",
		"bash 'two words'":           "",
		"python3 -- a.py":            "",
		"python3 -W x a.py run.sh":   BindingInterpreter,
		"bash -O extglob run.sh":     "",
		"cat <<< x":                  BindingUnanalyzable,
		"rm x | nosuch":              BindingUnresolved,
		"builtin cd /tmp && rm x":    BindingCwd,
		"BASH_ENV=/x bash -c 'rm x'": "",
	} {
		if got := Read(analysis.Text(text), scope).Binding; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	scope.Env["BASH_ENV"] = "/x"
	if got := Read(analysis.Text("bash run.sh"), scope).Binding; got != BindingStartup {
		t.Errorf("with BASH_ENV: %q", got)
	}
}

func TestOpenClawScope(t *testing.T) {
	t.Parallel()
	scope := openClawFolder(t)
	dir := scope.Search.Dir
	for raw, want := range map[string]string{
		"rm":       filepath.Join(dir, "bin/rm"),
		"./tool":   filepath.Join(dir, "tool"),
		"~/tool":   filepath.Join(dir, "tool"),
		"tool":     "",
		"./run.sh": "",
		".":        "",
		"bin/rm":   filepath.Join(dir, "bin/rm"),
	} {
		if file, _ := scope.find(raw); file != want {
			t.Errorf("%q is found at %q, want %q", raw, file, want)
		}
	}
	scope.Search.Path = ""
	if file, _ := scope.find("tool"); file != filepath.Join(dir, "tool") {
		t.Errorf("an empty PATH entry is the working directory; found %q", file)
	}
	scope.SafeDirs = []string{dir, " relative ", "/nowhere"}
	got := scope.trustedDirs()
	for _, want := range []string{"/bin", "/usr/bin", dir, filepath.Join(dir, "bin")} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not trusted: %q", want, got)
		}
	}
	if slices.Contains(got, "/nowhere") || slices.Contains(got, "relative") {
		t.Errorf("trusted: %q", got)
	}
	if !scope.workdir() {
		t.Error("the working directory is a folder")
	}
}

func TestOpenClawReadsAsItsParser(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a%b": false, "a@b x": false, "a#b": false, "a:b": true, "A=1 a:b": false, "10#1 x": true, "a[0]": false,
		"echo a%b": true, "echo == x": true, "echo ==": false, "echo 5#": false,
		"[ a ]": true, "[ a b ]": false, "[ -f a -a -f b ]": true, "[ a = ]": false, "[ x > f ]": true, "[ > f ]": false,
		"[ x > f g ]": false, "[ x > $f ]": false, "[ x > $(f) ]": false, "[ -f ]": true, "[x ]": false,
		"a'*'b": false, "echo a'$(x)*'b": false, "echo '$(x)*'": true, "$ ls": false, "ls $": true, "ls $|cat": false,
		"{ad x": false, "$[1] x": false, "echo $[1]": true, "echo a$$": true, "echo $$": false, "let x=$y": false,
		"coproc ls": true, "coproc true > x": false, "coproc ls -l > x": false,
	} {
		if got := Read(analysis.Text(text), nil); got.OK != want {
			t.Errorf("%q: %v (%s), want %v", text, got.OK, got.Reason, want)
		}
	}
	for text, want := range map[string][]string{
		"ls \\ x":      {"ls", "x"},
		"echo a == b":  {"echo", "a", "b"},
		`echo "*"x`:    {"echo", `"*"x`},
		"1A=1 ls":      {"ls"},
		"--f=x ls":     {"ls"},
		"coproc ls -l": {"coproc", "ls", "-l"},
		"echo a$$ b":   {"echo", "a", "b"},
		// An assignment behind time is an argument.
		"time -p A=1 ls b":    {"time", "-p", "A=1", "ls", "b"},
		"time A+='x y' B= ls": {"time", "A+=x y", "B=", "ls"},
	} {
		got := Read(analysis.Text(text), nil)
		if len(got.Segments) != 1 || !slices.Equal(got.Segments[0].Argv, want) {
			t.Errorf("%q: %+v, want %q", text, got.Segments, want)
		}
	}
}
