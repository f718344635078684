package wire

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// asks is a connection that was asked something, and whose input then ended.
func asks(t *testing.T, transport *Transport) (request *jsonrpc.Request, ended <-chan error) {
	t.Helper()
	transport.In = strings.NewReader(`{"jsonrpc":"2.0","id":"a","method":"m"}` + "\n")
	c, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() {
		_, err := c.Read(t.Context())
		end <- err
	}()
	request = message.(*jsonrpc.Request)
	if transport.AtEnd == nil { // it is answered by itself
		go func() { _ = c.Write(t.Context(), &jsonrpc.Response{ID: request.ID}) }()
	}
	return request, end
}

// TestGrace wants what was asked to go on after the end of input until it is answered, and
// no longer than the time for it.
func TestGrace(t *testing.T) {
	t.Parallel()
	if _, ended := asks(t, &Transport{Out: io.Discard, Grace: time.Hour}); !errors.Is(<-ended, io.EOF) {
		t.Error("it does not end with the answer")
	}
	stopped := make(chan struct{})
	asks(t, &Transport{Out: io.Discard, Grace: time.Millisecond, AtEnd: func() { close(stopped) }})
	<-stopped // though nothing was answered
	calls := make(chan struct{}, 1)
	asks(t, &Transport{Out: io.Discard, Grace: time.Hour, AtEnd: func() { calls <- struct{}{} }})
	select {
	case <-calls:
		t.Error("what was asked is stopped before its time")
	case <-time.After(10 * time.Millisecond):
	}
}

// TestGone wants what was asked stopped at once where nobody reads the answer.
func TestGone(t *testing.T) {
	t.Parallel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	if left := gone(write); left == nil {
		t.Skip("it cannot be known here")
	} else if left() {
		t.Error("a pipe with a reader has none")
	}
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	asks(t, &Transport{Out: write, Grace: time.Hour, AtEnd: func() { close(stopped) }})
	<-stopped
}
