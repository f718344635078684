package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/report/format"
)

// The exit codes of every command that judges.
const (
	ExitClean    = 0 // nothing to object to
	ExitFindings = 1 // findings, or denied
	ExitUsage    = 2 // flags, paths or settings are wrong
	ExitFailure  = 3 // skillctl failed
	ExitNothing  = 4 // nothing to check
)

// The exit codes of exec and run, which follow those of containers.
const (
	ExitExecYielded  = 75  // it goes on in the background: EX_TEMPFAIL of sysexits.h
	ExitExecTimeout  = 124 // it took too long
	ExitExecFailure  = 125 // skillctl failed
	ExitExecDenied   = 126 // denied, or a person would have to be asked
	ExitExecNotFound = 127 // the program is not there
)

// ExitError ends the command with a code. Err may be nil when everything has
// been said already.
type ExitError struct {
	Code int
	Err  error
	// Help says that the help text of the command is of use.
	Help bool
}

// Error is the text of the error that it carries.
func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap gives the error that it carries.
func (e *ExitError) Unwrap() error { return e.Err }

// Usagef is an error in the way that a command was called.
func Usagef(message string, args ...any) error {
	return &ExitError{Code: ExitUsage, Err: fmt.Errorf(message, args...), Help: true}
}

// ExitCode is the code that an error ends the process with.
func ExitCode(err error) int {
	var exit *ExitError
	var rule *lint.UnknownRuleError
	var option *lint.OptionError
	var known *catalog.NothingKnownError
	switch {
	case err == nil:
		return ExitClean
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &rule), errors.As(err, &option), errors.As(err, &known):
		return ExitUsage
	}
	return ExitFailure
}

// hint says what can be done about an error of a command; all hints stand here.
func hint(err error, command string) string {
	var denied *configDeniedError
	switch {
	case errors.Is(err, context.Canceled):
		return ""
	case errors.As(err, &denied):
		return "make it readable for this user, or name another configuration"
	case errors.Is(err, fs.ErrPermission):
		return deniedHint(err, command)
	case errors.Is(err, syscall.ELOOP):
		return "a link leads back to itself; remove it"
	case errors.Is(err, syscall.EMFILE):
		return "too many files are open; try --jobs 1 or raise `ulimit -n`"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full"
	}
	return ""
}

// deniedHint says what can be done about a lack of rights, by what was tried.
func deniedHint(err error, command string) string {
	switch {
	case triedAny(err, "fork/exec"):
		return "make it executable for this user"
	case triedAny(err, "remove", "unlink", "unlinkat", "rmdir"):
		return "make the folder that it is in writable for this user"
	case triedAny(err, "write", "make", "create", "mkdir", "mkdirat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmodat", "chown", "chtimes", "truncate", "lock", "record"):
		return "make it, and the folder that it is in, writable for this user"
	}
	if strings.HasSuffix(command, " lint") {
		return "make it readable for this user, or leave it out with `lint: ignore` in the settings"
	}
	return "make it readable for this user"
}

// triedAny reports whether one of some acts failed: that of the system's error, and what the
// errors around it begin with.
func triedAny(err error, acts ...string) bool {
	var tried string
	switch one := err.(type) { //nolint:errorlint // each error of the tree is looked at by itself
	case nil:
		return false
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(one.Unwrap(), func(below error) bool { return errors.Is(below, fs.ErrPermission) && triedAny(below, acts...) })
	case *fs.PathError:
		tried = one.Op
	case *os.LinkError:
		tried = one.Op
	case *os.SyscallError:
		tried = one.Syscall
	default:
		tried, _, _ = strings.Cut(err.Error(), " ")
	}
	return slices.Contains(acts, tried) || triedAny(errors.Unwrap(err), acts...)
}

// ReportError writes an error for a person; help is the command whose help says more. A
// message may name files out of a skill, so that every line is escaped.
func ReportError(w io.Writer, err error, help string) {
	var exit *ExitError
	if errors.As(err, &exit) && exit.Err == nil {
		return
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(w, "skillctl: interrupted; nothing was left half-written")
		return
	}
	for i, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		if i == 0 {
			line = "skillctl: " + line
		} else {
			line = "  " + line
		}
		fmt.Fprintln(w, format.Escape(line))
	}
	if text := hint(err, help); text != "" {
		fmt.Fprintln(w, "hint:", text)
	}
	if errors.As(err, &exit) && exit.Help {
		fmt.Fprintf(w, "Run `%s --help` for usage.\n", help)
	}
}

// configDeniedError says that the system does not let us read the configuration.
type configDeniedError struct{ error }

// ConfigDenied marks an error as one of reading the configuration.
func ConfigDenied(err error) error { return &configDeniedError{err} }

// Unwrap gives the error that it marks.
func (e *configDeniedError) Unwrap() error { return e.error }
