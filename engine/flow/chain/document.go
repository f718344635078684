package chain

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// What a change does to a file of the user; "copy" is another file that is made of it.
const (
	deleted     = "delete"
	renamed     = "rename"
	overwritten = "overwrite"
	copied      = "copy"
)

// documentTable is policies/tables/documents.json.
type documentTable struct {
	Places []string `json:"places"`
	Home   string   `json:"home"`
	// Endings are those of the names of files that people make.
	Endings []string `json:"endings"`
	Here    []string `json:"here"`
	Given   struct {
		Names []string `json:"names"`
		Calls []string `json:"calls"`
		// Handlers are methods by their modules that are given a function which is called
		// with the words that the program is run with.
		Handlers map[string][]string `json:"handlers"`
	} `json:"given"`
	Walk struct {
		Calls   []string `json:"calls"`
		Methods []string `json:"methods"`
	} `json:"walk"`
	Lock struct {
		Methods []string `json:"methods"`
		Calls   []string `json:"calls"`
		Command string   `json:"command"`
	} `json:"lock"`
	Change []*changer `json:"change"`
	Remove []string   `json:"remove"`
	// Content says what else the user works on.
	Content contentTable `json:"content"`

	places            []*lazydfa.Regexp
	home, lockCommand *lazydfa.Regexp
	// general are patterns of names that files that people make fit.
	general *lazydfa.Regexp

	here, names, calls, walks, walkMethods, lockMethods, removes map[string]bool

	change map[string]*changer
}

// changer is a call that takes a file away, or its name.
type changer struct {
	Act   string   `json:"act"`
	Calls []string `json:"calls"`
	Path  string   `json:"path"`
}

func (d *documentTable) index() {
	for _, p := range d.Places {
		d.places = append(d.places, lazydfa.New(p))
	}
	d.home, d.lockCommand = lazydfa.New(d.Home), lazydfa.New(d.Lock.Command)
	d.general = lazydfa.New(`(?i)(^|/|\*)(\*|\*\.\*|[^/]*\.(` + strings.Join(d.Endings, "|") + `)|[^/]*\.[*{?\[][^/]*)$`)
	d.here, d.names, d.calls, d.walks = jsontable.Set(d.Here), jsontable.Set(d.Given.Names), jsontable.Set(d.Given.Calls), jsontable.Set(d.Walk.Calls)
	d.walkMethods, d.lockMethods, d.removes = jsontable.Set(d.Walk.Methods), jsontable.Set(d.Lock.Methods), jsontable.Set(d.Remove)
	d.Content.index()
	d.change = byCall(d.Change, func(c *changer) []string { return c.Calls })
}

// kept reports whether a file or folder is among what people keep for themselves.
func (d *documentTable) kept(file string) bool {
	return d.made(file) && slices.ContainsFunc(d.places, func(p *lazydfa.Regexp) bool { return p.MatchString(file) })
}

// made reports whether files that people make fit a pattern, and not only what programs
// leave.
func (d *documentTable) made(pattern string) bool {
	return !strings.ContainsAny(pattern, "*?[") || d.general.MatchString(pattern)
}

// locks reports whether a call gives back what it is given so that nobody can read it.
func (d *documentTable) locks(name, method string) bool {
	return d.lockMethods[method] || slices.ContainsFunc(d.Lock.Calls, func(c string) bool { return strings.HasSuffix(name, c) })
}

// ofUser reports whether a source is a file of the user.
func (t *taint) ofUser() bool {
	return t.kind == way.Personal || t.kind == way.Workspace || t.kind == way.Argument
}

// named are new sources of which a value has the name alone: what the file holds comes
// when it is read.
func (e *engine) named(kind, name string, n *code.Node) []*taint {
	list := e.source(kind, name, n)
	list[0].named = true
	return list
}

// names are the sources of a value that is the name of a file.
func names(list []*taint) []*taint {
	return slices.DeleteFunc(slices.Clone(list), func(t *taint) bool { return !t.named })
}

// opened are the sources of what the files hold whose names a value has; locked says
// that nobody can read it any more.
func (e *engine) opened(list []*taint, what string, locked bool, n *code.Node) []*taint {
	var found []*taint
	for _, t := range list {
		if t.named && !t.beside {
			next := *t
			next.named, next.part, next.open, next.locked = false, false, false, locked
			found = append(found, &next)
		}
	}
	return e.stepped(found, what, n)
}

// given are the names that a program gets from whoever runs it.
func (e *engine) given(name string, n *code.Node) []*taint {
	if n == nil {
		return nil
	}
	return e.named(way.Argument, "what "+strings.TrimSuffix(name, "()")+" names", n)
}

// handles reports whether a call is given a function that is called with such names.
func (d *documentTable) handles(name, method string) bool {
	return slices.Contains(d.Given.Handlers[below(name)], method)
}

// walked are the sources of the names that a call lists.
func (e *engine) walked(dir *value, recursive bool, n *code.Node) []*taint {
	if dir == nil {
		return nil
	}
	found := names(e.all(dir))
	if tables().documents.here[dir.name] {
		return addTaints(found, e.named(way.Workspace, "the working folder", n))
	}
	for _, text := range dir.texts {
		place := strings.ReplaceAll(text, `\`, "/")
		made := tables().documents.made(place)
		recursive := recursive
		if i := strings.IndexAny(place, "*?["+hole); i >= 0 {
			recursive = recursive || strings.Contains(place[i:], "**")
			place = place[:i]
			if base := path.Base(place); i > 0 && !strings.HasSuffix(place, "/") && place != "" {
				place = strings.TrimSuffix(place, base)
			}
		}
		switch {
		case strings.Contains(text, hole) && strings.HasPrefix(text, hole):
		case recursive && (place == "" || place == "." || place == "./"):
			found = addTaints(found, e.named(way.Workspace, "the working folder", n))
		case !made:
		case tables().documents.home.MatchString(place):
			found = addTaints(found, e.named(way.Personal, "the home folder", n))
		case tables().documents.kept(place):
			found = addTaints(found, e.named(way.Personal, shown(strings.TrimSuffix(place, "/")), n))
		}
	}
	return found
}

// listing adds the sources of the names that a call lists to what it comes to.
func (e *engine) listing(v *value, name, method string, a *args, n *code.Node) *value {
	d := &tables().documents
	var dir *value
	switch {
	case v == nil:
		return v
	case d.walks[name]:
		if dir = a.way("0|path|root|top|pathname"); dir == nil && strings.HasPrefix(name, "os.") {
			dir = textValue(".")
		}
	case d.walkMethods[method] && a.self != nil:
		if dir = a.self; len(a.list) > 0 {
			dir = &value{name: a.self.name, taints: a.self.taints}
			dir.texts, _ = e.joined([]*value{a.self, a.list[0]}, "/")
			if method == "rglob" {
				dir.texts, _ = e.joined([]*value{a.self, textValue("**"), a.list[0]}, "/")
			}
		}
	default:
		return v
	}
	found, fit := e.walked(dir, method == "rglob" || strings.HasSuffix(name, "walk"), n), e.fitting(dir)
	if len(found) == 0 && fit == nil {
		return v
	}
	out := *v
	out.taints = addTaints(found, out.taints)
	if fit != nil {
		out.texts = fit
	}
	return &out
}

// fitting are the names below the home folder that fit a pattern, as far as it says what they
// are; nil for other ones, and for files that people keep there, which are followed by what
// they are.
func (e *engine) fitting(pattern *value) []string {
	if pattern == nil {
		return nil
	}
	var out []string
	for _, text := range pattern.texts {
		name := starred.Compiled().ReplaceAllString(text, hole)
		if name == text || !strings.HasPrefix(text, "~/") || e.kind(name) == way.Personal {
			return nil
		}
		out = append(out, name)
	}
	return out
}

// starred finds what stands in a pattern for parts that are not known.
var starred = lazydfa.New(`\*+(?:/\*+)*`)

// marked are sources of which the value is now the name of another file beside them.
func marked(list []*taint) []*taint {
	if !slices.ContainsFunc(list, func(t *taint) bool { return t.named && !t.beside }) {
		return list
	}
	out := slices.Clone(list)
	for i, t := range out {
		if t.named {
			next := *t
			next.beside, out[i] = true, &next
		}
	}
	return out
}

// locked are sources that are now written in a cipher.
func (e *engine) locked(list []*taint, n *code.Node) []*taint {
	out := slices.Clone(list)
	for i, t := range out {
		if t.ofUser() && !t.named {
			next := *t
			next.locked, out[i] = true, &next
		}
	}
	return e.stepped(out, "is encrypted", n)
}

// changes tells of a call that takes away a file of the user, or its name.
func (e *engine) changes(name string, a *args, n *code.Node) {
	c := named(tables().documents.change, name)
	if c == nil {
		return
	}
	if file := a.path(c.Path); file != nil {
		e.change(e.whose(file, n), c.Act, name, n)
	}
}

// sure are sources without those of which nobody says that they are files.
func sure(list []*taint) []*taint {
	if !slices.ContainsFunc(list, func(t *taint) bool { return t.open }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(t *taint) bool { return t.open })
}

// whose are the files of the user that a value names, as sources.
func (e *engine) whose(file *value, n *code.Node) []*taint {
	list := slices.DeleteFunc(e.opened(sure(file.taints), "names a file", false, n), func(t *taint) bool { return !t.ofUser() })
	if slices.ContainsFunc(list, func(t *taint) bool { return t.kind == way.Personal }) {
		return list
	}
	// Beside what the program is given, in a list of both.
	for _, text := range file.texts {
		if e.kind(text) == way.Personal {
			return append(slices.Clone(list), e.source(way.Personal, shown(text), n)...)
		}
	}
	return list
}

func (e *engine) change(list []*taint, act, name string, n *code.Node) {
	e.emit(list, way.Sink{Kind: "change", Call: strings.TrimPrefix(name, "*."), Channel: act}, n)
}

// overwrites tells of a call that writes to a file of the user, or beside it what is in
// a cipher.
func (e *engine) overwrites(file *value, data []*taint, name string, a *args, n *code.Node) {
	if file == nil {
		return
	}
	if a.self != nil && a.self.made != nil {
		if mode := a.self.made.way("1|mode"); mode != nil && len(mode.first()) < 5 && !strings.ContainsAny(mode.first(), "w+") {
			return
		}
	}
	own := slices.DeleteFunc(slices.Clone(data), func(t *taint) bool { return !t.ofUser() || t.named })
	over := e.whose(file, n)
	secret := slices.DeleteFunc(slices.Clone(own), func(t *taint) bool { return !t.locked })
	itself := slices.DeleteFunc(slices.Clone(secret), func(t *taint) bool {
		return !slices.ContainsFunc(over, func(o *taint) bool { return o.root == t.root })
	})
	switch {
	case len(itself) > 0:
		e.change(itself, overwritten, name, n)
	case len(secret) > 0:
		e.change(secret, copied, name, n)
	case len(over) > 0 && len(own) == 0:
		e.change(over, overwritten, name, n)
	}
}

// changedBy tells of a command that encrypts or removes a file of the user.
func (e *engine) changedBy(text string, command *value, name string, n *code.Node) {
	list := names(command.taints)
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	if len(list) == 0 {
		for _, w := range words[1:] {
			if w = strings.Trim(w, `"'`); e.kind(w) == way.Personal {
				list = e.named(way.Personal, shown(w), n)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	d := &tables().documents
	if d.lockCommand.MatchString(text) {
		e.change(e.opened(list, "is encrypted by a command", true, n), copied, name, n)
	}
	if d.removes[strings.ToLower(path.Base(words[0]))] || strings.Contains(text, " -sdel") {
		e.change(e.opened(list, "is named in a command", false, n), deleted, name, n)
	}
}

// carried are the files that a command sends: those that it names behind an "@", and
// those that a program for copies is given.
func (e *engine) carried(text string, taints []*taint, n *code.Node) []*taint {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	copies := slices.Contains([]string{"scp", "rsync", "sftp", "ftp"}, strings.ToLower(path.Base(words[0])))
	if !copies && !strings.Contains(text, "@") && !strings.Contains(text, " -T ") && !strings.Contains(text, "--upload-file") && !strings.Contains(text, "-file=") {
		return nil
	}
	return e.opened(taints, "is read by a command", false, n)
}

// packed notes that a command puts files into an archive.
func (e *engine) packed(text string, command *value, n *code.Node) {
	words := strings.Fields(text)
	if len(words) < 3 || !slices.Contains([]string{"tar", "zip", "7z", "7za", "rar", "ditto", "hdiutil"}, strings.ToLower(path.Base(words[0]))) {
		return
	}
	for _, w := range words[1:] {
		w = strings.Trim(w, `"'`)
		switch path.Ext(w) {
		case ".zip", ".tar", ".tgz", ".gz", ".7z", ".rar", ".bz2", ".xz", ".zst":
			e.written(textValue(w), addTaints(e.opened(names(command.taints), "is put into an archive", false, n), e.readBy(text, n)), n)
			return
		}
	}
}

// handedOver are the words that a program is run with: names of files, for all that is
// known.
func (e *engine) handedOver(argv *value, given []*taint) *value {
	out := *argv
	out.items = slices.Clone(argv.items)
	for i := 1; i < len(out.items); i++ {
		one := *out.items[i]
		one.taints = addTaints(one.taints, given)
		out.items[i] = &one
	}
	out.taints = addTaints(out.taints, given)
	return &out
}
