package skills

import (
	"path/filepath"
	"testing"
)

// TestFromFolder leaves paths alone that only look as if they were below a folder.
func TestFromFolder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ folder, text, want string }{
		{"/home/u", "from /home/u/ws/a to /home/u/ws/b: loaded", "from ws/a to ws/b: loaded"},
		{"/home/u", "shadowed: /home/u/a (of \"/home/u/b\")", "shadowed: a (of \"b\")"},
		{"/home/u", "/home/u/a", "a"},
		{"/home/u", "/mnt/home/u/a and /home/user/b and /home/u", "/mnt/home/u/a and /home/user/b and /home/u"},
		{"/home/u", "/home/u/home/u/a", "home/u/a"},
		{"/home/u", "/home/u//home/u/a", "/home/u/a"},
		{"/", "from /a to /b", "from /a to /b"},
		{"", "from /a to /b", "from /a to /b"},
	} {
		if got := fromFolder(filepath.FromSlash(tt.text), filepath.FromSlash(tt.folder)); got != filepath.FromSlash(tt.want) {
			t.Errorf("%q in %q: got %q, want %q", tt.text, tt.folder, got, tt.want)
		}
	}
}
