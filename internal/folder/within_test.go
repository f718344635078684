package folder

import (
	"path/filepath"
	"testing"
)

// TestWithin compares names only: none of these paths has to be there.
func TestWithin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, folder string
		want         bool
	}{
		{"/a", "/a", true},
		{"/a/b", "/a", true},
		{"/a/b/c", "/a", true},
		{"/a/..b", "/a", true},
		{"/a/b", "/a/b/c", false},
		{"/", "/a", false},
		{"/ab", "/a", false},
		{"/a", "/ab", false},
		{"/a b/c", "/a", false},
		{"/b/a", "/a", false},
		{"/A/b", "/a", false},
		{"/", "/", true},
		{"/a", "/", true},
		{"/a/b", "/", true},
		{"/a", "", true},
		{"", "/a", false},
		{"a/b", "/", false},
	} {
		path, folder := filepath.FromSlash(tt.path), filepath.FromSlash(tt.folder)
		if got := Within(path, folder); got != tt.want {
			t.Errorf("%q within %q: %v; want %v", path, folder, got, tt.want)
		}
	}
}
