//go:build unix

package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scene is a root with two locked skills, "weather" and "sea", a folder "mine" that
// nobody locked, and one outside of it.
type scene struct {
	t             *testing.T
	path, outside string
	// one and two are entries of two versions of weather; the second is not installed.
	one, two *Entry
}

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{t: t, path: filepath.Join(t.TempDir(), "skills"), outside: t.TempDir()}
	r := opened(t, s.path)
	for _, name := range []string{"weather", "sea"} {
		dir, entry := staged(t, r, name, "one", 2)
		s.must(r.Install(context.Background(), name, dir, entry))
		if name == "weather" {
			s.one = entry
		}
	}
	_, s.two = staged(t, r, "weather", "two", 2)
	s.must(r.sweep())
	r.Close()
	s.write("mine/SKILL.md", "mine")
	s.must(os.WriteFile(filepath.Join(s.outside, "SKILL.md"), []byte("outside"), 0o600))
	return s
}

func (s *scene) must(errs ...error) {
	s.t.Helper()
	if err := errors.Join(errs...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) at(name string) string { return filepath.Join(s.path, filepath.FromSlash(name)) }

func (s *scene) write(name, text string) {
	s.t.Helper()
	s.must(os.MkdirAll(filepath.Dir(s.at(name)), 0o755), os.WriteFile(s.at(name), []byte(text), 0o644))
}

// version writes a version of weather to a place.
func (s *scene) version(dir, version string) {
	s.t.Helper()
	for i := range 2 {
		s.must(os.MkdirAll(filepath.Join(dir, "d"), 0o755), os.WriteFile(filepath.Join(dir, "d", fmt.Sprint(i)), []byte(version), 0o644))
	}
	s.must(os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte("---\nname: weather\ndescription: "+version+"\n---\n"), 0o644))
}

// replace puts another version in the place of weather.
func (s *scene) replace(version string) {
	s.t.Helper()
	s.must(os.RemoveAll(s.at("weather")))
	s.version(s.at("weather"), version)
}

// lock writes a lock file as anybody could who can write it.
func (s *scene) lock(name string, change func(*Lock)) {
	s.t.Helper()
	l, err := ReadFile(s.at(Name))
	s.must(err)
	change(l)
	text, err := l.Text()
	s.must(err)
	s.must(os.WriteFile(s.at(name), text, 0o644))
}

// note writes a note of a change as older versions took it for one.
func (s *scene) note(name, digest, old string) {
	s.write(".skillctl/pending.json", fmt.Sprintf(`{"name":%q,"digest":%q,"old":%q}`, name, digest, old))
}

// tree is what lies below a folder, with types, modes and contents, and without what
// skillctl keeps to itself.
func (s *scene) tree(dir string) map[string]string {
	s.t.Helper()
	out := map[string]string{}
	s.must(filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if rel == stateDir {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text := ""
		switch {
		case info.Mode().IsRegular():
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			text = string(content)
		case info.Mode()&fs.ModeSymlink != 0:
			text, _ = os.Readlink(name)
		}
		out[rel] = info.Mode().String() + " " + text
		return nil
	}))
	return out
}

// verify is what becomes of each skill and other thing that is not as it was locked.
func (s *scene) verify() []string {
	s.t.Helper()
	dir, err := os.OpenRoot(s.path)
	s.must(err)
	defer func() { _ = dir.Close() }()
	l, _, err := Current(context.Background(), dir, s.path)
	if err != nil {
		return []string{"the lock file is refused"}
	}
	checked, err := l.Verify(context.Background(), dir)
	s.must(err)
	var out []string
	for _, c := range checked {
		if c.State != Same && c.Name != "mine" {
			out = append(out, c.Name+" "+string(c.State))
		}
	}
	return out
}

// forgery is something that somebody else put into a root.
type forgery struct {
	name string
	do   func(s *scene)
	// verify is what is said of it before anything is done.
	verify []string
	// lockGone: the lock file that was forged is put right, to what it was before.
	settled bool
}

// foreignHands are what nobody may be talked round by: nothing but what skills.lock names
// is moved to where skills are, and nothing is taken away from there.
func foreignHands() []forgery {
	const note = ".skillctl/pending.json unlocked"
	evil := func(s *scene) string { s.replace("two"); return s.two.Digest }
	pending := func(entry func(s *scene) *Entry) func(*scene) {
		return func(s *scene) {
			s.lock(Name, func(l *Lock) { l.Pending = &Pending{Name: "weather", Entry: entry(s)} })
		}
	}
	two := pending(func(s *scene) *Entry { return s.two })
	then := func(all ...func(*scene)) func(*scene) {
		return func(s *scene) {
			for _, do := range all {
				do(s)
			}
		}
	}
	remove := func(s *scene) { s.must(os.RemoveAll(s.at("weather"))) }
	return []forgery{
		{"a note and a lock file that name another version", func(s *scene) {
			s.note("weather", evil(s), "")
			s.lock(".skillctl/next.lock", func(l *Lock) { l.Skills["weather"] = s.two })
		}, []string{".skillctl/next.lock unlocked", note, "weather changed"}, false},
		{"a note that says that a folder was installed", func(s *scene) {
			s.note("mine", s.two.Digest, "")
			s.lock(".skillctl/next.lock", func(l *Lock) { l.Skills["mine"] = s.two })
		}, []string{".skillctl/next.lock unlocked", note}, false},
		{"a note that says that a folder was removed", func(s *scene) { s.note("mine", "", "") }, []string{note}, false},
		{"a note that says that a skill was removed", func(s *scene) {
			s.note("weather", "", "")
			s.lock(".skillctl/next.lock", func(l *Lock) { delete(l.Skills, "weather") })
		}, []string{".skillctl/next.lock unlocked", note}, false},
		{"a note that leads out", func(s *scene) { s.note("weather", "", "../../outside") }, []string{note}, false},
		{"a note about a folder above", func(s *scene) { s.note("../mine", "", "") }, []string{note}, false},
		{"a note that moves what is staged in", func(s *scene) {
			remove(s)
			s.version(s.at(".skillctl/stage-1/old"), "two")
			s.note("weather", s.one.Digest, "stage-1/old")
		}, []string{note, "weather missing"}, false},
		{"a note that is empty", func(s *scene) { s.write(".skillctl/pending.json", "") }, []string{note}, false},
		{"a note that is a link", func(s *scene) { s.must(os.Symlink("/dev/zero", s.at(".skillctl/pending.json"))) }, []string{note}, false},
		{"a note that is a pipe", func(s *scene) { s.must(syscall.Mkfifo(s.at(".skillctl/pending.json"), 0o600)) }, []string{note}, false},
		{"a note that is a folder", func(s *scene) { s.write(".skillctl/pending.json/x", "") }, []string{note}, false},
		{"a note without an end", func(s *scene) {
			s.write(".skillctl/pending.json", "")
			s.must(os.Truncate(s.at(".skillctl/pending.json"), 1<<40))
		}, []string{note}, false},
		{"a lock file that is a link, beside", func(s *scene) { s.must(os.Symlink(s.outside+"/SKILL.md", s.at(".skillctl/next.lock"))) }, []string{".skillctl/next.lock unlocked"}, false},
		{"a draft of a lock file", func(s *scene) {
			s.lock(".skillctl/next-0123456789abcdef", func(l *Lock) { l.Skills["weather"] = s.two })
		}, nil, false},
		{"a draft that is a link", func(s *scene) { s.must(os.Symlink(s.outside, s.at(".skillctl/next-1"))) }, []string{".skillctl/next-1 unlocked"}, false},
		{"a staged folder that is a link", func(s *scene) { s.must(os.Symlink(s.outside, s.at(".skillctl/stage-1"))) }, []string{".skillctl/stage-1 unlocked"}, false},
		{"a folder of a skill among skillctl's own", func(s *scene) { s.write(".skillctl/evil/SKILL.md", "evil") }, []string{".skillctl/evil unlocked"}, false},
		{"the old version staged", func(s *scene) { remove(s); s.version(s.at(".skillctl/stage-1/old"), "one") }, []string{"weather missing"}, false},

		{"a change to what is not there", two, nil, true},
		{"a change to what stands there, changed", then(two, func(s *scene) { s.replace("three") }), []string{"weather changed"}, true},
		{"a change to another name's folder", func(s *scene) {
			s.lock(Name, func(l *Lock) { l.Pending = &Pending{Name: "mine", Entry: s.two} })
		}, nil, true},
		{"a removal of what still stands there", pending(func(*scene) *Entry { return nil }), nil, true},
		{"a change, and what was moved away is changed", then(two, remove, func(s *scene) { s.version(s.at(".skillctl/stage-1/old"), "three") }), []string{"weather missing"}, true},
		{"a change, and what was moved away has a set-user-ID bit", then(two, remove, func(s *scene) {
			s.version(s.at(".skillctl/stage-1/old"), "one")
			s.must(os.Chmod(s.at(".skillctl/stage-1/old/SKILL.md"), 0o644|os.ModeSetuid))
		}), []string{"weather missing"}, true},
		{"a change, and what was moved away has more in it", then(two, remove, func(s *scene) {
			s.version(s.at(".skillctl/stage-1/old"), "one")
			s.write(".skillctl/stage-1/old/more", "")
		}), []string{"weather missing"}, true},
		{"a change, and what was moved away is a link", then(two, remove, func(s *scene) {
			s.version(filepath.Join(s.outside, "one"), "one")
			s.must(os.Mkdir(s.at(".skillctl/stage-1"), 0o755), os.Symlink(filepath.Join(s.outside, "one"), s.at(".skillctl/stage-1/old")))
		}), []string{"weather missing"}, true},
		{"a change, and what was moved away is behind a link", then(two, remove, func(s *scene) {
			s.version(filepath.Join(s.outside, "old"), "one")
			s.must(os.Symlink(s.outside, s.at(".skillctl/stage-1")))
		}), []string{".skillctl/stage-1 unlocked", "weather missing"}, true},
		{"a change, and a link to the new version", then(two, remove, func(s *scene) {
			s.version(filepath.Join(s.outside, "two"), "two")
			s.must(os.Symlink(filepath.Join(s.outside, "two"), s.at("weather")))
		}), []string{"weather unreadable"}, true},
		{"a change, and a file in its place", then(two, remove, func(s *scene) { s.write("weather", "") }), []string{"weather unreadable"}, true},
	}
}

func TestForged(t *testing.T) {
	for _, f := range foreignHands() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			good, err := os.ReadFile(s.at(Name))
			s.must(err)
			f.do(s)
			before, beyond := s.tree(s.path), s.tree(s.outside)
			if diff := cmp.Diff(f.verify, s.verify()); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, s.tree(s.path)); diff != "" {
				t.Errorf("who verifies changed it (-was +is):\n%s", diff)
			}
			r := opened(t, s.path)
			r.Close()
			if foreign := slices.ContainsFunc(f.verify, func(c string) bool {
				return strings.HasPrefix(c, stateDir) && !strings.Contains(c, "/stage-") && !strings.Contains(c, "/next-")
			}); foreign && len(r.Notes()) == 0 {
				t.Error("who installs does not say what is there")
			}
			if f.settled {
				before[Name] = fs.FileMode(0o644).String() + " " + string(good)
			}
			if diff := cmp.Diff(before, s.tree(s.path)); diff != "" {
				t.Errorf("who installs changed it (-was +is):\n%s", diff)
			}
			if diff := cmp.Diff(beyond, s.tree(s.outside)); diff != "" {
				t.Errorf("beyond the root (-was +is):\n%s", diff)
			}
			// What is not believed is in nobody's way.
			r = opened(t, s.path)
			dir, entry := staged(t, r, "new", "one", 2)
			s.must(r.Install(context.Background(), "new", dir, entry))
			if l, err := r.Lock(); err != nil || l.Skills["new"] == nil || l.Pending != nil || len(l.Skills) != 3 {
				t.Errorf("afterwards: %v %+v", err, l)
			}
		})
	}
}

// TestForgedLock wants lock files refused that no skillctl writes.
func TestForgedLock(t *testing.T) {
	s := newScene(t)
	text := func(change func(*Lock)) string {
		l, err := ReadFile(s.at(Name))
		s.must(err)
		change(l)
		out, err := l.Text()
		s.must(err)
		return string(out)
	}
	two := text(func(l *Lock) { l.Pending = &Pending{Name: "weather", Entry: s.two} })
	for name, forged := range map[string]string{
		"a change of a name that leads out": text(func(l *Lock) { l.Pending = &Pending{Name: "../x", Entry: s.two} }),
		"a removal of what is not there":    text(func(l *Lock) { l.Pending = &Pending{Name: "other"} }),
		"a change without a name":           text(func(l *Lock) { l.Pending = &Pending{Entry: s.two} }),
		"a change twice":                    strings.Replace(two, `  "pending": {`, "  \"pending\": {\n    \"name\": \"sea\"\n  },\n  \"pending\": {", 1),
		"a change with another key":         strings.Replace(two, `    "name": "weather",`, "    \"name\": \"weather\",\n    \"stage\": \"x\",", 1),
		"a change in other letters":         strings.Replace(two, `"pending"`, `"Pending"`, 1),
		"a change without a digest":         strings.Replace(two, s.two.Digest, "sha256:x", 1),
		"two names that are the same":       text(func(l *Lock) { l.Skills["Weather"] = s.two }),
		"more behind it":                    two + "{}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			s.must(os.WriteFile(s.at(Name), []byte(forged), 0o644))
			before := s.tree(s.path)
			if got := s.verify(); !slices.Equal(got, []string{"the lock file is refused"}) {
				t.Errorf("verify says %q", got)
			}
			r := opened(t, s.path)
			dir, entry := staged(t, r, "new", "one", 2)
			var damage *DamagedError
			if err := r.Install(context.Background(), "new", dir, entry); !errors.As(err, &damage) {
				t.Errorf("installing: %v", err)
			}
			if diff := cmp.Diff(before, s.tree(s.path)); diff != "" {
				t.Errorf("it changed (-was +is):\n%s", diff)
			}
		})
	}
}

// TestDraft has somebody change what is written, and what holds, before it is put in
// its place.
func TestDraft(t *testing.T) {
	for name, meddle := range map[string]func(s *scene, d *draft){
		"another file": func(s *scene, d *draft) {
			s.must(os.Remove(s.at(".skillctl/" + d.name)))
			s.lock(".skillctl/"+d.name, func(l *Lock) { l.Skills["weather"] = s.two })
		},
		"another text": func(s *scene, d *draft) { s.lock(".skillctl/"+d.name, func(l *Lock) { l.Skills["weather"] = s.two }) },
		"a link": func(s *scene, d *draft) {
			s.must(os.Remove(s.at(".skillctl/"+d.name)), os.Symlink(s.outside, s.at(".skillctl/"+d.name)))
		},
		"nothing":            func(s *scene, d *draft) { s.must(os.Remove(s.at(".skillctl/" + d.name))) },
		"another lock file":  func(s *scene, d *draft) { s.lock(Name, func(l *Lock) { l.Skills["weather"] = s.two }) },
		"a link to another":  func(s *scene, d *draft) { s.must(os.Remove(s.at(Name)), os.Symlink(s.outside+"/SKILL.md", s.at(Name))) },
		"no lock file there": func(s *scene, d *draft) { s.must(os.Remove(s.at(Name))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			r := opened(t, s.path)
			l, err := r.Lock()
			s.must(err)
			delete(l.Skills, "sea")
			d, err := r.draft(l)
			s.must(err)
			defer d.drop()
			meddle(s, d)
			before := s.tree(s.path)
			if err := d.place(); err == nil {
				t.Error("it is put in its place")
			}
			if diff := cmp.Diff(before, s.tree(s.path)); diff != "" {
				t.Errorf("it changed (-was +is):\n%s", diff)
			}
		})
	}
}

// TestVerifyStrange wants everything named that no entry has, and modes that nothing
// is installed with.
func TestVerifyStrange(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(s *scene)
		want []string
	}{
		"a manifest":                     {func(s *scene) { s.write("SKILL.md", "x") }, []string{"SKILL.md unlocked"}},
		"a manifest of ZeroClaw":         {func(s *scene) { s.write("SKILL.toml", "x") }, []string{"SKILL.toml unlocked"}},
		"a manifest in small letters":    {func(s *scene) { s.write("skill.md", "x") }, []string{"skill.md unlocked"}},
		"a manifest that is a folder":    {func(s *scene) { s.write("SKILL.md/x", "x") }, []string{"SKILL.md unlocked"}},
		"a manifest that is a link":      {func(s *scene) { s.must(os.Symlink("sea/SKILL.md", s.at("SKILL.md"))) }, []string{"SKILL.md unlocked"}},
		"a hidden folder":                {func(s *scene) { s.write(".hidden/SKILL.md", "x") }, []string{".hidden unlocked"}},
		"a folder of packages":           {func(s *scene) { s.write("node_modules/x/SKILL.md", "x") }, []string{"node_modules unlocked"}},
		"a folder that moves the search": {func(s *scene) { s.write("skills/x/SKILL.md", "x") }, []string{"skills unlocked"}},
		"the same name in capitals":      {func(s *scene) { s.write("Weather/SKILL.md", "x") }, []string{"Weather unlocked"}},
		"a script":                       {func(s *scene) { s.write("setup.sh", "x") }, []string{"setup.sh unlocked"}},
		"a program":                      {func(s *scene) { s.write("README", "x"); s.must(os.Chmod(s.at("README"), 0o755)) }, []string{"README unlocked"}},
		"a pipe":                         {func(s *scene) { s.must(syscall.Mkfifo(s.at("README.md"), 0o600)) }, []string{"README.md unlocked"}},
		"about the folder": {func(s *scene) {
			s.write("README.md", "x")
			s.write("LICENSE", "x")
			s.write(".gitignore", "x")
			s.write(".git/HEAD", "x")
		}, nil},
		"a lock file for everybody":      {func(s *scene) { s.must(os.Chmod(s.at(Name), 0o666)) }, []string{Name + " unlocked"}},
		"a set-user-ID bit":              {func(s *scene) { s.must(os.Chmod(s.at("sea/d/0"), 0o644|os.ModeSetuid)) }, []string{"sea changed"}},
		"a set-group-ID bit":             {func(s *scene) { s.must(os.Chmod(s.at("sea/d/0"), 0o644|os.ModeSetgid)) }, []string{"sea changed"}},
		"a set-group-ID bit of a folder": {func(s *scene) { s.must(os.Chmod(s.at("sea/d"), 0o755|os.ModeSetgid)) }, []string{"sea changed"}},
		"a file for everybody":           {func(s *scene) { s.must(os.Chmod(s.at("sea/d/0"), 0o666)) }, []string{"sea changed"}},
		"a folder for everybody":         {func(s *scene) { s.must(os.Chmod(s.at("sea/d"), 0o777)) }, []string{"sea changed"}},
		"a skill for everybody":          {func(s *scene) { s.must(os.Chmod(s.at("sea"), 0o777)) }, []string{"sea changed"}},
		"a file that can be run":         {func(s *scene) { s.must(os.Chmod(s.at("sea/d/0"), 0o755)) }, []string{"sea changed"}},
		"a file for a user's group":      {func(s *scene) { s.must(os.Chmod(s.at("sea/d/0"), 0o664)) }, nil},
		"a hidden file in a skill":       {func(s *scene) { s.write("sea/.env", "x") }, []string{"sea changed"}},
		"the same name in a skill":       {func(s *scene) { s.write("sea/skill.md", "x") }, []string{"sea changed"}},
		"a link in a skill":              {func(s *scene) { s.must(os.Symlink("SKILL.md", s.at("sea/x"))) }, []string{"sea changed"}},
		"skillctl's own is a link": {func(s *scene) {
			s.must(os.RemoveAll(s.at(stateDir)), os.Symlink(s.outside, s.at(stateDir)))
		}, []string{stateDir + " unlocked"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			if _, err := os.Lstat(s.at("WEATHER")); err == nil && strings.Contains(name, "capitals") {
				t.Skip("names are the same here in any case")
			}
			c.do(s)
			if diff := cmp.Diff(c.want, s.verify()); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOldSpelling reads the lock files that were written before keys were in
// camelCase.
func TestOldSpelling(t *testing.T) {
	s := newScene(t)
	s.lock(Name, func(l *Lock) { l.Skills["sea"].Signer = &Signer{Kind: "key", KeyDigest: digestOf("1")} })
	text, err := os.ReadFile(s.at(Name))
	s.must(err)
	old := strings.Replace(string(text), `"keyDigest"`, `"key_digest"`, 1)
	l, err := Parse([]byte(old))
	if err != nil || l.Skills["sea"].Signer.KeyDigest != digestOf("1") || old == string(text) {
		t.Errorf("it is read as %+v: %v", l, err)
	}
	both := strings.Replace(old, `        "key_digest"`, "        \"keyDigest\": \""+digestOf("2")+"\",\n        \"key_digest\"", 1)
	if _, err := Parse([]byte(both)); err == nil {
		t.Error("two digests of a key are read as one")
	}
}
