package remains

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestGitReads has git itself read what is left of configurations that were put
// together at random: it finds no setting that the table does not have.
func TestGitReads(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	table, err := gitTable()
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{
		"[core]\n", "[core]", "[alias]\n", "[Core \"x\"]\n", "[core \"a\\\"b\"] ", "[core.x]\n", "[]\n", "[filter \"lfs\"]\n", "[filter \"lfs\n\"]\n", "[include]\n", "[remote \"o\"]\n",
		"\tbare = true\n", "bare=false", "pager = evil\n", "\tpager = \"evil\"\n", "fsmonitor\n", "clean = git-lfs clean -- %f\n", "url = /x\n", "url = ext::sh\n", "path = x\n", "x = !evil\n",
		"\n", "\n", "\n", "[core]\n", "[remote \"o\"]\n", "\tbare = true\n", "\\\n", "\\", "\"", "#", "# c \\\n", ";", "\n", "\r\n", "\r", "\t", " ", "=", "\x00", "\ufeff", "\v", "\f", "]", "\\n", "\\\"",
	}
	random := rand.New(rand.NewPCG(12, 2)) // the same configurations each time
	file := filepath.Join(t.TempDir(), "config")
	b := bounds{from: "/none/w/.git", in: "/none"}
	read := 0
	for range 150 {
		var text strings.Builder
		text.WriteString("[core]\n\tfilemode = true\n")
		for range 3 + random.IntN(12) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		left, _ := table.filter(text.String(), b, nil)
		if err := os.WriteFile(file, []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(git, "config", "--file", file, "--list", "--name-only", "-z").Output()
		if err != nil {
			continue // git refuses it
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if name == "" {
				continue
			}
			read++
			parts := strings.Split(name, ".")
			general := parts[0] + ".*." + parts[len(parts)-1]
			if table.Settings[name].Keep == "" && table.Settings[general].Keep == "" {
				t.Errorf("of %q is left %q, where git reads %q", text.String(), left, name)
			}
		}
		if slices.ContainsFunc([]string{"evil", "ext::"}, func(bad string) bool {
			return strings.Contains(strings.ReplaceAll(uncommented(left), "alias", ""), bad)
		}) {
			t.Errorf("of %q is left %q", text.String(), left)
		}
	}
	if read < 150 {
		t.Errorf("git read %d settings: nothing was shown", read)
	}
}

// uncommented is a configuration without the lines that are comments.
func uncommented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if start := strings.TrimLeft(line, " \t"); !strings.HasPrefix(start, "#") && !strings.HasPrefix(start, ";") {
			out.WriteString(line)
		}
	}
	return out.String()
}
