package session

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// Order is what a supervisor is told to do.
type Order struct {
	// Runs is the folder of the store, ID the run in it.
	Runs string `json:"runs"`
	ID   string `json:"id"`
	// Handover is the run to be adopted; without a backend, the supervisor is to
	// start it.
	Backend string          `json:"backend,omitempty"`
	State   json.RawMessage `json:"state,omitempty"`
	// Payload is what else the supervisor needs, in words of whoever starts it: the
	// specification of the run, where to record its end.
	Payload json.RawMessage `json:"payload,omitempty"`
	// Files says how many descriptors come along.
	Files int `json:"files"`
}

// The descriptors of a supervisor. Those of the handover follow.
const (
	orderFD = 3
	readyFD = 4
	filesFD = 5
)

const (
	maxOrder = 16 << 20
	maxFiles = 64
	// launchWithin is how long a supervisor may take to have the run.
	launchWithin = 20 * time.Second
)

// Launch starts a supervisor, detached from this process and its terminal, and
// hands a run over to it. program and arguments are the hidden command that calls
// [Receive]. When Launch returns without an error the supervisor has the run, and
// this process's descriptors of it are closed; with an error the caller still has
// it.
func Launch(ctx context.Context, program string, args []string, order Order, handover runner.Handover) error {
	order.Backend, order.State, order.Files = handover.Backend, handover.State, len(handover.Files)
	if order.Files > maxFiles {
		return fmt.Errorf("hand run %q over: it has %d descriptors; at most %d can be handed over", order.ID, order.Files, maxFiles)
	}
	text, err := json.Marshal(order)
	if err != nil {
		return fmt.Errorf("hand run %q over: %w", order.ID, err)
	}
	orderOut, orderIn, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("hand run %q over: %w", order.ID, err)
	}
	defer orderIn.Close()
	readyOut, readyIn, err := os.Pipe()
	if err != nil {
		_ = orderOut.Close()
		return fmt.Errorf("hand run %q over: %w", order.ID, err)
	}
	defer readyOut.Close()
	cmd := exec.Command(program, args...) //nolint:noctx // skillctl itself; it outlives ctx
	cmd.Args[0] = "skillctl"
	cmd.Dir = order.Runs
	cmd.ExtraFiles = append([]*os.File{orderOut, readyIn}, handover.Files...)
	detach(cmd)
	err = cmd.Start()
	_, _ = orderOut.Close(), readyIn.Close()
	if err != nil {
		return fmt.Errorf("start the supervisor of run %q: %w", order.ID, err)
	}
	err = await(ctx, orderIn, readyOut, text)
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return fmt.Errorf("hand run %q over: %w", order.ID, err)
	}
	for _, f := range handover.Files {
		_ = f.Close()
	}
	// Nobody waits for it: it is the child of whoever takes orphans.
	return cmd.Process.Release()
}

// await gives the order and waits for the answer.
func await(ctx context.Context, orderIn, readyOut *os.File, text []byte) error {
	until := time.Now().Add(launchWithin)
	_ = orderIn.SetWriteDeadline(until)
	_ = readyOut.SetReadDeadline(until)
	defer context.AfterFunc(ctx, func() { _ = readyOut.SetReadDeadline(time.Now()) })()
	// One that ends before it has read the order breaks the pipe of it, or not yet:
	// its answer, or that there is none, says more.
	_, unwritten := orderIn.Write(text)
	_ = orderIn.Close()
	line, err := bufio.NewReader(io.LimitReader(readyOut, maxJSON)).ReadString('\n')
	said := strings.TrimSpace(line)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case said == ready && unwritten == nil:
		return nil
	case said != "" && said != ready:
		return errors.New(said)
	case errors.Is(err, io.EOF):
		return errors.New("the supervisor ended immediately")
	case unwritten != nil:
		return fmt.Errorf("the supervisor does not take it: %w", unwritten)
	}
	return fmt.Errorf("the supervisor does not answer: %w", err)
}

// ready is what a supervisor says when it has the run.
const ready = "ready"

// Received is an order as it came to a supervisor.
type Received struct {
	Order
	// Handover is the run that is to be adopted.
	Handover runner.Handover
	answer   *os.File
}

// Receive takes the order in a process that [Launch] started.
func Receive() (*Received, error) {
	in, out := os.NewFile(orderFD, "order"), os.NewFile(readyFD, "ready")
	if in == nil || out == nil {
		return nil, errors.New("this command is started by skillctl, not by people")
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxOrder))
	if err != nil {
		return nil, fmt.Errorf("read the order: %w: this command is started by skillctl, not by people", err)
	}
	r := &Received{answer: out}
	if err := json.Unmarshal(text, &r.Order); err != nil {
		return nil, fmt.Errorf("read the order: %w: this command is started by skillctl, not by people", err)
	}
	if r.Files < 0 || r.Files > maxFiles {
		return nil, fmt.Errorf("read the order: it says that there are %d descriptors", r.Files)
	}
	for i := range r.Files {
		fd := uintptr(filesFD + i)
		closeOnExec(fd)
		r.Handover.Files = append(r.Handover.Files, os.NewFile(fd, fmt.Sprintf("handover-%d", i)))
	}
	closeOnExec(readyFD)
	r.Handover.Backend, r.Handover.State = r.Backend, r.State
	return r, nil
}

// Answer tells whoever handed the run over that this process has it, or why it
// does not.
func (r *Received) Answer(err error) error {
	said := ready
	if err != nil {
		said = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	_, failed := io.WriteString(r.answer, said+"\n")
	return errors.Join(failed, r.answer.Close())
}

// Detached starts a program, detached from this process and its terminal, and gives
// it a text on its standard input. Nobody waits for it.
func Detached(program string, args []string, dir string, stdin []byte) error {
	out, in, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("start skillctl: %w", err)
	}
	defer in.Close()
	cmd := exec.Command(program, args...) //nolint:noctx // skillctl itself; it outlives this process
	cmd.Args[0] = "skillctl"
	cmd.Dir, cmd.Stdin = dir, out
	detach(cmd)
	err = cmd.Start()
	_ = out.Close()
	if err != nil {
		return fmt.Errorf("start skillctl: %w", err)
	}
	_ = in.SetWriteDeadline(time.Now().Add(launchWithin))
	_, err = in.Write(stdin)
	return errors.Join(err, cmd.Process.Release())
}
