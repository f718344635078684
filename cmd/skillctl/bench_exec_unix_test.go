//go:build unix

package main

import (
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
