package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// What initialising may take at each start: bytes of a package of ours, which has no work
// to do before somebody asks, bytes of all others together, and how many of these have
// something to do. These are the same on each machine, so that a dependency that begins to
// read tables at each start is seen here, and an import that draws in many packages;
// docs/performance.md has what the largest are.
const (
	maxOwnInit   = 8 << 10
	maxOtherInit = 4400 << 10
	maxInits     = 402
)

// TestInit starts the program and asks the Go runtime what initialising took, and whether
// it collected garbage.
func TestInit(t *testing.T) {
	command := exec.Command(program(t), "version")
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1,gctrace=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages, others := 0, 0
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "gc ") {
			t.Errorf("a start collects garbage, of which there is none yet: %s", line)
		}
		// init PACKAGE @0.1 ms, 0.2 ms clock, 345 bytes, 6 allocs
		name, rest, ok := strings.Cut(strings.TrimPrefix(line, "init "), " @")
		if !ok || !strings.HasPrefix(line, "init ") {
			continue
		}
		fields := strings.Fields(rest)
		if len(fields) != 9 || fields[6] != "bytes," {
			t.Fatalf("a line in another form than is read here: %q", line)
		}
		bytes, err := strconv.Atoi(fields[5])
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if !strings.HasPrefix(name, module+"/") {
			packages++
			others += bytes
		} else if bytes > maxOwnInit {
			t.Errorf("initialising %s allocates %d bytes at each start; %d are the most: do it when somebody asks", name, bytes, maxOwnInit)
		}
	}
	if packages < 100 {
		t.Fatalf("only %d packages were told of", packages)
	}
	if others > maxOtherInit {
		t.Errorf("initialising dependencies allocates %d bytes at each start; %d are the most", others, maxOtherInit)
	}
	if packages > maxInits {
		t.Errorf("%d packages of others have something to do at each start; %d are the most: `go list -deps` tells what an import draws in", packages, maxInits)
	}
	t.Logf("%d packages of others; they allocate %d bytes", packages, others)
}
