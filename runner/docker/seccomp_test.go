package docker

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// TestProfile looks at what skillctl's own profile lets through.
func TestProfile(t *testing.T) {
	t.Parallel()
	var p struct {
		Default  string `json:"defaultAction"`
		Syscalls []struct {
			Names  []string
			Action string
			Args   []struct {
				Index, Value uint64
				Op           string
			}
		}
	}
	if err := json.Unmarshal([]byte(profileText), &p); err != nil || !denies(p.Default) {
		t.Fatalf("what is not listed is not refused: %q, %v", p.Default, err)
	}
	always, sometimes := map[string]bool{}, map[string]int{}
	for _, rule := range p.Syscalls {
		for _, name := range rule.Names {
			if rule.Action == "SCMP_ACT_ALLOW" {
				always[name] = always[name] || len(rule.Args) == 0
				sometimes[name]++
			}
		}
	}
	for _, name := range []string{
		"bpf", "userfaultfd", "perf_event_open", "keyctl", "add_key", "request_key", "ptrace", "process_vm_readv", "open_by_handle_at", "mount", "umount2",
		"fsopen", "open_tree", "move_mount", "unshare", "setns", "pivot_root", "chroot", "io_uring_setup", "io_uring_enter", "io_uring_register", "clone3",
		"kexec_load", "init_module", "fanotify_init", "quotactl", "syslog", "openat2",
	} {
		if sometimes[name] > 0 {
			t.Errorf("%s is allowed", name)
		}
	}
	for _, name := range []string{"socket", "clone", "chmod", "fchmod", "fchmodat", "fchmodat2", "open", "openat", "creat", "mknod", "setrlimit", "prlimit64", "mknodat", "personality"} {
		if always[name] || sometimes[name] == 0 {
			t.Errorf("%s is allowed always (%t), or never", name, always[name])
		}
	}
	for _, rule := range p.Syscalls {
		if slices.Contains(rule.Names, "socket") && (len(rule.Args) == 0 || rule.Args[0].Op != "SCMP_CMP_EQ" || !slices.Contains([]uint64{1, 2, 10, 16}, rule.Args[0].Value)) {
			t.Errorf("sockets of another family are allowed: %+v", rule.Args)
		}
	}
}

// TestProfileGiven names skillctl's profile where it is shown, and gives its text
// to an engine.
func TestProfileGiven(t *testing.T) {
	t.Parallel()
	shown, err := securityOptions("")
	if err != nil || !slices.Equal(shown, []string{"no-new-privileges", "seccomp=" + ProfileName()}) {
		t.Fatalf("%q, %v", shown, err)
	}
	given, err := spelledOut(shown)
	if err != nil || len(given) != 2 || !json.Valid([]byte(strings.TrimPrefix(given[1], "seccomp="))) || strings.Contains(given[1], "\n") {
		t.Errorf("%.80q, %v", given, err)
	}
	if engine, err := securityOptions(EngineProfile); err != nil || !slices.Equal(engine, []string{"no-new-privileges"}) {
		t.Errorf("%q, %v", engine, err)
	}
	for _, name := range []string{"default", "defalut", "./profile.json", " unconfined "} {
		if options, err := securityOptions(name); err == nil {
			t.Errorf("%q: no profile has this name, and %q is what is asked for", name, options)
		}
	}
}

// TestSockets covers sockets in what a container sees, writable or not.
func TestSockets(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s-") // the path of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w/deep/er", "w/hidden", "data"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"w/deep/er/s", "w/hidden/s", "data/s"} {
		l, err := net.Listen("unix", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
	}
	b := boundary(pinnedImage, dir+"/w")
	b.Docker.Binds = []runner.Bind{{Source: dir + "/data", Target: "/data"}}
	b.Hide, b.Protect = []string{dir + "/w/hidden"}, []string{dir + "/w/deep/er"}
	v, err := inspectMounts(b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range v.mounts {
		if m.Source == os.DevNull && m.ReadOnly {
			got = append(got, m.Target)
		}
	}
	if !slices.Equal(got, []string{"/data/s", "/workspace/deep/er/s"}) {
		t.Errorf("covered is %q", got)
	}
}
