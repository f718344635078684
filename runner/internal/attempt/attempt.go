//go:build linux

// Package attempt tries what boundaries are to keep commands from: each attempt
// is made by a real program inside a backend, against things of the machine's
// that were made for it. Only tests import it.
package attempt

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// Attempt is one thing that a command must not be able to do.
type Attempt struct {
	// Name is short and unique, Title for people.
	Name, Title string
	// Argv are the arguments of the program.
	Argv []string
	// Control says that the attempt gets through outside every boundary on any
	// Linux machine, so that a block is the boundary's work. Root says that only
	// root's does.
	Control, Root bool
	// Judge says what became of an attempt that the program cannot judge by
	// itself; nil when its word counts.
	Judge func(result runner.Result, output string) (blocked bool, why string)
}

// Run runs a command line in a backend and returns how it ended and what it
// wrote to stdout. The program is the name that the command line begins with.
type Run func(t testing.TB, argv []string) (runner.Result, string)

// Cell is what became of an attempt.
type Cell struct {
	Attempt Attempt
	Blocked bool
	Why     string
}

// Try makes an attempt. program is the path of the program as the backend sees it.
func Try(t testing.TB, a Attempt, program string, run Run) Cell {
	t.Helper()
	result, output := run(t, append([]string{program}, a.Argv...))
	if a.Judge != nil {
		blocked, why := a.Judge(result, output)
		return Cell{a, blocked, why}
	}
	line := strings.TrimSpace(output)
	why, blocked := strings.CutPrefix(line, "blocked: ")
	switch {
	case blocked:
		return Cell{a, true, strings.ReplaceAll(why, "\n", "; ")}
	case result.OutOfMemory, result.Signal == "SIGKILL" && line == "":
		return Cell{a, true, "it was killed"}
	}
	return Cell{a, false, fmt.Sprintf("%s (code %d)", line, result.Code)}
}

// Attempts are all, against what was made for them.
func (f *Field) Attempts(limits runner.Limits) []Attempt {
	pid := strconv.Itoa(f.Victim)
	return []Attempt{
		{Name: "read-secret", Title: "read ~/.ssh", Argv: []string{"read", f.Secret}, Control: true},
		{Name: "read-shadow", Title: "read /etc/shadow", Argv: []string{"read", "/etc/shadow", "/etc/gshadow"}, Control: true, Root: true},
		{Name: "read-hidden", Title: "read what the boundary hides in the workspace", Argv: []string{"read", f.Hidden}, Control: true},
		{Name: "write-hidden", Title: "change what the boundary hides in the workspace", Argv: []string{"write", f.Hidden}, Control: true},
		{Name: "write-outside", Title: "write outside the workspace", Argv: []string{"write", f.Outside, "/usr/bin/" + f.Token, "/etc/" + f.Token}, Control: true, Judge: f.written},
		{Name: "change-policy", Title: "change the policy files", Argv: []string{"write", f.Policy}, Control: true},
		{Name: "empty-policy", Title: "empty a policy file", Argv: []string{"truncate", f.Policy}, Control: true},
		{Name: "move-policy", Title: "move a policy file away", Argv: []string{"rename", f.Policy}, Control: true},
		{Name: "link-secret", Title: "link a secret into the workspace", Argv: []string{"link", f.Secret}, Control: true},
		{Name: "connect", Title: "connect out", Argv: append([]string{"connect"}, f.TCP...), Control: true},
		{Name: "resolve", Title: "resolve names", Argv: []string{"resolve", f.UDP}, Control: true},
		{Name: "gateway", Title: "reach the host by an address of its own", Argv: append([]string{"connect"}, f.Addresses...), Control: len(f.Addresses) > 0},
		{Name: "metadata", Title: "reach the metadata address", Argv: []string{"connect", "169.254.169.254:80", "[fd00:ec2::254]:80"}},
		{Name: "engine", Title: "reach the socket of a container engine", Argv: []string{"unix", f.Socket}, Control: true},
		{Name: "engine-datagram", Title: "reach a socket by one half of a pair", Argv: []string{"datagram", f.Datagram}, Control: true},
		{Name: "abstract", Title: "reach a socket without a file", Argv: []string{"abstract", f.Abstract}, Control: true},
		{Name: "raw-socket", Title: "open a raw socket", Argv: []string{"packet"}, Control: true, Root: true},
		{Name: "ptrace", Title: "control a process of the host", Argv: []string{"ptrace", pid}, Control: true},
		{Name: "peek", Title: "read the memory of a process of the host", Argv: []string{"peek", pid}, Control: true},
		{Name: "signal", Title: "signal a process of the host", Argv: []string{"signal", pid}, Control: true},
		{Name: "mount", Title: "mount", Argv: []string{"mount"}, Control: true, Root: true},
		{Name: "namespace", Title: "make a namespace", Argv: []string{"namespace"}, Control: true, Root: true},
		{Name: "device", Title: "make a device", Argv: []string{"device"}, Control: true, Root: true},
		{Name: "setuid", Title: "become another user", Argv: append([]string{"setuid"}, f.SetUID...), Control: true, Root: true},
		{Name: "capabilities", Title: "have a capability", Argv: []string{"capabilities"}, Control: true, Root: true},
		{Name: "calls", Title: "make system calls that reach further", Argv: []string{"calls"}, Control: true},
		{Name: "terminal", Title: "type into a terminal", Argv: []string{"terminal"}},
		{Name: "linger", Title: "keep a process after the end", Argv: []string{"linger", f.lingerer()}, Judge: f.left},
		{Name: "disk", Title: "write a file beyond the limit", Argv: []string{"disk", fmt.Sprint(limits.FileSize + 1<<20)}, Control: true},
		{Name: "fork", Title: "start processes beyond the limit", Argv: []string{"fork", fmt.Sprint(limits.PIDs + 40)}, Control: true},
		{Name: "allocate", Title: "allocate beyond the limit", Argv: []string{"allocate", fmt.Sprint(limits.Memory + limits.Memory/4)}, Control: true},
		{Name: "processes", Title: "see the host's processes", Argv: []string{"processes", pid, f.Token}, Control: true},
		{Name: "environment", Title: "see the host's environment", Argv: []string{"environment", pid, f.Token}, Control: true},
	}
}

// lingerer marks the command line of what is left behind.
func (f *Field) lingerer() string { return "left-" + f.Token[len("token-"):] }

// left judges what an attempt to outlive its run came to.
func (f *Field) left(_ runner.Result, output string) (bool, string) {
	if !strings.HasPrefix(output, "DONE left") {
		return false, "nothing was left behind: " + output
	}
	if names := Processes(f.lingerer()); len(names) > 0 {
		return false, strings.Join(names, ", ")
	}
	return true, "it was ended"
}

// written judges an attempt to write by what is on the machine: a container may
// write what it likes to folders of its own.
func (f *Field) written(_ runner.Result, output string) (bool, string) {
	for _, path := range []string{f.Outside, "/usr/bin/" + f.Token, "/etc/" + f.Token} {
		if err := os.Remove(path); err == nil {
			return false, path
		}
	}
	return true, strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(output), "blocked: "), "\n", "; ")
}

// Processes lists the processes whose command line has all the words.
func Processes(words ...string) []string {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline") //nolint:errcheck // the pattern is good
	var found []string
next:
	for _, name := range files {
		line := commandLine(name)
		for _, word := range words {
			if !strings.Contains(line, word) {
				continue next
			}
		}
		found = append(found, filepath.Base(filepath.Dir(name))+" "+line)
	}
	return found
}
