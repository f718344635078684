//go:build linux && (amd64 || arm64)

package early

import "testing"

// TestUnsealed reads lists of mounts as the kernel writes them.
func TestUnsealed(t *testing.T) {
	const line = "36 35 98:0 / "
	for name, test := range map[string]struct {
		mounts   string
		writable []string
		want     string
	}{
		"read-only":          {mounts: line + "/ ro,nosuid - ext4 /dev/vda rw\n" + line + "/proc ro - proc proc rw\n"},
		"a file system is":   {mounts: line + "/proc rw,relatime - proc proc rw\n", want: "/proc"},
		"read-only in name":  {mounts: line + "/x rodent,rw - ext4 a b\n", want: "/x"},
		"what may be":        {mounts: line + "/w rw - ext4 a b\n" + line + "/w/in rw - ext4 a b\n", writable: []string{"/w"}},
		"what begins so":     {mounts: line + "/wide rw - ext4 a b\n", writable: []string{"/w"}, want: "/wide"},
		"a blank in a name":  {mounts: line + `/a\040b rw - ext4 a b` + "\n", writable: []string{"/a b"}},
		"another with one":   {mounts: line + `/a\040b rw - ext4 a b` + "\n", writable: []string{"/a"}, want: "/a b"},
		"optional fields":    {mounts: line + "/s rw,nosuid shared:1 master:2 - sysfs sysfs rw\n", want: "/s"},
		"half a line":        {mounts: line + "/s\n", want: mountList},
		"nothing is allowed": {mounts: line + "/ rw - ext4 a b\n", writable: []string{""}, want: "/"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := unsealed(test.mounts, test.writable); got != test.want {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}

// FuzzUnsealed bounds nothing that is not a mount, and does not panic.
func FuzzUnsealed(f *testing.F) {
	f.Add("36 35 98:0 / /a\\040b rw - ext4 a b\n", "/w")
	f.Add("36 35 98:0 / /\\ rw,x\n", "")
	f.Fuzz(func(t *testing.T, mounts, writable string) {
		if got := unsealed(mounts, []string{writable}); got != "" && got != mountList && beneath(got, []string{writable}) {
			t.Errorf("%q may be changed", got)
		}
	})
}
