package deed

import (
	"bytes"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Shell is the language of scripts of a shell.
const Shell = "shell"

// worth reports whether a program has a word of what is looked for.
func worth(t *way.Text) bool {
	words := tables().Words[t.Language]
	return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(t.Source, []byte(w)) }) || t.Language != Shell && named(t.Source)
}

// script is one script of a shell.
type script struct {
	program
	// owns are the variables with what the script was given, or with files of a folder of that.
	owns map[string]string
	// read are the variables that a command was given which looks at them.
	read  map[string]bool
	found []Deed
	asks  bool
	// inside are the functions (see function.go), here is the one that is looked at, "" outside of all; passed is what
	// they are called with, by their name and the number of the argument.
	inside []part
	here   string
	passed map[string]string
	// hosts are those that the script has written out, nil before they are looked for.
	hosts []string
}

// ofShell looks through a script. What its grammar does not fit is left out.
func ofShell(t *way.Text) (found []Deed, whole bool) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(bytes.NewReader(t.Source), "")
	if err != nil || file == nil {
		return nil, true
	}
	s := &script{program: program{text: t}, owns: map[string]string{}, read: map[string]bool{}, passed: map[string]string{}}
	s.parts(file)
	for range 2 { // what a variable gets from one that is given its value further on
		syntax.Walk(file, s.variables)
	}
	syntax.Walk(file, s.uses)
	syntax.Walk(file, s.conditions)
	if !s.asks {
		syntax.Walk(file, s.removals)
	}
	return s.found, s.steps <= maxSteps
}

func (s *script) said(n syntax.Node) string {
	begin, end := int(n.Pos().Offset()), int(n.End().Offset())
	return string(s.text.Source[min(begin, len(s.text.Source)):min(end, len(s.text.Source))])
}

var (
	argument = lazydfa.New(`\$(\{)?([1-9@*])`)
	working  = lazydfa.New(`\$(\{)?PWD\b|\$\(pwd\)`)
	variable = lazydfa.New(`\$\{?([A-Za-z_]\w*)`)
	whole    = lazydfa.New(`^"?\$\{?[A-Za-z_1-9@*]\w*([:?=-][^}]*)?\}?"?(/\*)?$`)
)

// whose is what a word names that the script was given: nothing where it is another file beside it.
func (s *script) whose(word string) string {
	if m := argument.FindStringSubmatch(word); m != nil {
		if s.here == "" {
			return "argument"
		}
		return s.passed[s.here+" "+m[2]]
	}
	if working.MatchString(word) {
		return "workspace"
	}
	for _, m := range variable.Compiled().FindAllStringSubmatch(word, 4) {
		if on := s.owns[m[1]]; on != "" {
			return on
		}
	}
	return ""
}

// variables notes which variables have what the script was given.
func (s *script) variables(n syntax.Node) bool {
	s.enter(n)
	switch n := n.(type) {
	case *syntax.CallExpr:
		s.pass(n)
	case *syntax.Assign:
		if n.Name == nil || n.Value == nil || s.result(n.Name.Value) {
			return true
		}
		word := s.said(n.Value)
		// What is cut out of a name, or written behind it, is another file.
		if whole.MatchString(word) || strings.HasPrefix(word, `"$(realpath `) || strings.HasPrefix(word, "$(realpath ") {
			if on := s.whose(word); on != "" {
				s.owns[n.Name.Value] = on
			}
		}
	case *syntax.WordIter:
		for _, item := range n.Items {
			if on := s.whose(s.said(item)); on != "" {
				s.owns[n.Name.Value] = on
			}
		}
	}
	return true
}

// result reports whether a variable is what the script calls an argument to which it writes. That
// it calls one a temporary file does not make it one.
func (s *script) result(name string) bool { return tables().result.MatchString(name) }

// uses notes what a command looks at, and whether somebody is asked.
func (s *script) uses(n syntax.Node) bool {
	s.enter(n)
	call, ok := n.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return true
	}
	name := call.Args[0].Lit()
	if name == "read" && strings.Contains(s.said(call), "-p") || name == "select" || name == "gum" || name == "trash" {
		s.asks = true
	}
	s.looks(name, call)
	if tables().removers[name] || name == "mkdir" || name == "echo" || name == "printf" || name == "test" || name == "[" || name == "cd" {
		return true
	}
	for _, arg := range call.Args[1:] {
		for _, m := range variable.Compiled().FindAllStringSubmatch(s.said(arg), 4) {
			s.read[m[1]] = true
		}
		for _, m := range argument.Compiled().FindAllStringSubmatch(s.said(arg), 4) {
			s.read[s.here+" "+m[2]] = true
		}
	}
	return true
}

// removals tells of commands that take away what the script was given and has read.
func (s *script) removals(n syntax.Node) bool {
	s.enter(n)
	stmt, ok := n.(*syntax.Stmt)
	if !ok {
		return true
	}
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return true
	}
	if len(call.Args) > 0 && tables().removers[call.Args[0].Lit()] {
		for _, arg := range call.Args[1:] {
			if s.given(s.said(arg)) {
				s.lost(Delete, call.Args[0].Lit(), s.said(arg), stmt)
			}
		}
	}
	if nothing := len(call.Args) == 0 || call.Args[0].Lit() == ":" || call.Args[0].Lit() == "true"; nothing {
		for _, r := range stmt.Redirs {
			if r.Word != nil && (r.Op == syntax.RdrOut || r.Op == syntax.RdrClob) && s.given(s.said(r.Word)) {
				s.lost(Overwrite, s.said(stmt), s.said(r.Word), stmt)
			}
		}
	}
	return true
}

// given reports whether a word is what the script was given, or a file of it, and was read.
func (s *script) given(word string) bool {
	if !whole.MatchString(word) || s.result(word) || s.whose(word) == "" {
		return false
	}
	for _, m := range variable.Compiled().FindAllStringSubmatch(word, 4) {
		if s.read[m[1]] {
			return true
		}
	}
	for _, m := range argument.Compiled().FindAllStringSubmatch(word, 4) {
		if s.read[s.here+" "+m[2]] {
			return true
		}
	}
	return false
}

func (s *script) lost(act, call, what string, n syntax.Node) {
	if len(s.found) <= maxTold { // one more, by which it is seen that there are more
		s.found = append(s.found, Deed{Kind: "loss", Act: act, Call: call, On: s.whose(what), What: what, File: s.text.File, Span: s.span(int(n.Pos().Offset()), int(n.End().Offset()))})
	}
}

var unchecked = lazydfa.New(`\s(-[a-zA-Z]*k[a-zA-Z]*|--insecure|--no-check-certificate)(\s|$)`)

// looks tells of a request that does not look who answers, to a host that is written out.
func (s *script) looks(name string, call *syntax.CallExpr) {
	said := s.said(call)
	if name != "curl" && name != "wget" || !unchecked.MatchString(said) {
		return
	}
	hosts := public([]byte(said))
	if len(hosts) == 0 && !addresses.MatchString(said) && strings.Contains(said, "$") {
		if s.hosts == nil {
			s.hosts = append([]string{}, public(s.text.Source)...)
		}
		hosts = s.hosts
	}
	if len(hosts) > 0 && len(s.found) <= maxTold {
		s.found = append(s.found, Deed{Kind: "blind", Act: Peer, Call: name, On: "peer", What: strings.Join(hosts, ", "), File: s.text.File, Span: s.span(int(call.Pos().Offset()), int(call.End().Offset()))})
	}
}
