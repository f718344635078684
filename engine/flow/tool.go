package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// maxToolSends is how many places of a package are kept that its commands send something to.
const maxToolSends = 200

// toolSends notes where a command of a tool sends something to: a shell's programs are also read by
// their statements ([beside]), but a text that only shows a command is not, nor which of its
// arguments says where.
func (w *Finder) toolSends(p snippet, read plainText, t *taint, id int) {
	if p.kind == inSentence || w.guess && p.kind != inCode {
		return // words of a sentence, which others read
	}
	to, ok := w.toolTo(p.file, t, id)
	if !ok {
		return
	}
	_, span := p.spanOf(read, t.facts, []int{id})
	w.toolSend(to, p.file, span)
}

// ranTool notes the same of a command that a program starts.
func (w *Finder) ranTool(r *way.Run, t *taint, id int) {
	if to, ok := w.toolTo(r.File, t, id); ok {
		w.toolSend(to, r.File, r.Span)
	}
}

// toolTo is where a command sends something to. Of Git the names are kept that a text gives to
// repositories elsewhere.
func (w *Finder) toolTo(file string, t *taint, id int) (tenant.To, bool) {
	step := t.step(id)
	if step.Program == "git" {
		step.Args = w.remoteNamed(file, step.Args)
	}
	return tenant.Sent(step.Program, step.Args, step.Stdin != nil || len(t.inputs(id)) > 0)
}

// remoteNamed puts the address of a remote into the arguments of a push that names it.
func (w *Finder) remoteNamed(file string, args []string) []string {
	i := slices.Index(args, "remote")
	switch {
	case i >= 0 && len(args) > i+3 && (args[i+1] == "add" || args[i+1] == "set-url"):
		if w.remoteOf == nil {
			w.remoteOf = map[[2]string]string{}
		}
		w.remoteOf[[2]string{file, args[len(args)-2]}] = args[len(args)-1]
	case slices.Contains(args, "push"):
		args = slices.Clone(args)
		for i, arg := range args {
			if address, known := w.remoteOf[[2]string{file, arg}]; known {
				args[i] = address
			}
		}
	}
	return args
}

// toolSend keeps where a command sends something to, once for each place.
func (w *Finder) toolSend(to tenant.To, file string, span document.Span) {
	one := beside.Send{Call: to.Call, Way: "tool", Hosts: to.Hosts, Tenants: to.Tenants, Carries: true, File: file, Span: span}
	if one.Hosts == nil {
		one.Hosts = []string{}
	}
	if one.Tenants == nil {
		one.Tenants = []tenant.Tenant{}
	}
	same := func(s beside.Send) bool {
		return s.File == one.File && slices.Equal(s.Hosts, one.Hosts) && slices.Equal(s.Tenants, one.Tenants)
	}
	switch {
	case slices.ContainsFunc(w.toolsSend, same):
	case len(w.toolsSend) < maxToolSends:
		w.toolsSend = append(w.toolsSend, one)
	case len(w.toolsSend) == maxToolSends:
		w.Beyond(file, "its commands send something to more than %d places; those behind are not judged", maxToolSends)
	}
}

// joinSends adds what commands send to what programs were found to: what both tell is told once.
func joinSends(sends, tools []beside.Send) []beside.Send {
	for _, one := range tools {
		i := slices.IndexFunc(sends, func(s beside.Send) bool {
			return s.File == one.File && s.Carries && meet(s.Span, one.Span) && !slices.ContainsFunc(one.Hosts, func(host string) bool { return !slices.Contains(s.Hosts, host) })
		})
		if i < 0 {
			sends = append(sends, one)
			continue
		}
		sends[i].Tenants = tenant.Join(slices.Clone(sends[i].Tenants), one.Tenants)
	}
	slices.SortStableFunc(sends, func(a, b beside.Send) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Span.Start.Offset - b.Span.Start.Offset
	})
	return sends
}
