package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/schema"
)

// long is a wait that no test sees the end of.
const long = time.Minute

func newQueue(t *testing.T) *Queue {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	q, err := OpenQueue(filepath.Join(root, "questions"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func asked(text string) Question {
	return Question{
		By: "codex", Always: true, Reasons: []Why{{Rule: "exec/strict/program", Message: "not on the allow-list", Line: 1, Column: 1}},
		Command: &Asked{Text: &text, Cwd: "/w", Dir: "/w", Env: map[string]string{"A": "b"}, Programs: []File{{Name: "gone"}}, Scripts: []File{}, Loose: []string{}},
	}
}

func (q *Queue) mustPut(t *testing.T, question Question) *Ticket {
	t.Helper()
	ticket, err := q.Put(question, long)
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func (q *Queue) mustList(t *testing.T, want int) []Waiting {
	t.Helper()
	waiting, damaged, err := q.List()
	if err != nil || len(damaged) > 0 || len(waiting) != want {
		t.Fatalf("%d wait (%v, %v); want %d", len(waiting), damaged, err, want)
	}
	return waiting
}

// names are the files of the queue, without the ends of questions that are over.
func (q *Queue) names(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(q.Path())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		id, end := strings.CutSuffix(e.Name(), answerEnd)
		if _, err := os.Lstat(filepath.Join(q.Path(), id+recordEnd)); !end || err == nil {
			out = append(out, e.Name())
		}
	}
	return out
}

func gotGone(t *testing.T, err error) {
	t.Helper()
	var ended *GoneError
	if !errors.As(err, &ended) {
		t.Errorf("got %v, want one that does not wait", err)
	}
}

func TestQueue(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	q.mustList(t, 0)
	if _, err := os.Lstat(q.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder was made by looking")
	}
	ticket := q.mustPut(t, asked("make\n\x1b[2J all"))
	one := q.mustList(t, 1)[0]
	if one.ID != ticket.ID || one.Line() != "make\n\x1b[2J all" || one.Cwd() != "/w" || one.Asker.PID != os.Getpid() {
		t.Errorf("got %+v", one)
	}
	if err := q.Answer(one.ID, Answer{Allow: true, Always: true, By: "ann"}); err != nil {
		t.Fatal(err)
	}
	gotGone(t, q.Answer(one.ID, Answer{By: "bob"}))
	q.mustList(t, 0)
	answer, err := ticket.Wait(t.Context(), long)
	if err != nil || answer == nil || !answer.Allow || !answer.Always || answer.By != "ann" {
		t.Fatalf("got %+v %v", answer, err)
	}
	if names := q.names(t); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
	gotGone(t, q.Answer(one.ID, Answer{Allow: true, By: "bob"}))
}

// TestQueueLastWord: of an answer and the end of the wait one comes first, and both sides
// know which.
func TestQueueLastWord(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	for i := range 20 {
		ticket := q.mustPut(t, asked(fmt.Sprint("make ", i)))
		var wg sync.WaitGroup
		given := make(chan error, 1)
		wg.Go(func() { given <- q.Answer(ticket.ID, Answer{Allow: true, By: "ann"}) })
		answer, err := ticket.Wait(t.Context(), 0)
		wg.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if told := <-given; told == nil && answer == nil {
			t.Fatal("the person was told that the answer counts, and it does not")
		} else if told != nil && answer != nil {
			t.Fatal("the person was told that the answer does not count, and it does")
		}
	}
	q.mustList(t, 0)
}

// TestQueueOneAnswer: of many answers at once one counts.
func TestQueueOneAnswer(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	ticket := q.mustPut(t, asked("make"))
	var wg sync.WaitGroup
	won := make(chan string, 20)
	for i := range 20 {
		wg.Go(func() {
			by := fmt.Sprint("person ", i)
			if err := q.Answer(ticket.ID, Answer{Allow: i%2 == 0, By: by}); err == nil {
				won <- by
			}
		})
	}
	wg.Wait()
	close(won)
	answer, err := ticket.Wait(t.Context(), long)
	if err != nil || answer == nil {
		t.Fatalf("got %v %v", answer, err)
	}
	if by := <-won; by != answer.By || len(won) > 0 {
		t.Errorf("%q counts, %q and %d more were told so", answer.By, by, len(won))
	}
}

// TestQueueKilled: nobody waits any more for what a process asked that was killed, also
// where that happens while it is answered.
func TestQueueKilled(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	life := audit.Alive
	q.life = func(audit.Owner) audit.Life { return life }
	first, second := q.mustPut(t, asked("make")), q.mustPut(t, asked("make"))
	if first.ID == second.ID {
		t.Fatal("two questions have one id")
	}
	q.store.hook = func(step string) {
		if step == "answered" {
			life = audit.Gone
		}
	}
	gotGone(t, q.Answer(first.ID, Answer{Allow: true, By: "ann"}))
	gotGone(t, q.Answer(second.ID, Answer{Allow: true, By: "ann"}))
	q.mustList(t, 0)
	if names := q.names(t); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

func TestQueueTime(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	ticket := q.mustPut(t, asked("make"))
	if answer, err := ticket.Wait(t.Context(), time.Millisecond); answer != nil || err != nil {
		t.Errorf("got %v %v", answer, err)
	}
	q.mustList(t, 0)
	ticket = q.mustPut(t, asked("make"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answer, err := ticket.Wait(ctx, long); answer != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v %v", answer, err)
	}
	q.mustList(t, 0)
	ticket = q.mustPut(t, asked("make"))
	q.now = func() time.Time { return time.Now().Add(2 * long) }
	gotGone(t, q.Answer(ticket.ID, Answer{Allow: true, By: "ann"}))
	q.mustList(t, 0)
	q.now = time.Now
	for name, within := range map[string]time.Duration{"no time": -time.Minute, "too long": MaxWait + time.Minute} {
		if _, err := q.Put(asked("make"), within); err == nil {
			t.Errorf("%s: it waits", name)
		}
	}
}

// TestQueueBounds: what nobody reads is not asked, and no more than there is room for.
func TestQueueBounds(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	var tooLong *LongError
	if _, err := q.Put(asked(strings.Repeat("x", maxShown+1)), long); !errors.As(err, &tooLong) {
		t.Errorf("got %v", err)
	}
	call := asked("")
	call.Command, call.Always, call.Call = nil, false, &Call{Tool: "write", Input: strings.Repeat("x", maxShown), Cwd: "/w"}
	if _, err := q.Put(call, long); !errors.As(err, &tooLong) {
		t.Errorf("got %v", err)
	}
	for _, spoil := range []func(*Question){
		func(q *Question) { q.Reasons = nil }, func(q *Question) { q.Command = nil }, func(q *Question) { q.Call = &Call{Tool: "x", Cwd: "/w"} },
		func(q *Question) { q.By = " " }, func(q *Question) { q.Command.Cwd = "w" }, func(q *Question) { q.Command.Loose = []string{"x"} },
		func(q *Question) { q.Command.Argv = []string{"x"} },
	} {
		question := asked("make")
		spoil(&question)
		if _, err := q.Put(question, long); err == nil {
			t.Errorf("it is asked: %+v", question)
		}
	}
	for range maxQuestions {
		q.mustPut(t, asked("make"))
	}
	if _, err := q.Put(asked("make"), long); !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
}

// TestQueueChanged: what stands in the place of a question and is none is told, and no
// answer to it counts.
func TestQueueChanged(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are those of Unix")
	}
	q := newQueue(t)
	ticket := q.mustPut(t, asked("make"))
	file := filepath.Join(q.Path(), ticket.ID+recordEnd)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func() error{
		"another command": func() error {
			return os.WriteFile(file, []byte(strings.Replace(string(text), "make", "rm x", 1)), 0o600)
		},
		"nothing":      func() error { return os.Truncate(file, 0) },
		"others write": func() error { return os.Chmod(file, 0o666) },
		"a link": func() error {
			other := filepath.Join(filepath.Dir(q.Path()), "other")
			return errors.Join(os.WriteFile(other, text, 0o600), os.Remove(file), os.Symlink(other, file))
		},
		"a folder": func() error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) },
		"too much": func() error { return os.Truncate(file, maxQuestion+1) },
	} {
		if err := change(); err != nil {
			t.Fatal(name, err)
		}
		waiting, damaged, err := q.List()
		if err != nil || len(waiting) > 0 || len(damaged) != 1 {
			t.Errorf("%s: got %v %v %v", name, waiting, damaged, err)
		}
		if err := q.Answer(ticket.ID, Answer{Allow: true, By: "ann"}); err == nil {
			t.Errorf("%s: it is answered", name)
		}
		if err := errors.Join(os.RemoveAll(file), os.WriteFile(file, text, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	q.mustList(t, 1)
	// One that was exchanged for another is another: the answer is not that of who asks.
	other := filepath.Join(q.Path(), idOf([]byte("x"))+recordEnd)
	if err := os.Rename(file, other); err != nil {
		t.Fatal(err)
	}
	if waiting, damaged, _ := q.List(); len(waiting) > 0 || len(damaged) != 1 {
		t.Errorf("got %v %v", waiting, damaged)
	}
	if answer, err := ticket.Wait(t.Context(), time.Millisecond); answer != nil || err != nil {
		t.Errorf("got %v %v", answer, err)
	}
}

// TestQueueForged: an answer that was not written as answers are is none.
func TestQueueForged(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are those of Unix")
	}
	for name, forge := range map[string]func(file, id string) error{
		"of another question": func(file, _ string) error {
			return forged(file, Answer{Version: 1, Question: idOf(nil), Allow: true, By: "x", At: 1}, 0o600)
		},
		"of nobody": func(file, id string) error {
			return forged(file, Answer{Version: 1, Question: id, Allow: true, At: 1}, 0o600)
		},
		"for always": func(file, id string) error {
			return forged(file, Answer{Version: 1, Question: id, Allow: true, Always: true, By: "x", At: 1}, 0o600)
		},
		"of another version": func(file, id string) error {
			return forged(file, Answer{Version: 2, Question: id, Allow: true, By: "x", At: 1}, 0o600)
		},
		"others write": func(file, id string) error {
			return forged(file, Answer{Version: 1, Question: id, Allow: true, By: "x", At: 1}, 0o666)
		},
		"a link": func(file, id string) error {
			other := filepath.Join(filepath.Dir(filepath.Dir(file)), "answer")
			return errors.Join(forged(other, Answer{Version: 1, Question: id, Allow: true, By: "x", At: 1}, 0o600), os.Symlink(other, file))
		},
		"more": func(file, id string) error {
			return os.WriteFile(file, []byte(`{"version": 1, "question": "`+id+`", "allow": true, "always": false, "by": "x", "at": 1, "more": 1}`), 0o600)
		},
		"other spelling": func(file, id string) error {
			return os.WriteFile(file, []byte(`{"version": 1, "question": "`+id+`", "allow": true, "always": false, "by": "x", "at": 1}`), 0o600)
		},
		"empty": func(file, _ string) error { return os.WriteFile(file, nil, 0o600) },
	} {
		q := newQueue(t)
		question := asked("make")
		question.Always = false
		ticket := q.mustPut(t, question)
		if err := forge(filepath.Join(q.Path(), ticket.ID+answerEnd), ticket.ID); err != nil {
			t.Fatal(name, err)
		}
		if answer, err := ticket.Wait(t.Context(), long); answer != nil || err == nil {
			t.Errorf("%s: got %+v %v", name, answer, err)
		}
		if names := q.names(t); len(names) > 0 {
			t.Errorf("%s: left behind: %v", name, names)
		}
	}
}

func forged(file string, answer Answer, mode os.FileMode) error {
	text, err := written(answer)
	return errors.Join(err, os.WriteFile(file, text, mode), os.Chmod(file, mode))
}

func TestQueueUnsafe(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes are those of Unix")
	}
	q := newQueue(t)
	ticket := q.mustPut(t, asked("make"))
	if err := os.Chmod(q.Path(), 0o777); err != nil {
		t.Fatal(err)
	}
	var unsafe *UnsafeError
	if _, _, err := q.List(); !errors.As(err, &unsafe) {
		t.Errorf("got %v", err)
	}
	if _, err := q.Put(asked("make"), long); !errors.As(err, &unsafe) {
		t.Errorf("got %v", err)
	}
	if err := q.Answer(ticket.ID, Answer{Allow: true, By: "ann"}); !errors.As(err, &unsafe) {
		t.Errorf("got %v", err)
	}
	if answer, err := ticket.Wait(t.Context(), long); answer != nil || !errors.As(err, &unsafe) {
		t.Errorf("got %v %v", answer, err)
	}
}

// TestQueueLeftovers: what a killed process left behind goes after a while.
func TestQueueLeftovers(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	ticket := q.mustPut(t, asked("make"))
	for _, name := range []string{newStart + "half", idOf(nil) + answerEnd, watchName} {
		if err := os.WriteFile(filepath.Join(q.Path(), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	q.mustList(t, 1)
	if names := q.names(t); len(names) != 3 {
		t.Errorf("there are %v", names)
	}
	q.now = func() time.Time { return time.Now().Add(2 * MaxWait) }
	q.mustList(t, 0)
	entries, err := os.ReadDir(q.Path())
	if err != nil || len(entries) != 1 || entries[0].Name() != watchName {
		t.Errorf("left behind: %v %v", entries, err)
	}
	if answer, err := ticket.Wait(t.Context(), 0); answer != nil || err != nil {
		t.Errorf("got %v %v", answer, err)
	}
}

func TestQueueWatch(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	if q.Watched() {
		t.Error("somebody looks at what is not there")
	}
	held, free, err := q.Watch()
	if err != nil || !free || !q.Watched() || !q.Watched() {
		t.Fatalf("got %v %v", free, err)
	}
	if _, free, err := q.Watch(); err != nil || free {
		t.Errorf("a second one looks: %v", err)
	}
	if err := held.Close(); err != nil || q.Watched() {
		t.Errorf("nobody looks any more: %v", err)
	}
}

func TestQuestionFitsItsSchema(t *testing.T) {
	t.Parallel()
	q := newQueue(t)
	call := asked("")
	call.Command, call.Always, call.Call = nil, false, &Call{Tool: "write", Input: "{}", Cwd: "/w"}
	q.mustPut(t, asked("make"))
	q.mustPut(t, call)
	for _, one := range q.mustList(t, 2) {
		text, err := written(one.Question)
		if err != nil {
			t.Fatal(err)
		}
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		for _, v := range schema.New().Validate(schema.Question, document) {
			t.Errorf("%v: %s", v.Path, v.Message)
		}
	}
}

// FuzzQuestion: what is read as a question says all that one has to, in the one spelling
// that there is.
func FuzzQuestion(f *testing.F) {
	question := asked("make")
	question.Version, question.Nonce, question.Created, question.Expires, question.Asker = 1, "n", 1, 2, audit.Owner{PID: 1}
	text, err := written(question)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(strings.Replace(string(text), `"command"`, `"Command"`, 1)))
	f.Add([]byte(`{"version":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := parseQuestion(idOf(text), text)
		if err != nil {
			return
		}
		if again, err := written(got); err != nil || string(again) != string(text) {
			t.Errorf("read as %q", again)
		}
		if got.check() != nil || got.Cwd() == "" || len(got.Reasons) == 0 || shown(got.Line()) != nil && got.Command.Argv == nil && got.Call == nil {
			t.Errorf("it lacks something: %+v", got)
		}
		if _, err := parseQuestion(idOf(nil), append(text, ' ')); err == nil {
			t.Error("another text has its id")
		}
	})
}
