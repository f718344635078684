package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/jsontable"
)

// logTable says what logs, and what hands on what is logged, as calls.json has it.
type logTable struct {
	// Handlers are calls that make something which sends what is logged.
	Handlers []*logHandler `json:"handlers"`
	// Calls are what methods that log are called on, Methods their names.
	Calls   []string `json:"calls"`
	Methods []string `json:"methods"`
	// Configures are calls that are given the settings of handlers by their names.
	Configures []string `json:"configures"`

	handlers                   map[string]*logHandler
	calls, methods, configures map[string]bool
}

// logHandler is a call that makes a handler; Host and URL are ways to where it sends.
type logHandler struct {
	Calls []string `json:"calls"`
	Host  string   `json:"host"`
	URL   string   `json:"url"`
}

func (t *logTable) index() {
	t.handlers = byCall(t.Handlers, func(h *logHandler) []string { return h.Calls })
	t.calls, t.methods, t.configures = jsontable.Set(t.Calls), jsontable.Set(t.Methods), jsontable.Set(t.Configures)
}

// maxLogged is how many calls are kept that log secrets in a package, maxHandlers how many
// handlers that send what is logged to different hosts.
const (
	maxLogged   = 2000
	maxHandlers = 200
)

// handler is something that sends what a file logs to hosts.
type handler struct {
	file   string
	hosts  []string
	veiled bool
}

// logged is a call that logs something secret.
type logged struct {
	taints []*taint
	call   string
	node   *code.Node
	unit   *unit
}

// logs notes handlers that send what is logged, and what is.
func (e *engine) logs(name, method string, a *args, n *code.Node) {
	t := &tables().Logs
	if e.here == nil || n == nil {
		return
	}
	if h := t.handlers[name]; h != nil {
		e.handles(h, a)
	}
	if t.configures[name] && len(a.list) > 0 {
		e.configures(a.list[0])
	}
	if !t.methods[method] || !t.calls[strings.TrimSuffix(name, "."+method)] {
		return
	}
	if list := secrets(e.everything(a).taints); len(list) > 0 {
		if len(e.logged) >= maxLogged {
			e.unread(e.here.text.File, "more secrets are logged than are kept for the handlers")
			return
		}
		e.logged = append(e.logged, logged{list, name, n, e.here})
	}
}

// handles notes where a handler sends to.
func (e *engine) handles(h *logHandler, a *args) {
	one := handler{file: e.here.text.File}
	if url := a.address(h.URL); url != nil {
		one.hosts, one.veiled = hosts(url), url.veiled
	}
	if host := a.way(h.Host); host != nil {
		for _, text := range host.texts {
			// A path is the socket of this machine.
			if to := way.HostOf(text); strings.Contains(to, ".") && !strings.Contains(text, "://") && !slices.Contains(one.hosts, to) {
				one.hosts = append(one.hosts, to)
			}
		}
		one.veiled = one.veiled || host.veiled
	}
	if len(one.hosts) == 0 || slices.ContainsFunc(e.handlers, func(h handler) bool {
		return h.file == one.file && h.veiled == one.veiled && slices.Equal(h.hosts, one.hosts)
	}) {
		return // it sends nowhere, or where another one does
	}
	if len(e.handlers) >= maxHandlers {
		e.unread(one.file, "there are more handlers that send what is logged than are kept")
		return
	}
	e.handlers = append(e.handlers, one)
}

// configures notes the handlers of settings that are one record.
func (e *engine) configures(settings *value) {
	all := settings.fields["handlers"]
	if all == nil {
		return
	}
	for _, key := range sortedKeys(all.fields) {
		one := all.fields[key]
		class := one.fields["class"]
		if class == nil {
			continue
		}
		if h := tables().Logs.handlers[class.first()]; h != nil {
			e.handles(h, &args{named: one.fields})
		}
	}
}

// handedOn tells of what is logged in a file whose handlers send it.
func (e *engine) handedOn() {
	here := e.here
	for _, one := range e.logged {
		e.here = one.unit
		for _, h := range e.handlers {
			if h.file == one.unit.text.File {
				e.emit(one.taints, way.Sink{Kind: "send", Call: one.call, Channel: "socket", Hosts: h.hosts, Veiled: h.veiled}, one.node)
			}
		}
	}
	e.here = here
}
