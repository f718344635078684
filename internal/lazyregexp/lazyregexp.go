// Package lazyregexp has regular expressions of tables, which are compiled when a text is
// first matched. Tables have hundreds, and what a run reads asks for few of them.
//
// An expression that cannot be compiled is a fault of the build: it panics when it is used,
// so whoever makes some has a test that compiles them.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is one expression. Several goroutines may use it.
type Regexp struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

// New is the expression of a text.
func New(text string) *Regexp { return &Regexp{text: text} }

// Compiled is the expression, compiled.
func (r *Regexp) Compiled() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.text) })
	return r.re
}

// MatchString reports whether a text has a match.
func (r *Regexp) MatchString(text string) bool { return r.Compiled().MatchString(text) }
