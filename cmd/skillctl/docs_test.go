package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// docWidth is how wide a line of a document may be, in characters. Longer lines
// of output are cut there.
const docWidth = 120

// commandLimit is how long one command of a document may take.
const commandLimit = time.Minute

// settle is how long a file is written after the command before it: the clock of
// inodes is coarse, and settings that may have been changed by a run are refused.
const settle = 50 * time.Millisecond

// documents lists the documents whose commands run, by path from the top of the
// repository.
func documents(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 5 {
		t.Fatalf("only %d documents in docs", len(names))
	}
	return append([]string{filepath.Join("..", "..", "README.md")}, names...)
}

// TestDocuments runs what the documents show, from top to bottom as a reader would:
// the README in an empty folder, each other in a copy of the examples.
//
//   - a fence `console` holds commands after "$ " and what each prints; -update
//     writes that anew. A command ends with 0, 1 or (refused) 126.
//   - a fence `sh` is a script that has to end with 0.
//   - a fence whose first line is a comment with nothing but a path, such as
//     "# policies/no_push.rego", is that file.
//   - the word no-run after the language keeps a block from being run; needs-…
//     runs it only where the machine has what it needs.
func TestDocuments(t *testing.T) {
	binary := program(t)
	for _, name := range documents(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			runDocument(t, name, binary)
		})
	}
}

// runDocument runs one document and, with -update, writes it anew.
func runDocument(t *testing.T, name, binary string) {
	text := readDocument(t, name)
	r := &reader{dir: filepath.Join(t.TempDir(), "project"), home: t.TempDir(), bin: filepath.Dir(binary)}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// Who reads the README may have the binary alone.
	if filepath.Base(name) != "README.md" {
		if err := os.CopyFS(filepath.Join(r.dir, "examples"), os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
			t.Fatal(err)
		}
	}
	// A key that nothing may read.
	key := filepath.Join(r.home, ".ssh", "id_rsa")
	if err := os.Mkdir(filepath.Dir(key), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte("a private key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, part := range fences(t, text) {
		switch {
		case part.lang == "" || slices.Contains(part.words, "no-run") || lacks(t, part.words):
		case part.lang == "console":
			part.text = r.console(t, part)
		case part.lang == "sh":
			if shown, err := r.run(part.text); err != nil {
				t.Errorf("line %d: %v\n%s\n%s", part.line, err, part.text, shown)
			}
		default:
			r.file(t, part)
		}
		out.WriteString(part.open + part.text)
	}
	if *update && out.String() != text {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fence is a fenced block, from its opening line to before its closing one, or
// (with no language) the text between two blocks.
type fence struct {
	open, lang, text string
	words            []string
	line             int
}

// fences splits a document. What it returns, put together, is the document.
func fences(t *testing.T, text string) []fence {
	t.Helper()
	list := []fence{{line: 1}}
	marker, number := "", 0
	for line := range strings.Lines(text) {
		number++
		last := &list[len(list)-1]
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case marker != "" && strings.TrimSpace(line) == marker:
			marker = ""
			list = append(list, fence{text: line, line: number})
		case marker == "" && len(ticks) >= 3:
			marker = ticks
			words := append(strings.Fields(line[len(ticks):]), "")
			if words[0] == "" {
				t.Errorf("line %d: the block has no language", number)
			}
			list = append(list, fence{open: line, lang: words[0], words: words[1:], line: number})
		default:
			last.text += line
		}
	}
	if marker != "" {
		t.Errorf("line %d: the block is not closed", list[len(list)-1].line)
	}
	return list
}

// lacks reports whether this machine has not what a block needs.
func lacks(t *testing.T, words []string) bool {
	for _, word := range words {
		need, is := strings.CutPrefix(word, "needs-")
		if !is {
			continue
		}
		var there bool
		switch need {
		case "landlock":
			there = landlocked("restricted")
		default:
			_, err := exec.LookPath(need)
			there = err == nil
		}
		if !there {
			t.Logf("not run without %s", need)
			return true
		}
	}
	return false
}

// reader does what a document says.
type reader struct {
	dir, home, bin string
}

// run gives a text to a shell and returns all that it prints, with the folders of
// the test replaced by such as a reader has.
func (r *reader) run(text string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-e", "-c", text)
	cmd.Dir = r.dir
	cmd.Env = []string{"HOME=" + r.home, "PATH=" + r.bin + string(os.PathListSeparator) + os.Getenv("PATH"), "SHELL=/bin/sh", "COSIGN_PASSWORD=secret"}
	out, err := cmd.CombinedOutput()
	out = bytes.ReplaceAll(out, []byte(r.dir), []byte("/home/you/project"))
	out = bytes.ReplaceAll(out, []byte(r.home), []byte("/home/you"))
	return string(out), err
}

// console runs the commands of a block, compares what they print, and returns the
// block as it should be.
func (r *reader) console(t *testing.T, part fence) string {
	var updated strings.Builder
	examples := strings.Split("\n"+part.text, "\n$ ")[1:]
	if len(examples) == 0 {
		t.Errorf("line %d: a console block without a command", part.line)
	}
	for i, example := range examples {
		command, want, _ := strings.Cut(example, "\n")
		got, err := r.run(command)
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1 && exit.ExitCode() != 126) {
			t.Errorf("line %d: %s: %v\n%s", part.line, command, err, got)
			got = want // what is shown stays
		}
		got = cut(got)
		if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" && !*update {
			t.Errorf("line %d: `%s` prints something else (-document +now):\n%s", part.line, command, diff)
		}
		fmt.Fprintf(&updated, "$ %s\n%s", command, got)
		if i < len(examples)-1 && strings.HasSuffix(want, "\n") {
			updated.WriteString("\n") // an empty line between two commands stays
		}
	}
	return updated.String()
}

// cut shortens lines that are wider than a document, and takes trailing spaces
// and blank lines at the end away.
func cut(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = strings.TrimRight(line, " \t\n")
		if utf8.RuneCountInString(line) > docWidth {
			line = string([]rune(line)[:docWidth-1]) + "…"
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// file writes the file that a block is. Rego and settings that are no file would
// be tried by nothing.
func (r *reader) file(t *testing.T, part fence) {
	first, _, _ := strings.Cut(part.text, "\n")
	if name := titleOf().FindStringSubmatch(first); name != nil {
		file := filepath.Join(r.dir, filepath.FromSlash(name[1]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		time.Sleep(settle)
		if err := os.WriteFile(file, []byte(part.text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	switch part.lang {
	case "rego", "cue":
		t.Errorf("line %d: the block does not say in its first line which file it is", part.line)
	case "json":
		if !json.Valid([]byte(part.text)) {
			t.Errorf("line %d: the block is not JSON", part.line)
		}
	}
}

// titleOf matches the comment in the first line of a block that is a file.
func titleOf() *regexp.Regexp {
	return regexp.MustCompile(`^(?:#|//) ([\w.-]+(?:/[\w.-]+)*\.\w+)$`)
}

// TestDocumentLines holds every document to docWidth, and wants the files that
// its links name.
func TestDocumentLines(t *testing.T) {
	names := documents(t)
	for _, name := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/rules/README.md"} {
		names = append(names, filepath.Join("..", "..", filepath.FromSlash(name)))
	}
	link := regexp.MustCompile(`\]\(([^)\s#]+)[^)]*\)|^\[[^\]]+\]: (\S+)`)
	for _, name := range names {
		number := 0
		for line := range strings.Lines(readDocument(t, name)) {
			number++
			if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > docWidth {
				t.Errorf("%s:%d: %d characters; %d is the limit", name, number, width, docWidth)
			}
			for _, found := range link.FindAllStringSubmatch(line, -1) {
				target := found[1] + found[2]
				if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
					continue
				}
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(target))); err != nil {
					t.Errorf("%s:%d: the link to %s leads nowhere", name, number, target)
				}
			}
		}
	}
}

// TestReadmeLength keeps the README short enough to be read.
func TestReadmeLength(t *testing.T) {
	for name, limit := range map[string]int{"README.md": 200, "ARCHITECTURE.md": 250} {
		if n := strings.Count(readDocument(t, filepath.Join("..", "..", name)), "\n"); n > limit {
			t.Errorf("%s has %d lines; %d is the limit", name, n, limit)
		}
	}
}

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
