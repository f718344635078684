package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/settings"
)

// TestReadme runs every console example of the README in a copy of the
// examples and compares what it prints; -update writes the README anew. A
// command that ends with anything but 0, 1 or, denied, 126 fails.
func TestReadme(t *testing.T) {
	file := filepath.Join("..", "..", "README.md")
	readme, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	updated := string(readme)
	dir, home := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	binary := program(t)
	examples := consoles(string(readme))
	if len(examples) == 0 {
		t.Fatal("the README shows no example")
	}
	for _, example := range examples {
		command, want, _ := strings.Cut(example, "\n")
		args := strings.Fields(command)
		if len(args) == 0 || args[0] != "skillctl" {
			t.Errorf("the README shows %q, which is not skillctl", command)
			continue
		}
		cmd := exec.Command(binary, args[1:]...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1 && exit.ExitCode() != 126) {
			t.Errorf("%s: %v\n%s", command, err, stderr.String())
			continue
		}
		out = bytes.ReplaceAll(out, []byte(dir), []byte("/home/you/project"))
		updated = strings.Replace(updated, "$ "+example, "$ "+command+"\n"+string(out), 1)
		if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(string(out))); diff != "" && !*update {
			t.Errorf("the README shows something else for `%s` (-README +now):\n%s", command, diff)
		}
	}
	if *update && updated != string(readme) {
		if err := os.WriteFile(file, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// consoles returns what follows each "$ " in the fences marked "console".
func consoles(text string) []string {
	var out []string
	for _, block := range strings.Split(text, "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for i, example := range strings.Split("\n"+block, "\n$ ")[1:] {
			if i > 0 {
				out[len(out)-1] += "\n"
			}
			out = append(out, example)
		}
	}
	return out
}

// TestReadmeSettings wants every setting of exec in the README's table, and no
// other.
func TestReadmeSettings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "### Settings of `exec`")
	if !found {
		t.Fatal("the README has no table of settings")
	}
	table, _, _ = strings.Cut(table, "\n#")
	var got, want []string
	for line := range strings.Lines(table) {
		if name, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ = strings.Cut(name, "`")
			got = append(got, name)
		}
	}
	exec := reflect.TypeFor[settings.Exec]()
	for i := range exec.NumField() {
		want = append(want, exec.Field(i).Tag.Get("json"))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the README has %v; the settings are %v", got, want)
	}
}
