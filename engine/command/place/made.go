package place

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// maxMade is how many files a text is known to make; of more, any may be one.
const maxMade = 64

// findMade lists the files that a text makes, and notes what is run by its place.
func (p *places) findMade() {
	for _, r := range p.facts.Redirects {
		if r.Write && (r.Class == "file" || r.Class == "dynamic") {
			p.vars.In(r.Dir, p.facts.Commands, r.Command)
			for _, value := range p.vars.Of(r.Target) {
				p.make(command.Made{Command: r.Command, Text: r.Target.Text, Span: r.Span}, p.resolve(value, r.Dir, -1))
			}
		}
	}
	for i := range p.facts.Commands {
		c := &p.facts.Commands[i]
		if c.Context.Elsewhere || len(c.Args) == 0 {
			continue
		}
		p.vars.In(c.Dir, p.facts.Commands, c.ID)
		if !empties(c.Base) {
			p.written(c)
			p.unpacked(c)
		}
		p.bring(c)
		p.shares(c)
		p.runs(c)
	}
}

// empties reports whether a program makes files and folders with nothing in them.
func empties(base string) bool {
	switch base {
	case "touch", "mkdir", "gmkdir", "mkfifo", "truncate", "fallocate", "chmod", "gchmod", "chown", "chgrp", "rm", "rmdir", "unlink", "grm":
		return true
	}
	return false
}

// written adds what the arguments of a command make it write.
func (p *places) written(c *command.Command) {
	for _, w := range c.Writes {
		if !makes(w) && w.Kind != "append" {
			continue
		}
		list := p.vars.Of(w.Target)
		if w.Computed != nil && w.Target.Value != nil {
			list = []string{mark.Literal(*w.Computed, w.Target)}
		}
		for _, value := range list {
			switch {
			case c.Base == "split" || c.Base == "csplit":
				value += mark.UnknownPart // the name begins so
			case c.Base == "curl" && strings.Contains(value, "#"):
				value = mark.Unknown // what the braces of the address have
			}
			at := command.Made{Command: c.ID, Text: w.Target.Text, Span: w.Span, Tree: copies(c.Base) && w.Computed == nil}
			p.make(at, p.resolve(value, c.Dir, -1))
		}
	}
	if !copies(c.Base) {
		return
	}
	// A folder that is copied has files of any name; one that is a target takes the
	// names of the sources.
	for _, from := range c.Args[1:] {
		for _, w := range c.Writes {
			if w.Computed != nil || strings.HasPrefix(from.Prefix, "-") || from.Span == w.Target.Span || !makes(w) {
				continue
			}
			for _, name := range p.vars.Of(from) {
				for _, value := range p.vars.Of(w.Target) {
					p.make(command.Made{Command: c.ID, Text: from.Text, Span: w.Span}, p.resolve(value+"/"+lastPart(name), c.Dir, -1))
				}
			}
		}
	}
}

func lastPart(s string) string {
	s = strings.TrimRight(s, "/")
	return s[strings.LastIndexByte(s, '/')+1:]
}

// unpacked are the names of the files that a program makes of packed ones, which it
// cuts the ending of.
func (p *places) unpacked(c *command.Command) {
	plain := false
	switch c.Base {
	case "gunzip", "bunzip2", "unxz", "unzstd", "unlzma", "uncompress", "unlz4":
		plain = true
	case "gzip", "bzip2", "xz", "zstd", "lzma", "lz4", "pigz", "brotli":
		plain = slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool {
			v := w.Prefix
			return strings.HasPrefix(v, "--d") || strings.HasPrefix(v, "--unc") || len(v) > 1 && v[0] == '-' && v[1] != '-' && strings.Contains(v, "d")
		})
	}
	if !plain {
		return
	}
	for _, w := range c.Args[1:] {
		for _, value := range p.vars.Of(w) {
			if end := path.Ext(value); end != "" && !strings.HasPrefix(value, "-") && !strings.Contains(end, "/") {
				p.make(command.Made{Command: c.ID, Text: w.Text, Span: w.Span}, p.resolve(strings.TrimSuffix(value, end), c.Dir, -1))
			}
		}
	}
}

func (p *places) make(at command.Made, found []resolved) {
	for _, one := range found {
		if strings.HasPrefix(one.path, string(mark.Open)) || one.path == "/dev/null" || strings.HasPrefix(one.path, "/dev/std") {
			continue // a place of the environment, or none
		}
		if at.Path = shownPath(one.path); at.Path != "." || at.Tree {
			p.keep(at)
		}
	}
}

// keep notes a file that is made; of more than are known any may be one.
func (p *places) keep(at command.Made) {
	if len(p.facts.Made) >= maxMade {
		at.Path, at.Tree = "", true
		p.facts.Made[maxMade-1] = at
		return
	}
	p.facts.Made = append(p.facts.Made, at)
}

// runs adds the places of what a command runs: its own name when that is a path,
// the script of an interpreter, what is sourced.
func (p *places) runs(c *command.Command) {
	at := command.Place{Command: c.ID, Use: "run"}
	if c.Name != nil && strings.Contains(*c.Name, "/") || c.Name == nil {
		p.ran(at, c.Args[0], p.vars.Of(c.Args[0]), c)
	}
	if c.Arguments != nil {
		for _, place := range c.Arguments.Places {
			switch place.Role {
			case "run", "library", "config", "program":
				p.ran(at, place.Target, p.vars.Of(place.Target), c)
			}
		}
	}
	if c.Stdin.Read {
		p.ran(at, *c.Stdin.Target, p.vars.Of(*c.Stdin.Target), c)
	}
	i := c.Interpreter
	if i == nil || i.Operand == nil {
		return
	}
	list := p.vars.Of(*i.Operand)
	if i.Mode == "module" {
		var files []string
		for _, name := range list {
			file := strings.ReplaceAll(name, ".", "/")
			files = append(files, file+".py", file+"/__main__.py", file+"/__init__.py")
		}
		list = files
	}
	p.ran(at, *i.Operand, list, c)
}

func (p *places) ran(at command.Place, w argv.Word, list []string, c *command.Command) {
	at.Text, at.Span = w.Text, w.Span
	for _, value := range list {
		for _, one := range p.resolve(value, c.Dir, -1) {
			at.Known, at.Path, at.Variable = !mark.In(one.path), shownPath(one.path), ""
			p.emit(at)
		}
	}
}
