package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkRun measures `skillctl exec -- true` in each native sandbox beside the
// program itself, beside the decision alone, and beside bwrap: each in the same
// turn, so that the ratios hold on a busy machine too.
//
//	x-bare        how many times as long as the program itself
//	x-bwrap       how many times as long as bwrap with the same program
//	ms/bare       the program itself
//	ms/decision   `exec --explain --json`, which decides and runs nothing
//	ms/over       what running takes over the decision; the budget of landlock is 5
func BenchmarkRun(b *testing.B) {
	name := program(b)
	dir := b.TempDir()
	work := filepath.Join(dir, "work")
	if err := os.MkdirAll(filepath.Join(work, ".git"), 0o755); err != nil {
		b.Fatal(err)
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_STATE_HOME=" + filepath.Join(dir, "state"), "TMPDIR=" + dir}
	timed := func(b *testing.B, args ...string) time.Duration {
		c := exec.Command(args[0], args[1:]...)
		c.Dir, c.Env = work, env
		began := time.Now()
		out, err := c.CombinedOutput()
		if err != nil {
			b.Fatalf("%v: %v\n%s", args, err, out)
		}
		return time.Since(began)
	}
	for sandbox, run := range map[string]string{
		"landlock": "sandbox: landlock", "bubblewrap": "sandbox: bubblewrap", "none": "sandbox: none, trusted: true, network: full",
	} {
		b.Run(sandbox, func(b *testing.B) {
			bwrap := ""
			if path, err := exec.LookPath("bwrap"); err == nil {
				bwrap = path
			} else if sandbox == "bubblewrap" {
				b.Skip("there is no bwrap")
			}
			config := filepath.Join(dir, sandbox+".yaml")
			if err := os.WriteFile(config, []byte("exec: {security: full, ask: 'off'}\nrun: {"+run+"}\n"), 0o600); err != nil {
				b.Fatal(err)
			}
			var ran, decided, bare, boxed time.Duration
			turns := 0
			for b.Loop() {
				bare += timed(b, "/usr/bin/true")
				if bwrap != "" {
					boxed += timed(b, bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent", "/usr/bin/true")
				}
				decided += timed(b, name, "exec", "--config", config, "--explain", "--json", "--", "true")
				ran += timed(b, name, "exec", "--config", config, "--", "true")
				turns++
			}
			each := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(turns) }
			b.ReportMetric(float64(ran)/float64(bare), "x-bare")
			if bwrap != "" {
				b.ReportMetric(float64(ran)/float64(boxed), "x-bwrap")
			}
			b.ReportMetric(each(bare), "ms/bare")
			b.ReportMetric(each(decided), "ms/decision")
			b.ReportMetric(each(ran-decided), "ms/over")
		})
	}
}
