package docker

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/docker/docker/api/types"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

// stream is the connection that a command's input and output go through.
type stream struct {
	conn net.Conn
	// socket is conn without wrappers, where it can be handed over.
	socket net.Conn
	from   io.Reader
	split  splitter
	// again reads all output once more from its beginning, when the first reading is
	// over; nil where a connection gives everything.
	again func() (io.ReadCloser, error)
	// writing: bytes are on their way to whoever runs the command.
	writing atomic.Bool
	done    chan struct{}

	mutex sync.Mutex
	let   bool // nothing more may be written to conn
}

// splitter takes apart what an engine sends of a command without a terminal:
// frames with a header of 8 bytes, the number of the stream in the first and the
// length in the last four. With a terminal there are no frames.
type splitter struct {
	// Raw: there are no frames. Head is what is there of a header; Left bytes of
	// the stream Kind are to come.
	Raw  bool   `json:"raw,omitempty"`
	Head []byte `json:"head,omitempty"`
	Kind byte   `json:"kind,omitempty"`
	Left uint32 `json:"left,omitempty"`
	// Stdout and Stderr are how far the outputs are; SkipStdout and SkipStderr
	// bytes were there before and come again.
	SkipStdout int64 `json:"skipStdout,omitempty"`
	SkipStderr int64 `json:"skipStderr,omitempty"`

	stdout, stderr *capture.Writer
}

const frameHeader = 8

func newSplitter(spec runner.Spec) splitter {
	limit := spec.Boundary.Limits.Output
	return splitter{
		Raw:    spec.Terminal != nil,
		stdout: capture.New(spec.Stdout, "stdout", limit),
		stderr: capture.New(spec.Stderr, "stderr", limit),
	}
}

// feed takes the next bytes of the connection, wherever they begin and end.
func (s *splitter) feed(p []byte) {
	for len(p) > 0 {
		if s.Raw {
			s.pass(1, p)
			return
		}
		if s.Left == 0 {
			n := min(frameHeader-len(s.Head), len(p))
			s.Head = append(s.Head, p[:n]...)
			p = p[n:]
			if len(s.Head) == frameHeader {
				s.Kind, s.Left = s.Head[0], binary.BigEndian.Uint32(s.Head[4:])
				s.Head = s.Head[:0]
			}
			continue
		}
		n := min(int64(s.Left), int64(len(p)))
		s.pass(s.Kind, p[:n])
		s.Left -= uint32(n)
		p = p[n:]
	}
}

// pass hands bytes to the output of a stream: 2 is stderr, 3 an error of the
// engine's.
func (s *splitter) pass(kind byte, p []byte) {
	to, skip := s.stdout, &s.SkipStdout
	if kind >= 2 {
		to, skip = s.stderr, &s.SkipStderr
	}
	n := min(*skip, int64(len(p)))
	*skip -= n
	if len(p) > int(n) {
		_, _ = to.Write(p[n:]) // a capture.Writer takes everything
	}
}

// restart has the splitter leave out all that it has passed on: it comes again.
func (s *splitter) restart() {
	passed := func(w *capture.Writer) int64 { state := w.State(); return state.Kept + state.Cut }
	s.Head, s.Left = nil, 0
	s.SkipStdout, s.SkipStderr = passed(s.stdout), passed(s.stderr)
}

// end says that there is no more output.
func (s *splitter) end() {
	s.stdout.End()
	s.stderr.End()
}

// newStream begins to read; see stream.feedStdin for the other direction.
func newStream(hijacked types.HijackedResponse, socket net.Conn, split splitter) *stream {
	s := &stream{conn: hijacked.Conn, socket: socket, from: hijacked.Reader, split: split, done: make(chan struct{})}
	go s.read()
	return s
}

func (s *stream) read() {
	defer close(s.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := s.from.Read(buffer)
		if n > 0 {
			s.writing.Store(true)
			s.split.feed(buffer[:n])
			s.writing.Store(false)
		}
		if errors.Is(err, io.EOF) && s.again != nil {
			s.rest()
			return
		}
		if err != nil {
			return
		}
	}
}

// rest takes what a reading that follows a run has missed: engines end it with
// the run, though the last lines may not have been kept by then.
func (s *stream) rest() {
	logs, err := s.again()
	if err != nil {
		return
	}
	defer func() { _ = logs.Close() }()
	s.split.restart()
	s.from, s.again = logs, nil
	buffer := make([]byte, 32<<10)
	for {
		n, err := logs.Read(buffer)
		if n > 0 {
			s.writing.Store(true)
			s.split.feed(buffer[:n])
			s.writing.Store(false)
		}
		if err != nil {
			return
		}
	}
}

// feedStdin copies the input of a command, which ends when the input does. The
// copying may outlast the command: a read of a terminal cannot be called off.
func (s *stream) feedStdin(from io.Reader) {
	if from == nil {
		return
	}
	go func() {
		buffer := make([]byte, 32<<10)
		for {
			n, err := from.Read(buffer)
			if n > 0 && !s.send(buffer[:n]) {
				return
			}
			if err != nil {
				s.endStdin()
				return
			}
		}
	}()
}

func (s *stream) send(p []byte) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.let {
		return false
	}
	_, err := s.conn.Write(p)
	return err == nil
}

// endOfTransmission is what a terminal sends for the end of its input: Ctrl-D.
const endOfTransmission = 4

func (s *stream) endStdin() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.let {
		return
	}
	if s.split.Raw {
		// An engine takes the end of a terminal's input for the end of its output.
		_, _ = s.conn.Write([]byte{endOfTransmission})
		return
	}
	if half, ok := s.conn.(types.CloseWriter); ok {
		_ = half.CloseWrite()
	}
}

// How long an engine may take to send the rest of a command's output when the
// command has ended.
const (
	drainStep  = 100 * time.Millisecond
	drainSteps = 50
)

// drain waits until all output is there, as long as bytes move or somebody takes
// their time to take them. Nobody waits longer when stop is closed.
func (s *stream) drain(stop <-chan struct{}, steps int) {
	tick := time.NewTicker(drainStep)
	defer tick.Stop()
	for silent := 0; silent < steps; silent++ {
		select {
		case <-s.done:
			return
		case <-stop:
			return
		case <-tick.C:
			if s.writing.Load() {
				silent = 0
			}
		}
	}
}

// finished closes the connection and reports whether nothing is written any more.
func (s *stream) finished() bool {
	s.close()
	select {
	case <-s.done:
		return true
	case <-time.After(time.Second):
		return false
	}
}

// close ends the connection and everything that waits for it.
func (s *stream) close() {
	s.mutex.Lock()
	s.let = true
	s.mutex.Unlock()
	_ = s.conn.Close()
}

var errBusy = errors.New("the output of the run is not taken")

// release stops reading, so that another process can go on with the connection:
// the socket as a file, nil where there is none to hand over.
func (s *stream) release(patience time.Duration) (*os.File, error) {
	s.mutex.Lock()
	s.let = true
	s.mutex.Unlock()
	if err := s.conn.SetReadDeadline(time.Now()); err != nil && s.socket != nil {
		return nil, err
	}
	if s.socket == nil {
		// The engine keeps the output: the other process reads it from the start.
		_ = s.conn.Close()
	}
	select {
	case <-s.done:
	case <-time.After(patience):
		return nil, errBusy
	}
	if s.socket == nil {
		return nil, nil
	}
	file, ok := s.socket.(interface{ File() (*os.File, error) })
	if !ok {
		return nil, errors.New("the connection is not a socket")
	}
	f, err := file.File()
	if err != nil {
		return nil, err
	}
	_ = s.conn.Close() // the file is a descriptor of its own
	return f, nil
}
