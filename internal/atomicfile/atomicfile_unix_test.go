//go:build unix

package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/internal/atomicfile"
)

func TestMode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	like := filepath.Join(dir, "like")
	if err := os.WriteFile(like, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(like, 0o666); err != nil {
		t.Fatal(err)
	}
	other, err := os.Stat(like)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		option atomicfile.Option
		want   fs.FileMode
	}{
		"exactly": {atomicfile.Exactly(0o606), 0o606},
		"like":    {atomicfile.Like(other), 0o666},
		"mode":    {atomicfile.Mode(0o400), 0o400},
	} {
		path := filepath.Join(dir, name)
		if err := atomicfile.WriteIn(path, []byte("x"), c.option); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != c.want {
			t.Errorf("%s: the mode is %v; want %v", name, info.Mode(), c.want)
		}
	}
}
