package proxy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/child"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/wire"
)

const (
	// startTime is how long a server may take to start and to tell what it has.
	startTime = time.Minute
	// leaveTime is how long it has to end by itself when nobody wants it any more.
	leaveTime = 2 * time.Second
	// version is the newest version of the protocol in which a server that answers a call
	// cannot ask for something in its answer.
	version = "2025-11-25"
	// maxSaid is how much of its standard error is kept, in bytes.
	maxSaid = 4_000
)

// upstream is the server that is stood in front of, in its boundary.
type upstream struct {
	session *sdk.ClientSession
	input   *os.File
	said    *lastWords
	cancel  context.CancelFunc
	// ended is closed when its process has; code and err are how.
	ended chan struct{}
	code  int
	err   error
}

// start starts the server, and agrees with it on the protocol. Whatever happens, the
// server ends with ctx.
func (p *proxy) start(ctx context.Context) (*upstream, error) {
	theirIn, ourIn, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	ourOut, theirOut, err := os.Pipe()
	if err != nil {
		_, _ = theirIn.Close(), ourIn.Close()
		return nil, fmt.Errorf("start server: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	u := &upstream{input: ourIn, said: &lastWords{}, cancel: cancel, ended: make(chan struct{})}
	args := append([]string{"exec", "--unattended", "--serves", "--yield", "0", "--color", kit.ColorNever, "--agent", "mcp:" + p.name}, p.Args()...)
	run := child.Run{
		Args: append(append(args, "--"), p.argv...), Dir: p.dir, Env: p.factory.Environ(), Stdin: theirIn, Stdout: theirOut, Stderr: u.said,
		Started: func() { _, _ = theirIn.Close(), theirOut.Close() },
	}
	go func() {
		defer close(u.ended)
		u.code, u.err = run.Start(ctx)
		_, _ = theirIn.Close(), theirOut.Close()
	}()
	begun, stop := context.WithTimeout(ctx, p.startTime)
	defer stop()
	transport := &guarded{Transport: &wire.Transport{In: ourOut, Out: ourIn, Strict: true}, proxy: p}
	u.session, err = p.client().Connect(begun, transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		u.leave()
		return nil, u.why(fmt.Errorf("it does not begin a conversation: %w", err))
	}
	if got := u.session.InitializeResult().ProtocolVersion; got > version { // versions are dates
		u.leave()
		return nil, fmt.Errorf("it answers with version %q of the protocol, and was offered %s", got, version)
	}
	return u, nil
}

// leave closes what the server reads, which tells it to end, and ends it where it does
// not.
func (u *upstream) leave() {
	_ = u.input.Close()
	select {
	case <-u.ended:
	case <-time.After(leaveTime):
	}
	u.cancel()
	<-u.ended
}

// why says how a server ended, and what it said last; cause is what was noticed of it.
func (u *upstream) why(cause error) error {
	select {
	case <-u.ended:
	default:
		return cause
	}
	said := strings.TrimSpace(u.said.text())
	switch {
	case u.err != nil && !errors.Is(u.err, context.Canceled):
		return u.err
	case u.err != nil:
		return cause
	case said != "":
		// Its words begin no line.
		return fmt.Errorf("it ended with exit code %d: %s", u.code, strings.ReplaceAll(said, "\n", "\n    "))
	}
	return fmt.Errorf("it ended with exit code %d", u.code)
}

// lastWords keeps the end of what is written to it.
type lastWords struct {
	mu   sync.Mutex
	kept []byte
}

func (l *lastWords) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, text[max(0, len(text)-maxSaid):]...)
	if over := len(l.kept) - maxSaid; over > 0 {
		l.kept = append(l.kept[:0], l.kept[over:]...)
	}
	return len(text), nil
}

func (l *lastWords) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return clean(string(l.kept))
}
