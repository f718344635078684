package approval

import (
	"fmt"
	"os"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

// Watch says that somebody looks at the questions as they come, until the file is closed.
// false: somebody does already.
func (q *Queue) Watch() (*os.File, bool, error) {
	root, err := q.store.made()
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	f, err := root.OpenFile(watchName, os.O_RDWR|os.O_CREATE|folder.OpenFlags, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("watch the questions: %w", err)
	}
	// Who asks holds it for a moment, to see whether it is held.
	for range 50 {
		held, err := flock.Try(f, false)
		if held && err == nil {
			return f, true, nil
		}
		if err != nil {
			_ = f.Close()
			return nil, false, fmt.Errorf("watch the questions: %w", err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, false, f.Close()
}

// Watched reports whether somebody looks at the questions as they come.
func (q *Queue) Watched() bool {
	root, err := q.store.root()
	if root == nil || err != nil {
		return false
	}
	defer root.Close()
	f, err := root.OpenFile(watchName, os.O_RDWR|folder.OpenFlags, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	free, err := flock.Try(f, true)
	return err == nil && !free
}
