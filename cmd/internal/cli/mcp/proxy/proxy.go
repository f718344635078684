package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/wire"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/pin"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/engine/settings"
)

// proxy is a conversation with one client and one server.
type proxy struct {
	kit.PolicyFlags
	// factory gives what is judged by; what that writes goes nowhere.
	factory *kit.Factory
	streams *kit.IOStreams
	name    string
	argv    []string
	dir     string
	// began is when it was started.
	began time.Time
	// startTime and callTime are how long the server may take to start, and to answer.
	startTime, callTime time.Duration

	store  *pin.Store
	server *upstream
	// alive ends with the conversation with the server, and says why.
	alive    context.Context //nolint:containedctx // each call that waits ends with it
	settings *settings.Settings
	// down is the server that the client talks to.
	down *sdk.Server
	// refused says of each tool that is not shown why, by its name.
	mu      sync.Mutex
	shown   *offer
	allowed map[string]bool
	refused map[string]string
	// why is what was noticed first of the end of the server.
	why error
	// changed is told when the server says that a list has changed; lists says up to which
	// time that it said so they are held.
	changed chan struct{}
	lists   lists
	// calls bounds how many go on at a time; progress says whom to tell of each.
	calls    chan struct{}
	progress map[string]*progress
	last     int
	asked    *ask.Questions
	heard    map[string]bool
}

// maxCalls bounds how many calls go on at a time.
const maxCalls = 32

// run stands between the client on the standard streams and the server until one of them
// ends.
func (p *proxy) run(ctx context.Context) error {
	merged, err := p.factory.ExecSettings(ctx, p.AnyKind())
	if err != nil {
		return err
	}
	p.PolicyFlags = p.For(p.factory.IO, policy.KindExec) // calls are judged as commands are
	p.settings = merged
	path, err := p.factory.StatePath("mcp")
	if err != nil {
		return err
	}
	p.store = pin.Open(path)
	if err := p.known(ctx); err != nil {
		return err
	}
	if p.server, err = p.start(ctx); err != nil {
		return p.failed(err)
	}
	defer p.server.leave()
	begun, stop := context.WithTimeout(ctx, p.startTime)
	defer stop()
	p.down = p.downstream("", nil)
	if err := p.renew(begun, true); err != nil {
		return p.failed(p.cause(err))
	}
	return p.converse(ctx)
}

func (p *proxy) failed(err error) error {
	return &kit.ExitError{Code: kit.ExitFailure, Err: fmt.Errorf("server %q cannot be used: %w", p.name, err)}
}

// converse answers the client until it closes its end, or the server ends. What waits then
// is answered first.
func (p *proxy) converse(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var end context.CancelCauseFunc
	p.alive, end = context.WithCancelCause(ctx)
	go func() {
		_ = p.server.session.Wait() // why it ended was noticed
		end(errServerEnded)
	}()
	var renewing sync.WaitGroup
	renewing.Go(func() { p.listen(p.alive, end) })
	err := p.down.Run(ctx, &wire.Transport{In: p.streams.In, Out: p.streams.Out, Stop: p.alive.Done(), Grace: wire.LastCalls, AtEnd: func() { cancel(errClientEnded) }})
	cause := context.Cause(p.alive)
	cancel(nil)
	renewing.Wait()
	if cause != nil && !errors.Is(cause, context.Canceled) && !errors.Is(cause, errClientEnded) {
		p.server.leave()
		return p.failed(p.cause(cause))
	}
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

var (
	errServerEnded = errors.New("it has ended the conversation")
	errClientEnded = errors.New("the client has closed its end")
)

// noticed keeps why the conversation with the server ends.
func (p *proxy) noticed(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.why == nil {
		p.why = err
	}
}

// cause is why the conversation with the server ended: what it did that is not understood,
// else how its process ended, else an error.
func (p *proxy) cause(err error) error {
	p.mu.Lock()
	why := p.why
	p.mu.Unlock()
	var line *wire.LineError
	if errors.Is(why, errFlood) || errors.As(why, &line) {
		return why
	}
	return p.server.why(err)
}

// client is what the server talks to.
func (p *proxy) client() *sdk.Client {
	options := &sdk.ClientOptions{
		Logger:                      slog.New(slog.DiscardHandler),
		Capabilities:                &sdk.ClientCapabilities{},
		MultiRoundTrip:              &sdk.MultiRoundTripOptions{Disabled: true},
		ProgressNotificationHandler: p.pass,
	}
	p.answer(options)
	build := p.factory.Build()
	client := sdk.NewClient(&sdk.Implementation{Name: "skillctl", Title: "skillctl, for a client", Version: build.Version}, options)
	if options.Capabilities.RootsV2 != nil {
		// The folder is where the server runs, whatever else the client has open.
		client.AddRoots(&sdk.Root{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(p.dir)}).String()})
	}
	return client
}

// downstream is what the client talks to.
func (p *proxy) downstream(instructions string, log *slog.Logger) *sdk.Server {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	down := sdk.NewServer(&sdk.Implementation{Name: p.name, Title: p.name + ", behind skillctl", Version: p.factory.Build().Version}, &sdk.ServerOptions{
		Instructions: instructions, Logger: log, SetCacheable: private,
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{ListChanged: true}, Prompts: &sdk.PromptCapabilities{ListChanged: true}, Resources: &sdk.ResourceCapabilities{ListChanged: true},
		},
	})
	down.AddReceivingMiddleware(p.only)
	return down
}

// private says of a list or a resource that it is for this client alone.
func private(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" }

// decideHook asks the policies of calls of tools, with the settings as they are now.
func (p *proxy) decideHook(ctx context.Context, question *hook.Question) (engine.Decision, error) {
	return hook.New().Decide(ctx, question)
}

// hookSettings are the part of the settings that the policies of calls are given.
func (p *proxy) hookSettings() map[string]any {
	list := func(texts []string) []string { return append([]string{}, texts...) }
	h := &p.settings.Hook
	return map[string]any{"tools": list(h.Tools), "hosts": list(h.Hosts), "deciders": list(h.Deciders), "enclose": h.Enclose, "serverRequests": list(h.ServerRequests)}
}

// clean is a text of somebody else with secrets masked, and nothing in it that hides. It
// is for models and messages; what a person agrees to is shown by [format.Whole].
func clean(text string) string {
	lines := strings.Split(secret.Known().Hide(strings.ToValidUTF8(text, "\ufffd")), "\n")
	for i := range lines {
		lines[i] = format.Escape(lines[i])
	}
	return strings.Join(lines, "\n")
}

// line is [clean] for what has to stay in one line, so that it writes none of its own.
func line(text string) string { return format.Escape(secret.Known().Hide(text)) }

// reasons are the reasons of a decision that count, each as shown says: [line] for models
// and messages, [format.Told] for a person who is asked.
func reasons(d engine.Decision, shown func(string) string) []string {
	var out []string
	for _, r := range d.Reasons {
		if r.Effect.Rank() < d.Effect.Rank() {
			continue
		}
		text := r.Message
		if r.Hint != "" {
			text += " (" + r.Hint + ")"
		}
		if r.Setting != "" {
			text += " [" + r.Setting + "]"
		}
		out = append(out, shown(text)+" <"+r.Rule+">")
	}
	return out
}
