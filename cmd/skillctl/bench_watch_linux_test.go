package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// watching is a `skillctl watch` that runs on a workspace.
type watching struct {
	b     *testing.B
	cmd   *exec.Cmd
	lines *bufio.Scanner
	skill string // a folder of a skill
}

// watched starts `skillctl watch` on so many skills in a workspace and waits for
// its first line.
func watched(b *testing.B, skills int, args ...string) *watching {
	b.Helper()
	home := b.TempDir()
	workspace := filepath.Join(home, "ws")
	if err := os.MkdirAll(workspace, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(generated(b, skills), filepath.Join(workspace, "skills")); err != nil {
		b.Fatal(err)
	}
	limits := fmt.Sprintf(`{agents: {defaults: {workspace: %q}}, skills: {limits: {maxCandidatesPerRoot: 20000, maxSkillsLoadedPerSource: 20000}}}`, workspace)
	config := filepath.Join(home, "openclaw.json")
	if err := os.WriteFile(config, []byte(limits), 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(program(b), append([]string{"watch", "--json", "--openclaw", config}, args...)...)
	cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "OPENCLAW_BUNDLED_SKILLS_DIR=" + filepath.Join(home, "bundled")}
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	w := &watching{b: b, cmd: cmd, lines: bufio.NewScanner(out)}
	w.lines.Buffer(nil, 64<<20)
	b.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if b.Failed() {
			b.Log(errors.String())
		}
	})
	w.until(`"event":"snapshot"`)
	names, err := filepath.Glob(filepath.Join(workspace, "skills", "*", "SKILL.md"))
	if err != nil || len(names) != skills {
		b.Fatalf("%d skills, %v", len(names), err)
	}
	w.skill = filepath.Dir(names[skills/2])
	return w
}

// until reads lines up to one that has a text.
func (w *watching) until(text string) {
	w.b.Helper()
	for w.lines.Scan() {
		if strings.Contains(w.lines.Text(), text) {
			return
		}
	}
	w.b.Fatalf("it ended before it wrote %s: %v", text, w.lines.Err())
}

// spent is the processor time of a process so far.
func (w *watching) spent() time.Duration {
	w.b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.cmd.Process.Pid))
	if err != nil {
		w.b.Fatal(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	ticks := 0
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			w.b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100 // a tick is a hundredth on every Linux that Go runs on
}

// BenchmarkWatchLatency writes a manifest and waits for the line that says so:
// the 250 ms in which nothing more has to happen are in it.
func BenchmarkWatchLatency(b *testing.B) {
	for _, skills := range []int{100, 10_000} {
		b.Run(fmt.Sprint(skills), func(b *testing.B) {
			w := watched(b, skills)
			name := filepath.Join(w.skill, "SKILL.md")
			before, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			i := 0
			for b.Loop() {
				i++
				if err := os.WriteFile(name, append(before[:len(before):len(before)], fmt.Sprintf("\nLine %d.\n", i)...), 0o644); err != nil {
					b.Fatal(err)
				}
				w.until(`"event":"edited"`)
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)-250, "ms-after-debounce/op")
		})
	}
}

// BenchmarkWatchIdle measures what watching 10,000 skills costs while nothing
// happens, over ten seconds.
func BenchmarkWatchIdle(b *testing.B) {
	const idle = 10 * time.Second
	for name, args := range map[string][]string{"native": {"--no-lint"}, "polling": {"--no-lint", "--poll"}} {
		b.Run(name, func(b *testing.B) {
			w := watched(b, 10_000, args...)
			time.Sleep(2 * time.Second) // what is left of the start
			before := w.spent()
			for b.Loop() {
				time.Sleep(idle)
			}
			spent := w.spent() - before
			b.ReportMetric(100*spent.Seconds()/b.Elapsed().Seconds(), "%cpu")
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
			if err != nil {
				b.Fatal(err)
			}
			if _, after, ok := strings.Cut(string(text), "VmRSS:"); ok {
				if kib, err := strconv.Atoi(strings.Fields(after)[0]); err == nil {
					b.ReportMetric(float64(kib)/1024, "MiB")
				}
			}
		})
	}
}
