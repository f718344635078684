//go:build unix

package owner

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCheckFolder: others may write neither to a folder nor to one above it, unless
// that is sticky.
func TestCheckFolder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		above, below os.FileMode
		want         string
	}{
		{"private", 0o700, 0o700, ""},
		{"readable", 0o755, 0o755, ""},
		{"below", 0o700, 0o702, "below"},
		{"above", 0o702, 0o700, "above"},
		{"sticky", 0o702 | os.ModeSticky, 0o700, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			above := filepath.Join(t.TempDir(), "above")
			below := filepath.Join(above, "below")
			if err := os.MkdirAll(below, 0o700); err != nil {
				t.Fatal(err)
			}
			for name, mode := range map[string]os.FileMode{above: tt.above, below: tt.below} {
				if err := os.Chmod(name, mode); err != nil {
					t.Fatal(err)
				}
			}
			info, err := os.Stat(below)
			if err != nil {
				t.Fatal(err)
			}
			doubt, err := CheckFolder(below, info)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if doubt != nil {
				got = filepath.Base(doubt.Name)
			}
			if got != tt.want {
				t.Errorf("doubt about %q; want %q", got, tt.want)
			}
		})
	}
}
