package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestKilledSession kills one process of a session with SIGKILL, chosen by a seed: a supervisor,
// a keeper, what is in the container, the interpreter, the command that waits for it. The
// session goes on or is over, what is over leaves no process and no container without
// anybody starting anything, and the record is whole.
//
// SKILLCTL_KILLS says how often (6 with SKILLCTL_SLOW=1, else not at all), SKILLCTL_SEED
// from which seed on (1).
func TestKilledSession(t *testing.T) {
	if raced {
		t.Skip("the detector's program does not run in an image")
	}
	count := fixture.Number("SKILLCTL_KILLS", fixture.Size(0, 6))
	if count == 0 {
		t.Skip("SKILLCTL_SLOW=1 does")
	}
	first := fixture.Number("SKILLCTL_SEED", 1)
	t.Run("native", func(t *testing.T) {
		if !landlocked("none") {
			t.Skip("this machine has no landlock")
		}
		for seed := first; seed < first+count; seed++ {
			t.Run(strconv.Itoa(seed), func(t *testing.T) { kill(t, seed, "") })
		}
	})
	t.Run("docker", func(t *testing.T) {
		there, err := hasDocker()
		if err != nil {
			t.Fatal(err)
		}
		if !there {
			t.Skip("no container engine answers, or none is to be asked")
		}
		image, err := languageImage()
		if err != nil {
			t.Fatal(err)
		}
		for seed := first; seed < first+count; seed++ {
			t.Run(strconv.Itoa(seed), func(t *testing.T) { kill(t, seed, image) })
		}
	})
}

// killing is one session of which a process is killed.
type killing struct {
	t       testing.TB
	program string
	work    string
	state   string
	env     []string
	// mark is a number that nothing else of this machine sleeps for.
	mark string
	kind string
	id   string
	// docker: it runs in a container.
	docker bool
}

// kill opens a session, has it run something or not, kills a process, and looks.
func kill(t *testing.T, seed int, image string) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(seed), 14))
	kinds := []string{"python", "bash", "javascript", "agentzero"}
	kind, busy := kinds[random.IntN(len(kinds))], random.IntN(3) > 0
	if image != "" && kind == "bash" {
		kind = "python" // the image has no bash
	}
	dir := t.TempDir()
	k := &killing{
		t: t, program: program(t), work: filepath.Join(dir, "work"), state: filepath.Join(dir, "state"), kind: kind, docker: image != "",
		mark: fmt.Sprintf("9%d%05d", os.Getpid(), seed),
	}
	if k.docker {
		k.mark = "8" + k.mark
	}
	k.prepare(dir, "exec: {allowlist: [python3, node, sleep, echo]}\n"+
		"agentzero: {execEnabled: true, accessMode: read_write, timeouts: {code: {first: 1h, between: 1h, max: 1h, dialog: 1h}}}\n", image)
	if kind != "agentzero" {
		k.id = strings.TrimSpace(k.wants(0, "", "session", "open", "--lang", kind))
		k.wants(0, k.code("before"), "session", "run", k.id, "-")
	} else {
		k.wants(0, "", "exec", "--runtime", "terminal", "--session", "1", "-c", "echo before")
	}
	var client *exec.Cmd
	if busy {
		client = k.begin()
	}
	victims := k.processes()
	if client != nil {
		victims = append(victims, processOf(client.Process.Pid))
	}
	victim := victims[random.IntN(len(victims))]
	t.Logf("%s, busy %v: %s of %d processes", kind, busy, victim.line, len(victims))
	if err := unix.Kill(victim.pid, unix.SIGKILL); err != nil {
		t.Fatalf("kill %s: %v", victim.line, err)
	}
	if client != nil {
		k.ends(client)
	}
	k.wait("its processes", func() bool { return !victim.lives() })
	k.over()
	k.nothing(victims)
}

// prepare makes the folders and the settings.
func (k *killing) prepare(dir, settings, image string) {
	k.t.Helper()
	k.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_STATE_HOME=" + k.state, "TMPDIR=" + dir}
	if k.docker {
		settings += fmt.Sprintf("run: {sandbox: docker, docker: {image: %q}}\n", image)
	}
	if err := errors.Join(os.Mkdir(k.work, 0o755), os.Chmod(dir, 0o755), os.WriteFile(filepath.Join(k.work, "skillctl.yaml"), []byte(settings), 0o600)); err != nil {
		k.t.Fatal(err)
	}
}

// code is what runs in the session and says a word.
func (k *killing) code(word string) string {
	switch k.kind {
	case "python":
		return "print('" + word + "')"
	case "javascript":
		return "console.log('" + word + "')"
	}
	return "echo " + word
}

// begin starts something that does not end, and waits until it runs.
func (k *killing) begin() *exec.Cmd {
	args, text := []string{"session", "run", k.id, "-"}, map[string]string{
		"python":     "import subprocess\nsubprocess.run(['sleep', '" + k.mark + "'])",
		"bash":       "sleep " + k.mark,
		"javascript": "const done = require('node:child_process').spawn('sleep', ['" + k.mark + "'])\nawait new Promise(end => done.on('exit', end))",
	}[k.kind]
	if k.kind == "agentzero" {
		args = []string{"exec", "--runtime", "terminal", "--session", "1", "-c", "sleep " + k.mark}
	}
	cmd := k.command(args...)
	cmd.Stdin = strings.NewReader(text)
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.wait("the code", func() bool {
		return slices.ContainsFunc(processesNow(), func(p process) bool { return p.line == "sleep "+k.mark })
	})
	return cmd
}

// ends waits for a command, however it ends.
func (k *killing) ends(cmd *exec.Cmd) {
	k.t.Helper()
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	if !late.Stop() {
		k.t.Errorf("the command that waited for the code did not end")
	}
}

// over ends a session that goes on, after it has run code.
func (k *killing) over() {
	k.t.Helper()
	if k.kind == "agentzero" {
		k.wants(0, "", "exec", "--runtime", "reset", "--session", "1")
		return
	}
	code, out := k.runs(k.code("again"), "session", "run", k.id, "-")
	// It went while this came: the next one finds it gone, or the session at its end.
	if strings.Contains(out, "the interpreter has ended: a signal ended it (9)") || strings.Contains(out, "the interpreter was ended: ") {
		code, out = k.runs(k.code("again"), "session", "run", k.id, "-")
	}
	switch {
	case code == 1 && (strings.Contains(out, "was lost") || strings.Contains(out, "somebody else ended its kernel")):
	case code == 0 && strings.Contains(out, "again"):
		k.wants(0, "", "session", "close", k.id)
	default:
		k.t.Errorf("afterwards it ended with %d and said %q", code, out)
	}
}

// nothing wants nothing to be left: no process, no container, no run without an end.
func (k *killing) nothing(were []process) {
	k.t.Helper()
	left := func() []string {
		var all []string
		for _, p := range append(were, k.processes()...) {
			if p.lives() {
				all = append(all, p.line)
			}
		}
		for _, p := range processesNow() {
			if p.line == "sleep "+k.mark {
				all = append(all, p.line)
			}
		}
		return append(all, k.containers()...)
	}
	for began := time.Now(); len(left()) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > patience {
			k.t.Errorf("left: %q", left())
			return
		}
	}
	k.wants(0, "", "audit", "verify")
	var runs []struct {
		State string `json:"state"`
	}
	if err := json.Unmarshal([]byte(k.wants(0, "", "audit", "list", "--json")), &runs); err != nil {
		k.t.Fatal(err)
	}
	for _, run := range runs {
		if run.State != "ended" && run.State != "lost" {
			k.t.Errorf("a run is %q in the record", run.State)
		}
	}
}

// processes are those of the session, but for a command that waits.
func (k *killing) processes() []process {
	all := processesNow()
	var found []process
	for _, p := range all {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
		if strings.HasPrefix(p.line, "skillctl supervise-") && bytes.Contains(env, []byte("XDG_STATE_HOME="+k.state+"\x00")) {
			found = append(found, p)
		}
	}
	for _, id := range k.containers() {
		out, _ := exec.Command("docker", "inspect", "-f", "{{.State.Pid}}", id).Output() // it may be gone
		if pid, err := strconv.Atoi(strings.TrimSpace(string(out))); err == nil && pid > 0 {
			found = append(found, processOf(pid))
		}
	}
	for i := 0; i < len(found); i++ {
		for _, p := range all {
			if p.parent == found[i].pid {
				found = append(found, p)
			}
		}
	}
	return found
}

// containers are the names of those of the session.
func (k *killing) containers() []string {
	if !k.docker {
		return nil
	}
	out, err := exec.Command("docker", "ps", "-a", "--format", `{{.Names}} {{.Label "skillctl.lease"}}`).Output()
	if err != nil {
		k.t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		if name, lease, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(lease, k.state+"/") {
			names = append(names, name)
		}
	}
	return names
}

func (k *killing) command(args ...string) *exec.Cmd {
	cmd := exec.Command(k.program, args...)
	cmd.Dir, cmd.Env = k.work, k.env
	return cmd
}

func (k *killing) runs(input string, args ...string) (int, string) {
	cmd := k.command(args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		k.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

func (k *killing) wants(code int, input string, args ...string) string {
	k.t.Helper()
	got, out := k.runs(input, args...)
	if got != code {
		k.t.Fatalf("skillctl %q ended with %d: %s", args, got, out)
	}
	return out
}

func (k *killing) wait(what string, there func() bool) {
	k.t.Helper()
	for began := time.Now(); !there(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > patience {
			k.t.Fatalf("waited for %s too long", what)
		}
	}
}

// process is one of this machine, whoever has its number later.
type process struct {
	pid, parent int
	start, line string
}

// lives reports whether it is there, and not only for somebody to ask how it ended.
func (p process) lives() bool {
	now := processOf(p.pid)
	return now.start == p.start && now.start != ""
}

// processOf is a process; without a start when there is none that runs.
func processOf(pid int) process {
	p := process{pid: pid}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	end := bytes.LastIndexByte(stat, ')')
	if err != nil || end < 0 {
		return p
	}
	fields := strings.Fields(string(stat[end+1:]))
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return p
	}
	p.parent, _ = strconv.Atoi(fields[1])
	p.start = fields[19]
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	p.line = strings.TrimSpace(strings.ReplaceAll(string(line[:min(len(line), 100)]), "\x00", " "))
	return p
}

func processesNow() []process {
	var all []process
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		if pid, err := strconv.Atoi(filepath.Base(name)); err == nil {
			if p := processOf(pid); p.start != "" {
				all = append(all, p)
			}
		}
	}
	return all
}
