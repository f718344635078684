package proposal

import (
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
		r.Target.SkillKey = key
		r.Target.SkillDir = filepath.Join(dir, "skills", Key(key))
		r.Target.SkillFile = filepath.Join(r.Target.SkillDir, "SKILL.md")
		if err := q.within(r); err == nil {
			t.Errorf("the key %q is taken", key)
		}
		if got := read(t, victim); got != "echo good\n" {
			t.Errorf("the key %q wrote %q", key, got)
		}
	}
}
