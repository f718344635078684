package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/pin"
	"github.com/skillctl/skillctl/engine/report/format"
)

// known refuses a server that is started in another way than the one that was accepted
// under its name.
func (p *proxy) known(ctx context.Context) error {
	text, err := commandText(p.dir, p.argv)
	if err != nil {
		return err
	}
	if before, err := p.store.Get(p.name); err != nil {
		return err
	} else if before.Damage != nil {
		fmt.Fprintf(p.streams.Err, "skillctl: what was accepted of server %q is lost: %s; all that it tells waits for: skillctl mcp accept %s\n", p.name, line(before.Damage.Error()), p.name)
	}
	refused := map[string]string{}
	if _, err := p.hold(ctx, []pin.Text{text}, map[string]verdict{text.Key(): {findings: []string{}}}, false, func(_ pin.Text, why []string) {
		refused[text.Key()] = strings.Join(why, "; ")
	}); err != nil {
		return err
	}
	if why := refused[text.Key()]; why != "" {
		return &kit.ExitError{Code: kit.ExitFailure, Err: fmt.Errorf("server %q is not started: %s; or give it a name of its own with --name", p.name, why)}
	}
	return nil
}

// commandText is what starts the server. A word that names a file from a folder is another
// one in another folder, so that it is kept with the folder.
func commandText(dir string, argv []string) (pin.Text, error) {
	words := slices.Clone(argv)
	for i, word := range words {
		if i == 0 && !strings.ContainsAny(word, `/\`) || filepath.IsAbs(word) {
			continue // looked for in PATH, or the same everywhere
		}
		path := filepath.Join(dir, word)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			words[i] = path
		}
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false) // a person reads it
	w.SetIndent("", "  ")
	if err := w.Encode(words); err != nil {
		return pin.Text{}, fmt.Errorf("keep the command of the server: %w", err)
	}
	return pin.Text{Kind: pin.Command, Name: pin.Command, JSON: b.String()}, nil
}

// renew asks the server for all that it has, holds that against what was accepted, and
// shows the client what may be shown. first: the client is not there yet.
func (p *proxy) renew(ctx context.Context, first bool) error {
	now, err := p.server.ask(ctx)
	if err != nil {
		return err
	}
	var texts []pin.Text
	refused := map[string]string{}
	refuse := func(t pin.Text, why []string) { refused[t.Key()] = strings.Join(why, "; ") }
	for _, t := range pin.Sorted(now.texts) {
		if why := now.unusable(t); why != "" {
			refuse(t, []string{"it cannot be shown to a client: " + line(why)})
			continue
		}
		texts = append(texts, t)
	}
	said, err := p.judged(ctx, texts)
	if err != nil {
		return err
	}
	allowed, err := p.hold(ctx, texts, said, true, refuse)
	if err != nil {
		return err
	}
	p.show(now, allowed, refused, first)
	p.say(refused, first)
	return nil
}

// judged has lint read the texts that are not as they were accepted.
func (p *proxy) judged(ctx context.Context, texts []pin.Text) (map[string]verdict, error) {
	known, err := p.store.Get(p.name)
	if err != nil {
		return nil, err
	}
	unknown := slices.DeleteFunc(slices.Clone(texts), func(t pin.Text) bool { return known.State(t) == "pinned" })
	return read(ctx, p.factory, unknown)
}

// errUnread: what another process accepted meanwhile was not read by this one.
var errUnread = errors.New("what was accepted of it has changed meanwhile; try again")

// hold asks the policies about each text, keeps those that are accepted with being there
// the first time, and lets the others wait. It returns the keys of those that may be
// shown. whole: the texts are all but the command.
func (p *proxy) hold(ctx context.Context, texts []pin.Text, said map[string]verdict, whole bool, refuse func(pin.Text, []string)) (map[string]bool, error) {
	allowed := map[string]bool{}
	err := p.store.Change(ctx, p.name, func(s *pin.Server) error {
		states := map[string]string{}
		for _, t := range texts {
			states[t.Key()] = s.State(t)
		}
		if whole {
			s.Seen = true // what comes later, also in the place of what is refused now, is not there first
			maps.DeleteFunc(s.Waiting, func(key string, w pin.Waiting) bool { return w.Kind != pin.Command })
		}
		for _, t := range texts {
			d := &hook.Described{Server: p.name, What: t.Kind, Name: short(t.Name), State: states[t.Key()], Findings: []string{}}
			if d.State != "pinned" {
				v, judged := said[t.Key()]
				if !judged {
					return errUnread
				}
				d.Safety, d.Findings = v.safety, v.findings
			}
			decision, err := p.decideHook(ctx, hook.Describing(d, p.hookSettings()))
			switch {
			case err != nil:
				return err
			case decision.Effect.Rank() > engine.Warn.Rank():
				why := reasons(decision, format.Told)
				s.Waiting[t.Key()] = pin.Waiting{Text: t, Why: why}
				refuse(t, why)
			default:
				if allowed[t.Key()] = true; d.State != "pinned" {
					s.Pin(t, p.factory.Now(), true)
				}
				delete(s.Waiting, t.Key())
			}
		}
		return nil
	})
	return allowed, err
}

// show has the client see what may be shown, and nothing else.
func (p *proxy) show(now *offer, allowed map[string]bool, refused map[string]string, first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if first {
		instructions := ""
		if allowed[pin.Instructions+" "+pin.Instructions] {
			instructions = now.instructions
		}
		p.down = p.downstream(instructions, nil)
	}
	was := p.shown
	if was == nil {
		was = &offer{}
	}
	is := func(kind, name string) bool { return allowed[kind+" "+name] }
	same := func(kind, name string) bool {
		key := kind + " " + name
		return p.allowed[key] && allowed[key] && was.texts[key] == now.texts[key]
	}
	renewKind(pin.Tool, was.tools, now.tools, is, same, p.down.RemoveTools,
		func(t *sdk.Tool) { p.down.AddTool(t, p.callTool) })
	renewKind(pin.Prompt, was.prompts, now.prompts, is, same, p.down.RemovePrompts,
		func(t *sdk.Prompt) { p.down.AddPrompt(t, p.getPrompt) })
	renewKind(pin.Resource, was.resources, now.resources, is, same, p.down.RemoveResources,
		func(t *sdk.Resource) { p.down.AddResource(t, p.readResource) })
	renewKind(pin.Template, was.templates, now.templates, is, same, p.down.RemoveResourceTemplates,
		func(t *sdk.ResourceTemplate) { p.down.AddResourceTemplate(t, p.readResource) })
	p.shown, p.allowed, p.refused = now, allowed, refused
}

// renewKind takes away what the client may no longer see of one kind, and gives it what is
// new or has changed: each change is a message to the client.
func renewKind[T any](kind string, was, now map[string]T, is, same func(kind, name string) bool, remove func(...string), add func(T)) {
	for name := range was {
		if !is(kind, name) {
			remove(name)
		}
	}
	for name, t := range now {
		if is(kind, name) && !same(kind, name) {
			add(t)
		}
	}
}

// say tells the person what is not shown, where clients keep what their servers say.
func (p *proxy) say(refused map[string]string, first bool) {
	for _, key := range slices.Sorted(maps.Keys(refused)) {
		fmt.Fprintf(p.streams.Err, "skillctl: %s is not shown to the client: %s\n", line(key), refused[key])
	}
	if known, err := p.store.Get(p.name); err == nil && first {
		n := 0
		for key := range p.shown.texts {
			if one, there := known.Pinned[key]; there && one.First && !one.Since.Before(p.began) {
				n++
			}
		}
		switch {
		case n == 1:
			fmt.Fprintf(p.streams.Err, "skillctl: server %q is seen for the first time: 1 description is kept as it is, and a change of it is refused until it is accepted\n", p.name)
		case n > 1:
			fmt.Fprintf(p.streams.Err, "skillctl: server %q is seen for the first time: %d descriptions are kept as they are, and a change of one is refused until it is accepted\n", p.name, n)
		}
	}
}

// only lets through the methods that are answered here, with a reason for what is not
// shown.
func (p *proxy) only(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(p.alive, func() {
			cancel(fmt.Errorf("server %q has ended before it answered", p.name))
		})()
		if method == "tools/call" || method == "prompts/get" || method == "resources/read" {
			if err := p.lists.wait(ctx); err != nil {
				return nil, err
			}
		}
		call, ok := request.(*sdk.CallToolRequest)
		if !ok || method != "tools/call" {
			return next(ctx, method, request)
		}
		p.mu.Lock()
		why, no := p.refused[pin.Tool+" "+call.Params.Name]
		p.mu.Unlock()
		if no {
			return p.denied(ctx, call, why)
		}
		return next(ctx, method, request)
	}
}

// maxName bounds how much of a name is repeated, in bytes.
const maxName = 200

// short is the beginning of a name that somebody else chose.
func short(name string) string {
	if name = line(name); len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "") + " ..."
	}
	return name
}
