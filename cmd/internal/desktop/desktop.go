// Package desktop tells the person at a desktop something, where there is one. It starts
// the program that the system brings for that, waits for nothing, and fails silently:
// nothing depends on a notification.
package desktop

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/owner"
)

const (
	// within is how long the program may take.
	within = 5 * time.Second
	// maxText bounds what is told, in bytes.
	maxText = 300
)

// Desktop is where notifications go.
type Desktop struct {
	// System is the operating system, as Go names it.
	System string
	Getenv func(name string) string
	// Programs are where the program may be, in the order in which it is looked for.
	Programs []string
}

// Here is the desktop of this process.
func Here(getenv func(string) string) *Desktop {
	d := &Desktop{System: runtime.GOOS, Getenv: getenv}
	switch d.System {
	case "linux":
		// Not from PATH, which a project may change.
		d.Programs = []string{"/usr/bin/notify-send", "/usr/local/bin/notify-send", "/run/current-system/sw/bin/notify-send"}
	case "darwin":
		d.Programs = []string{"/usr/bin/osascript"}
	}
	return d
}

// Tell shows a title and a text, in which secrets are masked. It returns at once.
func (d *Desktop) Tell(title, text string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		if cmd := d.command(ctx, title, text); cmd != nil {
			_ = cmd.Run() // nobody could be told
		}
	}()
}

// command is what shows it, nil where there is no desktop.
func (d *Desktop) command(ctx context.Context, title, text string) *exec.Cmd {
	program := d.program()
	if program == "" || d.System == "linux" && !d.bus() {
		return nil
	}
	title, text = plain(title), plain(text)
	var args []string
	switch d.System {
	case "linux":
		args = []string{"--app-name=skillctl", "--", title, markup(text)}
	case "darwin":
		// The text is an argument of the program, and no part of it.
		args = []string{"-e", "on run argv", "-e", "display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run", title, text}
	default:
		return nil
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.WaitDelay = "/", time.Second
	cmd.Env = []string{} // not ours, and not all of it
	for _, name := range []string{"HOME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "LANG"} {
		if value := d.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	return cmd
}

// program is the first that is there, and that nobody else can put another in place of.
func (d *Desktop) program() string {
	for _, name := range d.Programs {
		real, err := filepath.EvalSymlinks(name)
		if err == nil && held(name) && held(real) {
			return real
		}
	}
	return ""
}

// held reports whether a file and the folders that it is in belong to the system or this
// user, and others can write to none of them.
func held(name string) bool {
	for at := name; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil || !owner.Is(info, os.Geteuid(), 0) || owner.Replaceable(info) {
			return false
		}
		if at == name && !info.Mode().IsRegular() {
			return false
		}
		if at == filepath.Dir(at) {
			return true
		}
	}
}

// bus reports whether there is a session that shows notifications: a socket of this user.
func (d *Desktop) bus() bool {
	path := filepath.Join(d.Getenv("XDG_RUNTIME_DIR"), "bus")
	if address := d.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" {
		rest, unix := strings.CutPrefix(address, "unix:path=")
		if !unix {
			return false // a bus elsewhere is not this desktop's
		}
		path, _, _ = strings.Cut(rest, ",")
	}
	if !filepath.IsAbs(path) {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeSocket != 0 && owner.Is(info, os.Geteuid())
}

// plain is a text in one line, with its secrets masked and its end cut off.
func plain(text string) string {
	text = format.WholeLine(secret.Known().Hide(text))
	if len(text) <= maxText {
		return text
	}
	cut := maxText - len("…")
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// markup is a text as notify-send shows it: that reads marks in it, and escapes.
func markup(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`).Replace(text)
}
