package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/internal/document"
)

// channel is the part of the request in which something at a place of the command stands:
// where a service looks for who asks, in the address, or in what is sent.
func (s *sending) channel(c *command.Command, at document.Span) string {
	program := s.t.programs[s.id]
	if slices.Contains(watched().Names, program) {
		return "dns"
	}
	for i := 1; i < len(c.Args); i++ {
		w := c.Args[i]
		if !holds(at, w.Span) {
			continue
		}
		before := ""
		if i > 1 {
			before = strings.ToLower(c.Args[i-1].Text)
		}
		text := s.t.word(w)
		if strings.HasPrefix(strings.Trim(w.Text, `"`), "$") && strings.Contains(text, "://") && strings.Contains(text, "?") {
			return "query" // a variable is the whole address
		}
		return channelOf(program, before, text, at.Start.Offset-w.Span.Start.Offset)
	}
	return "body"
}

// channelOf is the channel of an argument, before which another one stands.
func channelOf(program, before, text string, at int) string {
	option, value, joined := strings.Cut(text, "=")
	switch {
	case strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"):
		return channelIn(text, at)
	case before == "-h" || before == "--header":
		return headerOf(text)
	case joined && strings.EqualFold(option, "--header"):
		return headerOf(value)
	case slices.Contains(watched().Headers, before), joined && slices.Contains(watched().Headers, strings.ToLower(option)):
		return "header"
	case strings.HasPrefix(text, "-H"):
		return headerOf(text[2:])
	case strings.HasPrefix(text, "-u") && len(text) > 2 && program == "curl":
		return "header"
	case (program == "http" || program == "https" || program == "xh") && strings.Contains(option, ":") && !strings.Contains(text, "://") && !strings.Contains(option, ":="):
		return headerOf(text)
	case slices.Contains(watched().Bodies, before):
		return "body"
	case strings.Contains(text, "://"):
		return channelIn(text, at)
	case joined && strings.HasPrefix(option, "-") && strings.Contains(value, "://"):
		return channelIn(text, at)
	case strings.HasPrefix(text, "-") || strings.HasPrefix(before, "-"):
		return "body"
	case strings.HasPrefix(text, "$"):
		return "query" // a variable that is the address
	default:
		return "body"
	}
}

// headerOf is the channel of a header: one in which a service looks for who asks, or another.
func headerOf(text string) string {
	if name, _, named := strings.Cut(strings.Trim(text, `"' `), ":"); named && !store.Shown(strings.TrimSpace(name)) {
		return "field"
	}
	return "header"
}

// channelIn is the part of an address: who asks stands before its host.
func channelIn(text string, at int) string {
	_, rest, _ := strings.Cut(text, "://")
	if host, _, _ := strings.Cut(rest, "/"); strings.Contains(host, "@") && strings.Contains(host[:strings.LastIndexByte(host, '@')], "$") {
		return "header"
	}
	if q := strings.IndexByte(text, '?'); q >= 0 && at > q {
		return "query"
	}
	return "path"
}
