package early

import (
	"bytes"
	"reflect"
	"testing"
)

func sample() *Config {
	return &Config{
		Argv: []string{"/bin/sh", "", "-c"}, Env: []string{"A=b"}, Program: File{Path: "/bin/sh", Device: 1, Inode: 2, Changed: -3},
		Dir: File{Path: "/"}, Checks: []File{{Path: "x"}}, Flags: FlagConfine | FlagRoot,
		Base: "/b", Root: []Place{{File: File{Path: "/w", Inode: 9}, Writable: true}, {File: File{Path: "/l"}, Link: "w"}, {File: File{Path: "/e"}, Empty: true}},
		Binds:  []Bind{{From: File{Path: "a"}, Over: File{Path: "b", Device: 7}, ReadOnly: true, Devices: true}},
		Mounts: []Mount{{Source: "s", Target: "t", Type: "tmpfs", Data: "d", Flags: 5, Optional: true}},
		FS:     1 << 40, Net: 3, Scoped: 1, Rules: []Rule{{File: File{Path: "r"}, Rights: 15}}, Filter: []byte{1, 0, 255},
		Rlimits: []Rlimit{{Resource: 1, Soft: 2, Hard: ^uint64(0)}}, Join: []string{"j"}, Remove: []string{"k"}, Group: "g", OutOfMemory: "o",
		Hold: "/tmp/x", Keep: []uint64{5}, Proxy: "/p",
	}
}

// body is what a keeper reads after the length.
func body(c *Config) []byte { return c.Encode()[8:] }

// TestConfig reads what was written, and has every field in its sample.
func TestConfig(t *testing.T) {
	want := sample()
	for i, v := 0, reflect.ValueOf(*want); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("the sample leaves %s out", v.Type().Field(i).Name)
		}
	}
	got, ok := decode(body(want))
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	data := body(want)
	for n := range data {
		if _, ok := decode(data[:n]); ok {
			t.Errorf("the first %d of %d bytes are taken for all", n, len(data))
		}
	}
	if _, ok := decode(append(data, 0)); ok {
		t.Error("one byte too many is taken")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(body(sample()))
	f.Add([]byte(magic))
	f.Add(append([]byte(magic), bytes.Repeat([]byte{255}, 64)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, ok := decode(data)
		if !ok {
			return
		}
		if again := body(c); !bytes.Equal(again, data) {
			// A truth may be any number; what it is read as has to stay.
			other, ok := decode(again)
			if !ok || !reflect.DeepEqual(other, c) {
				t.Errorf("%+v is written as %+v", c, other)
			}
		}
	})
}
