package approval

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/folder"
)

// program binds the file that a name starts in each folder that it may be
// started in.
func (b *binder) program(shown, name string, dirs []string, tilde bool) {
	if dirs == nil && !filepath.IsAbs(name) {
		b.loose("which folder %q is started in is known only when it runs", shown)
		return
	}
	if dirs == nil {
		dirs = []string{b.plan.Cwd}
	}
	found := false
	for _, dir := range dirs {
		search := lookup.Search{Path: b.plan.Subject.variable("PATH"), Dir: dir}
		if tilde {
			search.Home = b.plan.Subject.variable("HOME")
		}
		wanted := name
		if !tilde && strings.HasPrefix(name, "~/") {
			wanted = "./" + name // a quoted tilde is a folder of that name
		}
		got := search.Resolve(wanted)
		if !got.Found {
			b.plan.Programs = append(b.plan.Programs, File{Name: name})
			continue
		}
		found = true
		file, err := b.hash.file(name, got.Path)
		if err != nil {
			b.loose("%v", err)
			continue
		}
		b.plan.Programs = append(b.plan.Programs, file)
		if got.Script {
			b.shebang(file.Real, dir)
		}
	}
	if !found {
		b.lacking("%q is not installed, so it cannot be approved", name)
	}
}

// maxShebang is how far the first line of a script is read, in bytes.
const maxShebang = 512

// shebang binds what the first line of a script names: the interpreter, and
// what env is to look for.
func (b *binder) shebang(script, dir string) {
	head, err := readHead(script)
	if err != nil {
		b.loose("%v", err)
		return
	}
	line, _, whole := bytes.Cut(head, []byte("\n"))
	fields := strings.Fields(strings.TrimPrefix(string(line), "#!"))
	if !whole && len(head) == maxShebang || len(fields) == 0 {
		b.loose("the first line of %q does not say what runs it", script)
		return
	}
	for i, name := range fields {
		if i > 0 && (filepath.Base(fields[0]) != "env" || strings.HasPrefix(name, "-") || strings.Contains(name, "=")) {
			continue
		}
		search := lookup.Search{Path: b.plan.Subject.variable("PATH"), Dir: dir}
		got := search.Resolve(name)
		if !got.Found {
			b.lacking("%q, which the first line of %q names, is not installed, so it cannot be approved", name, script)
			return
		}
		file, err := b.hash.file(name, got.Path)
		if err != nil {
			b.loose("%v", err)
			return
		}
		b.plan.Programs = append(b.plan.Programs, file)
		if i > 0 {
			return
		}
	}
}

func readHead(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, maxShebang)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}

// interpreted binds what an interpreter would run.
func (b *binder) interpreted(c *command.Command, dirs []string) {
	in := c.Interpreter
	if in.Startup {
		b.loose("%q runs another file or library first (%s)", c.Base, in.Option)
	}
	switch in.Mode {
	case "file":
		b.script(c, in.Operand, dirs, c.Base == "source" || c.Base == ".")
	case "module":
		b.loose("which file the module of %q is found in is not known", c.Base)
	case "unknown":
		b.loose("what %q would run is not known", c.Base)
	case "stdin":
		switch c.Stdin.Kind {
		case "file":
			b.script(c, c.Stdin.Target, dirs, false)
		case "dev-null", "closed":
		case "heredoc", "herestring":
			if in.Code == nil {
				b.loose("what %q would run is built only when it runs", c.Base)
			}
		default:
			b.loose("%q runs what comes from its standard input (%s)", c.Base, c.Stdin.Kind)
		}
	}
}

// hit binds the file that an option makes a program run.
func (b *binder) hit(c *command.Command, hit argv.Hit, dirs []string) {
	option := strings.TrimSpace(c.Base + " " + hit.Option)
	switch hit.Kind {
	case "file", "library":
		if hit.Value == nil || strings.HasPrefix(*hit.Value, "~") {
			b.loose("which file %q runs is known only when it runs", option)
			return
		}
		b.fileIn(*hit.Value, dirs)
	case "config":
		// Either a file, or a key and its value, which stand in the text.
		switch {
		case hit.Value == nil:
			b.loose("what %q sets is known only when it runs", option)
		case !strings.Contains(*hit.Value, "="):
			b.fileIn(*hit.Value, dirs)
		}
	case "package":
		b.loose("%q fetches what it runs", option)
	case "program":
		if !hit.Resolved {
			b.loose("which program %q starts is not known", option)
		}
	case "code", "shell":
		if hit.Value == nil {
			b.loose("what %q runs is built only when it runs", option)
		}
	}
}

// script binds the file that a word names. A shell looks for the file of
// `source` on the PATH first.
func (b *binder) script(c *command.Command, word *argv.Word, dirs []string, search bool) {
	if word == nil || !word.Static() {
		b.loose("which file %q runs is known only when it runs", c.Base)
		return
	}
	name := *word.Value
	if !search || strings.Contains(name, "/") {
		b.fileIn(name, dirs)
		return
	}
	if b.changes("PATH") {
		b.loose("%q is looked for on a PATH that the command changes", name)
		return
	}
	for _, dir := range strings.Split(b.plan.Subject.variable("PATH"), ":") {
		if !filepath.IsAbs(dir) {
			b.loose("%q is looked for in %q, a folder that depends on the working directory", name, dir)
			return
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			b.fileIn(filepath.Join(dir, name), dirs)
			return
		}
	}
	b.fileIn(name, dirs)
}

// fileIn binds a file in each folder that it may be named from.
func (b *binder) fileIn(name string, dirs []string) {
	if filepath.IsAbs(name) {
		dirs = []string{"/"}
	}
	if dirs == nil {
		b.loose("which folder %q is looked for in is known only when it runs", name)
		return
	}
	found := false
	for _, dir := range dirs {
		full := name
		if !filepath.IsAbs(name) {
			// Not cleaned: what ".." behind a link means is for the links to say.
			full = dir + string(filepath.Separator) + name
		}
		file, err := b.hash.file(name, full)
		switch {
		case errors.Is(err, fs.ErrPermission):
			b.loose("%q cannot be read", full)
			return
		case err != nil:
			b.loose("%v", err)
			return
		}
		found = found || file.Real != ""
		b.plan.Scripts = append(b.plan.Scripts, file)
	}
	if !found {
		b.loose("file %q does not exist", name)
	}
}
