//go:build unix

package proposal

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes puts a pipe that nobody writes into in the place of each file and
// folder: none of them keeps who reads the queue, and nothing is applied.
func TestPipes(t *testing.T) {
	t.Parallel()
	for _, place := range []string{
		"skills/notes", "skills/notes/SKILL.md", "skills/notes/scripts/a.sh", "state/skill-workshop/proposals", "ID/PROPOSAL.md", "ID/proposal.json", "ID/scripts/a.sh",
		"ID", "ID/rollback.json", "state/state/openclaw.sqlite",
	} {
		dir := t.TempDir()
		q := at(dir)
		files := map[string]string{"scripts/a.sh": "echo a\n"}
		first := add(t, q, Draft{Name: "notes", Description: "keep notes", Text: good, Files: files})
		if _, err := q.Apply(t.Context(), first.ID, "", yes, Given(false)); err != nil {
			t.Fatal(err)
		}
		r := add(t, q, Draft{Name: "notes", Update: true, Text: good + "More.\n", Files: files})
		name := filepath.Join(dir, filepath.FromSlash(place))
		if rest, ok := filepath.Rel("ID", place); ok == nil && filepath.IsLocal(rest) {
			name = filepath.Join(q.folder(), r.ID, rest)
		}
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, _ = q.List(t.Context())
		_, _ = q.Read(t.Context(), r.ID)
		_, err := q.Add(t.Context(), Draft{Name: "notes", Update: true, Text: good + "Even more.\n", Files: files})
		_, applyErr := q.Apply(t.Context(), r.ID, "", yes, Given(false))
		// The database is not needed for what is kept in files.
		if applyErr == nil && place != "state/state/openclaw.sqlite" && place != "ID/rollback.json" {
			t.Errorf("%s: applied; the next one was added with %v", place, err)
		}
	}
}
