//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkExplain runs `skillctl exec --explain` and reports the processor time
// of the whole process, for each profile; the budget is 35 ms.
func BenchmarkExplain(b *testing.B) {
	name := program(b)
	b.Setenv("XDG_CONFIG_HOME", filepath.Join(b.TempDir(), "none"))
	for _, profile := range []string{"strict", "openclaw", "zeroclaw"} {
		b.Run(profile, func(b *testing.B) {
			args := strings.Fields("exec --explain --no-config --security full --profile " + profile + " -- git status")
			total, runs := time.Duration(0), 0
			for b.Loop() {
				spent, _ := usage(b, name, args...)
				total += spent
				runs++
			}
			b.ReportMetric(float64(total.Microseconds())/float64(runs)/1000, "cpu-ms/run")
		})
	}
}

// BenchmarkOperator is BenchmarkExplain with a policy of one's own: when it is asked for the
// first time, and later.
func BenchmarkOperator(b *testing.B) {
	name := program(b)
	folder := b.TempDir()
	b.Setenv("XDG_CONFIG_HOME", filepath.Join(folder, "none"))
	policies := filepath.Join(folder, "policies")
	if err := os.Mkdir(policies, 0o755); err != nil {
		b.Fatal(err)
	}
	text := "package skillctl.user.push\n\nreasons contains {\"message\": \"only people push\"} if {\n\tsome command in input.facts.commands\n\t\"push\" in command.argv\n}\n"
	if err := os.WriteFile(filepath.Join(policies, "push.rego"), []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, start := range []string{"first", "later"} {
		b.Run(start, func(b *testing.B) {
			state := b.TempDir()
			b.Setenv("XDG_STATE_HOME", state)
			total, runs := time.Duration(0), 0
			for b.Loop() {
				if start == "first" {
					if err := os.RemoveAll(filepath.Join(state, "skillctl")); err != nil {
						b.Fatal(err)
					}
				}
				spent, _ := usage(b, name, "exec", "--explain", "--no-config", "--security", "full", "--policy", policies, "--", "git", "status")
				total += spent
				runs++
			}
			b.ReportMetric(float64(total.Microseconds())/float64(runs)/1000, "cpu-ms/run")
		})
	}
}
