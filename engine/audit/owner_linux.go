package audit

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Self is this process.
func Self() Owner { return ownerOf(os.Getpid()) }

func ownerOf(pid int) Owner {
	o := Owner{PID: pid, Start: startOf(pid)}
	if text, err := os.ReadFile("/proc/sys/kernel/random/boot_id"); err == nil {
		o.Boot = strings.TrimSpace(string(text))
	}
	if link, err := os.Readlink("/proc/self/ns/pid"); err == nil {
		o.Space = link
	}
	return o
}

// startOf is the field "starttime" of /proc/PID/stat, "" without one. The name
// of the program, in brackets, may hold anything.
func startOf(pid int) string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	_, rest, ok := cutLast(string(text), ")")
	fields := strings.Fields(rest)
	// starttime is field 22; the first one after the name is field 3. A zombie has
	// ended: it only waits to be asked for.
	if !ok || len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[19]
}

func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// Life says whether the process lives.
func (o Owner) Life() Life {
	if o.PID <= 0 {
		return Unknown
	}
	now := ownerOf(o.PID)
	switch {
	case o.Boot != "" && now.Boot != "" && o.Boot != now.Boot:
		return Gone
	case o.Space != "" && now.Space != "" && o.Space != now.Space:
		return Unknown
	case now.Start != "" && o.Start != "":
		if now.Start == o.Start {
			return Alive
		}
		return Gone
	case errors.Is(syscall.Kill(o.PID, 0), syscall.ESRCH):
		return Gone
	case now.Start == "" && o.Start != "":
		return Gone // a zombie
	}
	return Unknown
}
