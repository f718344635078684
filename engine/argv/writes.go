package argv

import (
	"path"
	"slices"
	"strings"
)

// writerSpec says which words of a program name what it writes.
type writerSpec struct {
	Names []string `json:"names"`
	Kind  string   `json:"kind"`
	// Operands: "all", "first", "second", "last" or "afterFirst". Sources: the operands before the
	// last are deleted. Values are options with a value, TargetOption the one
	// that names the target folder; All: with it every operand is a target.
	Operands     string   `json:"operands"`
	Sources      string   `json:"sources"`
	Values       []string `json:"values"`
	TargetOption []string `json:"targetOption"`
	All          []string `json:"all"`
	Append       []string `json:"append"`
	// Options whose value is written to.
	Options     []string `json:"options"`
	ShortValues string   `json:"shortValues"`
	WhenShort   string   `json:"whenShort"`
	When        []string `json:"when"`
	// Tree: the deletion is recursive.
	Tree      []string `json:"tree"`
	TreeShort string   `json:"treeShort"`
	// Assign: operands of the form of=FILE.
	Assign []string `json:"assign"`
	// InPlace options make the operands targets.
	InPlace      []string `json:"inPlace"`
	InPlaceShort string   `json:"inPlaceShort"`
	// RemoteName options write a file named like the address; RemoteDefault:
	// that is so without any option.
	// Attached options have a value only in the same word (gawk -oFILE).
	Attached []string `json:"attached"`
	// Sub-commands have targets of their own; SubFlags and SubValues may stand
	// before the sub-command.
	Subs          []*writerSpec `json:"subs"`
	SubValues     []string      `json:"subValues"`
	RemoteName    []string      `json:"remoteName"`
	RemoteDefault bool          `json:"remoteDefault"`
}

// readWrites records where the arguments of a program make it write.
func readWrites(a *arguments) {
	base := a.call.Base
	spec := a.tables.writers[base]
	if spec == nil || base == "sed" || base == "gsed" {
		return
	}
	args := a.call.Args
	scanWrites(a, spec, args)
	if len(spec.Subs) == 0 {
		return
	}
	i := subIndex(&programSpec{SubValues: spec.SubValues}, args)
	for _, sub := range spec.Subs {
		for _, n := range sub.Names {
			words := strings.Fields(n)
			if holds(args, i, words) {
				scanWrites(a, sub, args[i+len(words)-1:])
				return
			}
		}
	}
}

// holds reports whether the words stand at args[i].
func holds(args []Word, i int, words []string) bool {
	for j, w := range words {
		if i+j >= len(args) || args[i+j].Value == nil || *args[i+j].Value != w {
			return false
		}
	}
	return true
}

func scanWrites(a *arguments, spec *writerSpec, args []Word) {
	w := writeScan{spec: spec, args: args}
	w.run()
	if spec.WhenShort != "" && !w.when {
		return
	}
	for _, one := range w.out {
		a.write(one)
	}
}

type writeScan struct {
	spec     *writerSpec
	args     []Word
	out      []Write
	operands []Word
	tree     bool
	all      bool
	appends  bool
	inPlace  bool
	remote   bool
	named    bool
	when     bool
	target   *Word
}

func (s *writeScan) run() {
	for i := 1; i < len(s.args); i++ {
		w := s.args[i]
		v := w.Prefix
		s.when = s.when || s.decides(i, v)
		switch {
		case v == "--" && w.Value != nil:
			s.operands = append(s.operands, s.args[i+1:]...)
			i = len(s.args)
		case !strings.HasPrefix(v, "-") || v == "-":
			s.operand(w)
		default:
			i += s.option(i, w, v)
		}
	}
	s.finish()
}

// decides reports whether a word is the one without which nothing is written:
// the x of tar, as the first word or in a cluster, or one of When.
func (s *writeScan) decides(i int, v string) bool {
	name, _, _ := strings.Cut(v, "=")
	switch {
	case s.spec.WhenShort == "":
		return false
	case strings.HasPrefix(v, "--"):
		return abbreviates(s.spec.When, name)
	}
	return (i == 1 || strings.HasPrefix(v, "-")) && strings.Contains(v, s.spec.WhenShort)
}

func (s *writeScan) operand(w Word) {
	for _, name := range s.spec.Assign {
		if strings.HasPrefix(w.Prefix, name+"=") {
			value := after(w, len(name)+1)
			s.out = append(s.out, Write{Kind: s.spec.Kind, Option: name, Target: value, Computed: value.Value, Span: w.Span})
			return
		}
	}
	s.operands = append(s.operands, w)
}

// option handles one option and returns how many further words it uses.
func (s *writeScan) option(i int, w Word, v string) int {
	name, _, eq := strings.Cut(v, "=")
	value := func() *Word {
		if eq && strings.HasPrefix(v, "--") {
			x := after(w, len(name)+1)
			return &x
		}
		if i+1 < len(s.args) {
			return &s.args[i+1]
		}
		return nil
	}
	used := 1
	if eq && strings.HasPrefix(v, "--") {
		used = 0
	}
	switch {
	case abbreviates(s.spec.TargetOption, name):
		s.target = value()
		return used
	case abbreviates(s.spec.Options, name):
		s.put(name, value())
		return used
	case s.attached(w, v, name, eq):
	case slices.Contains(s.spec.Values, name):
		return used
	case slices.Contains(s.spec.Append, v):
		s.appends = true
	case slices.Contains(s.spec.All, v):
		s.all = true
	case abbreviates(s.spec.InPlace, name), strings.HasPrefix(v, "-i") && slices.Contains(s.spec.InPlace, "-i"):
		s.inPlace = true
	case slices.Contains(s.spec.RemoteName, v):
		s.remote = true
	case abbreviates(s.spec.Tree, name):
		s.tree = true
	case !strings.HasPrefix(v, "--"):
		return s.cluster(i, w, v)
	}
	return 0
}

// attached handles an option whose value, if any, stands in the same word.
func (s *writeScan) attached(w Word, v, name string, eq bool) bool {
	for _, o := range s.spec.Attached {
		switch {
		case strings.HasPrefix(o, "--") && eq && abbreviates([]string{o}, name):
			value := after(w, len(name)+1)
			s.put(o, &value)
			return true
		case !strings.HasPrefix(o, "--") && strings.HasPrefix(v, o):
			if value := after(w, len(o)); value.Value == nil || *value.Value != "" {
				s.put(o, &value)
			}
			return true
		}
	}
	return false
}

// abbreviates reports whether name is one of the options or an abbreviation of
// a long one.
func abbreviates(list []string, name string) bool {
	for _, o := range list {
		if o == name || len(name) > 2 && strings.HasPrefix(name, "--") && strings.HasPrefix(o, name) {
			return true
		}
	}
	return false
}

// cluster looks for options in -xvf.
func (s *writeScan) cluster(i int, w Word, v string) int {
	for j := 1; j < len(v); j++ {
		short := "-" + v[j:j+1]
		switch {
		case strings.Contains(s.spec.TreeShort, v[j:j+1]):
			s.tree = true
		case strings.Contains(s.spec.InPlaceShort, v[j:j+1]) && s.spec.InPlaceShort != "":
			s.inPlace = true
			return 0
		case slices.Contains(s.spec.RemoteName, short):
			s.remote = true
		case slices.Contains(s.spec.Append, short):
			s.appends = true
		case slices.Contains(s.spec.All, short):
			s.all = true
		case slices.Contains(s.spec.Options, short), slices.Contains(s.spec.TargetOption, short):
			var value *Word
			used := 0
			if j+1 < len(v) || w.Value == nil {
				x := after(w, j+1)
				value = &x
			} else if i+1 < len(s.args) {
				value, used = &s.args[i+1], 1
			}
			if slices.Contains(s.spec.TargetOption, short) {
				s.target = value
			} else {
				s.put(short, value)
			}
			return used
		case strings.Contains(s.spec.ShortValues, v[j:j+1]) && s.spec.ShortValues != "", slices.Contains(s.spec.Values, short):
			if j+1 < len(v) || w.Value == nil {
				return 0
			}
			return 1
		}
	}
	return 0
}

func (s *writeScan) put(option string, w *Word) {
	if w == nil {
		return
	}
	s.named = true
	if w.Value != nil && *w.Value == "-" {
		return
	}
	s.out = append(s.out, Write{Kind: s.spec.Kind, Option: option, Target: *w, Span: w.Span})
}

// finish turns the operands into targets.
func (s *writeScan) finish() {
	kind := s.spec.Kind
	switch {
	case s.tree && kind == "mode":
		kind = "mode-tree"
	case s.tree:
		kind = "delete-tree"
	case s.appends:
		kind = "append"
	}
	add := func(w Word, kind string) { s.out = append(s.out, Write{Kind: kind, Target: w, Span: w.Span}) }
	if s.target != nil {
		add(*s.target, kind)
	}
	switch {
	case s.inPlace, s.all, s.spec.Operands == "all":
		for _, w := range s.operands {
			add(w, kind)
		}
	case s.spec.Operands == "afterFirst":
		for _, w := range s.operands[min(1, len(s.operands)):] {
			add(w, kind)
		}
	case s.spec.Operands == "first" && len(s.operands) > 0:
		add(s.operands[0], kind)
	case s.spec.Operands == "second" && len(s.operands) > 1:
		add(s.operands[1], kind)
	case s.spec.Operands == "last" && s.target == nil && len(s.operands) > 1:
		s.last(kind, add)
	}
	if s.spec.Sources != "" {
		for _, w := range s.operands[:max(0, len(s.operands)-1)] {
			add(w, s.spec.Sources)
		}
	}
	if s.remote || s.spec.RemoteDefault && !s.named {
		for _, w := range s.operands {
			s.remoteName(w)
		}
	}
}

// last is the target of cp and its like, with the name that a file gets when
// the target is a folder.
func (s *writeScan) last(kind string, add func(Word, string)) {
	target := s.operands[len(s.operands)-1]
	add(target, kind)
	if target.Value == nil {
		return
	}
	for _, w := range s.operands[:len(s.operands)-1] {
		if w.Value == nil {
			continue
		}
		computed := path.Join(*target.Value, path.Base(*w.Value))
		s.out = append(s.out, Write{Kind: kind, Target: target, Computed: &computed, Span: target.Span})
	}
}

// remoteName is the file that curl -O and wget write: the end of the address.
func (s *writeScan) remoteName(w Word) {
	if w.Value == nil {
		return
	}
	address, _, _ := strings.Cut(*w.Value, "?")
	name := path.Base(address)
	if strings.Contains(address, "://") && strings.Count(address, "/") < 3 || name == "/" || name == "." {
		name = "index.html"
	}
	s.out = append(s.out, Write{Kind: s.spec.Kind, Option: "remote-name", Target: w, Computed: &name, Span: w.Span})
}
