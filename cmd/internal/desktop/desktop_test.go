//go:build unix

package desktop

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// place is a folder with a program for notifications and the socket of a session.
func place(t *testing.T) (program, bus string) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "desktop") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	program, bus = filepath.Join(dir, "notify-send"), filepath.Join(dir, "bus")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '%s\\n' \"$@\" > "+dir+"/told.part; mv "+dir+"/told.part "+dir+"/told\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return program, bus
}

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

// TestCommand: a program is started only where there is somebody to tell, and nobody else
// can have put it there.
func TestCommand(t *testing.T) {
	t.Parallel()
	program, bus := place(t)
	there := map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + bus + ",guid=1", "HOME": "/h", "GITHUB_TOKEN": "x"}
	for name, tt := range map[string]struct {
		system string
		env    map[string]string
		mode   os.FileMode
		want   bool
	}{
		"a session":           {"linux", there, 0o755, true},
		"by its folder":       {"linux", map[string]string{"XDG_RUNTIME_DIR": filepath.Dir(bus)}, 0o755, true},
		"no session":          {"linux", map[string]string{}, 0o755, false},
		"a bus elsewhere":     {"linux", map[string]string{"DBUS_SESSION_BUS_ADDRESS": "tcp:host=example.com"}, 0o755, false},
		"no socket":           {"linux", map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + program}, 0o755, false},
		"others can write it": {"linux", there, 0o777, false},
		"another system":      {"windows", there, 0o755, false},
		"macOS":               {"darwin", map[string]string{}, 0o755, true},
	} {
		if err := os.Chmod(program, tt.mode); err != nil {
			t.Fatal(err)
		}
		d := &Desktop{System: tt.system, Getenv: env(tt.env), Programs: []string{filepath.Join(filepath.Dir(bus), "gone"), program}}
		cmd := d.command(t.Context(), "title", "text")
		if (cmd != nil) != tt.want {
			t.Errorf("%s: got %v", name, cmd)
		}
		if cmd != nil && slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "GITHUB_TOKEN") }) {
			t.Errorf("%s: it has the variables of the asker: %v", name, cmd.Env)
		}
	}
}

// TestText: what is told is one line without an end, a mark, an escape or a secret.
func TestText(t *testing.T) {
	t.Parallel()
	program, bus := place(t)
	d := &Desktop{System: "linux", Getenv: env(map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + bus}), Programs: []string{program}}
	token := "ghp_" + strings.Repeat("a1B2", 9)
	text := "--help <b>&\\n\n\x1b[2J\u202e " + token + " " + strings.Repeat("ü", 500)
	args := d.command(t.Context(), "-title", text).Args
	got := args[len(args)-1]
	if args[len(args)-3] != "--" || strings.Contains(got, token) || strings.ContainsAny(got, "\n\x1b<") || strings.Contains(got, "\u202e") || !utf8.ValidString(got) || len(got) > 2*maxText {
		t.Errorf("got %q", args)
	}
	if !strings.HasPrefix(got, `--help &lt;b&gt;&amp;\\n⟨newline⟩⟨U+001B⟩`) {
		t.Errorf("got %q", got)
	}
	d.System = "darwin"
	args = d.command(t.Context(), "title", text).Args
	if n := slices.Index(args, "end run"); n < 0 || n != len(args)-3 || strings.Contains(args[len(args)-1], token) || !strings.Contains(args[len(args)-1], "<b>") {
		t.Errorf("got %q", args)
	}
}

// TestTell starts the program, and waits for nothing.
func TestTell(t *testing.T) {
	t.Parallel()
	program, bus := place(t)
	(&Desktop{System: "linux", Getenv: env(map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + bus}), Programs: []string{program}}).Tell("a question", "make all")
	told := filepath.Join(filepath.Dir(bus), "told")
	for range 1000 {
		if text, err := os.ReadFile(told); err == nil {
			if string(text) != "--app-name=skillctl\n--\na question\nmake all\n" {
				t.Errorf("told %q", text)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("nobody was told")
}
