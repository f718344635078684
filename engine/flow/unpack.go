package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// unpacker are programs that take apart an archive or a repository, if one of their
// arguments matches With.
type unpacker struct {
	Names []string
	With  string
	with  *lazydfa.Regexp
}

// unpacks reports whether a command takes an archive or a repository apart, and the
// folder that it is likely to make: the last of its operands, or called like it.
func (t *taint) unpacks(c *command.Command) (folder string, ok bool) {
	if len(c.Args) == 0 {
		return "", false
	}
	args := c.Args[1:min(len(c.Args), maxArgs)]
	for _, one := range watched().Unpack {
		if !slices.Contains(one.Names, t.programs[c.ID]) {
			continue
		}
		for _, w := range args {
			ok = ok || one.with.MatchString(t.word(w))
		}
	}
	if !ok {
		return "", false
	}
	for _, w := range args {
		if text := t.word(w); !strings.HasPrefix(text, "-") {
			folder = text
		}
	}
	if name := bare(folder); !strings.ContainsAny(folder[:min(1, len(folder))], "/~$") || name != path.Base(folder) {
		return name, true
	}
	return path.Clean(folder), true
}

// inside reports whether a file is in a folder: in the very one when that is written from
// the root, else in one of that name.
func inside(file, folder string) bool {
	if strings.ContainsAny(folder[:min(1, len(folder))], "/~$") {
		return strings.HasPrefix(file, strings.TrimSuffix(folder, "/")+"/")
	}
	parts := strings.Split(file, "/")
	return folder != "." && slices.Contains(parts[:len(parts)-1], folder)
}

// bare is the name of an archive or a repository without what says its format.
func bare(name string) string {
	name, _, _ = strings.Cut(strings.TrimRight(name, "/"), "?")
	for name = path.Base(name); slices.Contains([]string{".git", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst", ".zip", ".tbz", ".txz", ".7z", ".rar", ".jar", ".cpio"}, strings.ToLower(path.Ext(name))) && len(path.Ext(name)) < len(name); {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// started is the file that a command runs as it is written, behind the folder that the
// text went to before.
func (t *taint) started(c *command.Command) string {
	name := ""
	switch i := c.Interpreter; {
	case i != nil && i.Operand != nil:
		name = t.word(*i.Operand)
	case i == nil && len(c.Args) > 0 && (c.Base == "source" || c.Base == ".") && len(c.Args) > 1:
		name = t.word(c.Args[1])
	case i == nil && len(c.Args) > 0:
		name = t.word(c.Args[0])
	}
	if name = strings.ReplaceAll(name, `\`, "/"); name != "" && c.Dir.Path != "" && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~") {
		name = c.Dir.Path + "/" + strings.TrimPrefix(name, "./")
	}
	return name
}
