package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/word"
	"mvdan.cc/sh/v3/syntax"
)

// redirects records the redirects of a command and says what feeds its
// standard input from then on.
func (a *analyser) redirects(list []*syntax.Redirect, sc *scope, id int, where string) {
	outer := *sc
	owner := id
	if owner < 0 {
		owner = sc.parent
	}
	for _, r := range list {
		if r.Word == nil {
			continue
		}
		fact := command.Redirect{Command: id, Scope: where, Op: r.Op.String(), Target: a.word(sc.t, r.Word, sc.dialect), Dir: sc.dir.Fact()}
		fact.Span = sc.t.Span(int(r.Pos().Offset()), int(r.Word.End().Offset()))
		if r.N != nil {
			fact.FD = r.N.Value
			if name := strings.Trim(fact.FD, "{}"); strings.HasPrefix(fact.FD, "{") {
				a.assign(argv.Assignment{Command: owner, How: "redirect", Name: &name, Op: "=", Span: fact.Span})
			}
		}
		if from := int(r.Pos().Offset()); sc.dialect == command.Bash && elementBefore(sc.t.Src[:min(from, len(sc.t.Src))]) {
			a.opaque(command.OpaqueConstruct, owner, "a redirect sets an element of an array, and its index is evaluated", fact.Span)
		}
		classifyRedirect(&fact, r)
		if fact.Target.Brace = sc.dialect == command.Bash && word.HasBrace(r.Word); fact.Target.Brace && fact.Class == "file" {
			fact.Class = "dynamic"
		}
		if r.Op != syntax.Hdoc && r.Op != syntax.DashHdoc {
			a.inner(r.Word, outer, owner)
		}
		if r.Hdoc != nil {
			a.construct("heredoc", sc.t, int(r.OpPos.Offset()), int(r.OpPos.Offset())+2)
			a.inner(r.Hdoc, outer, owner)
		}
		if r.Op == syntax.WordHdoc {
			a.construct("herestring", sc.t, int(r.OpPos.Offset()), int(r.OpPos.Offset())+3)
		}
		a.facts.Redirects = append(a.facts.Redirects, fact)
		a.spellRedirect(len(a.facts.Redirects)-1, func(one *command.Redirect) { classifyRedirect(one, r) })
		feed(sc, fact, r)
	}
}

// elementBefore reports whether s ends with {name[index]}, which a redirect
// behind it sets. Only the last 1,024 bytes are looked at;
// where they have no brace at all, the index is taken to be longer.
func elementBefore(s string) bool {
	if !strings.HasSuffix(s, "]}") {
		return false
	}
	low := max(0, len(s)-1024)
	for k := len(s) - 1; k >= low; k-- {
		if s[k] != '{' || k > 0 && strings.IndexByte(" \t\n;&|(", s[k-1]) < 0 {
			continue
		}
		name, _, found := strings.Cut(s[k+1:], "[")
		if found && argv.IsIdentifier(name) {
			return true
		}
	}
	return low > 0 && !strings.Contains(s[low:], "{")
}

// classifyRedirect says what kind of thing a redirect opens.
func classifyRedirect(f *command.Redirect, r *syntax.Redirect) {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		f.Class, f.Read = "heredoc", true
		return
	case syntax.WordHdoc:
		f.Class, f.Read = "herestring", true
		return
	case syntax.RdrIn:
		f.Read = true
	case syntax.RdrInOut:
		f.Read, f.Write = true, true
	case syntax.DplIn:
		f.Read = true
	default:
		f.Write = true
	}
	w := f.Target
	dup := r.Op == syntax.DplIn || r.Op == syntax.DplOut
	switch {
	case w.Substitutes && w.Value == nil && (strings.HasPrefix(w.Text, "<(") || strings.HasPrefix(w.Text, ">(")):
		f.Class = "process"
	case w.Value == nil:
		f.Class = "dynamic"
	case dup && (*w.Value == "-"):
		f.Class, f.Read, f.Write = "fd-close", false, false
	case dup && argv.IsDescriptor(*w.Value):
		f.Class = "fd-merge"
	case w.Glob:
		f.Class = "dynamic"
	case *w.Value == "/dev/null" || *w.Value == "/dev/zero" || *w.Value == "/dev/full":
		f.Class = "dev-null"
	case strings.HasPrefix(*w.Value, "/dev/tcp/") || strings.HasPrefix(*w.Value, "/dev/udp/"):
		f.Class = "network"
	case argv.IsOwnDescriptor(*w.Value):
		f.Class = "dev-std"
	default:
		f.Class = "file"
	}
}

// feed updates what standard input is.
func feed(sc *scope, f command.Redirect, r *syntax.Redirect) {
	if f.FD != "" && f.FD != "0" || !f.Read && f.Class != "fd-close" {
		return
	}
	if f.FD == "" && f.Class == "fd-close" && r.Op != syntax.DplIn {
		return
	}
	in := argv.Stdin{From: []int{}}
	switch f.Class {
	case "heredoc":
		in.Kind = "heredoc"
		if r.Hdoc != nil {
			if body := word.Heredoc(sc.t, r, sc.dialect); body != nil {
				in.Text = body
			}
		} else {
			empty := ""
			in.Text = &empty
		}
	case "herestring":
		in.Kind, in.Text = "herestring", f.Target.Value
	case "dev-null":
		in.Kind = "dev-null"
	case "fd-merge", "dev-std":
		in.Kind = "fd"
	case "fd-close":
		in.Kind = "closed"
	case "process", "network", "dynamic":
		in.Kind = f.Class
	default:
		in.Kind = "file"
		t := f.Target
		in.Target = &t
	}
	sc.stdin = in
}
