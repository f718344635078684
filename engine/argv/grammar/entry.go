package grammar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Entry is what a file of policies/programs says of a program, or of one of its
// sub-commands.
type Entry struct {
	// Names are the programs that the entry is about; a sub-command has none.
	Names []string `json:"names"`
	// Source is what the entry was written from, Note why something is classed as
	// it is: both are for people.
	Source string `json:"source"`
	Note   string `json:"note"`
	// Family is what the program is called as an interpreter whose text stands in its
	// arguments.
	Family string `json:"family"`
	// Style says how words become options: see the Style constants. A
	// sub-command without one has that of the program.
	Style string `json:"style"`
	// Abbreviates and Permutes overrule the style.
	Abbreviates *bool `json:"abbreviates"`
	Permutes    *bool `json:"permutes"`
	// Responses: a word that begins with "@" is a file of arguments.
	Responses bool `json:"responses"`
	// Global: the options may stand behind the sub-command as well.
	Global bool `json:"global"`
	// Options are roles by spellings, Operands the roles of operands in order.
	Options  map[string]string `json:"options"`
	Operands []string          `json:"operands"`
	// Environment are roles of variables, Settings roles of the keys that options
	// and operands with the role "setting" or "key" set.
	Environment map[string]string `json:"environment"`
	Settings    map[string]string `json:"settings"`
	Sub         map[string]*Entry `json:"sub"`
	// Groups are options that sub-commands share by name (Use).
	Groups map[string]map[string]string `json:"groups"`
	Use    []string                     `json:"use"`
	// Modules are what comes with an interpreter that runs modules by name. One
	// without an entry of its own is not understood.
	Modules []string `json:"modules"`
	// Files are patterns for the names of the files that the program finds by itself in
	// the working folder and runs, or takes for settings: none when the list is empty,
	// and nobody knows when there is no list.
	Files []string `json:"files"`
	// Effect is what it does whatever its options are.
	Effect []string `json:"effect"`

	parent   *Entry
	known    map[string]*option
	stems    []*option // options with a value that begins in the middle of the word: -I*
	number   *option   // -NUM
	plus     *option   // +NUM
	operands []slot
	subs     map[string]*Entry
	traits   traits
	// plain: no option does more than print, take text or read a file, so that it
	// does not matter which one a word is.
	plain bool
}

// option is one option with all its spellings.
type option struct {
	names []string
	parts []part
}

// slot is one operand, or any number of them.
type slot struct{ parts []part }

// part is one meaning of an option or operand, as long as its condition holds.
type part struct {
	role     Role
	optional bool // the value stands in the same word, if any; an operand may be missing
	many     bool
	effects  []string
	then     []Role    // what further words are, where an option takes more than one
	when     []*option // one of them is given; empty: whatever is given
	unless   []*option // none of them is given
}

// Parse reads the text of one entry. A field that does not exist, a role that is
// none and a condition about an option that the entry does not have are errors.
func Parse(text []byte) (*Entry, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var e Entry
	if err := d.Decode(&e); err != nil {
		return nil, fmt.Errorf("read entry: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read entry: there is more than one document")
	}
	if err := e.prepare(nil, nil); err != nil {
		return nil, err
	}
	return &e, nil
}

// maxSubs bounds how deep sub-commands lie in each other.
const maxSubs = 8

// prepare indexes an entry and its sub-commands. path is how the entry is reached.
func (e *Entry) prepare(parent *Entry, path []string) error {
	at := func(err error) error { return fmt.Errorf("read entry %q: %w", strings.Join(path, " "), err) }
	if len(path) == 0 {
		path = append(path, strings.Join(e.Names, " "))
	}
	if len(path) > maxSubs {
		return at(fmt.Errorf("sub-commands lie more than %d deep", maxSubs))
	}
	e.parent = parent
	var err error
	if e.traits, err = e.style(); err != nil {
		return at(err)
	}
	if err := e.index(); err != nil {
		return at(err)
	}
	if err := e.checkRest(); err != nil {
		return at(err)
	}
	e.subs = map[string]*Entry{}
	for _, names := range slices.Sorted(keysOf(e.Sub)) {
		sub := e.Sub[names]
		if sub == nil {
			return at(fmt.Errorf("the sub-command %q has no entry", names))
		}
		if err := sub.prepare(e, append(slices.Clip(path), names)); err != nil {
			return err
		}
		for _, name := range strings.Fields(names) {
			if e.subs[name] != nil {
				return at(fmt.Errorf("the sub-command %q is there twice", name))
			}
			e.subs[name] = sub
		}
	}
	e.plain = e.allPlain()
	return nil
}

// style is how words become options, as the program says or inherits.
func (e *Entry) style() (traits, error) {
	name := e.Style
	var t traits
	if name == "" && e.parent != nil {
		t = e.parent.traits
	} else {
		known, ok := styles()[name]
		if !ok {
			return t, fmt.Errorf("there is no style %q", name)
		}
		t = known
	}
	if e.Abbreviates != nil {
		t.abbreviates = *e.Abbreviates
	}
	if e.Permutes != nil {
		t.permutes = *e.Permutes
	}
	return t, nil
}

// index makes the options findable by each of their spellings.
func (e *Entry) index() error {
	e.known = map[string]*option{}
	var all []*option
	var texts []string
	add := func(names, text string) error {
		o := &option{names: strings.Fields(names)}
		if len(o.names) == 0 {
			return errors.New("an option has no name")
		}
		all, texts = append(all, o), append(texts, text)
		return e.put(o)
	}
	for _, names := range slices.Sorted(keysOf(e.Options)) {
		if err := add(names, e.Options[names]); err != nil {
			return err
		}
	}
	for _, group := range e.Use {
		options, ok := e.group(group)
		if !ok {
			return fmt.Errorf("there is no group %q", group)
		}
		for _, names := range slices.Sorted(keysOf(options)) {
			// What the entry says itself counts before what a group says.
			left := slices.DeleteFunc(strings.Fields(names), func(n string) bool { return e.known[n] != nil })
			if len(left) == 0 {
				continue
			}
			if err := add(strings.Join(left, " "), options[names]); err != nil {
				return err
			}
		}
	}
	for i, o := range all {
		parts, err := e.parts(texts[i])
		if err == nil {
			err = checkOption(o, parts)
		}
		if err != nil {
			return fmt.Errorf("option %q: %w", strings.Join(o.names, " "), err)
		}
		o.parts = parts
	}
	return e.indexOperands()
}

func (e *Entry) put(o *option) error {
	for _, name := range o.names {
		switch {
		case e.known[name] != nil:
			return fmt.Errorf("the option %q is there twice", name)
		case name == "-NUM":
			e.number = o
		case name == "+NUM":
			e.plus = o
		case strings.HasSuffix(name, "*") && len(name) > 2:
			e.stems = append(e.stems, o)
		}
		e.known[name] = o
	}
	return nil
}

func (e *Entry) indexOperands() error {
	many := 0
	for _, text := range e.Operands {
		parts, err := e.parts(text)
		if err != nil {
			return fmt.Errorf("operand %q: %w", text, err)
		}
		if slices.ContainsFunc(parts, func(p part) bool { return p.many }) {
			many++
		}
		for _, p := range parts {
			if p.role.Name == roleFlag || len(p.effects)+len(p.then) > 0 {
				return fmt.Errorf("operand %q: every part is one role, and no effect", text)
			}
		}
		e.operands = append(e.operands, slot{parts})
	}
	if many > 1 {
		return errors.New("more than one operand is repeated")
	}
	return nil
}

// group finds a group of options here or in what the entry belongs to.
func (e *Entry) group(name string) (map[string]string, bool) {
	for ; e != nil; e = e.parent {
		if g, ok := e.Groups[name]; ok {
			return g, true
		}
	}
	return nil, false
}

// find is the option of that spelling, here or, where options are global, above.
func (e *Entry) find(name string) *option {
	if o := e.known[name]; o != nil {
		return o
	}
	for up := e.parent; up != nil; up = up.parent {
		if up.Global && up.known[name] != nil {
			return up.known[name]
		}
	}
	return nil
}

// subOf is the sub-command that a word names: the one that is spelled so, or the one
// with the longest beginning of it, "describe-*".
func (e *Entry) subOf(w argv.Word) *Entry {
	if w.Value == nil {
		return nil
	}
	if sub := e.subs[*w.Value]; sub != nil {
		return sub
	}
	var found *Entry
	best := 0
	for name, sub := range e.subs {
		if stem, star := strings.CutSuffix(name, "*"); star && len(stem) > best && strings.HasPrefix(*w.Value, stem) {
			found, best = sub, len(stem)
		}
	}
	return found
}

// Takes reports whether the program has a sub-command of this name.
func (e *Entry) Takes(name string) bool { return e.subs[name] != nil }
