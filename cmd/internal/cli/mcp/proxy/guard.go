package proxy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// How many messages a server may send: so many at once, and so many a second. The SDK
// keeps what it has not handled without a bound.
const (
	burst     = 2_000
	perSecond = 500
)

// errFlood: a server sends more messages than anybody can want.
var errFlood = fmt.Errorf("it sends more than %d messages a second", perSecond)

// guarded lets through of what a server sends what is understood and wanted.
type guarded struct {
	sdk.Transport
	proxy *proxy
}

// Connect connects.
func (g *guarded) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := g.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &guardedConnection{Connection: inner, proxy: g.proxy, left: burst, counted: time.Now()}, nil
}

type guardedConnection struct {
	sdk.Connection
	proxy *proxy
	// left is how many messages may come now; counted is when that was so.
	left    float64
	counted time.Time
}

// Read returns the next message that is let through.
func (c *guardedConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		message, err := c.Connection.Read(ctx)
		if err != nil {
			c.proxy.noticed(err)
			return nil, err
		}
		if !c.count() {
			c.proxy.noticed(errFlood)
			return nil, errFlood
		}
		if answer, ok := message.(*jsonrpc.Response); ok && answer.Error == nil {
			if kinds, asks := asking(answer.Result); asks {
				why := errAsks
				if err := c.proxy.refuseAsking(ctx, kinds); err != nil {
					why = err
				}
				return &jsonrpc.Response{ID: answer.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: why.Error()}}, nil
			}
		}
		request, ok := message.(*jsonrpc.Request)
		if !ok || request.IsCall() && request.Method == "ping" {
			return message, nil
		}
		if !request.IsCall() {
			if c.proxy.told(request.Method); heard(request.Method) {
				return message, nil
			}
			continue // nobody wants it
		}
		if err := c.proxy.mayRequest(ctx, request.Method); err == nil {
			return message, nil
		} else if err := c.Write(ctx, &jsonrpc.Response{ID: request.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: err.Error()}}); err != nil {
			return nil, err
		}
	}
}

// count reports whether one more message may come.
func (c *guardedConnection) count() bool {
	now := time.Now()
	c.left = min(burst, c.left+now.Sub(c.counted).Seconds()*perSecond) - 1
	c.counted = now
	return c.left >= 0
}

// heard are the notifications that something follows from.
func heard(method string) bool {
	switch method {
	case "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/progress", "notifications/cancelled":
		return true
	}
	return false
}

// requestKinds are what a server can ask of its client, by method.
func requestKinds() map[string]string {
	return map[string]string{"roots/list": "roots", "sampling/createMessage": "sampling", "elicitation/create": "elicitation"}
}

// errRefused is what a server is told that asks for what it may not.
var errRefused = errors.New("this client does not answer such requests")
