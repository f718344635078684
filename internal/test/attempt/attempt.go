//go:build linux

// Package attempt tries what boundaries are to keep commands from: each attempt
// is made by a real program inside a backend, against things of the machine's
// that were made for it. Only tests import it.
package attempt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	// Terminal says that it is made on a terminal.
	Terminal bool
	// Control says that the attempt gets through outside every boundary on any
	// Linux machine, so that a block is the boundary's work. Root says that only
	// root's does.
	Control, Root bool
	// Judge says what became of an attempt that the program cannot judge by
	// itself; nil when its word counts.
	Judge func(result runner.Result, output string) (blocked bool, why string)
}

// Run runs a command line in a backend, on a terminal or not, and returns how it
// ended and what it wrote to stdout. The program is the name that the command line
// begins with.
type Run func(t testing.TB, argv []string, terminal bool) (runner.Result, string)

// Cell is what became of an attempt.
type Cell struct {
	Attempt Attempt
	Blocked bool
	Why     string
}

// Try makes an attempt. program is the path of the program as the backend sees it.
func Try(t testing.TB, a Attempt, program string, run Run) Cell {
	t.Helper()
	result, output := run(t, append([]string{program}, a.Argv...), a.Terminal)
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
	return append(slices.Concat(f.protected(), f.names(), f.kernel(), f.others(), f.beyond(limits)), []Attempt{
		{Name: "read-secret", Title: "read ~/.ssh", Argv: []string{"read", f.Secret}, Control: true},
		{Name: "read-shadow", Title: "read /etc/shadow", Argv: []string{"read", "/etc/shadow", "/etc/gshadow"}, Control: true, Root: true},
		{Name: "read-hidden", Title: "read what the boundary hides in the workspace", Argv: []string{"read", f.Hidden}, Control: true},
		{Name: "write-hidden", Title: "change what the boundary hides in the workspace", Argv: []string{"write", f.Hidden}, Control: true},
		{Name: "write-outside", Title: "write outside the workspace", Argv: []string{"write", f.Outside, "/usr/bin/" + f.Token, "/etc/" + f.Token}, Control: true, Judge: f.written},
		{Name: "mode-outside", Title: "change modes, owners and times outside the workspace", Argv: []string{"modes", f.Other}, Control: true},
		{Name: "mode-device", Title: "change modes, owners and times of devices", Argv: []string{"modes", "/dev/null"}, Control: true, Root: true},
		{Name: "change-policy", Title: "change the policy files", Argv: []string{"write", f.Policy}, Control: true},
		{Name: "empty-policy", Title: "empty a policy file", Argv: []string{"truncate", f.Policy}, Control: true},
		{Name: "move-policy", Title: "move a policy file away", Argv: []string{"rename", f.Policy}, Control: true},
		{Name: "link-secret", Title: "link a secret into the workspace", Argv: []string{"link", f.Secret}, Control: true},
		{Name: "swap-link", Title: "read a secret while a link to it is swapped", Argv: []string{"swap", f.Secret}, Control: true},
		{Name: "leave-setuid", Title: "leave a program that runs as its owner", Argv: []string{"raise"}, Control: true},
		{Name: "memory-program", Title: "read ~/.ssh by a program that is no file", Argv: []string{"memory", f.Secret}, Control: true},
		{Name: "descriptors", Title: "use descriptors that were left open", Argv: []string{"descriptors"}, Control: true},

		{Name: "connect", Title: "connect out", Argv: append([]string{"connect"}, f.TCP...), Control: true},
		{Name: "resolve", Title: "resolve names", Argv: []string{"resolve", f.UDP}, Control: true},
		{Name: "gateway", Title: "reach the host by an address of its own", Argv: append([]string{"connect"}, f.Addresses...), Control: len(f.Addresses) > 0},
		{Name: "metadata", Title: "reach the metadata address", Argv: []string{"connect", "169.254.169.254:80", "[fd00:ec2::254]:80"}},
		{Name: "engine", Title: "reach the socket of a container engine", Argv: []string{"unix", f.Socket}, Control: true},
		{Name: "engine-datagram", Title: "reach a socket by one half of a pair", Argv: []string{"datagram", f.Datagram}, Control: true},
		{Name: "abstract", Title: "reach a socket without a file", Argv: []string{"abstract", f.Abstract}, Control: true},
		{Name: "raw-socket", Title: "open a raw socket", Argv: []string{"packet"}, Control: true, Root: true},
		{Name: "odd-socket", Title: "open a socket of another family", Argv: []string{"families"}, Control: true, Root: true},

		{Name: "processes", Title: "see the host's processes", Argv: []string{"processes", pid, f.Token}, Control: true},
		{Name: "environment", Title: "see the host's environment", Argv: []string{"environment", pid, f.Token}, Control: true},
		{Name: "ptrace", Title: "control a process of the host", Argv: []string{"ptrace", pid}, Control: true},
		{Name: "peek", Title: "read the memory of a process of the host", Argv: []string{"peek", pid, f.Token}, Control: true},
		{Name: "signal", Title: "signal a process of the host", Argv: []string{"signal", pid, f.Token}, Control: true},
		{Name: "limits", Title: "change the limits of a process of the host", Argv: []string{"limits", pid, f.Token}, Control: true},
		{Name: "shared-memory", Title: "read memory that processes of the host share", Argv: []string{"shared", strconv.Itoa(f.Segment), f.Token}, Control: true},
		{Name: "parent-control", Title: "control the parent", Argv: []string{"parent", "ptrace"}},
		{Name: "parent-environment", Title: "see the parent's environment and memory", Argv: []string{"parent", "read"}},
		{Name: "parent-kill", Title: "kill the parent", Argv: []string{"parent", "kill"}, Judge: killed},

		{Name: "mount", Title: "mount", Argv: []string{"mount"}, Control: true, Root: true},
		{Name: "namespace", Title: "make a namespace", Argv: []string{"namespace"}, Control: true, Root: true},
		{Name: "device", Title: "make a device", Argv: []string{"device"}, Control: true, Root: true},
		{Name: "setuid", Title: "become another user", Argv: append([]string{"setuid"}, f.SetUID...), Control: true, Root: true},
		{Name: "capabilities", Title: "have a capability", Argv: []string{"capabilities"}, Control: true, Root: true},
		{Name: "keys", Title: "use the kernel's keys", Argv: []string{"calls", "keyctl", "add_key", "request_key"}, Control: true},
		{Name: "bpf", Title: "load programs into the kernel", Argv: []string{"calls", "bpf", "perf_event_open", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"}, Control: true},
		{Name: "io-uring", Title: "go round the filter by io_uring", Argv: []string{"calls", "io_uring_setup"}, Control: true},
		{Name: "faults", Title: "hold the kernel up by userfaultfd", Argv: []string{"calls", "userfaultfd"}, Control: true},
		{Name: "handles", Title: "open files by number, mounts, namespaces", Argv: []string{"calls", "open_by_handle_at", "open_tree", "open_tree_attr", "fsopen", "fspick", "move_mount", "mount_setattr", "setns", "pivot_root"}, Control: true},
		{Name: "machine", Title: "stop the machine, its clock, its swap, its name", Argv: []string{"calls", "reboot", "swapon", "swapoff", "clock_settime", "settimeofday", "sethostname", "setdomainname", "acct", "quotactl", "syslog"}, Control: true},
		{Name: "memory-of-others", Title: "move and give back memory of others", Argv: []string{"calls", "process_madvise", "move_pages"}, Control: true},
		{Name: "terminal", Title: "type into a terminal", Argv: []string{"terminal"}, Terminal: true},
	}...)
}

// beyond are those that go beyond a run's limits, and its end.
func (f *Field) beyond(limits runner.Limits) []Attempt {
	return []Attempt{
		{Name: "linger", Title: "keep a process after the end", Argv: []string{"linger", f.lingerer()}, Judge: f.left},
		{Name: "disk", Title: "write a file beyond the limit", Argv: []string{"disk", fmt.Sprint(limits.FileSize + 1<<20)}, Control: true},
		{Name: "fork", Title: "start processes beyond the limit", Argv: []string{"fork", fmt.Sprint(limits.PIDs + 40)}, Control: true},
		{Name: "allocate", Title: "allocate beyond the limit", Argv: []string{"allocate", fmt.Sprint(limits.Memory + limits.Memory/4)}, Control: true},
		{Name: "allocate-shared", Title: "allocate shared memory beyond the limit", Argv: []string{"allocate", fmt.Sprint(limits.Memory + limits.Memory/4), "shared"}, Control: true},
		{Name: "open-files", Title: "open files beyond the limit", Argv: []string{"open", fmt.Sprint(limits.OpenFiles + 8)}, Control: true},
		{Name: "core", Title: "leave an image of its memory", Argv: []string{"core"}, Control: true, Root: true},
		{Name: "core-handler", Title: "hand an image of its memory to the machine's handler", Argv: []string{"lower"}, Control: true},
	}
}

// protected are those against what may be read and not changed.
func (f *Field) protected() []Attempt {
	return []Attempt{
		{Name: "read-protected", Title: "read what the boundary only protects (it may)", Argv: []string{"read", f.Protected}, Judge: wasRead},
		{Name: "mode-protected", Title: "change modes, owners and times of what is protected", Argv: []string{"modes", f.Protected}, Control: true},
		{Name: "write-protected", Title: "change what the boundary protects", Argv: []string{"write", f.Protected, f.hook(), filepath.Join(f.Hooks, "made")}, Control: true},
		{Name: "empty-protected", Title: "empty what the boundary protects", Argv: []string{"truncate", f.Protected}, Control: true},
		{Name: "link-protected", Title: "change what the boundary protects by another name", Argv: []string{"alias", f.Protected}, Control: true},
		{Name: "replace-protected", Title: "remove, move or replace what the boundary protects", Argv: []string{"replace", f.Protected, f.hook(), f.Hooks}, Control: true},
		{Name: "socket-within", Title: "reach a socket of the host in the workspace", Argv: []string{"unix", f.Within}, Control: true},
		{Name: "plant-protected", Title: "move the folder of what is protected away", Argv: []string{"replace", filepath.Dir(f.Hooks), filepath.Dir(filepath.Dir(f.Hooks))}, Control: true},
	}
}

// wasRead judges whether a command could read what it may.
func wasRead(_ runner.Result, output string) (bool, string) {
	line := strings.TrimSpace(output)
	return strings.HasPrefix(line, "DONE "), line
}

// killed judges an attempt to kill the parent, which is to see the run to its end.
func killed(result runner.Result, output string) (bool, string) {
	line := strings.TrimSpace(output)
	if result.Ended != runner.Exited || !strings.HasPrefix(line, "blocked: ") {
		return false, fmt.Sprintf("%s (%s)", line, result.Ended)
	}
	return true, strings.TrimPrefix(line, "blocked: ")
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
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
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
