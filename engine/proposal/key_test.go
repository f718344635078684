package proposal

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestKeysThatArePaths applies no proposal whose key leads elsewhere, and writes
// nothing on the way to saying so.
func TestKeysThatArePaths(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"../../victim", "../notes", "a/b", "", ".", "Notes"} {
		dir := t.TempDir()
		q := at(dir)
		r := add(t, q, Draft{Name: "notes", Description: "keep notes", Text: good, Files: map[string]string{"scripts/a.sh": "echo bad\n"}})
		victim := filepath.Join(dir, "victim", "scripts", "a.sh")
		if err := os.MkdirAll(filepath.Dir(victim), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(victim, []byte("echo good\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := q.Read(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		b.Target.SkillKey = key
		b.Target.SkillDir = filepath.Join(dir, "skills", Key(key))
		b.Target.SkillFile = filepath.Join(b.Target.SkillDir, "SKILL.md")
		judged := false
		// What is put together to be judged begins two folders below dir.
		err = q.Examine(t.Context(), b, filepath.Join(dir, "made", "here"), func(context.Context, Staged) (string, error) { judged = true; return "allow", nil }, Given(true))
		if err == nil || judged {
			t.Errorf("the key %q is taken: %v", key, err)
		}
		if got := read(t, victim); got != "echo good\n" {
			t.Errorf("the key %q wrote %q", key, got)
		}
	}
}
