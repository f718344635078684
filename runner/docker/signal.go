package docker

import (
	"fmt"
	"os"
	"syscall"
)

// signalNames are those of Linux, which every container runs on, by number.
func signalNames() []string {
	return []string{
		"", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2",
		"SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG",
		"SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS",
	}
}

// codeSignal is the signal that an exit code stands for, "" for none. An engine
// tells 128 and a signal's number from nothing else.
func codeSignal(code int) string {
	if n := code - 128; n > 0 && n < len(signalNames()) {
		return signalNames()[n]
	}
	return ""
}

// linuxSignal is what Linux calls a signal of this system. Numbers differ between
// systems for all but the oldest.
func linuxSignal(sig os.Signal) (string, error) {
	switch sig {
	case os.Interrupt:
		return "SIGINT", nil
	case os.Kill:
		return "SIGKILL", nil
	}
	if s, ok := sig.(syscall.Signal); ok {
		if name, ok := systemSignals()[s]; ok {
			return name, nil
		}
	}
	return "", fmt.Errorf("a container cannot be sent signal %v", sig)
}
