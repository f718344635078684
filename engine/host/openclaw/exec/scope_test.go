package openclawexec

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestTrustedFolders: looking a folder up once for all names in it gives what following
// each name from the root does.
func TestTrustedFolders(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for _, dir := range []string{"real", "deep/other", "empty"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"real/plain", "deep/other/far"} {
		if err := os.WriteFile(filepath.Join(top, file), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"linked": "real", "deep/up": "../real", "real/away": "../deep/other/far", "real/broken": "nowhere", "real/loop": "loop", "away": "missing",
	} {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	scope := &Scope{SafeBins: []string{"plain", "away", "broken", "loop", "none", ".", "..", "a/b", "", "PLAIN "}}
	want := []string{"/bin", "/usr/bin"}
	for _, dir := range []string{"real", "linked", "deep/up", "empty", "away", "real/plain"} {
		scope.SafeDirs = append(scope.SafeDirs, filepath.Join(top, dir))
		if info, err := os.Stat(filepath.Join(top, dir)); err == nil && info.IsDir() {
			want = append(want, filepath.Join(top, dir))
		}
	}
	for _, dir := range slices.Clone(want) {
		for _, name := range []string{"plain", "away", "broken", "loop", "none", ".", ".."} {
			if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil {
				want = append(want, filepath.Dir(real))
			}
		}
	}
	slices.Sort(want)
	if got := scope.trustedDirs(); !slices.Equal(got, slices.Compact(want)) {
		t.Errorf("%q, want %q", got, slices.Compact(want))
	}
}
