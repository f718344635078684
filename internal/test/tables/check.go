package tables

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/argv/grammar"
)

// Asked says how a program is asked for its options, and where it comes from.
type Asked struct {
	// Help are the words that print them; [--help] when there are none. Sub are those
	// behind a sub-command; without them sub-commands are not asked.
	Help []string `json:"help"`
	Sub  []string `json:"sub"`
	// Run is how it is started where no program has its name: python3 -m venv.
	Run []string `json:"run"`
	// Skip says why a program is not asked at all.
	Skip string `json:"skip"`
	// Excused are options whose help text is not what the program does, and why; "*"
	// for all of them.
	Excused map[string]string `json:"excused"`
	// Apt, NPM and Go are the packages that it is installed from.
	Apt string `json:"apt"`
	NPM string `json:"npm"`
	Go  string `json:"go"`
}

//go:embed programs.json
var programs []byte

// asked are the programs of the list, by the name of the file of their entry.
func asked() (map[string]Asked, error) {
	var list map[string]Asked
	d := json.NewDecoder(strings.NewReader(string(programs)))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("read the list of programs: %w", err)
	}
	return list, nil
}

const (
	timeLimit = 10 * time.Second // a help text takes less than one
	maxHelp   = 4 << 20          // bytes of a help text; ffmpeg's has one million
	atOnce    = 4                // programs: most of them wait for their disk
)

// Checker asks programs for their options.
type Checker struct {
	// Path is where programs are looked for, Home the empty folder that they run in.
	Path, Home string
	asked      map[string]Asked
}

// New returns a checker that looks for programs in path and starts them in home.
func New(path, home string) (*Checker, error) {
	list, err := asked()
	if err != nil {
		return nil, err
	}
	return &Checker{Path: path, Home: home, asked: list}, nil
}

// Check compares every entry of a folder with its program, in the order of names.
func (c *Checker) Check(ctx context.Context, entries fs.FS) ([]Result, error) {
	files, err := fs.Glob(entries, "programs/*.json")
	if err != nil {
		return nil, fmt.Errorf("list entries: %w", err)
	}
	known := map[string]bool{}
	results := make([][]Result, len(files))
	var running sync.WaitGroup
	places := make(chan struct{}, atOnce)
	defer running.Wait()
	for i, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".json")
		if name == "index" || name == "common" {
			continue
		}
		known[name] = true
		text, err := fs.ReadFile(entries, file)
		if err != nil {
			return nil, fmt.Errorf("read the entry of %q: %w", name, err)
		}
		e, err := grammar.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("read the entry of %q: %w", name, err)
		}
		places <- struct{}{}
		running.Go(func() {
			results[i] = c.program(ctx, name, e)
			<-places
		})
	}
	running.Wait()
	for name := range c.asked {
		if !known[name] {
			return nil, fmt.Errorf("the list of programs has %q, and policies/programs has no such entry", name)
		}
	}
	return slices.Concat(results...), nil
}

// program asks one program, and its sub-commands when the list says how.
func (c *Checker) program(ctx context.Context, name string, e *grammar.Entry) []Result {
	how := c.asked[name]
	switch {
	case how.Skip != "":
		return []Result{{Name: name, Note: how.Skip}}
	case e.Style == "none":
		return []Result{{Name: name, Note: "has no options"}}
	}
	names, before := e.Names, []string(nil)
	if len(how.Run) > 0 {
		names, before = how.Run[:1], how.Run[1:]
	}
	file := c.find(names)
	if file == "" {
		return []Result{{Name: name, Note: "not installed"}}
	}
	single := e.Style == "single" || e.Style == "go"
	words := how.Help
	if len(words) == 0 {
		words = []string{"--help"}
	}
	words = slices.Concat(before, words)
	top := merged(e, e.Groups)
	results := []Result{c.ask(ctx, file, name, words, single, top, nil, how.Excused)}
	if len(how.Sub) == 0 {
		return results
	}
	var above map[string]string
	if e.Global {
		above = top
	}
	for _, key := range subs(e) {
		s := e.Sub[key]
		first := strings.Fields(key)[0]
		one := single && s.Style == "" || s.Style == "single" || s.Style == "go"
		results = append(results, c.ask(ctx, file, name+" "+first, withSub(how.Sub, first), one, merged(s, e.Groups), above, how.Excused))
	}
	return results
}

// withSub puts a sub-command where the words have "SUB", else in front of them.
func withSub(words []string, sub string) []string {
	if i := slices.Index(words, "SUB"); i >= 0 {
		out := slices.Clone(words)
		out[i] = sub
		return out
	}
	return append([]string{sub}, words...)
}

func (c *Checker) ask(ctx context.Context, file, name string, words []string, single bool, entry, above, excused map[string]string) Result {
	text, err := c.help(ctx, file, words)
	if err != nil {
		return Result{Name: name, Note: err.Error()}
	}
	options := Read(text, single)
	if len(options) == 0 {
		return Result{Name: name, Note: "prints no options"}
	}
	return Compare(name, options, entry, above, excused)
}

// find is the first of the programs that is installed.
func (c *Checker) find(names []string) string {
	for _, name := range names {
		for _, dir := range strings.Split(c.Path, string(os.PathListSeparator)) {
			file := path.Join(dir, name)
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				return file
			}
		}
	}
	return ""
}

// help is what a program prints, on either stream, whatever it ends with.
func (c *Checker) help(ctx context.Context, file string, words []string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, timeLimit)
	defer stop()
	home, err := os.MkdirTemp(c.Home, "")
	if err != nil {
		return "", fmt.Errorf("make an empty folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }()
	cmd := exec.CommandContext(ctx, file, words...)
	cmd.Dir = home
	cmd.Env = []string{"PATH=" + c.Path, "HOME=" + home, "TMPDIR=" + home, "LC_ALL=C", "TERM=dumb", "COLUMNS=160", "PAGER=cat", "MANPAGER=cat"}
	cmd.WaitDelay = time.Second
	out := &limited{most: maxHelp}
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("printed no help within %s", timeLimit)
	case err != nil && !errors.As(err, &ended) && !errors.Is(err, exec.ErrWaitDelay):
		return "", fmt.Errorf("start it: %w", err)
	}
	return out.String(), nil
}

// limited keeps the first bytes of what is written, and takes all of it.
type limited struct {
	strings.Builder
	most int
}

// Write keeps what there is room for.
func (l *limited) Write(p []byte) (int, error) {
	if room := l.most - l.Len(); room > 0 {
		l.Builder.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
