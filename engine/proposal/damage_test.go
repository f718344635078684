package proposal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestUnread(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	place, other := filepath.Join(dir, "a", "b"), errors.New("it is large")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "statat", Path: "a/b", Err: fs.ErrPermission}, place + ": permission denied; " + adviceAccess},
		{&fs.PathError{Op: "openat", Path: "a/b", Err: fs.ErrNotExist}, place + ": file does not exist; " + adviceText},
		{other, "it is large"},
	} {
		if got := unread(root, filepath.Join("a", "b"), tt.err); got.Error() != tt.want {
			t.Errorf("%v: %q; want %q", tt.err, got, tt.want)
		}
	}
}
