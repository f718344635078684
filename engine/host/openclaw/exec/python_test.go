package openclawexec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestShellVariable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x = $HOME":                    "$HOME",
		"x = '$HOME' \"$PATH\" # $A":   "",
		"# '\nx = $A_1":                "$A_1",
		"x = $home":                    "",
		"'''\n$A\n''' + $B":            "$B",
		"x = 'a\n$A'":                  "$A",
		"x = '\\'$A'":                  "",
		"x = f'{$A}'":                  "$A",
		"x = f'{{$A}}'":                "",
		"x = rf'{a[\"k\"]:{$W}} $B'":   "$W",
		"x = f'{lambda: 1}' + $C":      "$C",
		"x = f'{(lambda a: $D)}'":      "$D",
		"x = f'{a:>$E}'":               "",
		"x = xf'{$F}'":                 "",
		"x = '\xff' + $G":              "$G",
		"x = f'{":                      "",
		"x = 'a\\":                     "",
		"x = f'{a:{b:{c:{$H}}}}' '$I'": "$H",
	} {
		if _, got := shellVariable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What stands outside of the working directory, or is no file, is not read.
func TestBleed(t *testing.T) {
	t.Parallel()
	scope := openClawFolder(t)
	dir := scope.Search.Dir
	for name, text := range map[string]string{"bleed.py": "import os\r\nx = $HOME\n", "clean.py": "x = 1\n", "../outside.py": "x = $HOME\n", "long.py": "x = $HOME\n" + strings.Repeat("#\n", maxScript/2)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Remove(filepath.Join(dir, "..", "outside.py")) })
	for name, target := range map[string]string{"in.py": "bleed.py", "out.py": "../outside.py", "loop.py": "loop.py"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for command, want := range map[string]string{
		"python3 bleed.py": "bleed.py", "env A=1 python3 -u ./bleed.py a": "bleed.py", "python3 in.py": "in.py",
		"python3 clean.py": "", "python3 out.py": "", "python3 ../outside.py": "", "python3 loop.py": "", "python3 long.py": "",
		"python3 nosuch.py": "", "python3 -c bleed.py": "", "node bleed.py": "", "python3 " + dir + "/bleed.py": "bleed.py",
	} {
		found, got := scope.bleed(command), ""
		if found != nil {
			got = found.File
			if found.Line != 2 || found.Variable != "$HOME" {
				t.Errorf("%s: %+v", command, found)
			}
		}
		if got != want {
			t.Errorf("%s: found in %q, want %q", command, got, want)
		}
	}
}

func FuzzShellVariable(f *testing.F) {
	for _, text := range []string{"x = f'{a[\"k\"]:{$W}} {{$X}}'", "'''\\", "f\"{lambda:{\n", "# \r\n$A"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, variable := shellVariable(text)
		if variable != "" && !strings.HasPrefix(text[at:], variable) {
			t.Errorf("%q does not stand at %d of %q", variable, at, text)
		}
	})
}
