package lock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// staged makes a version of a skill in the root's own folder, and its entry.
func staged(t testing.TB, r *Root, name, version string, files int) (string, *Entry) {
	t.Helper()
	dir, entry, err := makeStaged(r, name, version, files)
	if err != nil {
		t.Fatal(err)
	}
	return dir, entry
}

func makeStaged(r *Root, name, version string, files int) (string, *Entry, error) {
	base, err := os.MkdirTemp(r.StageDir(), "stage-")
	if err != nil {
		return "", nil, err
	}
	dir := filepath.Join(base, "content")
	if err := os.MkdirAll(filepath.Join(dir, "d"), 0o755); err != nil {
		return "", nil, err
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, "d", fmt.Sprint(i)), []byte(version), 0o644); err != nil {
			return "", nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte("---\nname: "+name+"\ndescription: "+version+"\n---\n"), 0o644); err != nil {
		return "", nil, err
	}
	folder, err := os.OpenRoot(base)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = folder.Close() }()
	read, err := Read(context.Background(), folder, "content")
	if err != nil {
		return "", nil, err
	}
	list, err := Files(read)
	if err != nil {
		return "", nil, err
	}
	return dir, &Entry{
		Digest: read.Digest, Files: list, Policy: digestOf("0"), Effect: "allow", Origin: Origin{Kind: "folder", Spec: version, Location: "/" + version},
		Approval: Approval{By: "ann", At: "2026-11-21T12:00:00Z"},
	}, nil
}

func opened(t testing.TB, path string) *Root {
	t.Helper()
	r, err := OpenRoot(context.Background(), path, WithMake())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// whole wants a root to be as its lock says, and gives the versions of its skills.
func whole(t testing.TB, r *Root) map[string]string {
	t.Helper()
	l, err := r.Lock()
	if err != nil {
		t.Fatal(err)
	}
	checked, err := l.Verify(context.Background(), r.Dir())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range checked {
		if c.State != Same {
			t.Errorf("%s is %+v", c.Name, c)
		}
		out[c.Name] = l.Skills[c.Name].Origin.Spec
	}
	return out
}

func TestPutAndRemove(t *testing.T) {
	for _, swap := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "skills")
		r := opened(t, path)
		if !swap {
			r.exchange = func(*os.File, string, *os.File, string) error { return errors.ErrUnsupported }
		}
		put := func(name, version string) error {
			dir, entry := staged(t, r, name, version, 3)
			return r.Install(context.Background(), name, dir, entry)
		}
		for _, version := range []string{"one", "two", "two", "three"} {
			if err := put("weather", version); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]string{"weather": version}, whole(t, r)); diff != "" {
				t.Errorf("installed (-want +got):\n%s", diff)
			}
		}
		if err := put("sea", "one"); err != nil {
			t.Fatal(err)
		}
		if err := r.Remove(context.Background(), "weather"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]string{"sea": "one"}, whole(t, r)); diff != "" {
			t.Errorf("after removing (-want +got):\n%s", diff)
		}
		if err := r.sweep(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(r.StageDir()); err != nil || len(left) != 2 || left[1].Name() != holdName {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
}

func TestPutRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	r := opened(t, path)
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(path, "linked")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := os.WriteFile(filepath.Join(path, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(path, "Upper"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"linked", "file", "upper", "../x", "a/b", "", ".skillctl", "skills.lock"} {
		dir, entry := staged(t, r, "weather", "one", 1)
		var place *PlaceError
		if err := r.Install(context.Background(), name, dir, entry); !errors.As(err, &place) {
			t.Errorf("%q: %v", name, err)
		}
		if err := r.Remove(context.Background(), name); !errors.As(err, &place) {
			t.Errorf("removing %q: %v", name, err)
		}
	}
	_, entry := staged(t, r, "weather", "one", 1)
	for _, dir := range []string{outside, filepath.Join(path, "Upper"), r.StageDir(), filepath.Join(r.StageDir(), "..", "Upper")} {
		if err := r.Install(context.Background(), "weather", dir, entry); err == nil {
			t.Errorf("%s is moved", dir)
		}
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("written through a link: %v %v", left, err)
	}
	if _, err := os.Lstat(filepath.Join(path, Name)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was locked: %v", err)
	}
}

// TestRecover ends a change after each of its steps, and wants the next process
// to find the old or the new.
func TestRecover(t *testing.T) {
	for _, swap := range []bool{true, false} {
		for step := range 5 {
			for _, had := range []bool{true, false} {
				path := filepath.Join(t.TempDir(), "skills")
				r := opened(t, path)
				if had {
					dir, entry := staged(t, r, "weather", "one", 3)
					if err := r.Install(context.Background(), "weather", dir, entry); err != nil {
						t.Fatal(err)
					}
				}
				dir, entry := staged(t, r, "weather", "two", 3)
				next, err := r.Lock()
				if err != nil {
					t.Fatal(err)
				}
				next.Pending = &Pending{Name: "weather", Entry: entry}
				rel, _ := filepath.Rel(r.StageDir(), dir)
				old := filepath.ToSlash(filepath.Dir(rel)) + "/old"
				full := func(name string) string { return filepath.Join(r.StageDir(), filepath.FromSlash(name)) }
				place := filepath.Join(path, "weather")
				steps := []func() error{
					func() error { return r.Write(next) },
					func() error {
						if !swap && had {
							return os.Rename(place, full(old))
						}
						return nil
					},
					func() error {
						if swap && had {
							return r.move(filepath.ToSlash(rel), "weather", true, old)
						}
						return os.Rename(dir, place)
					},
					func() error { return r.Write(next.settled(true)) },
				}
				for _, do := range steps[:step] {
					if err := do(); err != nil {
						t.Fatal(err)
					}
				}
				// Who only reads finds the same as who opens it next.
				read, interrupted, err := Current(context.Background(), r.Dir(), path)
				if err != nil {
					t.Fatal(err)
				}
				if (interrupted == "weather") != (step > 0 && step < 4) {
					t.Errorf("after step %d %q is interrupted", step, interrupted)
				}
				r.Close()
				r = opened(t, path)
				got := whole(t, r)
				want := map[string]string{}
				if had {
					want["weather"] = "one"
				}
				if step >= 3 {
					want["weather"] = "two"
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("exchange %v, after step %d, there before: %v (-want +got):\n%s", swap, step, had, diff)
				}
				now, err := r.Lock()
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(now, read); diff != "" {
					t.Errorf("exchange %v, after step %d: who reads finds (-next +got):\n%s", swap, step, diff)
				}
				if left, err := os.ReadDir(r.StageDir()); err != nil || len(left) != 2 {
					t.Errorf("left behind after step %d: %v %v", step, left, err)
				}
			}
		}
	}
}

// TestRecoverRemoval ends a removal after each of its steps.
func TestRecoverRemoval(t *testing.T) {
	for step := range 3 {
		path := filepath.Join(t.TempDir(), "skills")
		r := opened(t, path)
		dir, entry := staged(t, r, "weather", "one", 3)
		if err := r.Install(context.Background(), "weather", dir, entry); err != nil {
			t.Fatal(err)
		}
		next, err := r.Lock()
		if err != nil {
			t.Fatal(err)
		}
		next.Pending = &Pending{Name: "weather"}
		steps := []func() error{
			func() error { return r.Write(next) },
			func() error {
				return errors.Join(os.Mkdir(filepath.Join(r.StageDir(), "stage-1"), 0o700), os.Rename(filepath.Join(path, "weather"), filepath.Join(r.StageDir(), "stage-1", "old")))
			},
		}
		for _, do := range steps[:step] {
			if err := do(); err != nil {
				t.Fatal(err)
			}
		}
		r.Close()
		want := map[string]string{"weather": "one"}
		if step == 2 {
			want = map[string]string{}
		}
		if diff := cmp.Diff(want, whole(t, opened(t, path))); diff != "" {
			t.Errorf("after step %d (-want +got):\n%s", step, diff)
		}
	}
}

func TestVerify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	r := opened(t, path)
	for _, name := range []string{"chmod", "digest", "extra", "gone", "linked", "mode", "removed", "same", "folder"} {
		dir, entry := staged(t, r, name, "one", 2)
		if err := r.Install(context.Background(), name, dir, entry); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name ...string) string { return filepath.Join(append([]string{path}, name...)...) }
	for _, err := range []error{
		os.Chmod(at("chmod", "d", "0"), 0o755), os.WriteFile(at("digest", "d", "1"), []byte("other"), 0o644), os.WriteFile(at("extra", "more"), nil, 0o644),
		os.RemoveAll(at("gone")), os.RemoveAll(at("linked")), os.Symlink("same", at("linked")), os.Chmod(at("mode", "d", "0"), 0o600),
		os.Remove(at("removed", "d", "0")), os.Mkdir(at("stranger"), 0o755), os.Symlink("same", at("twin")), os.WriteFile(at("README"), nil, 0o644),
		os.Mkdir(at("folder", "empty"), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := r.Lock()
	if err != nil {
		t.Fatal(err)
	}
	checked, err := l.Verify(context.Background(), r.Dir())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range checked {
		got = append(got, strings.TrimSpace(fmt.Sprintln(c.Name, c.State, c.Changed, c.Missing, c.Extra)))
	}
	want := []string{
		"chmod changed [d/0] [] []", "digest changed [d/1] [] []", "extra changed [] [] [more]", "folder changed [] [] []", "gone missing [] [] []",
		"linked unreadable [] [] []", "mode same [] [] []", "removed changed [] [d/0] []", "same same [] [] []", "stranger unlocked [] [] []", "twin unlocked [] [] []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
}
