package approval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// Plan is what a request comes down to at this moment: what an approval of it
// is bound to.
type Plan struct {
	Subject Subject
	// Cwd is the real path of the working directory. Whoever starts the command
	// starts it there, with PWD set to it.
	Cwd string
	// Inherited are the variables that can change what it does, by name.
	Inherited map[string]string
	// Programs are the files that can be started, Scripts those that they would
	// run, each sorted and without repetition.
	Programs, Scripts []File
	// Loose says what cannot be held to, in words for a person; with anything in
	// it the request cannot be approved ahead of time.
	Loose []string

	// missing are those of Loose that installing the program would put right.
	missing []string
	// Facts are those of the command.
	Facts *command.Facts
}

// Fleeting says that no approval can hold to what would run, as it is or with all that is
// missing installed.
func (p *Plan) Fleeting() bool {
	return slices.ContainsFunc(p.Loose, func(why string) bool { return !slices.Contains(p.missing, why) })
}

// SubjectError is a request that cannot be approved, however it is looked at.
type SubjectError struct{ Why string }

// Error says why.
func (e *SubjectError) Error() string { return "this cannot be approved: " + e.Why }

// Bind finds out what a request comes down to. It opens the working directory,
// programs and scripts to read them, and runs nothing. A request that cannot be
// bound at all is a [*SubjectError]; parts that cannot be held to are in
// [Plan.Loose].
func Bind(ctx context.Context, s Subject) (*Plan, error) {
	if err := s.check(); err != nil {
		return nil, &SubjectError{err.Error()}
	}
	table, err := loadEnvironment()
	if err != nil {
		return nil, err
	}
	cwd, err := realFolder(s.Cwd)
	if err != nil {
		return nil, &SubjectError{err.Error()}
	}
	p := &Plan{Subject: s, Cwd: cwd, Inherited: s.inherited(table)}
	b := &binder{plan: p, hash: &hasher{ctx: ctx, done: map[string]string{}}}
	if s.Argv != nil {
		p.Facts = analysis.Argv(s.Argv)
	} else {
		p.Facts = analysis.Text(s.Command, analysis.WithDialect(dialectOf(s.Shell)))
	}
	b.all()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("bind an approval: %w", err)
	}
	p.Programs, p.Scripts, p.Loose = sortFiles(p.Programs), sortFiles(p.Scripts), sortTexts(p.Loose)
	return p, nil
}

func dialectOf(s Shell) command.Dialect {
	if s.Dialect == "" {
		return command.Bash
	}
	return command.Dialect(s.Dialect)
}

// realFolder is where the working directory of a request leads. The error is a
// sentence for whoever asked: no approval is bound to what is no folder.
func realFolder(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(real)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("the working directory %q does not exist", name)
	case err != nil:
		return "", fmt.Errorf("the working directory %q cannot be opened", name)
	case !info.IsDir():
		return "", fmt.Errorf("the working directory %q is not a folder", name)
	}
	return real, nil
}

func sortFiles(files []File) []File {
	slices.SortFunc(files, func(a, b File) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return slices.Compact(files)
}

func sortTexts(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// maxBound is how many commands of one request are bound.
const maxBound = 500

// binder goes through the commands of a request.
type binder struct {
	plan *Plan
	hash *hasher
}

func (b *binder) loose(format string, args ...any) {
	b.plan.Loose = append(b.plan.Loose, fmt.Sprintf(format, args...))
}

// lacking says what is not installed.
func (b *binder) lacking(format string, args ...any) {
	b.loose(format, args...)
	b.plan.missing = append(b.plan.missing, fmt.Sprintf(format, args...))
}

func (b *binder) all() {
	facts := b.plan.Facts
	if !facts.Parse.OK {
		b.loose("the text cannot be read to its end")
	}
	for _, o := range facts.Opaque {
		b.loose("a part is not understood (%s): %s", o.Reason, o.Detail)
	}
	if len(facts.Commands) > maxBound {
		b.loose("it has %d commands; at most %d can be bound to an approval", len(facts.Commands), maxBound)
		return
	}
	if program := b.plan.Subject.Shell.Program; program != "" && b.plan.Subject.Argv == nil {
		b.program(program, program, []string{b.plan.Cwd}, false)
	}
	for i := range facts.Commands {
		b.command(&facts.Commands[i])
	}
}

func (b *binder) command(c *command.Command) {
	if c.Context.Elsewhere {
		return // no file of this machine
	}
	dirs := b.dirs(c)
	if c.Role == "program" || c.Role == "dynamic" {
		b.started(c, dirs)
	}
	if c.Interpreter != nil {
		b.interpreted(c, dirs)
	}
	for _, hit := range c.Hits {
		b.hit(c, hit, dirs)
	}
}

// started binds the program of a command.
func (b *binder) started(c *command.Command, dirs []string) {
	switch {
	case c.Name == nil:
		b.loose("which program %q starts is known only when it runs", c.Text)
		return
	case c.Edge == argv.EdgeRunner:
		b.loose("%q is found, or fetched, by another program", *c.Name)
		return
	case c.Edge == argv.EdgePrivilege && !strings.Contains(*c.Name, "/"):
		b.loose("%q is looked for on another PATH, that of the other user", *c.Name)
		return
	case !strings.Contains(*c.Name, "/") && b.changes("PATH"):
		b.loose("%q is looked for on a PATH that the command changes", *c.Name)
		return
	}
	tilde := b.plan.Subject.Argv == nil && len(c.Args) > 0 && c.Args[0].Tilde
	if tilde && b.changes("HOME") {
		b.loose("%q depends on HOME, which the command changes", *c.Name)
		return
	}
	b.program(c.Text, *c.Name, dirs, tilde)
}

// changes reports whether the text may set a variable.
func (b *binder) changes(name string) bool {
	return slices.ContainsFunc(b.plan.Facts.Assignments, func(a argv.Assignment) bool {
		return a.Name == nil || *a.Name == name
	})
}

// dirs are the folders that a command may run in; nil when that is not known.
func (b *binder) dirs(c *command.Command) []string {
	if !c.Dir.Known {
		return nil
	}
	out := []string{b.plan.Cwd}
	for _, dir := range append([]string{c.Dir.Path}, c.Dir.Or...) {
		switch {
		case dir == "":
			continue
		case dir == "~" || strings.HasPrefix(dir, "~/"):
			dir = filepath.Join(b.plan.Subject.variable("HOME"), strings.TrimPrefix(dir, "~"))
		case strings.HasPrefix(dir, "~"):
			return nil // somebody else's home
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(b.plan.Cwd, dir)
		}
		out = append(out, dir)
	}
	return sortTexts(out)
}
