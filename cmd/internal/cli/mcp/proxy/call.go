package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	hookcli "github.com/skillctl/skillctl/cmd/internal/cli/hook"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// callTool judges a call, and has the server answer it where it may.
func (p *proxy) callTool(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	arguments, err := objectOf(request.Params.Arguments)
	if err != nil {
		return wrong("the arguments cannot be read: " + err.Error()), nil
	}
	p.mu.Lock()
	tool := p.shown.tools[request.Params.Name]
	p.mu.Unlock()
	reads := tool != nil && tool.Annotations != nil && tool.Annotations.ReadOnlyHint
	call := hook.Served(p.name, request.Params.Name, arguments, p.dir, reads, ask.Can(request.Session))
	decision, err := p.judge(ctx, agentOf(request.Session), call)
	if err != nil {
		return wrong("nothing was decided, so it is not called: " + err.Error()), nil
	}
	if decision.Effect == engine.Ask {
		question, err := p.question(call, decision)
		if err != nil {
			return wrong(err.Error()), nil
		}
		if first := p.asked.Put(request, question); first != nil {
			return first, nil
		}
		if err := p.approved(ctx, request, call, decision); err != nil {
			return wrong(err.Error()), nil
		}
	} else if decision.Effect.Rank() > engine.Warn.Rank() {
		return wrong(denial(decision)), nil
	}
	var result *sdk.CallToolResult
	err = p.forward(ctx, request.Session, request.Params.GetProgressToken(), func(ctx context.Context, token string) error {
		params := &sdk.CallToolParams{Name: request.Params.Name, Arguments: request.Params.Arguments}
		if len(request.Params.Arguments) == 0 {
			params.Arguments = json.RawMessage("{}")
		}
		if token != "" {
			params.SetProgressToken(token)
		}
		var err error
		result, err = p.server.session.CallTool(ctx, params)
		return err
	})
	if err == nil {
		result, err = called(result)
	}
	if err != nil {
		return wrong(err.Error()), nil
	}
	return result, nil
}

// question is what the person in front of the client is asked: the whole call.
func (p *proxy) question(call *hook.Call, decision engine.Decision) (string, error) {
	var arguments bytes.Buffer
	w := json.NewEncoder(&arguments)
	w.SetEscapeHTML(false) // a person reads it
	w.SetIndent("", "  ")
	if err := w.Encode(call.Input); err != nil {
		return "", fmt.Errorf("the arguments cannot be shown to the person who is to approve them: %w", err)
	}
	return fmt.Sprintf("skillctl: tool %s is to be called with\n\n%s\n\nskillctl asks, since %s",
		format.WholeLine(call.Tool), format.WholeBlock(strings.TrimSuffix(arguments.String(), "\n")), strings.Join(reasons(decision, format.Told), "; ")), nil
}

// approved records that the person has approved the call, once.
func (p *proxy) approved(ctx context.Context, request *sdk.CallToolRequest, call *hook.Call, decision engine.Decision) error {
	if err := p.asked.Answer(request); err != nil {
		return fmt.Errorf("it was not called: %w", err)
	}
	decision.Effect = engine.Allow
	decision.Reasons = []engine.Reason{{Rule: "hook/approved", Effect: engine.Allow, Message: "the person in front of the client has approved this call, once"}}
	return p.record(ctx, agentOf(request.Session), call.Tool, decision)
}

// getPrompt judges that a prompt is taken, and has the server write it.
func (p *proxy) getPrompt(ctx context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	arguments := map[string]any{}
	for name, value := range request.Params.Arguments {
		arguments[name] = value
	}
	if err := p.permit(ctx, request.Session, promptPermission+request.Params.Name, arguments); err != nil {
		return nil, err
	}
	var result *sdk.GetPromptResult
	err := p.forward(ctx, request.Session, nil, func(ctx context.Context, _ string) error {
		var err error
		result, err = p.server.session.GetPrompt(ctx, &sdk.GetPromptParams{Name: request.Params.Name, Arguments: request.Params.Arguments})
		return err
	})
	if err != nil {
		return nil, err
	}
	return prompted(result)
}

// readResource judges that a resource is read, and has the server read it.
func (p *proxy) readResource(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	// An address of a scheme of its own leads nowhere but into the server.
	name := "text"
	if scheme, _, _ := strings.Cut(request.Params.URI, ":"); slices.Contains([]string{"file", "http", "https"}, strings.ToLower(scheme)) {
		name = "uri"
	}
	if err := p.permit(ctx, request.Session, resourcePermission, map[string]any{name: request.Params.URI}); err != nil {
		return nil, err
	}
	var result *sdk.ReadResourceResult
	err := p.forward(ctx, request.Session, nil, func(ctx context.Context, _ string) error {
		var err error
		result, err = p.server.session.ReadResource(ctx, &sdk.ReadResourceParams{URI: request.Params.URI})
		return err
	})
	if err != nil {
		return nil, err
	}
	return resourced(result)
}

// permit judges what only reads from the server; a question is a no.
func (p *proxy) permit(ctx context.Context, session *sdk.ServerSession, name string, arguments map[string]any) error {
	decision, err := p.judge(ctx, agentOf(session), hook.Served(p.name, name, arguments, p.dir, true, false))
	if err != nil {
		return fmt.Errorf("nothing was decided, so it is not asked for: %s", clean(err.Error()))
	}
	if decision.Effect.Rank() > engine.Warn.Rank() {
		return errors.New(denial(decision))
	}
	return nil
}

// judge decides a call as skillctl hook does, and records it.
func (p *proxy) judge(ctx context.Context, agent string, call *hook.Call) (engine.Decision, error) {
	return hookcli.Judge(ctx, p.factory, hookcli.Question{Agent: agent, Call: call, PolicyFlags: p.PolicyFlags})
}

// errBusy: the server has enough to do.
var errBusy = fmt.Errorf("%d calls go on already; wait until one has ended, or cancel it", maxCalls)

// forward has the server answer, for as long as the client wants and the time limit
// allows. A server that does not even read what it is told keeps its place.
func (p *proxy) forward(ctx context.Context, session *sdk.ServerSession, token any, do func(ctx context.Context, token string) error) error {
	select {
	case p.calls <- struct{}{}:
	default:
		return errBusy
	}
	ctx, cancel := context.WithTimeoutCause(ctx, p.callTime, fmt.Errorf("server %q does not answer within %s; the call was cancelled", p.name, p.callTime))
	defer cancel()
	ours, forget := p.telling(session, token)
	defer forget()
	answered := make(chan error, 1)
	go func() {
		defer func() { <-p.calls }()
		answered <- do(ctx, ours)
	}()
	select {
	case err := <-answered:
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.Is(err, sdk.ErrConnectionClosed) || errors.Is(err, io.EOF) {
			return fmt.Errorf("server %q has ended before it answered", p.name)
		}
		if err != nil {
			return fmt.Errorf("server %q answers with an error: %s", p.name, clean(err.Error()))
		}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// progress is who wants to hear how far a call is.
type progress struct {
	session *sdk.ServerSession
	token   any
}

// telling has progress of a call told to the client, where it wants that.
func (p *proxy) telling(session *sdk.ServerSession, token any) (ours string, forget func()) {
	if token == nil || session == nil {
		return "", func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	ours = strconv.Itoa(p.last)
	p.progress[ours] = &progress{session, token}
	return ours, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.progress, ours)
	}
}

// pass tells the client of progress that the server tells.
func (p *proxy) pass(ctx context.Context, request *sdk.ProgressNotificationClientRequest) {
	name, _ := request.Params.ProgressToken.(string)
	p.mu.Lock()
	to := p.progress[name]
	p.mu.Unlock()
	if to == nil {
		return
	}
	// A client that does not hear it gets the whole with the answer.
	_ = to.session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
		ProgressToken: to.token, Message: clean(request.Params.Message), Progress: request.Params.Progress, Total: request.Params.Total,
	})
}

// denied answers a call of a tool that is not shown, and records that.
func (p *proxy) denied(ctx context.Context, request *sdk.CallToolRequest, why string) (*sdk.CallToolResult, error) {
	decision := engine.Decision{Effect: engine.Deny, Reasons: []engine.Reason{{Rule: "hook/described", Effect: engine.Deny, Message: why}}}
	if err := p.record(ctx, agentOf(request.Session), hook.ServedName(p.name, short(request.Params.Name)), decision); err != nil {
		return wrong(err.Error()), nil
	}
	return wrong("skillctl denies this: " + why), nil
}

// record writes down an answer that no policy of calls was asked for.
func (p *proxy) record(ctx context.Context, agent, tool string, decision engine.Decision) error {
	request := &audit.Request{Argv: []string{tool}, Cwd: p.dir, Agent: agent, Tool: tool, Profile: p.settings.Exec.Profile}
	return run.Record(ctx, p.factory, p.settings, audit.Record{Kind: audit.Answered, Request: request, Decision: run.RecordedDecision(decision)})
}

// denial is a denial in words that a model can act on.
func denial(d engine.Decision) string {
	verb := "denies this"
	if d.Effect == engine.Ask {
		verb = "asks a person first, and there is none to ask"
	}
	text := "skillctl " + verb
	for i, reason := range reasons(d, line) {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		text += sep + reason
	}
	return text
}

// wrong is an answer to a call that was not made.
func wrong(text string) *sdk.CallToolResult {
	if text = clean(text); len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "") + " ..."
	}
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// objectOf reads arguments, of which no two readers think differently.
func objectOf(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return map[string]any{}, nil
	}
	return jsonline.Parse(raw)
}

// agentOf is what the client calls itself, for the record alone.
func agentOf(session *sdk.ServerSession) string {
	if session != nil {
		if params := session.InitializeParams(); params != nil && params.ClientInfo != nil && params.ClientInfo.Name != "" {
			return "mcp:" + short(params.ClientInfo.Name)
		}
	}
	return "mcp"
}
