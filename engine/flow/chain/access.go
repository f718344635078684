package chain

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// reads notes that a store is read, once for each place.
func (e *engine) reads(s *way.Source) {
	if store.IsKind(s.Kind) {
		e.access(way.Access{Kind: "read", Store: s.Kind, Name: s.Name, File: s.File, Span: s.Span})
	}
}

// reaches notes that another machine is asked for something, or sent something.
func (e *engine) reaches(name string, hosts []string, veiled bool, n *code.Node) {
	one := way.Access{Kind: "reach", Name: strings.TrimPrefix(name, "*."), Hosts: hosts, Veiled: veiled}
	one.File, one.Span = e.place(n)
	e.access(one)
}

// pays notes that money is moved.
func (e *engine) pays(name string, n *code.Node) {
	one := way.Access{Kind: "pay", Name: strings.TrimPrefix(name, "*.")}
	one.File, one.Span = e.place(n)
	e.access(one)
}

func (e *engine) access(one way.Access) {
	if one.Hosts == nil {
		one.Hosts = []string{}
	}
	key := accessed{one.Kind + " " + one.Store + " " + one.Name + " " + strings.Join(one.Hosts, " "), one.File, one.Span.Start.Line}
	if e.accessed[key] {
		return
	}
	same := accessed{key.what, key.file, 0}
	if len(e.found.Accesses) >= maxTold {
		if !e.accessed[same] { // another place of what is told already says nothing more
			e.unread(one.File, "there are more places that are read, and machines that are reached, than are told")
		}
		return
	}
	e.accessed[key], e.accessed[same] = true, true
	e.found.Accesses = append(e.found.Accesses, one)
}

// accessed is a line of a program with what it reads or reaches.
type accessed struct {
	what, file string
	line       int
}
