//go:build linux && (amd64 || arm64)

package native_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// BenchmarkStart runs /bin/true in each backend, beside doing it by hand in the
// same turn: x-bare is how many times as long as a plain fork and exec it takes,
// ms-over-bare how much longer (medians, and the least that was seen); cpu-ms is
// processor time, of this process too, which a busy machine changes less. The
// keeper is skillctl itself.
func BenchmarkStart(b *testing.B) {
	keeper := filepath.Join(b.TempDir(), "skillctl")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", keeper, "github.com/skillctl/skillctl/cmd/skillctl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build the keeper: %v\n%s", err, out)
	}
	opts := []native.Option{native.WithKeeper(keeper)}
	bare := []string{"/bin/true"}
	turns(b, "none", bare, func(b *testing.B) (runner.Backend, runner.Spec) {
		s := spec(b, "/bin/true")
		s.Boundary.Sandbox, s.Boundary.Network = "none", "full"
		return native.None(opts...), s
	})
	turns(b, "landlock", bare, func(b *testing.B) (runner.Backend, runner.Spec) {
		return native.Landlock(opts...), spec(b, "/bin/true")
	})
	turns(b, "landlock without namespaces", bare, func(b *testing.B) (runner.Backend, runner.Spec) {
		return native.Landlock(append(opts, native.WithoutNamespaces())...), spec(b, "/bin/true")
	})
	turns(b, "landlock with network", bare, func(b *testing.B) (runner.Backend, runner.Spec) {
		s := spec(b, "/bin/true")
		s.Boundary.Network = "full"
		return native.Landlock(opts...), s
	})
	if _, err := exec.LookPath("bwrap"); err != nil {
		b.Log("bwrap is not installed: its part is left out")
		return
	}
	byHand := []string{"bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--ro-bind", "/bin/true", "/true", "--proc", "/proc", "--dev", "/dev", "/true"}
	for name, hand := range map[string][]string{"bubblewrap": bare, "bubblewrap beside bwrap": byHand} {
		turns(b, name, hand, func(b *testing.B) (runner.Backend, runner.Spec) {
			s := spec(b, "/bin/true")
			s.Boundary.Sandbox = "bubblewrap"
			return native.Bubblewrap(opts...), s
		})
	}
}

// turns runs a command in a backend and by hand by turns.
func turns(b *testing.B, name string, hand []string, prepare func(b *testing.B) (runner.Backend, runner.Spec)) {
	b.Run(name, func(b *testing.B) {
		backend, s := prepare(b)
		var ours, theirs []time.Duration
		var cpu time.Duration
		for b.Loop() {
			start, used := time.Now(), processorTime(b)
			run(b, backend, s)
			ours, cpu = append(ours, time.Since(start)), cpu+processorTime(b)-used
			start = time.Now()
			if err := exec.Command(hand[0], hand[1:]...).Run(); err != nil {
				b.Fatal(err)
			}
			theirs = append(theirs, time.Since(start))
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		our, their := ours[len(ours)/2], theirs[len(theirs)/2]
		b.ReportMetric(float64(our)/float64(their), "x-bare")
		b.ReportMetric(float64(our-their)/1e6, "ms-over-bare")
		b.ReportMetric(float64(our)/1e6, "ms")
		b.ReportMetric(float64(ours[0]-theirs[0])/1e6, "least-ms-over-bare")
		b.ReportMetric(float64(cpu)/float64(len(ours))/1e6, "cpu-ms")
	})
}

// processorTime is that of this process and of all that it has waited for.
func processorTime(b *testing.B) time.Duration {
	total := time.Duration(0)
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if err := unix.Getrusage(who, &usage); err != nil {
			b.Fatal(err)
		}
		total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return total
}
