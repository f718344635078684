//go:build linux && (amd64 || arm64)

package native_test

import (
	"os/exec"
	"testing"

	"github.com/skillctl/skillctl/runner/native"
)

func BenchmarkStart(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("none", func(b *testing.B) {
		s := spec(b, "/bin/true")
		s.Boundary.Sandbox, s.Boundary.Network = "none", "full"
		backend := native.None()
		for b.Loop() {
			run(b, backend, s)
		}
	})
	b.Run("landlock", func(b *testing.B) {
		s := spec(b, "/bin/true")
		for b.Loop() {
			run(b, native.Landlock(), s)
		}
	})
	b.Run("landlock without namespaces", func(b *testing.B) {
		s := spec(b, "/bin/true")
		for b.Loop() {
			run(b, native.Landlock(native.WithoutNamespaces()), s)
		}
	})
	b.Run("landlock with network", func(b *testing.B) {
		s := spec(b, "/bin/true")
		s.Boundary.Network = "full"
		for b.Loop() {
			run(b, native.Landlock(), s)
		}
	})
}
