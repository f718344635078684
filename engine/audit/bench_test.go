package audit

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkBegin is one record before a start: on the disk, and left to the
// system.
func BenchmarkBegin(b *testing.B) {
	for name, opts := range map[string][]Option{"synced": nil, "unsynced": {WithoutSync()}} {
		b.Run(name, func(b *testing.B) {
			l, err := Open(filepath.Join(b.TempDir(), "audit"), opts...)
			if err != nil {
				b.Fatal(err)
			}
			m := NewMask([]string{"GITHUB_TOKEN=0123456789abcdef"}, nil)
			command := "git status --short && go test ./..."
			i := 0
			for b.Loop() {
				i++
				r := Record{Run: fmt.Sprint(i), Request: &Request{Command: &command, Cwd: "/w"}, Decision: &Decision{Effect: "allow", Reasons: []Reason{{Rule: "exec/strict/program", Message: "git is on the allow-list"}}}}
				if _, err := l.Begin(context.Background(), m, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVerify verifies a thousand records.
func BenchmarkVerify(b *testing.B) {
	l := testLog(b, newClock("2026-03-01T12:00:00Z"))
	for i := range 1000 {
		begin(b, l, fmt.Sprint(i), "git status --short && go test ./...")
	}
	for b.Loop() {
		wantSound(b, l)
	}
}
