//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// usage runs a command and returns its processor time and its largest resident
// set in bytes. lint exits with 1 when there are findings.
func usage(b *testing.B, name string, args ...string) (time.Duration, int64) {
	b.Helper()
	command := exec.Command(name, args...)
	if err := command.Run(); err != nil && command.ProcessState.ExitCode() != 1 {
		b.Fatal(err)
	}
	state := command.ProcessState
	resident := int64(0)
	if rusage, ok := state.SysUsage().(*syscall.Rusage); ok {
		resident = int64(rusage.Maxrss) * 1024 // Linux counts in KiB
	}
	return state.UserTime() + state.SystemTime(), resident
}

// BenchmarkStart runs `skillctl version`, and true beside it: the difference is
// what any command costs before its own work.
func BenchmarkStart(b *testing.B) {
	name := program(b)
	for _, command := range [][]string{{name, "version"}, {"true"}} {
		b.Run(filepath.Base(command[0]), func(b *testing.B) {
			for b.Loop() {
				usage(b, command[0], command[1:]...)
			}
		})
	}
}

// BenchmarkLint lints the folders of SKILLCTL_BENCH_PATHS (separated by ":"),
// or else generated skills, without and with a cache, and reports the
// processor time for each skill, the start of the process included.
func BenchmarkLint(b *testing.B) {
	name := program(b)
	paths := filepath.SplitList(os.Getenv("SKILLCTL_BENCH_PATHS"))
	if len(paths) == 0 {
		paths = []string{generated(b, 500)}
	}
	count := skillsBelow(b, paths)
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	for _, mode := range []string{"cold", "cached"} {
		b.Run(mode, func(b *testing.B) {
			args := append([]string{"lint", "--no-config", "--format", "json", "--output", filepath.Join(b.TempDir(), "report.json")}, paths...)
			if mode == "cold" {
				args = append(args, "--no-cache")
			} else {
				usage(b, name, args...)
			}
			total, runs := time.Duration(0), 0
			for b.Loop() {
				spent, _ := usage(b, name, args...)
				total += spent
				runs++
			}
			b.ReportMetric(float64(total.Microseconds())/float64(runs)/float64(count), "cpu-µs/skill")
		})
	}
}

// BenchmarkMemory lints 10,000 generated skills and reports the largest
// resident set.
func BenchmarkMemory(b *testing.B) {
	name := program(b)
	folder := generated(b, 10_000)
	for b.Loop() {
		_, resident := usage(b, name, "lint", "--no-config", "--no-cache", "--format", "json", "--output", filepath.Join(b.TempDir(), "report.json"), folder)
		b.ReportMetric(float64(resident)/(1<<20), "MiB-peak")
	}
}

// generated writes so many skills, of four files each, below a new folder.
func generated(b *testing.B, count int) string {
	b.Helper()
	folder := b.TempDir()
	body := strings.Repeat("Run `scripts/run.py` on [the notes](references/notes.md) and read what it says.\n\n", 20)
	for i := range count {
		name := fmt.Sprintf("skill-%05d", i)
		for file, text := range map[string]string{
			"SKILL.md":            fmt.Sprintf("---\nname: %s\ndescription: Handles case number %d of many. Use when case %d comes up.\nlicense: MIT\nmetadata:\n  openclaw:\n    requires: {bins: [python3]}\n---\n# Case %d\n\n%s```sh\npython3 scripts/run.py\n```\n", name, i, i, i, body),
			"scripts/run.py":      "#!/usr/bin/env python3\nprint('case')\n",
			"references/notes.md": "# Notes\n\n" + body,
			"LICENSE":             "MIT\n",
		} {
			target := filepath.Join(folder, name, file)
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	return folder
}

func skillsBelow(b *testing.B, paths []string) int {
	b.Helper()
	count := 0
	for _, folder := range paths {
		err := filepath.WalkDir(folder, func(name string, _ os.DirEntry, err error) error {
			if filepath.Base(name) == "SKILL.md" {
				count++
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return count
}
