package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The limits that OpenClaw 2026.9.6 sets for a policy command that says none.
const (
	defaultTimeout = 10 * time.Second
	defaultOutput  = 1 << 20
	// maxTimeout and maxOutput bound what a configuration may ask of this examination.
	maxTimeout = 60 * time.Second
	maxOutput  = 64 << 20
	// ending is what is set aside of a policy's time for ending its processes.
	ending = 500 * time.Millisecond
)

// host runs the policy command as OpenClaw 2026.9.6 does.
type host struct {
	command Command
	env     []string
	timeout time.Duration
	// silence is how long it may print nothing.
	silence time.Duration
	output  int64
	budget  *budget
}

// budget is how long a policy may be asked in all: less than twice its own timeout,
// so that one that hangs cannot keep the examination.
type budget struct {
	end time.Time
	// unasked counts the requests for which no time was left, left the processes that
	// the policy had not ended, stuck those that could not be ended.
	unasked, left, stuck int
}

func (m *Machine) policyHost() (*host, bool) {
	c, ok := m.commandOf()
	if !ok || len(c.Refusals(m.UID, m.Home)) > 0 {
		return nil, false
	}
	h := &host{command: c, timeout: defaultTimeout, output: defaultOutput, env: m.policyEnv()}
	if ms := number(m.OpenClaw.value(setting("timeoutMs")...)); ms > 0 {
		h.timeout = milliseconds(ms)
	}
	h.silence = h.timeout
	if ms := number(m.OpenClaw.value(setting("noOutputTimeoutMs")...)); ms > 0 {
		h.silence = milliseconds(ms)
	}
	if n := number(m.OpenClaw.value(setting("maxOutputBytes")...)); n != 0 {
		h.output = int64(min(max(math.Floor(n), 1), maxOutput))
	}
	if m.budget == nil {
		m.budget = &budget{end: time.Now().Add(2*h.timeout - max(h.timeout/10, min(ending, h.timeout/2)))}
	}
	h.budget = m.budget
	return h, true
}

func milliseconds(ms float64) time.Duration {
	return max(time.Duration(min(ms, float64(maxTimeout.Milliseconds())))*time.Millisecond, time.Millisecond)
}

// policyEnv is all that a policy command has of an environment.
func (m *Machine) policyEnv() []string {
	var out []string
	for _, name := range m.OpenClaw.texts(setting("passEnv")...) {
		if value := m.Getenv(name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	if env, ok := m.OpenClaw.value(setting("env")...).(map[string]any); ok {
		for name := range env {
			out = append(out, name+"="+m.OpenClaw.text(setting("env", name)...))
		}
	}
	return append(out, "OPENCLAW_CLI=1")
}

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case json.Number:
		f, _ := v.Float64()
		return f
	}
	return 0
}

// ask sends one request and reads the answer by the host's rules. When it returns,
// no process of the policy is left.
func (h *host) ask(ctx context.Context, request []byte) answer {
	start := time.Now()
	limit := min(h.timeout, h.budget.end.Sub(start))
	if limit <= 0 {
		h.budget.unasked++
		return answer{unasked: true}
	}
	run, err := startPolicy(h, request)
	if err != nil {
		return answer{trouble: fmt.Sprintf("it could not be started: %v", err)}
	}
	a := run.watch(ctx, h, limit)
	a.took = time.Since(start)
	a.left, a.stuck = run.end()
	h.budget.stuck += a.stuck
	if a.trouble == "" && !a.unasked { // or else it was this examination that ended it
		h.budget.left = max(h.budget.left, a.left)
	}
	if a.unasked {
		h.budget.unasked++
	}
	return a
}

// policyRun is a policy command that was started.
type policyRun struct {
	cmd    *exec.Cmd
	tree   *tree
	exited chan error
	chunks chan chunk
	// ours are the ends of pipes that are kept here.
	ours []*os.File
	done chan struct{}
}

// chunk is something that was printed, or with end set the end of a stream.
type chunk struct {
	text []byte
	err  bool
	end  bool
}

func startPolicy(h *host, request []byte) (*policyRun, error) {
	r := &policyRun{exited: make(chan error, 1), chunks: make(chan chunk), done: make(chan struct{})}
	var theirs []*os.File
	closeAll := func(files []*os.File) {
		for _, f := range files {
			_ = f.Close()
		}
	}
	defer func() { closeAll(theirs) }()
	for i := range 3 {
		read, write, err := os.Pipe()
		if err != nil {
			closeAll(r.ours)
			return nil, fmt.Errorf("make pipe: %w", err)
		}
		if i == 0 {
			read, write = write, read
		}
		r.ours, theirs = append(r.ours, read), append(theirs, write)
	}
	r.cmd = exec.Command(h.command.Path, h.command.Args...)
	r.cmd.Dir, r.cmd.Env = filepath.Dir(h.command.Path), h.env
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	r.tree = newTree(r.cmd)
	err := r.cmd.Start()
	if errors.Is(err, errNoFormat) { // as execvp has it, a text without "#!" is a shell's
		again := exec.Command("/bin/sh", append([]string{h.command.Path}, h.command.Args...)...)
		again.Dir, again.Env, again.SysProcAttr = r.cmd.Dir, r.cmd.Env, r.cmd.SysProcAttr
		again.Stdin, again.Stdout, again.Stderr = theirs[0], theirs[1], theirs[2]
		r.cmd = again
		err = r.cmd.Start()
	}
	if err != nil {
		closeAll(r.ours)
		r.tree.release()
		return nil, err
	}
	r.tree.started(r.cmd.Process.Pid)
	go func() { r.exited <- r.cmd.Wait() }()
	go func() {
		_, _ = r.ours[0].Write(request) // a policy need not read it
		_ = r.ours[0].Close()
	}()
	go r.pass(r.ours[1], false)
	go r.pass(r.ours[2], true)
	return r, nil
}

// pass hands on what a stream prints.
func (r *policyRun) pass(from *os.File, isErr bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		c := chunk{text: bytes.Clone(buffer[:n]), err: isErr, end: err != nil}
		select {
		case r.chunks <- c:
		case <-r.done:
			return
		}
		if err != nil {
			return
		}
	}
}

// watch waits for the answer, as long as the host would: to the end of the command
// and, when that went well, of its output, which another process may keep open.
func (r *policyRun) watch(ctx context.Context, h *host, limit time.Duration) answer {
	timeout, silence := time.NewTimer(limit), time.NewTimer(h.silence)
	defer timeout.Stop()
	defer silence.Stop()
	var stdout bytes.Buffer
	var printed int64
	open, running := 2, true
	for {
		if !running && open == 0 {
			a := answer{raw: stdout.String()}
			a.read()
			return a
		}
		select {
		case <-ctx.Done():
			return answer{trouble: context.Cause(ctx).Error()}
		case <-timeout.C:
			if limit < h.timeout {
				return answer{unasked: true}
			}
			return answer{raw: stdout.String(), trouble: fmt.Sprintf("it took longer than %s", h.timeout)}
		case <-silence.C:
			return answer{raw: stdout.String(), trouble: fmt.Sprintf("it printed nothing for %s", h.silence)}
		case err := <-r.exited:
			running = false
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return answer{raw: stdout.String(), trouble: exitTrouble(exit)}
			}
			if err != nil {
				return answer{raw: stdout.String(), trouble: err.Error()}
			}
		case c := <-r.chunks:
			if c.end {
				open--
			}
			if len(c.text) == 0 {
				continue
			}
			silence.Reset(h.silence)
			if printed += int64(len(c.text)); printed > h.output {
				return answer{trouble: fmt.Sprintf("its output exceeded %d bytes", h.output)}
			}
			if !c.err {
				stdout.Write(c.text)
			}
		}
	}
}

func exitTrouble(exit *exec.ExitError) string {
	if exit.ExitCode() < 0 {
		return "it was ended by a signal: " + strings.TrimPrefix(exit.Error(), "signal: ")
	}
	return fmt.Sprintf("it exited with code %d", exit.ExitCode())
}

// end ends every process that is left of the policy, and says how many there were
// besides the command itself, and how many could not be ended.
func (r *policyRun) end() (left, stuck int) {
	left, stuck = r.tree.end()
	close(r.done)
	for _, f := range r.ours {
		_ = f.Close()
	}
	r.tree.release()
	return left, stuck
}
