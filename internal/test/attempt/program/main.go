//go:build linux

// Program tries one thing that a boundary is to keep a command from, and prints
// "DONE" with what it got, or "blocked:" with what it was told. It is built and
// run by the tests of the backends.
package main

import (
	"fmt"
	"os"

	// A small keeper for the tests: one with a race detector in it is too large for
	// the limits of their commands.
	_ "github.com/skillctl/skillctl/runner/early"
)

// An attempt returns what it got; an error says what stood in its way.
type attempt func(args []string) (string, error)

func attempts() map[string]attempt {
	return map[string]attempt{
		"read":         read,
		"write":        write,
		"truncate":     truncate,
		"alias":        alias,
		"replace":      replace,
		"link":         link,
		"rename":       rename,
		"device":       device,
		"modes":        modes,
		"swap":         swap,
		"raise":        raise,
		"memory":       fromMemory,
		"descriptors":  descriptors,
		"families":     families,
		"protocols":    protocols,
		"limits":       limits,
		"shared":       shared,
		"parent":       parent,
		"open":         openMany,
		"core":         core,
		"connect":      connect,
		"resolve":      resolve,
		"unix":         unixSocket,
		"abstract":     abstract,
		"datagram":     datagram,
		"packet":       packet,
		"ptrace":       trace,
		"peek":         peek,
		"signal":       signal,
		"mount":        mount,
		"namespace":    namespace,
		"setuid":       setuid,
		"capabilities": capabilities,
		"linger":       linger,
		"stay":         stay,
		"disk":         disk,
		"fork":         fork,
		"allocate":     allocate,
		"processes":    processes,
		"environment":  environment,
		"calls":        calls,
		"terminal":     terminal,
	}
}

// ofKernel are those that are made against the kernel's own files and other processes.
func ofKernel() map[string]attempt {
	return map[string]attempt{
		"opens":      opens,
		"reads":      reads,
		"nodes":      nodes,
		"uncover":    uncover,
		"remount":    remount,
		"nested":     nested,
		"cgroups":    cgroups,
		"enter":      enter,
		"steal":      steal,
		"compare":    compare,
		"poke":       poke,
		"priorities": priorities,
		"of-parent":  ofParent,
		"same":       sameLimits,
		"leave":      leave,
		"number":     number,
		"lower":      lower,
		"netlink":    netlink,
	}
}

// ofNames are those that are to learn what is there.
func ofNames() map[string]attempt {
	return map[string]attempt{
		"look":       look,
		"target":     target,
		"watch":      watch,
		"name":       name,
		"list":       list,
		"read-roots": readRoots,
		"look-roots": lookRoots,
	}
}

func find(name string) attempt {
	for _, some := range []map[string]attempt{attempts(), ofKernel(), ofNames()} {
		if try := some[name]; try != nil {
			return try
		}
	}
	return nil
}

func main() {
	try := find(os.Args[1])
	if try == nil {
		fmt.Fprintln(os.Stderr, "no such attempt:", os.Args[1])
		os.Exit(2)
	}
	if os.Args[1] == "descriptors" { // before this program opens any of its own
		inherited = left()
	}
	got, err := try(os.Args[2:])
	if err != nil {
		fmt.Println("blocked:", err)
		return
	}
	fmt.Println("DONE", got)
}
