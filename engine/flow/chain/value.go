package chain

import (
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// hole stands in a text for a part that is not known.
const hole = way.Hole

// SecretIn is the word for a secret in a text that asks for something, "" for none.
func SecretIn(text string) string { return tables().Asks.words.FindString(text) }

// address is the name of what JavaScript makes of the text of an address.
const address = "URL()"

// The bounds of what is known of one value.
const (
	maxTexts  = 16
	maxTaints = 12
	maxItems  = 200
	maxSteps  = 20
	maxName   = 200
	// maxAlso is how many functions one value may be.
	maxAlso = 8
	// maxNested is how deep values are looked for in others.
	maxNested = 5
)

// value is what is known of a value of a program.
type value struct {
	// name is how the value is called by those who made it: "requests.post",
	// "requests.Session()".
	name string
	// texts are those that it may be; none: it is not known.
	texts []string
	// veiled says that a text was decoded.
	veiled bool
	// listed says that it is one of a long list of numbers, as they are written out.
	listed bool
	taints []*taint
	fn     *closure
	class  *class
	// module is set for a file of the package.
	module *module
	fields map[string]*value
	items  []*value
	// made are the arguments of the call that made it.
	made *args
	// from is the file of which a part is in a text that is put together.
	from string
	// bound is set for a function that was given some of its arguments.
	bound *binding
	// settles is the promise that a call of the value gives its argument.
	settles *value
	// also are functions that it may be beside fn.
	also []*closure
}

// taint is a source that a value comes from, with the last step to it.
type taint struct {
	root *way.Source
	kind string
	name string
	part bool
	// mixed: see [way.Source].
	mixed bool
	// named says that the value is the name of a file, beside that it is one that is
	// made of the name; locked: see [way.Source].
	named, beside, locked bool
	// open says that it is a parameter of which nobody says that it names a file: it does
	// where it is opened, and is nothing before that.
	open bool
	// said: a model has said it, and fields of it are what was said, not a part of that.
	said bool
	step way.Step
	prev *taint
	long int
}

// closure is a function with the variables around it.
type closure struct {
	def   *code.Function
	scope *scope
	self  *value
}

// class is one of the package.
type class struct {
	name  string
	scope *scope
	body  map[string]*closure
	base  *value
	// order are its fields in the order in which they are declared.
	order []string
}

// args are what a call is given.
type args struct {
	list  []*value
	named map[string]*value
	self  *value
	// of is the value that self is a part of, where that is a variable: u of u.searchParams.
	of *value
}

// nothing is what is not known: it is compared by identity, and nobody changes it.
var nothing = &value{} //nolint:gochecknoglobals // a constant, if Go had such ones

func textValue(s string) *value { return &value{texts: []string{s}} }

// first is the text of a value, "" where it is not known.
func (v *value) first() string {
	if len(v.texts) == 0 {
		return ""
	}
	return v.texts[0]
}

// words are the texts of a value, or a hole.
func (v *value) words() []string {
	if len(v.texts) == 0 {
		return []string{hole}
	}
	return v.texts
}

// all are the sources of a value and of everything in it.
func (e *engine) all(v *value) []*taint {
	if len(v.fields) == 0 && len(v.items) == 0 {
		return v.taints
	}
	return e.gather(v, nil, 0)
}

func (e *engine) gather(v *value, found []*taint, depth int) []*taint {
	found = addTaints(found, v.taints)
	if depth > maxNested || len(found) >= maxTaints || !e.worked() {
		return found
	}
	e.cost(4 * len(v.fields)) // they are sorted
	for _, key := range sortedKeys(v.fields) {
		if !strings.HasSuffix(key, "()") {
			found = e.gather(v.fields[key], found, depth+1)
		}
	}
	for _, item := range v.items {
		found = e.gather(item, found, depth+1)
	}
	return found
}

// addTaints adds those of other sources.
func addTaints(to, more []*taint) []*taint {
	if len(more) == 0 {
		return to
	}
	if len(to) == 0 {
		return more[:len(more):len(more)]
	}
	for _, t := range more {
		if len(to) >= maxTaints {
			break
		}
		if !slices.ContainsFunc(to, func(o *taint) bool { return o.same(t) }) {
			to = append(to[:len(to):len(to)], t)
		}
	}
	return to
}

func (t *taint) same(o *taint) bool {
	return t.root == o.root && t.part == o.part && t.mixed == o.mixed && t.kind == o.kind && t.name == o.name && t.named == o.named && t.beside == o.beside && t.open == o.open && t.locked == o.locked
}

// addTexts adds texts up to the bound.
func addTexts(to, more []string) []string {
	for _, s := range more {
		if len(to) < maxTexts && !slices.Contains(to, s) {
			to = append(to[:len(to):len(to)], s)
		}
	}
	return to
}

// either is a value that is one of two.
func (e *engine) either(a, b *value) *value {
	switch {
	case a == nil || a == nothing || a == b:
		return b
	case b == nil || b == nothing:
		return a
	}
	e.cost(len(a.fields) + len(b.fields) + len(a.items) + len(b.items))
	v := &value{name: a.name, texts: addTexts(a.texts, b.texts), taints: addTaints(a.taints, b.taints), veiled: a.veiled || b.veiled, fn: a.fn, class: a.class, module: a.module, made: a.made, fields: a.fields, items: a.items}
	if v.name == "" {
		v.name, v.made = b.name, b.made
	}
	v.also = a.also
	switch {
	case v.fn == nil:
		v.fn, v.also = b.fn, b.also
	case b.fn != nil && b.fn.def != v.fn.def && len(v.also) < maxAlso && !slices.Contains(v.also, b.fn):
		v.also = append(v.also[:len(v.also):len(v.also)], b.fn)
	}
	if v.class == nil {
		v.class = b.class
	}
	if v.module == nil {
		v.module = b.module
	}
	if v.bound = a.bound; v.bound == nil {
		v.bound = b.bound
	}
	if len(b.fields) > 0 {
		v.fields = maps.Clone(v.fields)
		if v.fields == nil {
			v.fields = map[string]*value{}
		}
		for _, key := range slices.Sorted(maps.Keys(b.fields)) {
			if old := v.fields[key]; old == nil {
				v.fields[key] = b.fields[key]
			} else if old != b.fields[key] {
				v.fields[key] = &value{name: old.name, texts: addTexts(old.texts, b.fields[key].texts), taints: addTaints(e.all(old), e.all(b.fields[key])), made: old.made}
			}
		}
	}
	if len(b.items) > 0 {
		v.items = bounded(v.items[:len(v.items):len(v.items)], b.items)
	}
	return v
}

// bounded adds values to a list up to the bound; a list that is longer already stays as it
// is.
func bounded(to, more []*value) []*value {
	return append(to, more[:min(len(more), max(0, maxItems-len(to)))]...)
}

// joined are the texts of parts one behind the other.
func (e *engine) joined(parts []*value, between string) (texts []string, known bool) {
	texts = []string{""}
	for i, p := range parts {
		words := p.words()
		known = known || len(p.texts) > 0
		if len(texts)*len(words) > maxTexts {
			words = words[:max(1, maxTexts/len(texts))]
		}
		next := make([]string, 0, len(texts)*len(words))
		for _, t := range texts {
			if i > 0 {
				t += between
			}
			for _, w := range words {
				if len(t)+len(w) > way.MaxLength {
					next = append(next, t+hole)
					continue
				}
				next = append(next, t+w)
			}
		}
		for _, t := range next {
			e.cost(len(t) / 64)
		}
		texts = next
	}
	if !known {
		return nil, false
	}
	return texts, true
}

// mapped are the texts of a value, each changed.
func (e *engine) mapped(v *value, change func(string) string) *value {
	out := &value{name: v.name, taints: e.all(v), veiled: v.veiled, made: v.made}
	for _, t := range v.texts {
		out.texts = addTexts(out.texts, []string{change(t)})
	}
	return out
}
