package proxy

import (
	"context"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/report/format"
)

// mayRequest decides whether the server may ask something of the client. What is refused
// is recorded once for each method.
func (p *proxy) mayRequest(ctx context.Context, method string) error {
	kind := requestKind(method)
	decision, err := p.decideHook(ctx, hook.Requesting(p.name, kind, p.hookSettings()))
	if err != nil {
		return errRefused
	}
	if p.hear(kind) {
		if err := p.record(ctx, "mcp:"+p.name, hook.ServedName(p.name, kind), decision); err != nil {
			return errRefused
		}
	}
	if decision.Effect.Rank() > engine.Warn.Rank() {
		return errRefused
	}
	return nil
}

// requestKind is what a server asks for with a method, as the settings call it.
func requestKind(method string) string {
	if kind := requestKinds()[method]; kind != "" {
		return kind
	}
	return short(method)
}

// hear reports whether something is heard of the server for the first time, and is to be
// recorded.
func (p *proxy) hear(what string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.heard[what] || len(p.heard) >= maxHeard {
		return false
	}
	p.heard[what] = true
	return true
}

// maxHeard bounds how many kinds of requests are kept in mind.
const maxHeard = 32

// errNobody: the client is not there, or does not answer such requests.
var errNobody = errors.New("there is no client that answers this")

// answer has the client answer what the settings let the server ask.
func (p *proxy) answer(options *sdk.ClientOptions) {
	for _, kind := range p.settings.Hook.ServerRequests {
		switch kind {
		case "roots":
			options.Capabilities.RootsV2 = &sdk.RootCapabilities{}
		case "sampling":
			options.CreateMessageHandler = func(ctx context.Context, request *sdk.CreateMessageRequest) (*sdk.CreateMessageResult, error) {
				session := p.talking()
				if session == nil {
					return nil, errNobody
				}
				return session.CreateMessage(ctx, request.Params)
			}
		case "elicitation":
			options.ElicitationHandler = func(ctx context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
				session := p.talking()
				if session == nil {
					return nil, errNobody
				}
				params := *request.Params
				params.Message = "Server " + p.name + " asks:\n\n" + format.WholeBlock(params.Message)
				params.RequestedSchema = shownValue(params.RequestedSchema)
				return session.Elicit(ctx, &params)
			}
		}
	}
}

// talking is the conversation with the client; nil before it has begun.
func (p *proxy) talking() *sdk.ServerSession {
	p.mu.Lock()
	down := p.down
	p.mu.Unlock()
	for session := range down.Sessions() {
		return session
	}
	return nil
}
