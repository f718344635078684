package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// sender is how a call sends, nil for one that does not: by its name, or where it is
// given an address by that of its method.
func (e *engine) sender(name, method string, a *args) *sender {
	t := tables()
	if s := named(t.send, name); s != nil {
		return s
	}
	if s := t.client(name); s != nil && s.holds(a) {
		return s
	}
	if !t.anySend[method] || a.self == nil {
		return nil
	}
	for _, one := range a.list[:min(2, len(a.list))] {
		if len(hosts(one)) > 0 {
			return t.AnySend
		}
	}
	return nil
}

// client is how what is made by a call sends, whatever the method of it is called that is
// called: an entry for it ends in ".**".
func (t *callTable) client(name string) *sender {
	for i := strings.Index(name, "()."); i >= 0; {
		if s := t.send[name[:i+len("().")]+"**"]; s != nil {
			return s
		}
		next := strings.Index(name[i+1:], "().")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return nil
}

// holds reports whether what an entry asks for beside the name of a call is so.
func (s *sender) holds(a *args) bool {
	if s.Of != "" {
		if by := a.way(s.Of); by == nil || !slices.Contains(s.Makers, strings.TrimSuffix(by.name, "()")) {
			return false
		}
	}
	if !s.Addressed {
		return true
	}
	url, host := a.way(s.URL), a.way(s.Host)
	return url != nil && len(hosts(url)) > 0 || host != nil && len(host.texts) > 0
}

// send tells what a call sends, and is what it gets back.
func (e *engine) send(s *sender, name string, a *args, n *code.Node) *value {
	sink := way.Sink{Kind: "send", Call: strings.TrimPrefix(name, "*.")}
	url := a.address(s.URL)
	if base := a.address(s.Base); base != nil && (url == nil || len(hosts(url)) == 0) {
		sink.Hosts, sink.Veiled = hosts(base), base.veiled
	} else if url != nil {
		sink.Hosts, sink.Veiled, sink.Box = hosts(url), url.veiled, boxed(url)
	}
	host := a.way(s.Host)
	if host != nil {
		for _, h := range host.texts {
			if h = way.HostOf(strings.TrimPrefix(strings.TrimPrefix(h, "https://"), "http://")); h != "" && !slices.Contains(sink.Hosts, h) {
				sink.Hosts = append(sink.Hosts, h)
			}
		}
		sink.Veiled = sink.Veiled || host.veiled
	}
	e.reaches(name, sink.Hosts, sink.Veiled, n)
	tell := func(v *value, channel string) {
		if v == nil {
			return
		}
		one := sink
		if one.Channel = channel; s.Channel != "" && channel == "body" {
			one.Channel = s.Channel
		}
		e.enclosed(v, sink, n, 0) // first: of several ways to one request the first is told
		e.emit(secrets(e.all(e.whole(v, n))), one, n)
	}
	e.tellParts(s, a, tell)
	if s.Channel == "dns" && host != nil {
		tell(host, "dns")
	}
	if s.Files != "" {
		e.emit(secrets(e.content(a.way(s.Files), name, n)), channelled(sink, "file"), n)
	}
	if channel := channelOf(url); channel != "" {
		tell(url, channel)
	}
	if p := a.way(s.Path); p != nil && len(e.all(p)) > 0 {
		channel := "path"
		if strings.Contains(p.first(), "?") {
			channel = "query"
		}
		tell(p, channel)
	}
	got := &value{name: shorter(name + "()"), made: a}
	from := "a server"
	if len(sink.Hosts) > 0 {
		from = sink.Hosts[0]
	}
	got.taints = e.fetch("network", from, sink.Hosts, sink.Veiled, n)
	got.taints = addTaints(got.taints, e.answers(url, n))
	if into := a.way(s.Into); into != nil {
		e.written(into, got.taints, n)
	}
	e.callbacks(a, got)
	return got
}

// enclosed tells of addresses that a request names with something in them: whoever is asked calls
// them later, as a service does where it is told what has happened.
func (e *engine) enclosed(v *value, sink way.Sink, n *code.Node, depth int) {
	if v == nil || depth > maxNested || !e.worked() {
		return
	}
	if len(v.taints) > 0 {
		for _, text := range v.texts {
			at := strings.Index(text, "://")
			if at < 0 || !strings.Contains(text[at:], hole) {
				continue
			}
			if to := hosts(textValue(text)); len(to) > 0 && !slices.Contains(sink.Hosts, to[0]) {
				one := channelled(sink, "body")
				one.Hosts, one.Veiled, one.Box = to, false, false
				e.emit(secrets(v.taints), one, n)
			}
		}
	}
	for _, key := range sortedKeys(v.fields) {
		e.enclosed(v.fields[key], sink, n, depth+1)
	}
	for _, item := range v.items {
		e.enclosed(item, sink, n, depth+1)
	}
	if v.made != nil && len(v.made.list) > 0 && tables().encode[strings.TrimSuffix(v.name[strings.LastIndexByte(v.name, '.')+1:], "()")] {
		e.enclosed(v.made.list[0], sink, n, depth+1)
	}
}

// tellParts tells what is put into each part of a request.
func (e *engine) tellParts(s *sender, a *args, tell func(v *value, channel string)) {
	for _, part := range [][2]string{{s.Body, "body"}, {s.Query, "query"}, {s.Header, "header"}} {
		for way := range strings.SplitSeq(part[0], "|") { // fields and files go together
			if v := a.way(way); part[1] == "header" {
				e.headers(v, tell)
			} else {
				tell(v, part[1])
			}
		}
	}
}

// headers tells each header by itself: a service looks for who asks in some of them, and what
// stands in any other one is only sent.
func (e *engine) headers(v *value, tell func(v *value, channel string)) {
	if v == nil || len(v.fields) == 0 {
		tell(v, "header")
		return
	}
	for _, name := range sortedKeys(v.fields) {
		if store.Shown(name) {
			tell(v.fields[name], "header")
		} else {
			tell(v.fields[name], "field")
		}
	}
	tell(&value{name: v.name, taints: v.taints}, "header")
}

// answers is what comes from an address that answers with credentials.
func (e *engine) answers(url *value, n *code.Node) []*taint {
	if url == nil {
		return nil
	}
	for _, text := range url.texts {
		if kind := store.Answered(text); kind != "" {
			return e.source(kind, shown(text), n)
		}
	}
	return nil
}

// boxed reports whether all that an address may be has the number of an account in it:
// what is sent there comes to whoever wrote it, and not to whoever uses it.
func boxed(url *value) bool {
	return len(url.texts) > 0 && !slices.ContainsFunc(url.texts, func(text string) bool {
		return strings.Contains(strings.ToLower(text), "xxxx") || strings.Contains(text, "00000000") || !tables().boxes.MatchString(text)
	})
}

// address is the first value that ways lead to which has a host, else the first.
func (a *args) address(ways string) *value {
	if ways == "" {
		return nil
	}
	var first *value
	for way := range strings.SplitSeq(ways, "|") {
		v := a.way(way)
		if v != nil && len(hosts(v)) > 0 {
			return v
		}
		if first == nil {
			first = v
		}
	}
	return first
}

func channelled(s way.Sink, channel string) way.Sink {
	s.Channel = channel
	return s
}

// secrets are the sources that are somebody's: not what was fetched, nor what the
// package has written in a code.
func secrets(list []*taint) []*taint {
	return slices.DeleteFunc(slices.Clone(list), (*taint).foreign)
}

// channelOf is the part of an address that something is put in; "" where it is the
// whole of it, or what it begins with, which is where it goes and not what is sent.
func channelOf(url *value) string {
	if url == nil || len(url.taints) == 0 {
		return ""
	}
	for _, t := range url.texts {
		i := strings.LastIndex(t, hole)
		if i <= 0 {
			continue
		}
		before := t[:i]
		_, rest, whole := strings.Cut(before, "://")
		switch {
		case strings.Contains(before, "?"):
			return "query"
		case !whole:
			continue
		case strings.Contains(rest, "/"):
			return "path"
		case strings.Contains(t[i:], "."):
			return "host"
		}
	}
	return ""
}
