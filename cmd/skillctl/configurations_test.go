package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// shown are commands as a document shows them, with what they print.
type shown struct {
	// folder is the example that they are run in; needs is "docker" where they take
	// an engine, "landlock" where a command really runs in a sandbox.
	folder, needs string
	steps         []step
}

type step struct{ command, prints string }

// TestConfigurations runs the commands of examples/configurations/README.md, each
// section in a copy of its folder, and compares what they print with what is shown.
func TestConfigurations(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for sh")
	}
	// Sessions in containers take a program that is linked statically.
	program := program(t)
	root, err := filepath.Abs(filepath.Join("..", "..", "examples", "configurations"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := readShown(t, filepath.Join(root, "README.md"))
	has := map[string]bool{"": true, "landlock": landlocked("none")}
	if has["docker"], err = hasDocker(); err != nil {
		t.Fatal(err)
	}
	if has["docker"] {
		tagImages(t)
	}
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		t.Run(folder.Name(), func(t *testing.T) {
			t.Parallel()
			dir := newExample(t, filepath.Join(root, folder.Name()))
			ran := 0
			for _, block := range blocks {
				if block.folder == folder.Name() && has[block.needs] {
					block.run(t, program, dir)
					ran++
				}
			}
			if ran == 0 {
				t.Error("README.md shows no command in it")
			}
		})
	}
}

// readShown reads the blocks of a document: a heading names the folder, and each
// command follows a "$ ".
func readShown(t *testing.T, file string) []shown {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []shown
	folder, inside := "", false
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		name, heading := strings.CutPrefix(line, "## ")
		kind, fence := strings.CutPrefix(line, "```")
		switch {
		case inside && fence:
			inside = false
		case fence && strings.HasPrefix(kind, "console"):
			inside = true
			blocks = append(blocks, shown{folder: folder, needs: strings.TrimSpace(strings.TrimPrefix(kind, "console"))})
		case heading && !inside:
			folder = name
		case inside:
			block := &blocks[len(blocks)-1]
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				block.steps = append(block.steps, step{command: command})
				continue
			}
			if len(block.steps) == 0 {
				t.Fatalf("%s: %q stands before any command", file, line)
			}
			block.steps[len(block.steps)-1].prints += line + "\n"
		}
	}
	return blocks
}

// newExample is a copy of an example in a folder that is nobody's home, with a home
// beside it.
func newExample(t *testing.T, from string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Containers have a user of their own, who comes by here.
	for at := dir; at != filepath.Dir(os.TempDir()) && at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(dir, filepath.Base(from))
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"home", ".git"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// run runs the commands of a block in one shell and compares what each prints.
func (s shown) run(t *testing.T, program, dir string) {
	t.Helper()
	const mark = "\x01"
	var script strings.Builder
	for _, step := range s.steps {
		// What the next command finds in $? is how this one ended.
		fmt.Fprintf(&script, "%s\ne=$?; printf '\\001'; (exit $e)\n", step.command)
	}
	home := filepath.Join(filepath.Dir(dir), "home")
	shell := exec.CommandContext(t.Context(), "sh", "-c", script.String())
	shell.Dir = dir
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "HOME", "PATH", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "NO_COLOR", "CLICOLOR_FORCE":
		default:
			shell.Env = append(shell.Env, variable)
		}
	}
	shell.Env = append(shell.Env, "HOME="+home, "XDG_CONFIG_HOME="+home+"/config", "XDG_CACHE_HOME="+home+"/cache", "XDG_STATE_HOME="+home+"/state",
		"PATH="+filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, err := shell.CombinedOutput()
	printed := strings.Split(string(out), mark)
	if len(printed) != len(s.steps)+1 {
		t.Fatalf("%d of %d commands ended: %v\n%s", len(printed)-1, len(s.steps), err, out)
	}
	for i, step := range s.steps {
		if !printsAs(step.prints, printed[i]) {
			t.Errorf("$ %s\n%s\nis shown as\n%s", step.command, printed[i], step.prints)
		}
	}
}

// printsAs compares what a command prints with what is shown: a line "…" stands for
// any lines, and "…" in a line for any text.
func printsAs(shown, printed string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.Lines(shown) {
		if line == "…\n" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		parts := strings.Split(line, "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern.WriteString(strings.Join(parts, ".*"))
	}
	return regexp.MustCompile(pattern.String() + `\z`).MatchString(printed)
}

func TestPrintsAs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shown, printed string
		want           bool
	}{
		{"a\n", "a\n", true}, {"a\n", "a\nb\n", false}, {"", "b\n", false}, {"…\nb\n", "a\na\nb\n", true}, {"…\nb\n", "b\n", true},
		{"…\nb\n", "b\nc\n", false}, {"a\n…\n", "a\nb\nc\n", true}, {"a …/x (b)\n", "a /y/x (b)\n", true}, {"a …/x\n", "a\n/x\n", false}, {"a.\n", "ab\n", false},
	} {
		if got := printsAs(tt.shown, tt.printed); got != tt.want {
			t.Errorf("%q as %q: %v", tt.printed, tt.shown, got)
		}
	}
}

// tagImages gives the image of the tests, which has Python and Node.js, the names
// that the examples have; names that are there already are left alone.
func tagImages(t *testing.T) {
	t.Helper()
	image, err := languageImage()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"zeroclaw-python-skills:local", "openclaw/code-sandbox:latest"} {
		if exec.CommandContext(t.Context(), "docker", "image", "inspect", name).Run() == nil {
			continue
		}
		if out, err := exec.CommandContext(t.Context(), "docker", "tag", image, name).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		t.Cleanup(func() {
			if out, err := exec.Command("docker", "rmi", "--no-prune", name).CombinedOutput(); err != nil { //nolint:noctx // the test's is over
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
