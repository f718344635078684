package kit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestHintOfConfig: a configuration that may not be read is none that a setting
// of lint could leave out.
func TestHintOfConfig(t *testing.T) {
	t.Parallel()
	denied := &ExitError{Code: ExitUsage, Err: fmt.Errorf("read: %w", &configDeniedError{fs.ErrPermission})}
	if got := hint(denied, "skillctl lint"); !strings.Contains(got, "name another configuration") || strings.Contains(got, "lint") {
		t.Errorf("the hint is %q", got)
	}
}

// TestDeniedHint wants the hint about a lack of rights to be about what was tried.
func TestDeniedHint(t *testing.T) {
	denied := func(op string) error { return &fs.PathError{Op: op, Path: "/x", Err: syscall.EACCES} }
	for name, tt := range map[string]struct {
		command string
		err     error
		want    string
	}{
		"lint reads":     {"skillctl lint", denied("open"), "make it readable for this user, or leave it out with `lint: ignore` in the settings"},
		"another reads":  {"skillctl audit list", fmt.Errorf("open the audit record: %w", denied("open")), "make it readable for this user"},
		"lint writes":    {"skillctl lint", fmt.Errorf("write %q: %w", "x", syscall.EACCES), "make it, and the folder that it is in, writable for this user"},
		"another writes": {"skillctl allow", fmt.Errorf("write %q: %w", "x", denied("open")), "make it, and the folder that it is in, writable for this user"},
		"a folder":       {"skillctl policy new", denied("mkdir"), "make it, and the folder that it is in, writable for this user"},
		"removal":        {"skillctl runs remove", fmt.Errorf("clean: %w", denied("unlinkat")), "make the folder that it is in writable for this user"},
		"a link":         {"skillctl install", &os.LinkError{Op: "rename", Old: "/a", New: "/b", Err: syscall.EACCES}, "make it, and the folder that it is in, writable for this user"},
		"a system call":  {"skillctl install", fmt.Errorf("keep %q: %w", "x", os.NewSyscallError("mkdirat", syscall.EACCES)), "make it, and the folder that it is in, writable for this user"},
		"one of several": {"skillctl lint", errors.Join(errors.New("write nothing"), fmt.Errorf("save: %w", denied("rename"))), "make it, and the folder that it is in, writable for this user"},
		"another one":    {"skillctl audit list", errors.Join(fmt.Errorf("write %q: %w", "x", fs.ErrNotExist), denied("open")), "make it readable for this user"},
		"two in one":     {"skillctl update", fmt.Errorf("%w; and then: %w", syscall.ENOENT, denied("unlinkat")), "make the folder that it is in writable for this user"},
		"a lock":         {"skillctl lock", fmt.Errorf("lock %q: %w", "x", denied("open")), "make it, and the folder that it is in, writable for this user"},
		"a program":      {"skillctl exec", denied("fork/exec"), "make it executable for this user"},
	} {
		var b strings.Builder
		ReportError(&b, tt.err, tt.command)
		if !strings.HasSuffix(b.String(), "\nhint: "+tt.want+"\n") {
			t.Errorf("%s: said %q; want %q", name, b.String(), tt.want)
		}
	}
}
