package trust

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestMutations changes a signed folder and its signature in random ways: none
// may pass. With SKILLCTL_SIGNED, a folder of signed skills with the root
// certificate *.pem beside them, those are tried too.
func TestMutations(t *testing.T) {
	a := newAuthority(t)
	dir := folder(t)
	sign(t, a.signer("Release"), dir)
	mutate(t, dir, WithRoots(pems(t, a.root)))

	signed := os.Getenv("SKILLCTL_SIGNED")
	if signed == "" {
		return
	}
	roots, err := filepath.Glob(filepath.Join(signed, "*.pem"))
	if err != nil || len(roots) != 1 {
		t.Fatalf("one root certificate is wanted in %s: %v, %v", signed, roots, err)
	}
	pem, err := os.ReadFile(roots[0])
	if err != nil {
		t.Fatal(err)
	}
	skills, err := filepath.Glob(filepath.Join(signed, "*", Name))
	if err != nil || len(skills) == 0 {
		t.Fatalf("no signed skill in %s: %v", signed, err)
	}
	for _, skill := range skills {
		t.Run(filepath.Base(filepath.Dir(skill)), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Dir(skill))); err != nil {
				t.Fatal(err)
			}
			mutate(t, dir, WithRoots(pem))
		})
	}
}

// mutate wants the folder to verify, and no changed copy of it.
func mutate(t *testing.T, dir string, roots Option) {
	t.Helper()
	wantFacts(t, verifyIn(t, dir, roots), Verified, "")
	random := rand.New(rand.NewPCG(1, 2))
	for range fixture.Size(40, 120) {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		what := change(t, random, copied)
		if what == "" {
			continue
		}
		if got := verifyIn(t, copied, roots); got.OK() || got.Reason == "" {
			t.Errorf("%s: the state is %q (%s)", what, got.State, got.Reason)
		}
	}
}

// change makes one random change and says which; "" for one that changes
// nothing.
func change(t *testing.T, random *rand.Rand, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(p string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != Name {
			_ = os.Chmod(p, 0o644)
			names = append(names, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pick := names[random.IntN(len(names))]
	what := []string{"a byte", "a byte more", "removed", "renamed", "added", "the signature", "the statement"}[random.IntN(7)]
	text, err := os.ReadFile(pick)
	if err != nil {
		t.Fatal(err)
	}
	switch what {
	case "a byte":
		if len(text) == 0 {
			return ""
		}
		text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		write(t, pick, string(text))
	case "a byte more":
		write(t, pick, string(text)+"\n")
	case "removed":
		err = os.Remove(pick)
	case "renamed":
		err = os.Rename(pick, pick+"x")
	case "added":
		write(t, filepath.Join(filepath.Dir(pick), ".new"), "")
	case "the signature", "the statement":
		return what + changeBundle(t, random, filepath.Join(dir, Name), what)
	}
	if err != nil {
		t.Fatal(err)
	}
	return what + " " + pick
}

// changeBundle changes a character of the signature or of the statement.
func changeBundle(t *testing.T, random *rand.Rand, path, what string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var bundle map[string]any
	if err := json.Unmarshal(text, &bundle); err != nil {
		t.Fatal(err)
	}
	envelope := bundle["dsseEnvelope"].(map[string]any)
	if what == "the statement" {
		envelope["payload"] = swap(random, envelope["payload"].(string))
	} else {
		first := envelope["signatures"].([]any)[0].(map[string]any)
		first["sig"] = swap(random, first["sig"].(string))
	}
	changed, err := json.Marshal(bundle)
	if err != nil {
		t.Fatal(err)
	}
	_ = os.Chmod(path, 0o644)
	write(t, path, string(changed))
	return ""
}

// swap exchanges one character of a base64 text for the next one; not one of
// the last four, whose lowest bits may count for nothing.
func swap(random *rand.Rand, text string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	i := random.IntN(len(text) - 4)
	at := strings.IndexByte(alphabet, text[i])
	return text[:i] + string(alphabet[(at+1)%len(alphabet)]) + text[i+1:]
}
