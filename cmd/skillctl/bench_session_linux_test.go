package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/runner/notebook"
)

// executing is an open session, and what its supervisor is asked by.
type executing struct {
	killing

	store *notebook.Store
}

// openSession opens a session natively, or in a container of an image.
func openSession(tb testing.TB, language, image string) *executing {
	tb.Helper()
	dir := tb.TempDir()
	e := &executing{killing: killing{t: tb, program: program(tb), work: filepath.Join(dir, "work"), state: filepath.Join(dir, "state"), kind: language, docker: image != ""}}
	e.prepare(dir, "exec: {security: full, ask: 'off'}\n", image)
	e.id = strings.TrimSpace(e.wants(0, "", "session", "open", "--lang", language))
	tb.Cleanup(func() { e.wants(0, "", "session", "close", e.id) })
	store, err := notebook.New(filepath.Join(e.state, "skillctl", "sessions"), time.Now)
	if err != nil {
		tb.Fatal(err)
	}
	e.store = store
	return e
}

// execute runs code in the session and wants it to write what is wanted.
func (e *executing) execute(code, want string) {
	e.t.Helper()
	if out := e.said(code); out != want {
		e.t.Fatalf("%q wrote %q", code, out)
	}
}

// said is what code in the session writes.
func (e *executing) said(code string) string {
	e.t.Helper()
	ctx := context.Background()
	turn, err := e.store.Take(ctx, e.id, false, func() {})
	if err != nil {
		e.t.Fatal(err)
	}
	defer turn.Close()
	var out, errs bytes.Buffer
	done, err := turn.Run(ctx, notebook.Order{Code: []byte(code), TimeoutMS: patience.Milliseconds(), GraceMS: 1000, Output: 1 << 20}, &out, &errs)
	if err != nil || done.Result.Code != 0 {
		e.t.Fatalf("%q wrote %q %q and ended with %+v, %v", code, out.String(), errs.String(), done, err)
	}
	return out.String()
}

// counted is code that says a number, by language.
func counted(language string, n int) string {
	switch language {
	case "python":
		return fmt.Sprintf("x = %d; print(x, flush=True)", n)
	case "bash":
		return fmt.Sprintf("x=%d; echo $x", n)
	}
	return fmt.Sprintf("x = %d; console.log(x)", n)
}

// BenchmarkExecution is an execution in a session, with its supervisor and within its
// boundary, beside a bare interpreter that is given the same code by a pipe: each in the
// same turn, so that the ratio holds on a busy machine too.
//
//	x-bare   how many times as long as the bare interpreter
//	ms/bare  the bare interpreter
func BenchmarkExecution(b *testing.B) {
	for language, bare := range map[string][]string{
		"python": {"python3", "-u", "-i"}, "bash": {"bash"}, "javascript": {"node", "-i"},
	} {
		b.Run(language, func(b *testing.B) {
			if _, err := exec.LookPath(bare[0]); err != nil {
				b.Skip("there is no", bare[0])
			}
			if !landlocked("none") {
				b.Skip("this machine has no landlock")
			}
			e := openSession(b, language, "")
			interpreter := exec.Command(bare[0], bare[1:]...)
			interpreter.Env = []string{"PATH=" + os.Getenv("PATH"), "NODE_REPL_HISTORY="}
			in, err := interpreter.StdinPipe()
			if err != nil {
				b.Fatal(err)
			}
			out, err := interpreter.StdoutPipe()
			if err != nil {
				b.Fatal(err)
			}
			if err := interpreter.Start(); err != nil {
				b.Fatal(err)
			}
			defer func() { _, _ = interpreter.Process.Kill(), interpreter.Wait() }()
			lines := bufio.NewReader(out)
			alone := func(n int) {
				_, _ = io.WriteString(in, counted(language, n)+"\n")
				for { // a prompt may be in front of it, and a greeting before
					line, err := lines.ReadString('\n')
					if err != nil {
						b.Fatal(err)
					}
					if strings.HasSuffix(line, strconv.Itoa(n)+"\n") {
						return
					}
				}
			}
			n := 1000000
			alone(n)
			e.execute(counted(language, n), fmt.Sprintln(n))
			var session, without time.Duration
			for b.Loop() {
				n++
				began := time.Now()
				e.execute(counted(language, n), fmt.Sprintln(n))
				between := time.Now()
				alone(n)
				session, without = session+between.Sub(began), without+time.Since(between)
			}
			b.ReportMetric(float64(session)/float64(without), "x-bare")
			b.ReportMetric(without.Seconds()*1000/float64(b.N), "ms/bare")
		})
	}
}

// long is code that says a number in 16,000 digits.
func long(language string, n int) string {
	switch language {
	case "python":
		return fmt.Sprintf("print('%%016000d' %% %d)", n)
	case "bash":
		return fmt.Sprintf("printf '%%016000d\\n' %d", n)
	}
	return fmt.Sprintf("console.log(String(%d).padStart(16000, '0'))", n)
}

// TestSessionMemory runs 1,000 pieces of code in a session, each another one, and wants
// its processes not to grow: they need as much as after the first 10, but for what is
// garbage and not collected yet. What they say is 16 MB in all. SKILLCTL_EXECUTIONS says
// how many.
func TestSessionMemory(t *testing.T) {
	if raced {
		t.Skip("the detector has memory of its own")
	}
	count := fixture.Number("SKILLCTL_EXECUTIONS", fixture.Size(0, 1000))
	if count == 0 {
		t.Skip("SKILLCTL_SLOW=1 does")
	}
	if !landlocked("none") {
		t.Skip("this machine has no landlock")
	}
	const first, most = 10, 12 << 10
	for language, name := range map[string]string{"python": "python3", "bash": "bash", "javascript": "node"} {
		t.Run(language, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip("there is no", name)
			}
			e := openSession(t, language, "")
			var before map[string]int
			for n := 1; n <= count; n++ {
				e.execute(long(language, n), fmt.Sprintf("%016000d\n", n))
				if n == first {
					before = e.memory()
				}
			}
			after := e.memory()
			for what, kib := range after {
				t.Logf("%s: %d KiB after %d executions, %d KiB after %d", what, before[what], first, kib, count)
				if kib-before[what] > most {
					t.Errorf("%s grew by %d KiB", what, kib-before[what])
				}
			}
		})
	}
}

// collected is JavaScript that says what is in use when garbage is collected, in KiB.
const collected = `require('node:v8').setFlagsFromString('--expose_gc')
var collect = require('node:vm').runInNewContext('gc')
collect(); collect()
const { heapUsed, external } = process.memoryUsage()
console.log((heapUsed + external) >> 10)`

// memory is what the processes of the session have that is theirs alone, in KiB. An
// engine of JavaScript keeps garbage for as long as there is memory: of it, what is used.
func (e *executing) memory() map[string]int {
	e.t.Helper()
	out := map[string]int{}
	for _, p := range e.processes() {
		what := "interpreter"
		for mark, name := range map[string]string{"skillctl supervise-": "supervisor", "__skillctl_keeper": "keeper", "__skillctl_tender": "tender"} {
			if strings.Contains(p.line, mark) {
				what = name
			}
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
		if err != nil {
			e.t.Fatal(err)
		}
		for line := range strings.Lines(string(status)) {
			if kib, ok := strings.CutPrefix(line, "RssAnon:"); ok {
				n, err := strconv.Atoi(strings.Fields(kib)[0])
				if err != nil {
					e.t.Fatal(err)
				}
				out[what] += n
			}
		}
	}
	if e.kind == "javascript" {
		n, err := strconv.Atoi(strings.TrimSpace(e.said(collected)))
		if err != nil {
			e.t.Fatal(err)
		}
		out["interpreter"] = n
	}
	return out
}
