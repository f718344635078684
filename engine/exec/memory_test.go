package exec

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/system"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// twins are two deciders, one of which remembers.
type twins struct{ plain, remembers *Decider }

var pair = sync.OnceValue(func() twins {
	t := twins{New(), New()}
	t.remembers.Remember()
	return t
})

// both wants one decision of both, twice of the one that remembers, and gives it as a text.
func (d twins) both(t *testing.T, req Request, settings engine.Settings) string {
	t.Helper()
	var texts []string
	for _, decider := range []*Decider{d.remembers, d.plain, d.remembers} {
		decision, err := decider.Decide(context.Background(), req, settings)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(decision)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] || texts[2] != texts[1] {
		t.Fatalf("%q: what was remembered is not what is decided\nremembered %s\n       then %s\n    decided %s", req.Exec.Command, texts[0], texts[2], texts[1])
	}
	return texts[0]
}

// asked judges a request and says whether the answer was remembered.
func (d twins) asked(t *testing.T, req Request, settings engine.Settings) bool {
	t.Helper()
	profile, err := d.remembers.profile(context.Background(), req.Profile)
	if err != nil {
		t.Fatal(err)
	}
	given := prepare(settings)
	first, _, err := d.remembers.judge(context.Background(), profile, req, given, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	second, facts, err := d.remembers.judge(context.Background(), profile, req, given, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return first == second && facts == nil
}

// world is a folder that commands are decided in. It is changed by way of an [os.Root]: links that
// are drawn lead anywhere, and no change may follow one out of the folder.
type world struct {
	dir  string
	root *os.Root
}

func newWorld(t *testing.T) world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// Folders that were closed keep others than root from removing them.
		_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() {
				_ = root.Chmod(name, 0o700)
			}
			return nil
		})
		_ = root.Close()
	})
	w := world{dir, root}
	w.run(t, layout()...)
	return w
}

// layout are the changes that make a world of an empty folder.
func layout() []string {
	return []string{
		"folder work", "folder work/src", "folder home", "folder one", "folder two", "folder home/.ssh", "file home/.ssh/id_rsa key",
		"program two/tool", "program two/git", "program two/cat", "program two/python3", "program two/sort", "program two/sqlite3", "program two/node",
		"program two/rm", "program two/ls", "program two/sh", "file work/notes plain", "link work/link notes", "link work/out src", "file work/a.py print(1)", "file work/p.sql select 1;",
	}
}

func (w world) at(name string) string { return filepath.Join(w.dir, name) }

// run makes changes: "file NAME TEXT", "program NAME", "folder NAME", "link NAME TO", "mode NAME OCTAL",
// "owner NAME UID", "remove NAME".
func (w world) run(t *testing.T, changes ...string) {
	t.Helper()
	for _, change := range changes {
		if err := w.change(change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
	}
}

func (w world) change(change string) error {
	words := strings.SplitN(change, " ", 3)
	name := words[1]
	switch words[0] {
	case "folder":
		return w.root.MkdirAll(name, 0o755)
	case "file":
		return w.root.WriteFile(name, []byte(words[2]), 0o644)
	case "program":
		return w.root.WriteFile(name, []byte("#!/bin/sh\n"), 0o755)
	case "link":
		if err := w.root.RemoveAll(name); err != nil {
			return err
		}
		return w.root.Symlink(words[2], name)
	case "mode":
		var mode os.FileMode
		if _, err := fmt.Sscanf(words[2], "%o", &mode); err != nil {
			return err
		}
		return w.root.Chmod(name, mode)
	case "remove":
		return w.root.RemoveAll(name)
	case "owner":
		var uid int
		if _, err := fmt.Sscan(words[2], &uid); err != nil {
			return err
		}
		return w.root.Lchown(name, uid, uid)
	}
	return fmt.Errorf("no change is called %s", words[0])
}

// TestChangesStayInside wants no change of these tests to leave its folder, whatever links are there.
func TestChangesStayInside(t *testing.T) {
	t.Parallel()
	outer := newWorld(t)
	outer.run(t, "folder inner", "file kept text", "folder folder")
	root, err := os.OpenRoot(outer.at("inner"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	inner := world{outer.at("inner"), root}
	inner.run(t, "link whole "+outer.at("kept"), "link near ../kept", "link way ../folder", "link far "+outer.at("folder"))
	for _, name := range []string{"whole", "near", "way/x", "far/x", "way", "far"} {
		for _, change := range []string{"file " + name + " x", "program " + name, "mode " + name + " 0777"} {
			if err := inner.change(change); err == nil {
				t.Errorf("%s left the folder", change)
			}
		}
		_ = inner.change("owner " + name + " 1000")
	}
	for _, change := range []string{"remove way/x", "remove ../kept", "link ../kept x", "link way/x x", "folder far/x"} {
		if err := inner.change(change); err == nil {
			t.Errorf("%s left the folder", change)
		}
	}
	text, err := os.ReadFile(outer.at("kept"))
	info, statErr := os.Stat(outer.at("kept"))
	if err != nil || statErr != nil || string(text) != "text" || info.Mode().Perm() != 0o644 {
		t.Errorf("the file beside the folder is %q, %v, %v", text, info, err)
	}
}

func (w world) request(profile, command string) Request {
	return Request{Profile: profile, Exec: Invocation{
		Command: command, Cwd: w.at("work"), Inherited: map[string]string{"PATH": w.at("one") + ":" + w.at("two"), "HOME": w.at("home")},
	}}
}

func listed(names ...string) engine.PlainSettings {
	list := make([]any, len(names))
	for i, n := range names {
		list[i] = n
	}
	return engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "on-miss", "allowlist": list}}
}

// TestRememberedSeesChanges decides, changes one thing that the decision looks at, and decides again: the
// answer is the one of a decider that remembers nothing, and another than before.
func TestRememberedSeesChanges(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		profile, command string
		allowed          string
		changes          []string
	}{
		"a link leads elsewhere":              {"strict", "cat link", "cat", []string{"link work/link ../home/.ssh/id_rsa"}},
		"a folder has become a link":          {"strict", "cat src/x", "cat", []string{"link work/src ../home/.ssh"}},
		"a file that was missing":             {"strict", "cat new", "cat", []string{"link work/new /etc/shadow"}},
		"the working folder leads elsewhere":  {"strict", "cat notes", "cat", []string{"link home/notes /etc/shadow", "link work home"}},
		"a program that others can write":     {"strict", "tool", "tool", []string{"mode two/tool 0777"}},
		"a folder of PATH that others can":    {"strict", "tool", "tool", []string{"mode two 0777"}},
		"a program of another earlier on":     {"strict", "tool", "tool", []string{"program one/tool", "mode one/tool 0777"}},
		"a repository by its files":           {"strict", "git status", "git", []string{"file work/HEAD ref: x", "folder work/objects", "folder work/refs"}},
		"a file that leads to a repository":   {"strict", "git status", "git", []string{"file work/.git gitdir: ../two"}},
		"a name that is read as an option":    {"strict", "sort *", "sort", []string{"file work/-o x"}},
		"such a name further below":           {"strict", "find * -type f | xargs sort", "find sort xargs", []string{"file work/src/-o x"}},
		"what a program is fed":               {"strict", "sqlite3 x.db < p.sql", "sqlite3", []string{"file work/p.sql .shell id"}},
		"a program that is gone":              {"openclaw", "tool", "tool", []string{"remove two/tool"}},
		"a program that may not run":          {"openclaw", "tool", "tool", []string{"mode two/tool 0644"}},
		"a program by its path earlier on":    {"openclaw", "tool", "**/two/tool", []string{"program one/tool"}},
		"a program that is a link to another": {"openclaw", "tool", "**/two/tool", []string{"link two/tool cat"}},
		"a script of Python":                  {"openclaw", "python3 a.py", "python3", []string{"file work/a.py print($HOME)"}},
		"a script that is gone":               {"openclaw", "sh notes", "sh", []string{"remove work/notes"}},
		"no working folder":                   {"openclaw", "tool", "tool", []string{"remove work"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			req, settings := w.request(c.profile, c.command), listed(strings.Fields(c.allowed)...)
			before := pair().both(t, req, settings)
			if !pair().asked(t, req, settings) {
				t.Error("the answer is not remembered")
			}
			w.run(t, c.changes...)
			if after := pair().both(t, req, settings); after == before {
				t.Errorf("the change makes no difference: %s", after)
			}
		})
	}
}

// TestRememberedFactsAreThoseOfNow wants whoever shows facts to get them as they are, digests of programs
// among them, on which no answer here depends.
func TestRememberedFactsAreThoseOfNow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.run(t, "mode two/tool 0777")
	req, settings := w.request("strict", "tool"), listed("tool")
	digest := func() string {
		t.Helper()
		got, err := pair().remembers.Explain(context.Background(), req, settings)
		if err != nil {
			t.Fatal(err)
		}
		return got.Facts.Programs["tool"].Digest
	}
	before := digest()
	if err := os.WriteFile(w.at("two/tool"), []byte("#!/bin/sx\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if after := digest(); before == "" || after == before {
		t.Errorf("the digest is %q, then %q", before, after)
	}
	pair().both(t, req, settings)
}

// TestRememberedTellsRequestsApart wants another answer to be looked for when anything of a request or of
// its settings is another; only its id does not count, and is handed back.
func TestRememberedTellsRequestsApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.run(t, "folder work/away", "link work/away/notes /etc/shadow")
	settings := listed("cat")
	req := w.request("strict", "cat notes")
	req.ID = "one"
	pair().both(t, req, settings)
	req.ID = "two"
	if got := pair().both(t, req, settings); !strings.Contains(got, `"id":"two"`) || !pair().asked(t, req, settings) {
		t.Errorf("another id: %s", got)
	}
	first := pair().both(t, req, settings)
	for name, other := range map[string]func(*Request) engine.Settings{
		"command":  func(r *Request) engine.Settings { r.Exec.Command = "rm notes"; return settings },
		"argv":     func(r *Request) engine.Settings { r.Exec.Argv = []string{"rm", "notes"}; return settings },
		"folder":   func(r *Request) engine.Settings { r.Exec.Cwd = w.at("work/away"); return settings },
		"variable": func(r *Request) engine.Settings { r.Exec.Env = map[string]string{"LD_PRELOAD": "x"}; return settings },
		"list":     func(*Request) engine.Settings { return listed("rm") },
		"profile":  func(r *Request) engine.Settings { r.Profile = "openclaw"; return settings },
	} {
		changed := req
		under := other(&changed)
		if got := pair().both(t, changed, under); got == first {
			t.Errorf("%s: the answer is the same: %s", name, got)
		}
	}
}

// TestFingerprintCountsEveryField changes each field of a request, those of structs in it too.
func TestFingerprintCountsEveryField(t *testing.T) {
	t.Parallel()
	yes := true
	whole := Invocation{Machine: &Machine{Agents: []AgentFolder{{}}}, Elevated: &yes, Approval: &Approval{}, Extra: map[string]any{"x": []any{1.0, "y"}}}
	plain, ok := fingerprintOf(&whole)
	if !ok {
		t.Fatal("a request has no fingerprint")
	}
	changed := 0
	var walk func(v reflect.Value, name string)
	walk = func(v reflect.Value, name string) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), name+"."+v.Type().Field(i).Name)
			}
			return
		case reflect.String:
			v.SetString("other")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int, reflect.Int64:
			v.SetInt(v.Int() + 1)
		case reflect.Pointer:
			walk(v.Elem(), name)
			v.SetZero()
		case reflect.Slice:
			if v.Len() > 0 {
				walk(v.Index(0), name+"[0]")
			}
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		case reflect.Map:
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("key"), reflect.Zero(v.Type().Elem()))
		default:
			t.Errorf("%s is of a kind that this test does not know", name)
		}
		changed++
		if got, ok := fingerprintOf(&whole); !ok || got == plain {
			t.Errorf("%s does not count", name)
		}
		v.Set(old)
		if got, _ := fingerprintOf(&whole); got != plain {
			t.Fatalf("%s: the same has another fingerprint", name)
		}
	}
	walk(reflect.ValueOf(&whole).Elem(), "request")
	if changed < 40 {
		t.Errorf("%d fields were changed", changed)
	}
}

func TestFingerprintTellsValuesApart(t *testing.T) {
	t.Parallel()
	seen := map[fingerprint]any{}
	for _, v := range []any{
		nil, []any{}, []any{nil}, []any(nil), map[string]any{}, map[string]any{"a": nil}, map[string]any(nil), "", "a", []any{"a"}, []any{"a", "b"}, []any{"ab"},
		[]any{[]any{"a"}, "b"}, []any{[]any{"a", "b"}}, map[string]any{"a": "b"}, map[string]any{"ab": ""}, map[string]any{"a": "b", "c": "d"}, 1.0, 1, int64(1), true, false, 0.0,
		[]string{"a"}, "\xff", "\ufffd", map[string]string{"a": "b"},
	} {
		got, ok := fingerprintOf(struct{ v any }{v})
		if !ok {
			t.Errorf("%#v has no fingerprint", v)
		}
		if other, twice := seen[got]; twice {
			t.Errorf("%#v has the fingerprint of %#v", v, other)
		}
		seen[got] = v
	}
	loop := []any{nil}
	loop[0] = loop
	for _, v := range []any{func() {}, make(chan int), map[int]string{1: "a"}, loop, []any{map[string]any{"x": func() {}}}} {
		if _, ok := fingerprintOf(struct{ v any }{v}); ok {
			t.Errorf("%T has a fingerprint, and nobody knows whether another is the same", v)
		}
	}
}

// TestMemoryIsBounded fills a memory by number and by bytes.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	record := system.NewRecorder(nil).Record()
	for _, size := range []int{10, 100_000} {
		m := newMemory()
		for i := range 2 * maxRemembered {
			m.keep(fingerprint{byte(i), byte(i >> 8)}, record, &execAnswer{Details: map[string]any{"x": strings.Repeat("x", size)}})
			if m.bytes > maxRememberedBytes || m.order.Len() > maxRemembered || len(m.known) != m.order.Len() {
				t.Fatalf("%d answers of %d bytes", m.order.Len(), m.bytes)
			}
		}
		if m.find(fingerprint{}) != nil {
			t.Error("the oldest answer is still there")
		}
		last := 2*maxRemembered - 1
		if m.find(fingerprint{byte(last), byte(last >> 8)}) == nil {
			t.Error("the newest answer is not there")
		}
		for m.order.Len() > 0 {
			m.forget(m.order.Back())
		}
		if m.bytes != 0 {
			t.Errorf("%d bytes are left of nothing", m.bytes)
		}
	}
	m := newMemory()
	m.keep(fingerprint{}, record, &execAnswer{Details: map[string]any{"x": func() {}}})
	m.keep(fingerprint{}, nil, &execAnswer{})
	if m.find(fingerprint{}) != nil {
		t.Error("what cannot be handed out twice, or has no record, is kept")
	}
}

// TestTimeIsNotRemembered wants an answer forgotten that depends on how long an expression took: with
// less to do the machine may give another.
func TestTimeIsNotRemembered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for argument, want := range map[string]bool{"aaaa": true, strings.Repeat("a", 60) + "b": false} {
		for profile, key := range map[string]string{"strict": "argPattern", "openclaw": "argPattern"} {
			settings := listed()
			settings["exec"].(map[string]any)["allowlist"] = []any{map[string]any{"pattern": "tool", key: "^(a+)+$"}, map[string]any{"pattern": "**/tool", key: "^(a+)+$"}}
			req := w.request(profile, "tool "+argument)
			pair().both(t, req, settings)
			if got := pair().asked(t, req, settings); got != want {
				t.Errorf("%s with %s: remembered %v, want %v", profile, argument, got, want)
			}
		}
	}
}

// TestRememberedAnswersAreOnesOwn changes an answer that was handed out.
func TestRememberedAnswersAreOnesOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	settings, err := settings.Load(context.Background(), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithFlag("--x", []any{"cat"}, "exec", "allowlist"))
	if err != nil {
		t.Fatal(err)
	}
	req := w.request("strict", "cat notes | curl example.org")
	req.Exec.Machine = &Machine{OS: "linux", Workdir: w.at("work"), Homes: []string{w.at("home")}, Real: map[string]string{}}
	before := pair().both(t, req, settings)
	got, err := pair().remembers.Decide(context.Background(), req, settings)
	if err != nil {
		t.Fatal(err)
	}
	spoil(got.Boundary)
	spans := 0
	for i := range got.Reasons {
		if got.Reasons[i].Span != nil {
			got.Reasons[i].Span.Start.Line = 99
			spans++
		}
		got.Reasons[i].Message = "changed"
	}
	if after := pair().both(t, req, settings); after != before || len(got.Boundary) == 0 || spans == 0 {
		t.Errorf("got %s\nthen %s", before, after)
	}
}

// spoil changes a tree in place.
func spoil(tree any) {
	switch tree := tree.(type) {
	case map[string]any:
		for key, v := range tree {
			spoil(v)
			tree[key] = "changed"
		}
	case []any:
		for i, v := range tree {
			spoil(v)
			tree[i] = "changed"
		}
	}
}

// randomly draws changes and requests.
type randomly struct{ *rand.Rand }

func (r randomly) of(list ...string) string { return list[r.IntN(len(list))] }

func (r randomly) change(w world) string {
	file := r.of("work/notes", "work/link", "work/a.py", "work/p.sql", "work/new", "work/src/x", "work/-o", "work/.git", "work/HEAD", "home/.ssh/id_rsa", "one/tool", "two/tool", "one/git", "two/cat", "two/sort")
	folder := r.of("work/src", "work/objects", "work/refs", "one", "two", "home/.ssh", "work/.git", "work")
	switch r.IntN(9) {
	case 0:
		return "link " + file + " " + r.of("../home/.ssh/id_rsa", "/etc/shadow", "notes", "src", "../two/cat", "nowhere", w.at("two/tool"))
	case 1:
		return "link " + folder + " " + r.of("../home/.ssh", "home", "two", "nowhere", w.at("home"))
	case 2:
		return "program " + r.of("one/", "two/") + r.of("tool", "git", "cat", "sort", "python3")
	case 3:
		return "mode " + r.of(file, folder) + " " + r.of("0777", "0755", "0644", "0700", "0000")
	case 4:
		return "remove " + r.of(file, folder)
	case 5, 6:
		return "folder " + folder
	case 7:
		return "owner " + file + " " + r.of("0", "1000")
	}
	return "file " + file + " " + r.of("plain", "print($HOME)", ".shell id", "gitdir: ../two", "ref: x", "select 1;", "select 2;")
}

func (r randomly) request(w world) (Request, engine.Settings) {
	command := r.of("cat link", "cat notes new", "tool", "git status", "sort *", "sqlite3 x.db < p.sql", "python3 a.py", "sh notes", "cat src/x | sort", "cd src && cat x",
		"echo x > link", "rm -rf src", "../two/tool x", "find . -type f | xargs sort", "for f in *; do cat \"$f\"; done")
	req := w.request(r.of("strict", "strict", "openclaw", "openclaw", "zeroclaw"), command)
	if r.IntN(4) == 0 {
		req.Exec.Argv = strings.Fields(command)
	}
	settings := listed(r.of("cat", "tool", "sort"), "git", "find", "xargs", "python3", "**/two/*")
	settings["zeroclaw"] = map[string]any{"allowed_commands": []any{"cat", "tool", "git"}}
	return req, settings
}

// TestRememberedIsDecided draws changes of what is there and requests: answers are always those of a
// decider that remembers nothing, and many of them are remembered.
func TestRememberedIsDecided(t *testing.T) {
	t.Parallel()
	requests, remembered, changed := 0, 0, 0
	for seed := range uint64(fixture.Size(2, 20)) {
		r := randomly{rand.New(rand.NewPCG(seed, 1))}
		w := newWorld(t)
		few := make([]func() (Request, engine.Settings), 6)
		for i := range few {
			req, settings := r.request(w)
			few[i] = func() (Request, engine.Settings) { return req, settings }
		}
		answers := map[int]string{}
		for range 120 {
			for range r.IntN(3) {
				_ = w.change(r.change(w)) // what cannot be changed stays as it is
			}
			if r.IntN(12) == 0 {
				for _, change := range append([]string{"remove work", "remove home", "remove one", "remove two"}, layout()...) {
					_ = w.change(change)
				}
			}
			i := r.IntN(len(few))
			req, settings := few[i]()
			got := pair().both(t, req, settings)
			if requests++; pair().asked(t, req, settings) {
				remembered++
			}
			if before, again := answers[i]; again && before != got {
				changed++
			}
			answers[i] = got
		}
	}
	if remembered < requests*9/10 || changed < requests/40 {
		t.Errorf("of %d answers %d are remembered, and %d have changed", requests, remembered, changed)
	}
	t.Logf("of %d answers %d are remembered, and %d have changed", requests, remembered, changed)
}

// TestRememberedTogether asks and changes at once, for the race detector; at the end everybody is told
// what is so.
func TestRememberedTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			r := randomly{rand.New(rand.NewPCG(seed, 2))}
			for range 30 {
				_ = w.change(r.change(w))
				req, settings := r.request(w)
				if _, err := pair().remembers.Decide(context.Background(), req, settings); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	r := randomly{rand.New(rand.NewPCG(9, 2))}
	for range 30 {
		req, settings := r.request(w)
		pair().both(t, req, settings)
	}
}
