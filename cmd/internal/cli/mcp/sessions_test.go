package mcp

import (
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/runner/notebook"
)

// TestReserve: sessions that have ended by themselves, or are not there any more, keep no
// place from others.
func TestReserve(t *testing.T) {
	t.Parallel()
	store, err := notebook.New(filepath.Join(t.TempDir(), "sessions"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	f := kit.NewFactory(&kit.IOStreams{Getenv: func(string) string { return "" }})
	f.Sessions = func() (*notebook.Store, error) { return store, nil }
	s := &server{factory: f, sessions: newSessions()}
	for i := range maxSessions {
		id := "lost-" + strconv.Itoa(i)
		if i > 0 { // that of the first was removed
			if err := store.Create(notebook.Meta{ID: id, Language: "bash", Created: time.Now().Add(-time.Hour), Cwd: "/"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.reserve(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.sessions.opened(id, "one")
	}
	if err := s.reserve(t.Context()); err != nil {
		t.Errorf("sessions that have ended keep their places: %v", err)
	}
	for range maxSessions - 1 {
		if err := s.reserve(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.reserve(t.Context()); err == nil {
		t.Error("more sessions are opened than may be")
	}
}
