package system_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/system"
)

// tree makes a folder with what the questions of these tests are about.
func tree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	do(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755), os.Mkdir(filepath.Join(dir, "other"), 0o755),
		os.WriteFile(filepath.Join(dir, "file"), []byte("#!text"), 0o644), os.WriteFile(filepath.Join(dir, "folder", "one"), []byte("1"), 0o755),
		os.Symlink("file", filepath.Join(dir, "link")), os.Symlink("folder", filepath.Join(dir, "way")))
	return dir
}

func do(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestRecordSeesEachChange asks one question, makes one change that it is about, and wants the record
// to hold before and not after it.
func TestRecordSeesEachChange(t *testing.T) {
	t.Parallel()
	at := filepath.Join
	write := func(name, text string) func(string) error {
		return func(dir string) error { return os.WriteFile(at(dir, name), []byte(text), 0o644) }
	}
	remove := func(name string) func(string) error {
		return func(dir string) error { return os.RemoveAll(at(dir, name)) }
	}
	mode := func(name string, mode os.FileMode) func(string) error {
		return func(dir string) error { return os.Chmod(at(dir, name), mode) }
	}
	relink := func(name, to string) func(string) error {
		return func(dir string) error {
			if err := os.Remove(at(dir, name)); err != nil {
				return err
			}
			return os.Symlink(to, at(dir, name))
		}
	}
	lstat := func(name string) func(system.System, string) {
		return func(s system.System, dir string) { _, _ = s.Lstat(at(dir, name)) }
	}
	stat := func(name string) func(system.System, string) {
		return func(s system.System, dir string) { _, _ = s.Stat(at(dir, name)) }
	}
	list := func(s system.System, dir string) { _, _ = s.ReadDir(at(dir, "folder")) }
	read := func(s system.System, dir string) { _, _ = s.ReadFile(at(dir, "file"), 100) }
	within := func(name string) func(system.System, string) {
		return func(s system.System, dir string) { _, _ = s.ReadWithin(dir, name, 100) }
	}
	eval := func(name string) func(system.System, string) {
		return func(s system.System, dir string) { _, _ = s.EvalSymlinks(at(dir, name)) }
	}
	for name, c := range map[string]struct {
		ask    func(system.System, string)
		change func(string) error
	}{
		"the mode of a file":                  {lstat("file"), mode("file", 0o600)},
		"the mode of a folder":                {stat("folder"), mode("folder", 0o777)},
		"a file that is gone":                 {lstat("file"), remove("file")},
		"a file that was missing":             {lstat("new"), write("new", "")},
		"a folder in the place of a file":     {lstat("file"), func(dir string) error { return errorOf(remove("file")(dir), os.Mkdir(at(dir, "file"), 0o644)) }},
		"a link in the place of a file":       {lstat("file"), relink("file", "folder/one")},
		"what a link leads to":                {stat("link"), mode("file", 0o640)},
		"a link that leads nowhere":           {stat("link"), remove("file")},
		"what a link says":                    {func(s system.System, dir string) { _, _ = s.Readlink(at(dir, "link")) }, relink("link", "./file")},
		"a link to elsewhere":                 {eval("way/one"), relink("way", "other")},
		"a link to elsewhere that has it too": {eval("link"), relink("link", "folder/one")},
		"a name more in a folder":             {list, write("folder/two", "")},
		"a name fewer in a folder":            {list, remove("folder/one")},
		"a folder of the name of a file": {list, func(dir string) error {
			return errorOf(remove("folder/one")(dir), os.Mkdir(at(dir, "folder", "one"), 0o755))
		}},
		"a folder that is gone":           {list, remove("folder")},
		"a text of the same length":       {read, write("file", "#!texd")},
		"a text that is too long":         {read, write("file", string(make([]byte, 101)))},
		"a text that is gone":             {read, remove("file")},
		"a text below a folder":           {within("file"), write("file", "other")},
		"a text behind a link":            {within("link"), relink("link", "folder/one")},
		"a link that leaves the folder":   {within("link"), relink("link", "/etc/hostname")},
		"the beginning of a file":         {func(s system.System, dir string) { _, _ = s.Head(at(dir, "file"), 2) }, write("file", "##text")},
		"a file with another sum":         {func(s system.System, dir string) { _, _ = s.Digest(at(dir, "file"), 100) }, write("file", "#!texd")},
		"a file too large for its sum":    {func(s system.System, dir string) { _, _ = s.Digest(at(dir, "file"), 6) }, write("file", "#!texts")},
		"a program that may not be run":   {func(s system.System, dir string) { _ = s.MayExecute(at(dir, "folder/one")) }, mode("folder/one", 0o644)},
		"a file that has become runnable": {func(s system.System, dir string) { _ = s.MayExecute(at(dir, "file")) }, mode("file", 0o755)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tree(t)
			r := system.NewRecorder(nil)
			c.ask(r, dir)
			c.ask(r, dir)
			record := r.Record()
			if !record.Holds(system.Here{}) {
				t.Fatal("the record does not hold, though nothing changed")
			}
			do(t, c.change(dir))
			if record.Holds(system.Here{}) {
				t.Error("the record holds after the change")
			}
		})
	}
}

func errorOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestRecordSeesOwners changes the owner of a file, which root alone can.
func TestRecordSeesOwners(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("root alone can give files away")
	}
	for _, id := range [][2]int{{1000, 0}, {0, 1000}} {
		dir := tree(t)
		r := system.NewRecorder(nil)
		if _, err := r.Lstat(filepath.Join(dir, "file")); err != nil {
			t.Fatal(err)
		}
		do(t, os.Chown(filepath.Join(dir, "file"), id[0], id[1]))
		if r.Record().Holds(nil) {
			t.Errorf("the record holds with the owner %v", id)
		}
	}
}

// user is a system with another user.
type user struct {
	system.Here
	id int
}

func (u user) UserID() int { return u.id }

func TestRecordSeesTheUser(t *testing.T) {
	t.Parallel()
	r := system.NewRecorder(user{id: 7})
	if r.UserID() != 7 {
		t.Error("another user is told")
	}
	if record := r.Record(); !record.Holds(user{id: 7}) || record.Holds(user{id: 8}) {
		t.Error("the record does not tell users apart")
	}
}

// TestRecordIgnoresWhatFactsAreNotTold wants a record to hold while a file grows that was only looked at.
func TestRecordIgnoresWhatFactsAreNotTold(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	r := system.NewRecorder(nil)
	if _, err := r.Stat(filepath.Join(dir, "file")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Stat(dir); err != nil {
		t.Fatal(err)
	}
	do(t, os.WriteFile(filepath.Join(dir, "file"), []byte("a longer text"), 0o644), os.WriteFile(filepath.Join(dir, "beside"), nil, 0o644))
	if !r.Record().Holds(nil) {
		t.Error("the record does not hold")
	}
}

// TestRecorderAnswersTheSame wants one answer to a question for as long as it notes, and none of it
// noted that was too much.
func TestRecorderAnswersTheSame(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	r := system.NewRecorder(nil)
	file := filepath.Join(dir, "file")
	first, err := r.ReadFile(file, 100)
	do(t, err, os.WriteFile(file, []byte("else"), 0o644))
	if again, err := r.ReadFile(file, 100); again != first || err != nil {
		t.Errorf("got %q, then %q", first, again)
	}
	if r.Record().Holds(nil) {
		t.Error("the record holds what is no longer so")
	}
	for i := range 3_000 {
		_, _ = r.Lstat(filepath.Join(dir, "name", string(rune('a'+i%26)), string(rune('a'+i/26))))
	}
	if r.Record() != nil || r.Record().Holds(nil) || r.Record().Equal(r.Record()) {
		t.Error("a record of more than is noted holds")
	}
}

func TestRecordsAreEqual(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	ask := func(names ...string) *system.Record {
		r := system.NewRecorder(nil)
		for _, name := range names {
			_, _ = r.Lstat(filepath.Join(dir, name))
		}
		return r.Record()
	}
	one := ask("file", "link")
	if !one.Equal(ask("file", "link")) {
		t.Error("the same is not equal")
	}
	for _, other := range []*system.Record{ask("file"), ask("link", "file"), ask("file", "link", "way"), nil} {
		if one.Equal(other) || other.Equal(one) {
			t.Errorf("%v equals %v", one, other)
		}
	}
}
