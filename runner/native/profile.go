package native

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// profile is what sandbox-exec is given: everything is denied but what is listed,
// and of two rules that match, the later one wins, so that what is hidden comes
// last. temp is the folder for temporary files.
func profile(b runner.Boundary, ws, program, temp string) string {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("(version 1)")
	line("(deny default)")
	line("(allow process-fork process-exec)")
	line("(allow signal process-info* (target same-sandbox))")
	line("(allow sysctl-read)")
	line("(allow file-read-metadata)")
	line("(allow file-read* (literal \"/\"))")
	for _, dir := range macFolders() {
		line("(allow file-read* file-map-executable (subpath %s))", quote(dir))
	}
	for _, device := range []string{"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/dtracehelper"} {
		line("(allow file-read* file-write-data file-ioctl (literal %s))", quote(device))
	}
	line("(allow file-read* file-map-executable (literal %s))", quote(program))
	b, outer := macShown(b, ws)
	for _, path := range outer {
		line(macDeny, quote(path))
	}
	for _, dir := range b.Read {
		line("(allow file-read* file-map-executable (subpath %s))", quote(dir))
	}
	for _, dir := range append([]string{temp}, b.Write...) {
		line("(allow file-read* file-write* file-map-executable (subpath %s))", quote(dir))
	}
	switch b.Workspace.Access {
	case "rw":
		line("(allow file-read* file-write* file-map-executable (subpath %s))", quote(ws))
	case "ro":
		line("(allow file-read* file-map-executable (subpath %s))", quote(ws))
	}
	if b.Network == "full" {
		// Unix sockets are no part of it: they lead to the machine's services.
		line("(allow network* (local ip) (remote ip))")
		line("(allow network-outbound (literal \"/private/var/run/mDNSResponder\"))")
	}
	writable := append([]string{}, b.Write...)
	if b.Workspace.Access == "rw" {
		writable = append(writable, ws)
	}
	for _, path := range b.Protect {
		line("(deny file-write* (subpath %s))", quote(path))
		steps, _ := runner.Steps(path, writable)
		for _, dir := range steps {
			line("(deny file-write-unlink (literal %s))", quote(dir)) // nor is it moved with its folder
		}
	}
	for _, path := range append(macSecrets(), b.Hide...) {
		line(macDeny, quote(path))
	}
	return text.String()
}

// macDeny hides a file or folder.
const macDeny = "(deny file-read* file-write* process-exec (subpath %s))"

// macShown is a boundary without the hidden folders in which something is shown, and
// these: what is given in one comes after it, and nothing else of it is given.
func macShown(b runner.Boundary, ws string) (_ runner.Boundary, outer []string) {
	given := slices.Concat(macFolders(), b.Read, b.Write)
	if b.Workspace.Access != "none" {
		given = append(given, ws)
	}
	unseen := b.Hidden(b.Hide, given)
	holds := func(path string) bool {
		return slices.ContainsFunc(unseen.Except, func(s string) bool { return folder.Within(s, path) })
	}
	for _, path := range b.Hide {
		if holds(path) {
			outer = append(outer, path)
		}
	}
	b.Hide = slices.DeleteFunc(slices.Clone(b.Hide), holds)
	b.Read, b.Write = slices.DeleteFunc(slices.Clone(b.Read), unseen.Covers), slices.DeleteFunc(slices.Clone(b.Write), unseen.Covers)
	return b, outer
}

// resolved is a boundary with the real paths of what it gives and hides: a profile
// is held against those. What is not there yet is hidden where it would be.
func resolved(b runner.Boundary) runner.Boundary {
	b.Read, b.Write, b.Hide, b.Protect = realPaths(b.Read), realPaths(b.Write), realPaths(b.Hide), realPaths(b.Protect)
	return b
}

func realPaths(paths []string) []string {
	var all []string
	for _, path := range paths {
		at, rest := filepath.Clean(path), ""
		real, err := filepath.EvalSymlinks(at)
		for err != nil && at != filepath.Dir(at) {
			at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest)
			real, err = filepath.EvalSymlinks(at)
		}
		if err != nil {
			real = at
		}
		all = append(all, filepath.Join(real, rest))
	}
	return all
}

// macFolders are readable for every command.
func macFolders() []string {
	return []string{
		"/bin", "/sbin", "/usr", "/System", "/Library", "/opt", "/private/etc", "/private/var/db/timezone",
		"/private/var/db/dyld", "/Applications/Xcode.app",
	}
}

// macSecrets are what is in macFolders and is nobody's business.
func macSecrets() []string {
	return []string{
		"/Library/Keychains", "/private/etc/master.passwd", "/private/etc/sudoers", "/private/etc/sudoers.d",
		"/private/etc/krb5.keytab", "/private/etc/ssh",
	}
}

// quote is a string of the profile's language.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
