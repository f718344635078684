package kit

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/skillctl/skillctl/internal/folder"
)

// Show writes a text to standard output: through a pager when that is a terminal with
// fewer lines. Where there is no pager, or it fails, the text is written as it is.
func (s *IOStreams) Show(text []byte) error {
	if argv := s.pager(text); argv != nil && s.page(argv, text) {
		return nil
	}
	if _, err := s.Out.Write(text); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// page has a pager show a text, and reports whether it did.
func (s *IOStreams) page(argv []string, text []byte) bool {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), s.Out, s.Err
	cmd.Env = s.environ()
	if s.Getenv("LESS") == "" {
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	return cmd.Run() == nil
}

// pager is the command that shows a text page by page, nil when there is no need for
// one, or none that may be started.
func (s *IOStreams) pager(text []byte) []string {
	file, ok := s.Out.(*os.File)
	if !ok || !s.OutTTY || s.NoPager || s.Dir != "" || s.Getenv("TERM") == "dumb" || s.Getenv("CI") != "" {
		return nil
	}
	width, height, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 || bytes.Count(text, []byte("\n")) < height {
		return nil
	}
	argv := strings.Fields(s.pagerCommand())
	if len(argv) == 0 || argv[0] == "cat" {
		return nil
	}
	if argv[0] = s.pagerProgram(argv[0]); argv[0] == "" {
		return nil
	}
	return argv
}

// pagerCommand is what $SKILLCTL_PAGER says, or else $PAGER, or else less. One that is
// set to nothing is for no pager. It is split at blanks, and no shell reads it.
func (s *IOStreams) pagerCommand() string {
	for _, name := range []string{"SKILLCTL_PAGER", "PAGER"} {
		for _, pair := range slices.Backward(s.environ()) {
			if value, set := strings.CutPrefix(pair, name+"="); set {
				return value
			}
		}
	}
	return "less -FRX"
}

// pagerProgram is the file of a pager, "" for one that is not there or that stands in
// the workspace: nothing that came with somebody's skills is started.
func (s *IOStreams) pagerProgram(name string) string {
	found, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(found) {
		return ""
	}
	real, err := filepath.EvalSymlinks(found)
	if err != nil {
		return ""
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return ""
	}
	for _, file := range []string{found, real} {
		if folder.Within(file, Workspace(here)) {
			return ""
		}
	}
	return real
}

// Workspace is the innermost folder of git around a folder, or else the folder itself.
func Workspace(here string) string {
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}
