//go:build linux && (amd64 || arm64)

package matrix

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/test/attempt"
)

var table = flag.Bool("table", false, "print what became of every attempt")

// cellsVariable names the file that the ordinary user's part writes its cells to.
const cellsVariable = "SKILLCTL_MATRIX_CELLS"

// nobody is an ordinary user that every machine has room for, and who runs nothing
// else: processes are counted by user.
const nobody = 65532

// cell is what became of one attempt in one column.
type cell struct {
	Column, Attempt, Title string
	// State is one of the words below; Why is what the kernel said, or the reason.
	State, Why string
}

// What can become of an attempt.
const (
	blocked = "blocked"
	through = "through"   // a failure
	open    = "open"      // through, for a reason that is written down
	unheld  = "no effect" // the control column: it did nothing there either
)

// TestMatrix makes every attempt in every backend, as root and as an ordinary
// user. One that gets through is a failure, unless the reason is written down.
func TestMatrix(t *testing.T) {
	if !*table && os.Getenv(wanted) == "" && os.Getenv(needed) == "" && os.Getenv(cellsVariable) == "" {
		t.Skip("not tried: `make boundary` does")
	}
	program := filepath.Join(t.TempDir(), "attempt")
	attempt.Build(t, program)
	t.Setenv(attempt.ProgramVariable, program)
	keeper := program
	if name := os.Getenv(cellsVariable); name != "" {
		keeper = filepath.Join(filepath.Dir(filepath.Dir(name)), "attempt")
	}

	var mu sync.Mutex
	var cells []cell
	t.Run("columns", func(t *testing.T) {
		for _, c := range columns(t, keeper) {
			t.Run(c.name, func(t *testing.T) {
				for _, one := range c.fill(t) {
					mu.Lock()
					cells = append(cells, one)
					mu.Unlock()
				}
			})
		}
	})
	if os.Getuid() == 0 {
		cells = append(cells, asUser(t, program)...)
	}
	if name := os.Getenv(cellsVariable); name != "" {
		data, err := json.Marshal(cells)
		if err == nil {
			err = os.WriteFile(name, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, c := range cells {
		switch c.State {
		case through:
			t.Errorf("%s, %s: got through: %s", c.Column, c.Title, c.Why)
		case unheld:
			t.Errorf("outside of every boundary, %s was blocked: the attempt proves nothing: %s", c.Title, c.Why)
		}
	}
	if *table {
		fmt.Print(draw(cells))
	}
}

// asUser runs this test once more as an ordinary user, and returns its cells.
func asUser(t *testing.T, program string) []cell {
	dir, err := os.MkdirTemp("", "skillctl-matrix-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	temp, cells := filepath.Join(dir, "tmp"), filepath.Join(dir, "tmp", "cells.json")
	binary, copied := filepath.Join(dir, "matrix.test"), filepath.Join(dir, "attempt")
	for from, to := range map[string]string{"/proc/self/exe": binary, program: copied} {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, data, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(temp, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{dir, temp} {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(temp, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-test.run", "^TestMatrix$", "-test.v="+fmt.Sprint(testing.Verbose()))
	cmd.Dir = temp
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp, "HOME=" + temp, cellsVariable + "=" + cells,
		attempt.ProgramVariable + "=" + copied,
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as user %d: %v\n%s", nobody, err, out)
	}
	data, err := os.ReadFile(cells)
	if err != nil {
		t.Fatalf("as user %d: %v\n%s", nobody, err, out)
	}
	var found []cell
	if err := json.Unmarshal(data, &found); err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatalf("as user %d nothing was tried:\n%s", nobody, out)
	}
	return found
}

// draw makes the table: a row for each attempt with a letter for each column, and
// then what was said, by attempt.
func draw(cells []cell) string {
	var names, rows []string
	titles, at := map[string]string{}, map[[2]string]cell{}
	for _, c := range cells {
		if _, ok := titles[c.Attempt]; !ok {
			rows = append(rows, c.Attempt)
			titles[c.Attempt] = c.Title
		}
		if !contains(names, c.Column) {
			names = append(names, c.Column)
		}
		at[[2]string{c.Column, c.Attempt}] = c
	}
	var text strings.Builder
	width := 0
	for _, row := range rows {
		width = max(width, len(titles[row]))
	}
	for i, name := range names {
		fmt.Fprintf(&text, "%*s  %s%s\n", width, "", strings.Repeat("|  ", i), name)
	}
	for _, row := range rows {
		fmt.Fprintf(&text, "%-*s  ", width, titles[row])
		for _, name := range names {
			mark := map[string]string{blocked: ".", through: "X", open: "o", unheld: "?"}[at[[2]string{name, row}].State]
			fmt.Fprintf(&text, "%-3s", mark)
		}
		text.WriteString("\n")
	}
	text.WriteString("\n.  blocked    o  open, for a reason that is written down    X  got through    blank: not tried there\n")
	for _, row := range rows {
		fmt.Fprintf(&text, "\n%s\n", titles[row])
		for _, name := range names {
			if c, ok := at[[2]string{name, row}]; ok {
				fmt.Fprintf(&text, "  %-9s %-36s %s\n", c.State, name, short(c.Why))
			}
		}
	}
	return text.String()
}

func contains(all []string, one string) bool {
	for _, have := range all {
		if have == one {
			return true
		}
	}
	return false
}

// short leaves what fits into a line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 140 {
		return string(runes[:139]) + "…"
	}
	return text
}
