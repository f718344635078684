package place

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"
)

// maxPlaces is how many places are told of one text; beyond it the text is not
// understood.
const maxPlaces = 2_000

// places finds out what the words of a text come to.
type places struct {
	vars  *value.Values
	facts *command.Facts
	links []link
	// brought are the folders below which a command puts files of names, and links,
	// that only it knows.
	brought []link
	// tracked says that the place in hand is a path of a work tree.
	tracked bool
	named   [][]string
	full    bool
	// disk is where names are looked up; nil looks at none. rootReal and homeReal are the
	// working directory of the request and the home folder without links.
	disk               *lookup.Scope
	rootReal, homeReal string
	asked              map[string]string
}

// link is a link that the text makes, or a name that it gives a folder.
type link struct {
	from, to string
	command  int
}

// Find lists the places of a text.
func Find(f *command.Facts, vars *value.Values, disk *lookup.Scope) {
	p := &places{vars: vars, facts: f, named: namedPlaces()}
	defer vars.Leave()
	p.lookAt(disk)
	p.shellFolders()
	p.findLinks()
	p.findMade()
	for i := range f.Commands {
		p.command(&f.Commands[i])
		p.fed(&f.Commands[i])
	}
	for _, r := range f.Redirects {
		use := "input"
		if r.Write {
			use = "redirect"
		}
		if r.Class == "file" || r.Class == "dynamic" {
			p.vars.In(r.Dir, p.facts.Commands, r.Command)
			p.word(command.Place{Command: r.Command, Use: use}, r.Target, r.Dir)
		}
	}
	for _, v := range f.Assignments {
		if v.Value != nil && v.Op != "array" && (v.How == "prefix" || v.How == "env" || v.How == "option") {
			p.setting(v)
		}
	}
	if p.full {
		f.Note(command.Opaque{Reason: command.OpaqueLimit, Command: -1, Detail: "the words name more than 2,000 places"})
	}
}

// fed notes words of an input that may be anything, options among them.
func (p *places) fed(c *command.Command) {
	for _, w := range c.Args[min(1, len(c.Args)):] {
		for _, e := range w.Expansions {
			if e.Kind == "fed" && strings.HasPrefix(w.Prefix+e.Name, mark.Unknown) {
				p.emit(command.Place{Command: c.ID, Use: "fed", Text: c.Text, Span: w.Span})
				return
			}
		}
	}
}

// setting adds the places that a variable of one command names.
func (p *places) setting(v argv.Assignment) {
	dir := lookup.Dir{Known: true}
	if v.Command >= 0 {
		dir = p.facts.Commands[v.Command].Dir
	}
	p.vars.In(dir, p.facts.Commands, v.Command)
	list := p.vars.Of(*v.Value)
	for _, one := range list {
		list = append(list, pathParts(one)...)
	}
	p.add(command.Place{Command: v.Command, Use: "setting"}, *v.Value, mark.Limit(list), dir)
}

func (p *places) command(c *command.Command) {
	if c.Context.Elsewhere || c.Kind == "none" || c.Kind == "arithmetic" {
		return
	}
	p.vars.In(c.Dir, p.facts.Commands, c.ID)
	dir := p.entered(c)
	for _, w := range c.Args[min(1, len(c.Args)):] {
		p.word(command.Place{Command: c.ID, Use: "word"}, w, dir)
	}
	for _, w := range c.Writes {
		one := command.Place{Command: c.ID, Use: useOf(w)}
		if w.Computed != nil && w.Target.Value != nil {
			p.add(one, w.Target, []string{mark.Literal(*w.Computed, w.Target)}, c.Dir)
			continue
		}
		p.word(one, w.Target, c.Dir)
		if w.Only != "" {
			// What find deletes itself has a name that its test says.
			var list []string
			for _, folder := range p.vars.Of(w.Target) {
				list = append(list, folder+"/"+string(mark.Listed)+"/"+mark.FoundPattern(w.Only))
			}
			p.add(one, w.Target, mark.Limit(list), c.Dir)
		}
	}
	p.read(c, dir)
	p.into(c)
	p.here(c)
	p.readThrough(c)
}

// useOf is what a write is as the use of a place: a folder that files are put into
// is written.
func useOf(w argv.Write) string {
	if w.Kind == "write-into" {
		return "write"
	}
	return w.Kind
}

// word adds what a word comes to, as a whole and in parts.
func (p *places) word(at command.Place, w argv.Word, dir lookup.Dir) {
	list := p.vars.Of(w)
	named := p.onlyNamed(w, list)
	if len(named) > 0 && changes(at.Use) {
		list = slices.DeleteFunc(list, func(one string) bool { return strings.HasSuffix(one, "/"+string(mark.Listed)) })
	}
	list = append(list, named...)
	p.add(at, w, list, dir)
	if at.Use != "word" {
		return
	}
	at.Use = "part"
	var parts []string
	for _, one := range list {
		parts = append(parts, pathParts(one)...)
	}
	p.add(at, w, mark.Limit(parts), dir)
}

// onlyNamed are values of a word that stands for what find finds, with the name that its
// tests say.
func (p *places) onlyNamed(w argv.Word, values []string) []string {
	var out []string
	for _, one := range values {
		if w.Only != "" && strings.HasSuffix(one, "/"+string(mark.Listed)) {
			out = append(out, one+"/"+mark.FoundPattern(w.Only))
		}
	}
	return out
}

// add adds the places that values come to.
func (p *places) add(at command.Place, w argv.Word, values []string, dir lookup.Dir) {
	at.Text, at.Span = w.Text, w.Span
	for _, value := range values {
		for _, one := range p.resolve(value, dir, at.Command) {
			at.Via = ""
			if one.linked {
				at.Via = "link"
			}
			p.put(at, one.path)
		}
	}
}

// put adds one path, and the named places that it may be when a part of it is
// not known.
func (p *places) put(at command.Place, found string) {
	through := !p.tracked && p.throughBrought(at, found)
	if at.Variable = ""; strings.HasPrefix(found, string(mark.Open)) {
		name, rest, _ := strings.Cut(found[1:], string(mark.Close))
		whole := strings.TrimLeft(name, string(mark.OfValue))
		if at.Variable, found = whole, rest; whole != name { // a part of it may be anything, or nothing
			named := at
			named.Variable, named.Known = "", false
			for _, named.Path = range p.mayBe(tidy(mark.Unknown + rest)) {
				p.emit(named)
			}
		}
	}
	at.Known = !mark.In(found)
	if !at.Known && at.Variable == "" {
		for _, one := range p.mayHold(found, at.Use == "read" && !p.onlyFiles(at.Command)) {
			at.Path = one
			p.emit(at)
		}
		p.overPattern(at, found)
	}
	if at.Known && at.Variable == "" {
		p.behindLinks(at, found)
	}
	if through {
		unknown := at
		unknown.Known, unknown.Path, unknown.Via, unknown.Variable = false, "", "link", ""
		p.emit(unknown)
	}
	at.Path = shownPath(found)
	if at.Variable == "" && ordinary(found) && !strings.Contains(found, mark.Unknown) && (at.Known || !changes(at.Use)) && !p.spelledOtherwise(at, found) {
		return
	}
	p.emit(at)
}

// spelledOtherwise reports whether a word that does not show it comes to a name with a
// meaning of its own.
func (p *places) spelledOtherwise(at command.Place, found string) bool {
	return !mark.In(found) && !strings.HasSuffix(at.Text, path.Base(found)) && isObeyed(found)
}

func (p *places) emit(at command.Place) {
	if len(p.facts.Places) >= maxPlaces {
		p.full = true
		return
	}
	if !slices.Contains(p.facts.Places[max(0, len(p.facts.Places)-mark.MaxValues):], at) {
		p.facts.Places = append(p.facts.Places, at)
	}
}

// changes reports whether a use changes what is there. Which files a pattern means is
// seen only beside those that there are.
func changes(use string) bool {
	switch use {
	case "write", "append", "redirect", "delete", "delete-tree", "mode", "mode-tree":
		return true
	}
	return false
}

// resolved is a path, and whether a link of the text leads there.
type resolved struct {
	path   string
	linked bool
}

// resolve says where a value leads from the folders that a command may be in.
// A command that makes a link does not follow it.
func (p *places) resolve(value string, dir lookup.Dir, id int) []resolved {
	var out []resolved
	for _, base := range p.bases(value, dir) {
		out = append(out, resolved{path: tidy(base)})
		if real := p.climbs(base); real != "" {
			out = append(out, resolved{path: real, linked: true})
		}
	}
	// Each link is followed as often as it can be, links within links too.
	for i := 0; i < len(out) && len(out) < mark.MaxValues; i++ {
		for _, l := range p.links {
			rest, ok := behind(out[i].path, l.from)
			if !ok || l.command == id {
				continue
			}
			to := resolved{path: tidy(l.to + rest), linked: true}
			if !slices.ContainsFunc(out, func(r resolved) bool { return r.path == to.path }) {
				out = append(out, to)
			}
		}
	}
	return out
}

// bases are a value joined to the folders that it is taken from.
func (p *places) bases(value string, dir lookup.Dir) []string {
	if value == "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(value, "file:"); ok {
		// A program that takes addresses reads the path behind it, others a plain name.
		rest, _, _ = strings.Cut(rest, "?")
		if trimmed, ok := strings.CutPrefix(rest, "//"); ok {
			_, rest, _ = strings.Cut(trimmed, "/")
			rest = "/" + rest
		}
		return p.bases(rest, dir)
	}
	switch value[0] {
	case '/':
		return p.process(value, dir)
	case '~':
		return p.home(value, dir)
	case mark.Anything, mark.Open:
		return []string{value}
	}
	if !dir.Known {
		return []string{mark.Unknown + "/" + value}
	}
	var out []string
	for _, base := range append([]string{dir.Path}, dir.Or...) {
		if base == "" {
			out = append(out, value)
			continue
		}
		for _, full := range p.bases(base, lookup.Dir{Known: true}) {
			out = append(out, full+"/"+value)
		}
	}
	return out
}

// home is where a tilde leads: ~ is the home folder unless the text sets HOME,
// ~+ the working directory, ~name the home of another user.
func (p *places) home(value string, dir lookup.Dir) []string {
	user, rest, _ := strings.Cut(value[1:], "/")
	switch user {
	case "":
		out := []string{value}
		if p.vars.Sets("HOME") {
			for _, home := range p.vars.Variable("HOME", 0) {
				if !strings.HasPrefix(home, "~") {
					out = append(out, home+"/"+rest)
				}
			}
		}
		return out
	case "+":
		return p.bases("./"+rest, dir)
	case "root":
		return []string{"/root/" + rest}
	}
	if user == "-" {
		var out []string
		for _, old := range p.vars.FormerFolder() {
			out = append(out, old+"/"+rest)
		}
		return out
	}
	if strings.ContainsAny(user, "-0123456789"+string([]rune{mark.Anything, mark.Part})) && !argv.IsIdentifier(user) {
		return []string{mark.Unknown + "/" + rest}
	}
	return []string{"/home/" + user + "/" + rest}
}
