package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func open(t *testing.T, in io.Reader, out io.Writer, atEnd func()) sdk.Connection {
	t.Helper()
	c, err := (&Transport{In: in, Out: out, AtEnd: atEnd}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestLarge wants a message that is too large answered, and the next one read.
func TestLarge(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	large := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", MaxLine) + "\"}\n"
	c := open(t, strings.NewReader(large+`{"jsonrpc":"2.0","method":"n"}`), &out, nil)
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if request, ok := message.(*jsonrpc.Request); !ok || request.Method != "n" {
		t.Errorf("read %#v", message)
	}
	if !strings.Contains(out.String(), "larger than 4 MiB") {
		t.Errorf("told %q", out.String())
	}
	if _, err := c.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestLastAnswers wants what was asked before the end answered before the connection
// ends.
func TestLastAnswers(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	c := open(t, strings.NewReader(`{"jsonrpc":"2.0","id":"a","method":"m"}`+"\n"), io.Discard, func() { close(ended) })
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := c.Read(context.Background())
		done <- err
	}()
	<-ended
	select {
	case err := <-done:
		t.Fatalf("it ended before the answer: %v", err)
	case <-time.After(10 * time.Millisecond):
	}
	if err := c.Write(t.Context(), &jsonrpc.Response{ID: message.(*jsonrpc.Request).ID, Result: json.RawMessage("{}")}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestStop wants nothing read when it is stopped, and what was asked answered before the
// connection ends.
func TestStop(t *testing.T) {
	t.Parallel()
	in, client := io.Pipe()
	stop := make(chan struct{})
	c, err := (&Transport{In: in, Out: io.Discard, Stop: stop, AtEnd: func() { t.Error("the client has not ended") }}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() { _, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"m"}`+"\n") }()
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	close(stop)
	done := make(chan error, 1)
	go func() {
		_, err := c.Read(context.Background())
		done <- err
	}()
	select {
	case err := <-done:
		t.Fatalf("it ended before the answer: %v", err)
	case <-time.After(10 * time.Millisecond):
	}
	if err := c.Write(t.Context(), &jsonrpc.Response{ID: message.(*jsonrpc.Request).ID, Result: json.RawMessage("{}")}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestClose wants a read to end with the connection, though nothing comes.
func TestClose(t *testing.T) {
	t.Parallel()
	reader, _ := io.Pipe()
	c := open(t, reader, io.Discard, nil)
	time.AfterFunc(time.Millisecond, func() { _ = c.Close() })
	if _, err := c.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

// FuzzParse wants each line to be a message or a refusal, and never both: a refusal is a
// line of JSON with an id that was sent, or null.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","result":{}}`, `{"jsonrpc":"2.0","id":1.5,"method":"x"}`, `[]`, `{`, `null`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}`, `{"jsonrpc":"1.0","id":9007199254740993,"method":"x"}`, `{"jsonrpc":"2.0","method":"x","result":1}`, "{\"a\":\"\\ud800\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.IndexByte(text, '\n') >= 0 {
			return // that is two lines
		}
		message, wrong := parse(text)
		if (message == nil) == (wrong == nil) {
			t.Fatalf("message %v, refusal %v", message, wrong)
		}
		if wrong != nil {
			line, err := json.Marshal(wrong)
			if err != nil {
				t.Fatal(err)
			}
			if string(wrong.ID) != "null" && !isID(wrong.ID) || bytes.IndexByte(line, '\n') >= 0 {
				t.Fatalf("refusal %s", line)
			}
			return
		}
		line, err := jsonrpc.EncodeMessage(message)
		if err != nil {
			t.Fatal(err)
		}
		if _, wrong := parse(line); wrong != nil {
			t.Fatalf("%s is read, and what is made of it is not: %s", text, wrong.Error.Message)
		}
	})
}
