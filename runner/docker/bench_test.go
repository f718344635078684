package docker

import (
	"io"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// BenchmarkCold runs `true` in a container of its own, in turns with `docker run
// --rm` with the same limits: x-docker-run is how many times as long it takes
// (medians). The engine is the same, the client another: docker's is a program
// that is started each time.
func BenchmarkCold(b *testing.B) {
	image := needEngine(b)
	limits := boundary(image, folder(b))
	l := limits.Limits
	peer := []string{
		"run", "--rm", "--init", "--network", "none", "--read-only", "--memory", strconv.FormatInt(l.Memory, 10), "--memory-swap", strconv.FormatInt(l.Memory, 10),
		"--cpus", "1", "--pids-limit", strconv.FormatInt(l.PIDs, 10), "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--user", nobody,
		"--tmpfs", "/tmp:rw,noexec,nosuid,nodev,size=4194304", "--volume", limits.Workspace.Path + ":/workspace", "--workdir", "/workspace", "--log-driver", "none",
		"--ulimit", "core=0", "--ulimit", "fsize=1048576", "--ulimit", "nofile=64", image, "true",
	}
	turns(b, limits, "x-docker-run", peer)
}

// BenchmarkWarm runs `true` in a container that is kept, in turns with `docker
// exec` in one that runs.
func BenchmarkWarm(b *testing.B) {
	image := needEngine(b)
	limits := boundary(image, folder(b))
	limits.Docker.Warm = true
	out, err := exec.Command("docker", "run", "--detach", "--init", "--network", "none", image, "sleep", "3600").Output()
	if err != nil {
		b.Fatal(err)
	}
	id := string(out[:12])
	b.Cleanup(func() { _ = exec.Command("docker", "rm", "-f", id).Run() })
	turns(b, limits, "x-docker-exec", []string{"exec", "--user", nobody, id, "true"})
}

// turns runs a boundary and a command of docker's client in turns.
func turns(b *testing.B, limits runner.Boundary, unit string, peer []string) {
	b.Helper()
	backend, leases := backend(b)
	defer discard(b, leases)
	var ours, theirs []time.Duration
	once := func() {
		spec, _ := shell(limits, "")
		spec.Argv, spec.Stdout, spec.Stderr = []string{"true"}, io.Discard, io.Discard
		began := time.Now()
		if result := run(b, backend, spec); result.Code != 0 {
			b.Fatalf("%+v", result)
		}
		ours = append(ours, time.Since(began))
	}
	once() // the engine is connected to, and a warm container made
	ours = nil
	for b.Loop() {
		once()
		began := time.Now()
		if out, err := exec.Command("docker", peer...).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		theirs = append(theirs, time.Since(began))
	}
	our, their := median(ours), median(theirs)
	b.ReportMetric(float64(our)/float64(their), unit)
	b.ReportMetric(float64(our)/1e6, "ms")
	b.ReportMetric(float64(their)/1e6, "docker-ms")
	b.ReportMetric(0, "ns/op") // of both together: it says nothing
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
