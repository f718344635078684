//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// keeper is the process that a program is started by and ends with.
type keeper struct {
	config *Config
	status int
	// leader is the process id of the program.
	leader int
	// landlock is a set of rules, listener the socket at the proxy's port; -1 for
	// none.
	landlock, listener int
	// joins and born are as in Config.Join and Config.Group, opened; parents are the
	// folders that Config.Remove lie in.
	joins   []int
	born    int
	parents []int
	// oom is Config.OutOfMemory, opened: its path is not there any more when it is read.
	oom int
}

// keep is the whole life of a keeper. It returns the exit code.
func keep() int {
	closeOnExec(ControlFD)
	config, ok := readConfig()
	if !ok {
		write(StatusFD, "failed "+StageConfig+" 0 \n")
		write(2, "skillctl: "+KeeperMarker+" is for skillctl itself\n")
		return exitFailed
	}
	k := &keeper{config: config, status: StatusFD, landlock: -1, listener: -1, born: -1, oom: -1}
	// Whatever the program leaves behind becomes a child of this process.
	call(syscall.SYS_PRCTL, prSetChildSubreaper, 1)
	if fault := k.start(); fault != nil {
		fault.tell(k.status)
		return exitFailed
	}
	k.giveUp()
	write(k.status, "started "+decimal(int64(k.leader))+"\n")
	go k.obey()
	if k.listener >= 0 {
		go forward(k.listener, config.Proxy)
	}
	ended, usage := k.wait()
	k.endAll()
	oom := "0"
	if k.outOfMemory() {
		oom = "1"
	}
	write(k.status, "exit "+decimal(int64(ended))+" "+micros(usage.Utime)+" "+micros(usage.Stime)+
		" "+decimal(usage.Maxrss)+" "+oom+"\n")
	k.removeGroups()
	return 0
}

// fault is why a run did not start.
type fault struct {
	stage string
	errno syscall.Errno
	path  string
	// changed says that path is not the file that was judged.
	changed bool
}

func (f *fault) tell(status int) {
	if f.changed {
		write(status, "changed "+f.path+"\n")
		return
	}
	write(status, "failed "+f.stage+" "+decimal(int64(f.errno))+" "+f.path+"\n")
}

// readConfig reads the configuration from the control pipe.
func readConfig() (*Config, bool) {
	head, ok := readFull(8)
	if !ok {
		return nil, false
	}
	var size uint64
	(&coder{data: head, reading: true}).number(&size)
	if size > maxConfig {
		return nil, false
	}
	data, ok := readFull(int(size))
	if !ok {
		return nil, false
	}
	return decode(data)
}

func readFull(n int) ([]byte, bool) {
	data := make([]byte, n)
	for at := 0; at < n; {
		got, err := syscall.Read(ControlFD, data[at:])
		if err == syscall.EINTR {
			continue
		}
		if got <= 0 {
			return nil, false
		}
		at += got
	}
	return data, true
}

// start sets everything up and forks the program.
func (k *keeper) start() *fault {
	c := k.config
	if c.Hold != "" {
		if fd, errno := open(c.Hold, syscall.O_RDONLY|syscall.O_DIRECTORY); errno == 0 {
			call(syscall.SYS_FLOCK, uintptr(fd), syscall.LOCK_SH|syscall.LOCK_NB)
		}
	}
	if f := k.openGroups(); f != nil {
		return f
	}
	if c.Proxy != "" {
		// The mounts may cover the folder that it lies in.
		fd, errno := open(c.Proxy, oPath)
		if errno != 0 {
			return &fault{stage: StageListen, errno: errno, path: c.Proxy}
		}
		c.Proxy = "/proc/self/fd/" + decimal(int64(fd))
	}
	if c.Flags&FlagNamespaces != 0 {
		mount := mountAll
		if c.Flags&FlagRoot != 0 {
			mount = ownRoot
		}
		if f := mount(c); f != nil {
			return f
		}
		if c.Flags&FlagRoot != 0 {
			if path := sealed(changeable(c)); path != "" {
				return &fault{stage: StageSeal, errno: syscall.EPERM, path: path}
			}
		}
	}
	if c.Flags&FlagLoopback != 0 {
		if errno := loopbackUp(); errno != 0 {
			return &fault{stage: StageLoopback, errno: errno}
		}
	}
	if c.Proxy != "" {
		fd, errno := listen()
		if errno != 0 {
			return &fault{stage: StageListen, errno: errno}
		}
		k.listener = fd
	}
	if c.FS|c.Net|c.Scoped != 0 {
		fd, f := ruleset(c)
		if f != nil {
			return f
		}
		k.landlock = fd
	}
	return k.fork()
}

// giveUp leaves the keeper with no more than it needs from now on: none of the
// program's streams, so that their ends are seen, no capabilities, and memory
// that no other process can look into.
func (k *keeper) giveUp() {
	if null, errno := open("/dev/null", syscall.O_RDWR); errno == 0 {
		for fd := range 3 {
			call(syscall.SYS_DUP3, uintptr(null), uintptr(fd), 0)
		}
	} else {
		for fd := range 3 {
			call(syscall.SYS_CLOSE, uintptr(fd))
		}
	}
	call(syscall.SYS_PRCTL, prSetDumpable, 0)
	if k.config.Flags&(FlagConfine|FlagNamespaces) == FlagConfine|FlagNamespaces {
		// A keeper without any can still end what runs as the same user. A binary with
		// a C library in it says that it cannot do this on all threads.
		head, none := capHeader{version: capVersion3}, [6]uint32{}
		syscall.AllThreadsSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&none)), 0)
	}
}

// wait reaps until the program ends. What it cost is the program's and that of
// all its descendants that were waited for.
func (k *keeper) wait() (syscall.WaitStatus, syscall.Rusage) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if pid == k.leader && (status.Exited() || status.Signaled()) {
			var usage syscall.Rusage
			syscall.Getrusage(rusageChildren, &usage) // it cannot fail
			return status, usage
		}
		if err == syscall.ECHILD {
			return 0, syscall.Rusage{}
		}
	}
}

const rusageChildren = -1

// obey does what the owner says until it is gone: then nothing may go on.
func (k *keeper) obey() {
	var order [2]byte
	for {
		n := 0
		for n < len(order) {
			got, err := syscall.Read(ControlFD, order[n:])
			if err == syscall.EINTR {
				continue
			}
			if got <= 0 {
				k.killAll()
				return
			}
			n += got
		}
		switch order[0] {
		case CommandSignal:
			k.signalAll(syscall.Signal(order[1]))
		case CommandKill:
			k.killAll()
		}
	}
}

func write(fd int, text string) {
	for data := []byte(text); len(data) > 0; {
		n, err := syscall.Write(fd, data)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			return
		}
		data = data[n:]
	}
}

func micros(t syscall.Timeval) string { return decimal(t.Sec*1e6 + t.Usec) }
