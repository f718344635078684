package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// MaxLine bounds a message that is read, in bytes.
const MaxLine = 4 << 20

// lastAnswers is how long what was asked is waited for when nothing is asked any more.
const lastAnswers = 20 * time.Second

// Transport is a pair of streams; it connects once.
type Transport struct {
	In  io.Reader
	Out io.Writer
	// AtEnd is called when In has ended, before the last answers are waited for; nil
	// for nothing.
	AtEnd func()
}

// Connect begins to read.
func (t *Transport) Connect(context.Context) (sdk.Connection, error) {
	c := &connection{
		transport: t, lines: make(chan line), closed: make(chan struct{}), answered: make(chan struct{}, 1), pending: map[jsonrpc.ID]bool{},
	}
	go c.scan()
	return c, nil
}

// line is one that was read: its text, or why there is none.
type line struct {
	text  []byte
	large bool
	err   error
}

type connection struct {
	transport *Transport
	lines     chan line
	closed    chan struct{}
	close     sync.Once

	mu sync.Mutex
	// pending are the requests that are not answered; answered is told when one was.
	pending  map[jsonrpc.ID]bool
	answered chan struct{}
}

// SessionID is that of the connection: it has none.
func (c *connection) SessionID() string { return "" }

// scan reads lines until there are none.
func (c *connection) scan() {
	reader := bufio.NewReaderSize(c.transport.In, 64<<10)
	for {
		next := readLine(reader)
		select {
		case c.lines <- next:
		case <-c.closed:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// readLine reads a line, and of one that is too large no more than its end.
func readLine(reader *bufio.Reader) line {
	var out line
	for {
		part, err := reader.ReadSlice('\n')
		if len(out.text)+len(part) > MaxLine {
			out.large, out.text = true, nil
		}
		if !out.large {
			out.text = append(out.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(out.text) > 0 || out.large):
			return out // the next call says that it was the last
		}
		out.err = err
		return out
	}
}

// Read returns the next message; [io.EOF] when there are no more and all are answered.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case next := <-c.lines:
			if next.err != nil {
				c.finish(ctx)
				return nil, next.err
			}
			message, wrong := c.understand(next)
			if wrong != nil {
				if err := c.send(wrong); err != nil {
					return nil, err
				}
			}
			if message != nil {
				return message, nil
			}
		}
	}
}

// understand is the message of a line, or what is wrong with it; neither of an empty
// one.
func (c *connection) understand(next line) (jsonrpc.Message, *refusal) {
	if next.large {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "the message is larger than %d MiB", MaxLine>>20)
	}
	if blank(next.text) {
		return nil, nil
	}
	message, wrong := parse(next.text)
	if request, ok := message.(*jsonrpc.Request); ok {
		c.asked(request)
	}
	return message, wrong
}

func blank(text []byte) bool {
	for _, b := range text {
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return false
		}
	}
	return true
}

// asked remembers a request that is to be answered. One for notifications is answered
// when it ends, and one that was cancelled may not be.
func (c *connection) asked(request *jsonrpc.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case request.IsCall() && request.Method != "subscriptions/listen":
		c.pending[request.ID] = true
	case request.Method == "notifications/cancelled":
		var params struct {
			ID any `json:"requestId"`
		}
		if json.Unmarshal(request.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.ID); err == nil {
				delete(c.pending, id)
			}
		}
	}
}

// finish waits for the answers to what was asked.
func (c *connection) finish(ctx context.Context) {
	if c.transport.AtEnd != nil {
		c.transport.AtEnd()
	}
	limit := time.NewTimer(lastAnswers)
	defer limit.Stop()
	for {
		c.mu.Lock()
		left := len(c.pending)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-limit.C:
			return
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write writes a message as one line.
func (c *connection) Write(_ context.Context, message jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("write message: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if response, ok := message.(*jsonrpc.Response); ok {
		delete(c.pending, response.ID)
		defer func() {
			select {
			case c.answered <- struct{}{}:
			default:
			}
		}()
	}
	_, err = c.transport.Out.Write(append(text, '\n'))
	return err
}

// send writes what the SDK has no message for.
func (c *connection) send(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write message: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.transport.Out.Write(append(text, '\n'))
	return err
}

// Close ends the connection. The streams are those of who made the transport.
func (c *connection) Close() error {
	c.close.Do(func() { close(c.closed) })
	return nil
}
