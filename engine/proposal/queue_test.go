package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const good = "---\nname: notes\ndescription: Keeps notes. Use when somebody wants one kept.\nlicense: MIT\n---\n# Notes\n\nWrite it down.\n"

// maxPending is that of the tests.
const maxPending = 5

// rules are compiled once for all tests.
var rules = sync.OnceValue(NewRules)

func at(dir string, opts ...Option) *Queue {
	opts = append([]Option{
		WithClock(func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC) }),
		WithSettings(map[string]any{"maxPending": maxPending, "maxSkillBytes": 2000}, func(setting []string) string { return "at " + strings.Join(setting, "/") }),
	}, opts...)
	return Open(filepath.Join(dir, "state"), filepath.Join(dir, "skills"), "main", rules(), opts...)
}

func add(t *testing.T, q *Queue, d Draft) *Record {
	t.Helper()
	r, err := q.Add(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func yes(context.Context, Staged) (string, error) { return "allow", nil }

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func status(t *testing.T, q *Queue, id string) Status {
	t.Helper()
	r, err := q.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return r.Status
}

func TestCreateAndApply(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	r := add(t, q, Draft{Name: "My Notes", Description: "keep notes", Text: good, Files: map[string]string{"scripts/a.sh": "echo a\n"}, Goal: " g "})
	if r.Target.SkillKey != "my-notes" || r.Kind != Create || r.CreatedAt != "2026-01-02T03:04:05.006Z" || r.Goal != "g" || !strings.HasPrefix(r.ID, "my-notes-20260102-") {
		t.Errorf("record %+v", r)
	}
	b, err := q.Read(t.Context(), r.ID[:12])
	if err != nil {
		t.Fatal(err)
	}
	if want := "---\nname: \"my-notes\"\ndescription: \"Keeps notes. Use when somebody wants one kept.\"\nstatus: proposal\nversion: \"v1\"\ndate: \"2026-01-02T03:04:05.006Z\"\nlicense: MIT\n---\n\n# Notes\n\nWrite it down.\n"; b.Draft != want {
		t.Errorf("draft %q; want %q", b.Draft, want)
	}
	var seen Staged
	applied, err := q.Apply(t.Context(), r.ID, "", func(_ context.Context, s Staged) (string, error) {
		seen = s
		if read(t, filepath.Join(s.Path, "scripts", "a.sh")) != "echo a\n" {
			t.Error("the file is not there to be judged")
		}
		return "allow", nil
	}, Given(false))
	if err != nil || applied.Status != Applied || applied.AppliedAt == "" {
		t.Fatalf("%+v, %v", applied, err)
	}
	if want := "---\nname: \"my-notes\"\ndescription: \"Keeps notes. Use when somebody wants one kept.\"\nlicense: MIT\n---\n\n# Notes\n\nWrite it down.\n"; read(t, filepath.Join(dir, "skills", "my-notes", "SKILL.md")) != want {
		t.Error("the skill is not what was proposed")
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "skills")); len(entries) != 1 || seen.Dir != "my-notes" {
		t.Errorf("left behind: %v", entries)
	}
	var twice *RefusedError
	if _, err := q.Apply(t.Context(), r.ID, "", yes, Given(false)); !errors.As(err, &twice) || twice.Reasons[0].Rule != "proposals/status" {
		t.Errorf("applied twice: %v", err)
	}
}

func TestUpdateKeepsTheRest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	first := add(t, q, Draft{Name: "notes", Description: "keep notes", Text: good, Files: map[string]string{"references/r.md": "r\n"}})
	if _, err := q.Apply(t.Context(), first.ID, "", yes, Given(false)); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "skills", "notes", "own.txt")
	if err := os.WriteFile(own, []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := add(t, q, Draft{Name: "notes", Update: true, Text: "# Notes\n\nWrite it down twice.\n", Files: map[string]string{"references/r.md": "new\n"}})
	if r.Description != "Keeps notes. Use when somebody wants one kept." || r.Target.CurrentHash == "" || !*r.Support[0].TargetExisted {
		t.Errorf("record %+v", r)
	}
	if _, err := q.Apply(t.Context(), r.ID, "", yes, Given(false)); err != nil {
		t.Fatal(err)
	}
	text := read(t, filepath.Join(dir, "skills", "notes", "SKILL.md"))
	if !strings.Contains(text, "license: MIT") || !strings.Contains(text, "twice") || read(t, own) != "own" || read(t, filepath.Join(dir, "skills", "notes", "references", "r.md")) != "new\n" {
		t.Errorf("after the update: %q", text)
	}
	var note map[string]any
	if err := json.Unmarshal([]byte(read(t, filepath.Join(q.folder(), r.ID, rollbackFile))), &note); err != nil || note["schema"] != rollbackSchema || !strings.Contains(note["previousContent"].(string), "Write it down.") {
		t.Errorf("note %v, %v", note, err)
	}
}

func TestStale(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(folder string) error{
		"edited": func(f string) error { return os.WriteFile(filepath.Join(f, "SKILL.md"), []byte("other"), 0o600) },
		"gone":   os.RemoveAll,
	} {
		dir := t.TempDir()
		q := at(dir)
		first := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
		if _, err := q.Apply(t.Context(), first.ID, "", yes, Given(false)); err != nil {
			t.Fatal(err)
		}
		r := add(t, q, Draft{Name: "notes", Update: true, Text: good})
		if err := change(filepath.Join(dir, "skills", "notes")); err != nil {
			t.Fatal(err)
		}
		if b, err := q.Read(t.Context(), r.ID); err != nil || b.Stale == "" {
			t.Errorf("%s: %v is not stale, %v", name, b, err)
		}
		var stale *StaleError
		if _, err := q.Apply(t.Context(), r.ID, "", yes, Given(false)); !errors.As(err, &stale) || status(t, q, r.ID) != Stale {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := t.TempDir()
	q := at(dir)
	one, two := add(t, q, Draft{Name: "notes", Description: "x", Text: good}), add(t, q, Draft{Name: "notes", Description: "y", Text: good})
	if _, err := q.Apply(t.Context(), one.ID, "", yes, Given(false)); err != nil {
		t.Fatal(err)
	}
	var stale *StaleError
	if _, err := q.Apply(t.Context(), two.ID, "", yes, Given(false)); !errors.As(err, &stale) {
		t.Errorf("a second skill of the name: %v", err)
	}
}

func TestRefusedStaysPending(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	r := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
	no := errors.New("no")
	if _, err := q.Apply(t.Context(), r.ID, "", func(context.Context, Staged) (string, error) { return "allow", no }, Given(true)); !errors.Is(err, no) || status(t, q, r.ID) != Pending {
		t.Errorf("%v", err)
	}
	// What is changed behind the judge's back is not applied.
	if _, err := q.Apply(t.Context(), r.ID, "", func(_ context.Context, s Staged) (string, error) {
		return "allow", os.WriteFile(filepath.Join(s.Path, "more.sh"), []byte("echo"), 0o755)
	}, Given(true)); err == nil || status(t, q, r.ID) != Pending {
		t.Errorf("applied though it was changed: %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "skills")); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// TestChangedWhileJudged has somebody change what is judged, what it would change,
// or the record, while it is judged: nothing is written.
func TestChangedWhileJudged(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(q *Queue, r *Record, staged string) error
		want   string
	}{
		"the record is gone": {func(q *Queue, r *Record, _ string) error {
			return os.Remove(filepath.Join(q.folder(), r.ID, recordFile))
		}, "into its database"},
		"another draft": {func(q *Queue, r *Record, _ string) error {
			other := *r
			other.DraftHash = hashOf([]byte("other"))
			text, err := other.text()
			return errors.Join(err, os.WriteFile(filepath.Join(q.folder(), r.ID, "PROPOSAL.md"), []byte("other"), 0o600), os.WriteFile(filepath.Join(q.folder(), r.ID, recordFile), text, 0o600))
		}, "changed while it was judged"},
		"rejected": {func(q *Queue, r *Record, _ string) error {
			other := *r
			other.Status = Rejected
			text, err := other.text()
			return errors.Join(err, os.WriteFile(filepath.Join(q.folder(), r.ID, recordFile), text, 0o600))
		}, "changed while it was judged"},
		"the skill": {func(q *Queue, _ *Record, _ string) error {
			return os.WriteFile(filepath.Join(q.skills, "notes", "SKILL.md"), []byte("other"), 0o600)
		}, "was changed"},
		"another file of the skill": {func(q *Queue, _ *Record, _ string) error {
			return os.WriteFile(filepath.Join(q.skills, "notes", "more.txt"), []byte("more"), 0o600)
		}, "was changed"},
		"the skill is a link": {func(q *Queue, _ *Record, _ string) error {
			place := filepath.Join(q.skills, "notes")
			return errors.Join(os.Rename(place, place+"-old"), os.Symlink(place+"-old", place))
		}, "is taken by something that is not a folder"},
		"a link in what is judged": {func(q *Queue, _ *Record, staged string) error {
			return errors.Join(os.Remove(filepath.Join(staged, "SKILL.md")), os.Symlink("/etc/passwd", filepath.Join(staged, "SKILL.md")))
		}, "neither a file nor a folder"},
	} {
		dir := t.TempDir()
		q := at(dir)
		first := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
		if _, err := q.Apply(t.Context(), first.ID, "", yes, Given(false)); err != nil {
			t.Fatal(err)
		}
		r := add(t, q, Draft{Name: "notes", Update: true, Text: good + "More.\n"})
		_, err := q.Apply(t.Context(), r.ID, "", func(_ context.Context, s Staged) (string, error) { return "allow", tt.change(q, r, s.Path) }, Given(true))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", name, err, tt.want)
		}
		if text := read(t, filepath.Join(dir, "skills", "notes", "SKILL.md")); strings.Contains(text, "More.") {
			t.Errorf("%s: applied all the same", name)
		}
	}
}

func TestQuarantineAndReject(t *testing.T) {
	t.Parallel()
	q := at(t.TempDir())
	one, two := add(t, q, Draft{Name: "one", Description: "x", Text: good}), add(t, q, Draft{Name: "two", Description: "x", Text: good})
	r, err := q.Quarantine(t.Context(), one.ID, " looks odd ", false)
	if err != nil || r.Status != Quarantined || r.Reason != "looks odd" || r.QuarantinedAt == "" || !strings.Contains(string(r.rest["scan"]), `"state":"quarantined"`) {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := q.Apply(t.Context(), one.ID, "", yes, Given(false)); err == nil {
		t.Error("applied out of quarantine")
	}
	if r, err := q.Reject(t.Context(), two.ID, "no", false); err != nil || r.Status != Rejected {
		t.Errorf("%+v, %v", r, err)
	}
	var unknown *UnknownError
	if _, err := q.Reject(t.Context(), "nothing-here", "", false); !errors.As(err, &unknown) {
		t.Errorf("%v", err)
	}
}

func TestRefusedDrafts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		draft Draft
		want  string
	}{
		"name":             {Draft{Name: "!!", Description: "x", Text: good}, "neither a letter nor a digit"},
		"long name":        {Draft{Name: strings.Repeat("a-", 150), Description: "x", Text: good}, "the name has 299 letters, digits and hyphens; at most 64 are allowed"},
		"no description":   {Draft{Name: "a-skill", Text: good}, "needs a description"},
		"long description": {Draft{Name: "a-skill", Description: strings.Repeat("ä", 81), Text: good}, "162 bytes; at most 160"},
		"large":            {Draft{Name: "a-skill", Description: "x", Text: good + strings.Repeat("x", 2000)}, "maxSkillBytes is 2000 (at skills/workshop/maxSkillBytes; move "},
		"empty":            {Draft{Name: "a-skill", Description: "x", Text: " \n"}, "empty"},
		"binary":           {Draft{Name: "a-skill", Description: "x", Text: good + "\x00"}, "not UTF-8 text"},
		"outside":          {Draft{Name: "a-skill", Description: "x", Text: good, Files: map[string]string{"scripts/../../x": ""}}, "plain relative path"},
		"elsewhere":        {Draft{Name: "a-skill", Description: "x", Text: good, Files: map[string]string{"bin/x": ""}}, "it must be in assets"},
		"hidden":           {Draft{Name: "a-skill", Description: "x", Text: good, Files: map[string]string{"scripts/.x": ""}}, "plain relative path"},
		"overlap":          {Draft{Name: "a-skill", Description: "x", Text: good, Files: map[string]string{"scripts/x": "", "scripts/x/y": ""}}, "a file and a folder"},
		"missing":          {Draft{Name: "a-skill", Update: true, Text: good}, "no skill"},
		"large file":       {Draft{Name: "a-skill", Description: "x", Text: good, Files: map[string]string{"assets/x": strings.Repeat("x", MaxSupportFile+1)}}, "at most 262144"},
	} {
		dir := t.TempDir()
		_, err := at(dir).Add(t.Context(), tt.draft)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", name, err, tt.want)
		}
		if entries, _ := os.ReadDir(filepath.Join(dir, "state", "skill-workshop", "proposals")); len(entries) > 1 {
			t.Errorf("%s: left behind %v", name, entries)
		}
	}
}

func TestMaxPending(t *testing.T) {
	t.Parallel()
	q := at(t.TempDir())
	var last *Record
	for i := range maxPending {
		last = add(t, q, Draft{Name: fmt.Sprint("skill-", i), Description: "x", Text: good})
	}
	if _, err := q.Quarantine(t.Context(), last.ID, "", false); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Add(t.Context(), Draft{Name: "more", Description: "x", Text: good}); err == nil || !strings.Contains(err.Error(), "maxPending is 5") || !strings.Contains(err.Error(), "proposals in quarantine (1) keep") {
		t.Errorf("one too many: %v", err)
	}
}

// TestTampered holds drafts and records to one another, and to where they may
// lead.
func TestTampered(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		spoil func(folder, dir string) error
		want  string
	}{
		"draft": {func(f, _ string) error { return os.WriteFile(filepath.Join(f, "PROPOSAL.md"), []byte("other"), 0o600) }, "somebody changed it"},
		"link": {func(f, dir string) error {
			secret := filepath.Join(dir, "secret")
			return errors.Join(os.WriteFile(secret, []byte("x"), 0o600), os.Remove(filepath.Join(f, "PROPOSAL.md")), os.Symlink(secret, filepath.Join(f, "PROPOSAL.md")))
		}, "not a regular file"},
		"target": {func(f, dir string) error {
			name := filepath.Join(f, recordFile)
			text, err := os.ReadFile(name)
			return errors.Join(err, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), "/skills/notes", "/other/notes")), 0o600))
		}, "not a folder in"},
		"record": {func(f, _ string) error { return os.WriteFile(filepath.Join(f, recordFile), []byte("{\n "), 0o600) }, recordFile + ":2:1: it is not a JSON document: unexpected end of JSON input; restore it from a copy"},
		"record of another": {func(f, _ string) error {
			name := filepath.Join(f, recordFile)
			text, err := os.ReadFile(name)
			return errors.Join(err, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), filepath.Base(f), "another-one")), 0o600))
		}, "it is the record of \"another-one\""},
		"kind of record": {func(f, _ string) error {
			return os.WriteFile(filepath.Join(f, recordFile), []byte("{\"kind\": 5}"), 0o600)
		}, recordFile + ":1:10: kind is a JSON number"},
		"linked skill": {func(_, dir string) error {
			return errors.Join(os.MkdirAll(filepath.Join(dir, "elsewhere"), 0o700), os.MkdirAll(filepath.Join(dir, "skills"), 0o700), os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "skills", "notes")))
		}, ""},
	} {
		dir := t.TempDir()
		q := at(dir)
		r := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
		if err := tt.spoil(filepath.Join(q.folder(), r.ID), dir); err != nil {
			t.Fatal(err)
		}
		intact := q.Intact(t.Context(), r)
		var damage *FileError
		if changed := name == "draft"; changed != errors.As(intact, &damage) || changed && damage.Path != filepath.Join(q.folder(), r.ID, "PROPOSAL.md") {
			t.Errorf("%s: intact: %v", name, intact)
		}
		if _, err := q.Apply(t.Context(), r.ID, "", yes, Given(false)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", name, err, tt.want)
		}
		for _, elsewhere := range []string{"other", "elsewhere"} {
			if entries, _ := os.ReadDir(filepath.Join(dir, elsewhere)); len(entries) > 0 {
				t.Errorf("%s: written elsewhere: %v", name, entries)
			}
		}
	}
}

// What a test process that was started by another does.
const (
	doEnv  = "SKILLCTL_TEST_DO"
	dirEnv = "SKILLCTL_TEST_DIR"
	idEnv  = "SKILLCTL_TEST_ID"
)

// TestOtherProcess is what other tests start processes for.
func TestOtherProcess(t *testing.T) {
	do, step, _ := strings.Cut(os.Getenv(doEnv), ":")
	if do == "" {
		t.Skip("another test starts it")
	}
	q := at(os.Getenv(dirEnv))
	var err error
	switch do {
	case "apply":
		_, err = q.Apply(t.Context(), os.Getenv(idEnv), "", yes, Given(false))
	case "add":
		_, err = q.Add(t.Context(), Draft{Name: "more", Description: "x", Text: good})
	case "end":
		q.step = func(name string) {
			if name == step {
				os.Exit(9)
			}
		}
		_, err = q.Apply(t.Context(), os.Getenv(idEnv), "", yes, Given(false))
	}
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(7)
	}
	os.Exit(0)
}

// other starts a process that does something.
func other(t *testing.T, do, dir, id string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestOtherProcess$")
	cmd.Env = append(os.Environ(), doEnv+"="+do, dirEnv+"="+dir, idEnv+"="+id)
	return cmd
}

// TestManyOperators has processes apply one proposal, and fill the queue, at
// once.
func TestManyOperators(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	r := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
	run := func(do string, n int) (done int) {
		var cmds []*exec.Cmd
		for range n {
			cmd := other(t, do, dir, r.ID)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			cmds = append(cmds, cmd)
		}
		for _, cmd := range cmds {
			switch err := cmd.Wait(); {
			case err == nil:
				done++
			case cmd.ProcessState.ExitCode() != 7:
				t.Errorf("%s ended with %v", do, err)
			}
		}
		return done
	}
	if n := run("apply", 6); n != 1 {
		t.Errorf("%d of 6 operators applied the proposal", n)
	}
	if n := run("add", 8); n != maxPending {
		t.Errorf("%d proposals were taken; there is room for %d", n, maxPending)
	}
	records, problems, err := q.List(t.Context())
	if err != nil || len(problems) > 0 || len(records) != maxPending+1 {
		t.Errorf("%d proposals, %v, %v", len(records), problems, err)
	}
}

// TestEndsInBetween ends a process at each step: what there was or what was
// proposed is there, never a part, and the next operator goes on.
func TestEndsInBetween(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{Create, Update} {
		for _, step := range []string{"staged", "noted", "replaced", "recorded"} {
			dir := t.TempDir()
			q := at(dir)
			file := filepath.Join(dir, "skills", "notes", "SKILL.md")
			r := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
			if kind == Update {
				if _, err := q.Apply(t.Context(), r.ID, "", yes, Given(false)); err != nil {
					t.Fatal(err)
				}
				r = add(t, q, Draft{Name: "notes", Update: true, Text: "# Notes\n\nWrite it down twice.\n"})
			}
			before, _ := os.ReadFile(file)
			_ = other(t, "end:"+step, dir, r.ID).Run()
			after, _ := os.ReadFile(file)
			changed := string(after) != string(before)
			written := step == "replaced" || step == "recorded"
			if changed != written {
				t.Errorf("%s, %s: the skill is %q", kind, step, after)
			}
			_, err := q.Apply(t.Context(), r.ID, "", yes, Given(false))
			var done *RefusedError
			if written {
				if !errors.As(err, &done) || done.Reasons[0].Rule != "proposals/status" {
					t.Errorf("%s, %s: %v", kind, step, err)
				}
			} else if err != nil {
				t.Errorf("%s, %s: %v", kind, step, err)
			}
			if status(t, q, r.ID) != Applied {
				t.Errorf("%s, %s: the proposal is %s", kind, step, status(t, q, r.ID))
			}
			if b, err := q.Read(t.Context(), r.ID); err != nil || read(t, file) != b.Manifest {
				t.Errorf("%s, %s: the skill is not what was proposed, %v", kind, step, err)
			}
			if entries, _ := os.ReadDir(filepath.Join(dir, "skills")); len(entries) != 1 {
				t.Errorf("%s, %s: left behind %v", kind, step, entries)
			}
		}
	}
}

func TestRecordKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	r := add(t, q, Draft{Name: "notes", Description: "x", Text: good})
	name := filepath.Join(q.folder(), r.ID, recordFile)
	text := strings.Replace(read(t, name), "{", `{"evaluation": {"id": "e1", "n": 12345678901234567890},`, 1)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Reject(t.Context(), r.ID, "no", false); err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); !strings.Contains(got, "12345678901234567890") || !strings.Contains(got, `"status": "rejected"`) {
		t.Errorf("record %s", got)
	}
}
