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

// LastCalls is how long a client that has closed its end may wait for what it has asked.
const LastCalls = 5 * time.Second

// lastAnswers is how long what was asked is waited for when nothing is asked any more.
const lastAnswers = 20 * time.Second

// Transport is a pair of streams; it connects once.
type Transport struct {
	In  io.Reader
	Out io.Writer
	// Grace is how long what was asked goes on when In has ended, unless nobody reads from
	// Out any more.
	Grace time.Duration
	// AtEnd is called after that, before the last answers are waited for; nil for nothing.
	AtEnd func()
	// Stop ends the reading when it is closed, as the end of In does, but for AtEnd: what
	// was asked is still answered; nil for never.
	Stop <-chan struct{}
	// Strict ends the connection at the first line that is not understood, and at the end
	// of In: the other side is a server, of which nothing is answered that is wrong.
	Strict bool
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
		case <-c.transport.Stop:
			c.finish(ctx, lastAnswers, nil)
			return nil, io.EOF
		case next := <-c.lines:
			if next.err != nil {
				if !c.transport.Strict && c.transport.Grace > 0 {
					c.finish(ctx, c.transport.Grace, gone(c.transport.Out))
				}
				if c.transport.AtEnd != nil {
					c.transport.AtEnd()
				}
				if !c.transport.Strict {
					c.finish(ctx, lastAnswers, nil)
				}
				return nil, next.err
			}
			message, wrong := c.understand(next)
			if wrong != nil && c.transport.Strict {
				return nil, &LineError{wrong.Error.Message}
			}
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
	if request, ok := message.(*jsonrpc.Request); ok && !c.transport.Strict {
		c.asked(request)
	}
	return message, wrong
}

// LineError is a line that was not understood, of a connection that then ends.
type LineError struct{ Message string }

// Error says what is wrong with the line.
func (e *LineError) Error() string { return e.Message }

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

// looks is how often it is looked whether somebody still reads.
const looks = 100 * time.Millisecond

// finish waits for the answers to what was asked, for so long at most, and only while
// somebody is there: left says otherwise, and is nil where nobody knows.
func (c *connection) finish(ctx context.Context, most time.Duration, left func() bool) {
	limit := time.NewTimer(most)
	defer limit.Stop()
	look := time.NewTicker(looks)
	defer look.Stop()
	for {
		c.mu.Lock()
		open := len(c.pending)
		c.mu.Unlock()
		if open == 0 || left != nil && left() {
			return
		}
		select {
		case <-c.answered:
		case <-look.C:
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
