//go:build linux && (amd64 || arm64)

package native

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPlaced leaves out what lies in something else that is given, and is as
// writable.
func TestPlaced(t *testing.T) {
	grants := func(pairs ...string) (all []grant) {
		for i := 0; i < len(pairs); i += 2 {
			g := grant{path: pairs[i], rights: rightsRead}
			if pairs[i+1] == "w" {
				g.rights = rightsWrite
			}
			all = append(all, g)
		}
		return all
	}
	for name, test := range map[string]struct{ given, want []grant }{
		"in a folder to read":      {grants("/usr", "r", "/usr/bin/x", "r"), grants("/usr", "r")},
		"writable in one to read":  {grants("/a/b", "w", "/a", "r"), grants("/a", "r", "/a/b", "w")},
		"to read in a writable":    {grants("/a", "w", "/a/b", "r"), grants("/a", "w")},
		"below both":               {grants("/a", "r", "/a/b", "w", "/a/b/c", "w"), grants("/a", "r", "/a/b", "w")},
		"beside, with the name":    {grants("/a", "r", "/ab", "r"), grants("/a", "r", "/ab", "r")},
		"twice, once writable":     {grants("/a", "r", "/a", "w"), grants("/a", "w")},
		"after one between":        {grants("/a", "r", "/a-b", "r", "/a/b", "r"), grants("/a", "r", "/a-b", "r")},
		"writable after the other": {grants("/a", "r", "/a/b", "r", "/a/b/c", "w"), grants("/a", "r", "/a/b/c", "w")},
	} {
		t.Run(name, func(t *testing.T) {
			var got []grant
			for _, p := range placed(test.given) {
				rights := uint64(rightsRead)
				if p.Writable {
					rights = rightsWrite
				}
				got = append(got, grant{path: p.File.Path, rights: rights})
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%v, not %v", got, test.want)
			}
		})
	}
}

// TestLinks finds the links on the way to what is given, and no others.
func TestLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"real/deep", "hidden/deep"} {
		if err := os.MkdirAll(at(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"one": "real", "two": at("one"), "real/inside": "deep", "round": "round", "hidden/way": "../real", "up": "real/../one/deep",
	} {
		if err := os.Symlink(target, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		path string
		want map[string]string
	}{
		"no link":               {at("real/deep"), nil},
		"one":                   {at("one/deep"), map[string]string{"one": "real"}},
		"one that leads to one": {at("two/deep"), map[string]string{"two": at("one"), "one": "real"}},
		"in what is given":      {at("real/inside"), nil},
		"with steps up":         {at("up"), map[string]string{"up": "real/../one/deep", "one": "real"}},
		"in what is hidden":     {at("hidden/way/deep"), nil},
		"what is not there":     {at("none/deep"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			places, err := links([]string{test.path, test.path, ""}, []string{at("real")}, []string{at("hidden")})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, p := range places {
				relative, err := filepath.Rel(dir, p.File.Path)
				if err != nil {
					t.Fatal(err)
				}
				got[relative] = p.Link
			}
			if test.want == nil {
				test.want = map[string]string{}
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%v, not %v", got, test.want)
			}
		})
	}
	if _, err := links([]string{at("round/x")}, nil, nil); err == nil {
		t.Error("a link to itself is followed")
	}
}

// TestStrange finds interfaces of the kernel in what is given.
func TestStrange(t *testing.T) {
	list := filepath.Join(t.TempDir(), "mountinfo")
	const text = `1 0 254:0 / / rw - ext4 /dev/vda rw
2 1 0:20 / /proc rw - proc proc rw
3 1 0:21 / /srv/root/proc rw,nosuid shared:1 - proc proc rw
4 1 0:22 / /srv/root/sys rw - sysfs sysfs rw
5 1 0:23 / /srv/data rw - tmpfs none rw
6 1 0:24 / /srv/far rw - fuse.sshfs host: rw
7 1 0:25 / /srv/a\040b\134c rw - debugfs none rw
8 1 0:26 / /elsewhere/proc rw - proc proc rw
9 1 0:27 / /given rw - cgroup2 none rw
10 1 0:28 / /srv/new rw - whateverfs none rw
half a line
`
	if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := strange(list, []grant{{path: "/srv", rights: rightsWrite}, {path: "/given"}})
	want := []string{"/srv/root/proc", "/srv/root/sys", `/srv/a b\c`, "/srv/new"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestHandled says where a crash would reach the machine's handler.
func TestHandled(t *testing.T) {
	for name, test := range map[string]struct {
		pattern  string
		hard     uint64
		mayRaise bool
		refused  bool
	}{
		"a file":                         {"core", 0, false, false},
		"a program":                      {"|/usr/lib/handler %p", unix.RLIM_INFINITY, false, false},
		"a program, at 1":                {"|/usr/lib/handler %p", 1, false, false},
		"a program, at 0":                {"|/usr/lib/handler %p", 0, false, true},
		"a program, at 0 that may raise": {"|/usr/lib/handler %p", 0, true, false},
		"a socket":                       {"@/run/crashes", unix.RLIM_INFINITY, true, true},
		"a socket that is asked":         {"@@/run/crashes", 1, false, true},
		"nothing":                        {"", 0, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			why, hint := handled(test.pattern, test.hard, test.mayRaise)
			if (why != "") != test.refused || (hint != "") != test.refused {
				t.Errorf("%q, %q", why, hint)
			}
		})
	}
}

// TestProcCovered leaves what programs read, and nothing that it does not know.
func TestProcCovered(t *testing.T) {
	dirs, files := procCovered()
	all := append(dirs, files...)
	for _, path := range []string{"/proc/self", "/proc/1", "/proc/cpuinfo", "/proc/meminfo", "/proc/sys", "/proc/stat", "/proc/mounts"} {
		if covered(path, all) {
			t.Errorf("%s is covered", path)
		}
	}
	for _, path := range []string{"/proc/irq", "/proc/fs", "/proc/keys", "/proc/sysrq-trigger", "/proc/kcore", "/proc/timer_list"} {
		if _, err := os.Lstat(path); err == nil && !covered(path, all) {
			t.Errorf("%s is not covered", path)
		}
	}
}

// TestChangeable has a place for each that may be changed, and none for others.
func TestChangeable(t *testing.T) {
	l := &launcher{backend: &backend{name: bubblewrap}, namespaced: true}
	l.given = []source{{grant{path: "/srv", rights: rightsWrite}, "/x"}, {grant{path: "/usr", rights: rightsRead}, "/usr"}}
	for _, path := range l.changeable() {
		if path == "/usr" || path == "/proc" || path == "/dev" || path == "/" || path == "/sys" {
			t.Errorf("%s may be changed", path)
		}
	}
	if got := l.changeable(); got[len(got)-1] != "/srv" {
		t.Errorf("%q", got)
	}
}
