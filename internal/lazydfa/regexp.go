package lazydfa

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"sync/atomic"
)

// Regexp is a regular expression of which texts are first asked whether they match at all. It is compiled when a text is
// first held against it, for package regexp only where that is asked.
type Regexp struct {
	text string
	re   atomic.Pointer[regexp.Regexp]
	// places says that somebody wanted to know where a text matches, which only package regexp tells.
	places    atomic.Bool
	compiling sync.Mutex

	// mu is only tried: who does not get it asks regexp, which is as right.
	mu sync.Mutex
	a  *automaton
	// loose says that the automaton is one of [loosened]: where it matches, the expression may not.
	loose, off bool
}

// New is the expression of a text. One that cannot be compiled is a fault of the build: it panics when it is used, so
// whoever makes some has a test that compiles them.
func New(text string) *Regexp { return &Regexp{text: text} }

// Compiled is the expression, compiled.
func (r *Regexp) Compiled() *regexp.Regexp {
	if !r.places.Load() {
		r.places.Store(true)
	}
	return r.compiled()
}

// compiled is Compiled for whoever does not need it again when there are states.
func (r *Regexp) compiled() *regexp.Regexp {
	if re := r.re.Load(); re != nil {
		return re
	}
	r.compiling.Lock()
	defer r.compiling.Unlock()
	if re := r.re.Load(); re != nil {
		return re
	}
	re := regexp.MustCompile(r.text)
	r.re.Store(re)
	return re
}

// Compile is New for an expression that may not be right: it is compiled at once.
func Compile(text string) (*Regexp, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	r := New(text)
	r.re.Store(re)
	return r, nil
}

// String is the text of the expression.
func (r *Regexp) String() string { return r.text }

// MatchString reports whether a text matches.
func (r *Regexp) MatchString(text string) bool {
	if matches, known := r.asked(text); known {
		return matches
	}
	return r.compiled().MatchString(text)
}

// Match reports whether a text matches.
func (r *Regexp) Match(text []byte) bool { return r.MatchString(string(text)) }

// asked reports whether a text matches, where the automaton tells.
func (r *Regexp) asked(text string) (matches, known bool) {
	if !r.mu.TryLock() {
		return false, false
	}
	defer r.mu.Unlock()
	if r.off {
		return false, false
	}
	if r.a == nil {
		tree, err := syntax.Parse(r.text, syntax.Perl)
		if err == nil {
			r.a, err = newAutomaton(tree)
		}
		if err != nil {
			r.off = true
			return false, false
		}
		if !r.places.Load() {
			r.re.Store(nil) // as large as the automaton, and not asked any more
		}
	}
	matches, known = r.a.match(text)
	if !known {
		r.give()
		return false, false
	}
	return matches, known && !(matches && r.loose)
}

// give gives an automaton up: for one without counts, or for good.
func (r *Regexp) give() {
	r.a, r.off = nil, true
	if r.loose {
		return
	}
	if tree, err := syntax.Parse(r.text, syntax.Perl); err == nil && loosened(tree) {
		if a, err := newAutomaton(tree); err == nil {
			r.a, r.loose, r.off = a, true, false
		}
	}
}

// none reports whether it is known that a text does not match.
func (r *Regexp) none(text string) bool {
	matches, known := r.asked(text)
	return known && !matches
}

// FindString is that of package regexp.
func (r *Regexp) FindString(text string) string {
	if r.none(text) {
		return ""
	}
	return r.Compiled().FindString(text)
}

// FindStringIndex is that of package regexp.
func (r *Regexp) FindStringIndex(text string) []int {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindStringIndex(text)
}

// FindAllString is that of package regexp.
func (r *Regexp) FindAllString(text string, n int) []string {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindAllString(text, n)
}

// FindStringSubmatch is that of package regexp.
func (r *Regexp) FindStringSubmatch(text string) []string {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindStringSubmatch(text)
}

// FindStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindStringSubmatchIndex(text string) []int {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindStringSubmatchIndex(text)
}

// FindAllStringIndex is that of package regexp.
func (r *Regexp) FindAllStringIndex(text string, n int) [][]int {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindAllStringIndex(text, n)
}

// FindAllStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindAllStringSubmatchIndex(text, n)
}

// FindAllStringSubmatch is that of package regexp.
func (r *Regexp) FindAllStringSubmatch(text string, n int) [][]string {
	if r.none(text) {
		return nil
	}
	return r.Compiled().FindAllStringSubmatch(text, n)
}

// ReplaceAllString is that of package regexp.
func (r *Regexp) ReplaceAllString(text, by string) string {
	if r.none(text) {
		return text
	}
	return r.Compiled().ReplaceAllString(text, by)
}

// ReplaceAllStringFunc is that of package regexp.
func (r *Regexp) ReplaceAllStringFunc(text string, by func(string) string) string {
	if r.none(text) {
		return text
	}
	return r.Compiled().ReplaceAllStringFunc(text, by)
}

// Find is that of package regexp.
func (r *Regexp) Find(text []byte) []byte {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().Find(text)
}

// FindIndex is that of package regexp.
func (r *Regexp) FindIndex(text []byte) []int {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindIndex(text)
}

// FindSubmatch is that of package regexp.
func (r *Regexp) FindSubmatch(text []byte) [][]byte {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindSubmatch(text)
}

// FindSubmatchIndex is that of package regexp.
func (r *Regexp) FindSubmatchIndex(text []byte) []int {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindSubmatchIndex(text)
}

// FindAll is that of package regexp.
func (r *Regexp) FindAll(text []byte, n int) [][]byte {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindAll(text, n)
}

// FindAllIndex is that of package regexp.
func (r *Regexp) FindAllIndex(text []byte, n int) [][]int {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindAllIndex(text, n)
}

// FindAllSubmatchIndex is that of package regexp.
func (r *Regexp) FindAllSubmatchIndex(text []byte, n int) [][]int {
	if r.none(string(text)) {
		return nil
	}
	return r.Compiled().FindAllSubmatchIndex(text, n)
}
