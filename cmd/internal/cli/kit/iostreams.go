package kit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/folder"
)

// IOStreams are the streams of a command, and what is known about them.
type IOStreams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY say that the stream is a terminal.
	InTTY, OutTTY, ErrTTY bool
	// NoPager writes long texts to the terminal as they are.
	NoPager bool
	// Getenv looks up the environment.
	Getenv func(string) string
	// Environ is the whole environment, as "NAME=value"; nil: that of the process.
	Environ func() []string
	// Dir is the working directory; "" stands for that of the process. With one, the
	// environment is what Getenv says alone, and nothing of the process is changed:
	// several commands can run at once. Commands that start others, wait for signals
	// or ask for more of the environment are for a process of their own.
	Dir string
}

// environ is the environment that a command would inherit.
func (s *IOStreams) environ() []string {
	if s.Environ == nil {
		return os.Environ()
	}
	return s.Environ()
}

// Abs is the absolute path of one that was typed.
func (s *IOStreams) Abs(name string) (string, error) { return filepath.Abs(s.At(name)) }

// At is where a path leads that was typed.
func (s *IOStreams) At(name string) string { return folder.From(s.Dir, name) }

// PolicyDir opens a folder of policies that was typed or that settings name.
func (s *IOStreams) PolicyDir(name string) (fs.FS, error) {
	return settings.PolicyDirFrom(s.Dir, name)
}

// TempDir is the folder for temporary files, "" for that of the process.
func (s *IOStreams) TempDir() string {
	if s.Dir == "" {
		return ""
	}
	if runtime.GOOS == "windows" {
		return s.Getenv("TEMP")
	}
	return s.Getenv("TMPDIR")
}

// lookup is what the engine looks up the environment by; nil: by that of the
// process.
func (s *IOStreams) lookup() func(string) (string, bool) {
	if s.Dir == "" {
		return nil
	}
	return func(name string) (string, bool) {
		value := s.Getenv(name)
		set := func(one string) bool { return strings.HasPrefix(one, name+"=") }
		return value, value != "" || slices.ContainsFunc(s.environ(), set)
	}
}

// configDir is [os.UserConfigDir], cacheDir [os.UserCacheDir], of the environment
// of the command.
func (s *IOStreams) configDir() (string, error) {
	if s.Dir == "" {
		return os.UserConfigDir()
	}
	return s.userDir("XDG_CONFIG_HOME", ".config", "Library/Application Support", "AppData")
}

func (s *IOStreams) cacheDir() (string, error) {
	if s.Dir == "" {
		return os.UserCacheDir()
	}
	return s.userDir("XDG_CACHE_HOME", ".cache", "Library/Caches", "LocalAppData")
}

// userDir is a folder of the user by a variable or below the home folder, as
// package os finds it on Unix, macOS and Windows.
func (s *IOStreams) userDir(variable, unix, darwin, windows string) (string, error) {
	below := unix
	switch runtime.GOOS {
	case "windows":
		if dir := s.Getenv(windows); dir != "" {
			return dir, nil
		}
		return "", fmt.Errorf("%%%s%% is not defined", windows)
	case "darwin":
		below = darwin
	default:
		if dir := s.Getenv(variable); filepath.IsAbs(dir) {
			return dir, nil
		} else if dir != "" {
			return "", fmt.Errorf("path in $%s is relative", variable)
		}
	}
	if home := s.Getenv("HOME"); home != "" {
		return filepath.Join(home, below), nil
	}
	return "", errors.New("$HOME is not defined")
}

// System returns the streams of the process.
func System() *IOStreams {
	return &IOStreams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
		Getenv: os.Getenv,
	}
}

// The values of --color.
const (
	ColorAuto   = "auto"
	ColorAlways = "always"
	ColorNever  = "never"
)

// Color says whether a stream gets colour. The flag wins over NO_COLOR
// (no-color.org), that over CLICOLOR_FORCE and CLICOLOR (bixense.com/clicolors),
// and they over what the stream is.
func (s *IOStreams) Color(flag string, tty bool) bool {
	switch flag {
	case ColorAlways:
		return true
	case ColorNever:
		return false
	}
	if s.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := s.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return tty && s.Getenv("CLICOLOR") != "0" && s.Getenv("TERM") != "dumb"
}

// Width is how many columns the terminal has that is written to, or $COLUMNS says; 0
// for no limit: what is not written to a terminal is neither cut nor broken.
func (s *IOStreams) Width() int {
	if !s.OutTTY {
		return 0
	}
	if n, err := strconv.Atoi(s.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if file, ok := s.Out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			return width
		}
	}
	return 0
}
