package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Problem is one thing that is wrong with a policy or a question.
type Problem struct {
	// File is "" for the question itself. Line and Column are 1-based, 0 when
	// they are not known.
	File         string
	Line, Column int
	Message      string
}

// String writes "file:line:col: message".
func (p Problem) String() string {
	switch {
	case p.File == "" && p.Line == 0:
		return p.Message
	case p.File == "":
		return fmt.Sprintf("query:%d:%d: %s", p.Line, p.Column, p.Message)
	case p.Line == 0:
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// ProblemError is a policy that cannot be used, or that failed, in words.
type ProblemError struct {
	Problems []Problem
	cause    error
}

// Error writes one problem a line.
func (e *ProblemError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives what the compiler or evaluator said.
func (e *ProblemError) Unwrap() error { return e.cause }

// inWords turns what the compiler or evaluator says into problems; other errors
// stay as they are.
func inWords(err error) error {
	var list ast.Errors
	if errors.As(err, &list) && len(list) > 0 {
		out := &ProblemError{cause: err}
		for _, one := range list {
			if len(list) > 1 && strings.HasSuffix(one.Message, inRule+failedRule) {
				continue // said of the rule that it is made of
			}
			out.Problems = append(out.Problems, problem(one.Location, cmp.Or(typeWords(one), words(one.Code, one.Message))))
		}
		return out.sorted()
	}
	var single *ast.Error
	if errors.As(err, &single) {
		return &ProblemError{cause: err, Problems: []Problem{problem(single.Location, cmp.Or(typeWords(single), words(single.Code, single.Message)))}}
	}
	var failed *topdown.Error
	if errors.As(err, &failed) {
		return &ProblemError{cause: err, Problems: []Problem{problem(failed.Location, words(failed.Code, failed.Message))}}
	}
	return err
}

func (e *ProblemError) sorted() *ProblemError {
	slices.SortStableFunc(e.Problems, func(a, b Problem) int {
		return strings.Compare(
			fmt.Sprintf("%s\x00%09d\x00%09d\x00%s", a.File, a.Line, a.Column, a.Message),
			fmt.Sprintf("%s\x00%09d\x00%09d\x00%s", b.File, b.Line, b.Column, b.Message))
	})
	e.Problems = slices.Compact(e.Problems)
	// The parser may say the same once in brief and once with what it wanted.
	kept := e.Problems[:0]
	for i, p := range e.Problems {
		if i+1 < len(e.Problems) && p.briefer(e.Problems[i+1]) {
			continue
		}
		kept = append(kept, p)
	}
	e.Problems = kept
	return e
}

// briefer reports whether next says what p does, and more.
func (p Problem) briefer(next Problem) bool {
	return p.File == next.File && p.Line == next.Line && p.Column == next.Column && strings.HasPrefix(next.Message, p.Message+":")
}

func problem(at *ast.Location, message string) Problem {
	p := Problem{Message: message}
	if at != nil {
		// The end of a text has no column of its own.
		p.File, p.Line, p.Column = at.File, at.Row, max(at.Col, 1)
	}
	return p
}

// inRule leads to the name of the rule in messages of the compiler.
const inRule = " in rule "

// words says what a code of the compiler or evaluator means.
func words(code, message string) string {
	message, _, _ = strings.Cut(message, "\n")
	if name, ok := strings.CutPrefix(message, "undefined function "); ok {
		if forbidden(name) {
			return fmt.Sprintf("%s may not be called: a policy reaches neither the network, nor the clock, nor the environment", name)
		}
		return fmt.Sprintf("function %s does not exist", name)
	}
	unsafe, _, _ := strings.Cut(message, inRule)
	if name, ok := strings.CutSuffix(unsafe, " is unsafe"); ok {
		return fmt.Sprintf("nothing gives %s a value", strings.Replace(name, "var ", "variable ", 1))
	}
	switch code {
	case ast.ParseErr:
		// The parser's examples are of an older syntax.
		message, _, _ = strings.Cut(message, " (e.g.")
		return "syntax error: " + message
	case ast.RecursionErr:
		return "rules depend on each other in a cycle: " + strings.TrimPrefix(message, "rule ")
	case topdown.ConflictErr:
		return "a rule has two values: " + message
	case topdown.CancelErr:
		return "it takes too long"
	}
	return message
}
