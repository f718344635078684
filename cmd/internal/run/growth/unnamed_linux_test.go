package growth

import (
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestUnseen keeps files in ways in which their size is not seen: then all that the
// file system has grown by counts.
func TestUnseen(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("root reads every folder: that is not tried")
	}
	for name, keep := range map[string]func(t *testing.T, file *os.File){
		"in memory": func(t *testing.T, file *os.File) {
			memory, err := syscall.Mmap(int(file.Fd()), 0, 4096, syscall.PROT_READ, syscall.MAP_SHARED)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { syscall.Munmap(memory) })
		},
		"in a message": func(t *testing.T, file *os.File) {
			pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { syscall.Close(pair[0]); syscall.Close(pair[1]) })
			if err := syscall.Sendmsg(pair[0], []byte{0}, syscall.UnixRights(int(file.Fd())), nil, 0); err != nil {
				t.Fatal(err)
			}
		},
		"in a closed folder": func(t *testing.T, file *os.File) {
			if os.Getuid() == 0 {
				t.Skip("root reads it")
			}
			inner := filepath.Join(filepath.Dir(file.Name()), "inner")
			if err := os.Mkdir(inner, 0); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			m := New([]string{dir}, nil, 1<<30, 1000)
			m.Up, m.tasks = 0, "/proc/self/task/[0-9]*" // this process began before
			for name, base := range maps.Clone(m.Base.at) {
				m.Base.set(name, Fill{Bytes: base.Bytes - 2<<30, Files: base.Files, Counts: true})
			}
			if o := m.measure(t.Context()); o.Bytes > m.Written {
				t.Fatalf("before something was kept it is %+v", o)
			}
			file, err := os.Create(filepath.Join(dir, "x"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if _, err := file.Write(make([]byte, 4096)); err != nil {
				t.Fatal(err)
			}
			keep(t, file)
			if err := os.Remove(file.Name()); err != nil {
				t.Fatal(err)
			}
			file.Close()
			if o := m.measure(t.Context()); o.Bytes <= m.Written {
				t.Errorf("it is %+v", o)
			}
			m.Up = uptime() + time.Hour
			if o := m.measure(t.Context()); name != "in a closed folder" && o.Bytes > m.Written {
				t.Errorf("it is %+v by a process of before the run", o)
			}
		})
	}
}
