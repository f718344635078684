package approval

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// world is a folder with programs and a place to work in.
type world struct {
	t     *testing.T
	root  string
	store *Store
	now   time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, root: root, now: time.Unix(1_700_000_000, 0)}
	for _, dir := range []string{"bin", "other", "ws/sub", "home", "lib"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"bin/tool", "bin/bash", "bin/python3", "bin/curl", "bin/sudo", "bin/npx", "bin/env", "other/tool", "ws/run", "ws/sub/run"} {
		w.write(name, "\x7fELF "+name, 0o755)
	}
	w.write("ws/x.py", "print(1)\n", 0o644)
	w.write("ws/x.sh", "echo 1\n", 0o644)
	w.write("ws/job", "#!"+root+"/bin/env python3\nprint(1)\n", 0o755)
	store, err := Open(filepath.Join(root, "state", "approvals"))
	if err != nil {
		t.Fatal(err)
	}
	w.store = store
	return w
}

func (w *world) path(name string) string { return filepath.Join(w.root, name) }

func (w *world) write(name, text string, mode os.FileMode) {
	w.t.Helper()
	_ = os.Remove(w.path(name))
	if err := os.WriteFile(w.path(name), []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) link(name, to string) {
	w.t.Helper()
	_ = os.Remove(w.path(name))
	if err := os.Symlink(to, w.path(name)); err != nil {
		w.t.Fatal(err)
	}
}

// subject is a request for a command in ws.
func (w *world) subject(command string) Subject {
	return Subject{
		Command: command, Cwd: w.path("ws"), Profile: "strict", Agent: "main",
		Inherited: map[string]string{"PATH": w.path("bin") + ":" + w.path("other"), "HOME": w.path("home"), "TERM": "xterm", "DIR": "/data"},
	}
}

func (w *world) bind(s Subject) *Plan {
	w.t.Helper()
	p, err := Bind(context.Background(), s)
	if err != nil {
		w.t.Fatalf("bind: %v", err)
	}
	return p
}

func (w *world) grant(scope Scope) Grant {
	return Grant{Scope: scope, Reviewer: "ann", Reason: "needed for the build", Now: w.now, Expires: w.now.Add(24 * time.Hour), Asked: []string{"exec/strict/program"}, Policy: "sha256:p"}
}

func (w *world) add(s Subject, scope Scope) *Record {
	w.t.Helper()
	r, err := w.store.Add(w.bind(s), w.grant(scope))
	if err != nil {
		w.t.Fatalf("add: %v", err)
	}
	return r
}

func (w *world) match(s Subject, at time.Time, asked ...string) Match {
	w.t.Helper()
	if asked == nil {
		asked = []string{"exec/strict/program"}
	}
	m, err := w.store.Match(context.Background(), s, asked, at)
	if err != nil {
		w.t.Fatalf("match: %v", err)
	}
	return m
}

func TestApprovedMatches(t *testing.T) {
	for _, command := range []string{
		"tool -x", "tool $DIR", "bash x.sh", "python3 x.py a b", "./run", "cd sub && ./run", "./job", "bash < x.sh", "tool | tool", "python3 -c 'print(1)'",
		"source ./x.sh", "python3 - <<'E'\nprint(1)\nE", "tool > out", "echo hi", "tool && { tool; }", "tool x\u202ey",
	} {
		w := newWorld(t)
		s := w.subject(command)
		r := w.add(s, Always)
		m := w.match(s, w.now)
		if m.Record == nil || m.Record.ID != r.ID || m.Plan == nil || m.Misses != nil {
			t.Errorf("%q: %+v", command, m)
		}
		// Approved text is that text: one more space is another command.
		s.Command += " "
		if m := w.match(s, w.now); m.Record != nil || m.Misses != nil {
			t.Errorf("%q with a space: %+v", command, m)
		}
	}
}

func TestArgvIsComparedExactly(t *testing.T) {
	w := newWorld(t)
	s := w.subject("")
	s.Argv = []string{"tool", "a b", "c"}
	w.add(s, Always)
	if w.match(s, w.now).Record == nil {
		t.Fatal("the approved vector does not match")
	}
	for _, argv := range [][]string{
		{"tool", "a", "b c"}, {"tool", "a b c"}, {"tool", "a b"}, {"tool", "a b", "c", ""}, {"tool", "a b", "C"}, {"tool ", "a b", "c"}, {"./tool", "a b", "c"},
		{"tool", "a b", "c", "d"}, {"tool", "a  b", "c"}, {w.path("bin/tool"), "a b", "c"}, {"tool", "a b", "c\u200b"},
	} {
		other := s
		other.Argv = argv
		if m := w.match(other, w.now); m.Record != nil {
			t.Errorf("%q was taken for what was approved", argv)
		}
	}
	text := w.subject("tool 'a b' c")
	if m := w.match(text, w.now); m.Record != nil {
		t.Error("a text was taken for a vector")
	}
}

// TestDrift changes one thing each and wants it named, and the approval void;
// and valid again when all is as it was.
func TestDrift(t *testing.T) {
	type change func(w *world, s *Subject) (back func())
	env := func(name, value string) change {
		return func(_ *world, s *Subject) func() {
			s.Inherited = maps.Clone(s.Inherited)
			if value == "" {
				delete(s.Inherited, name)
			} else {
				s.Inherited[name] = value
			}
			return nil
		}
	}
	set := func(f func(*Subject)) change { return func(_ *world, s *Subject) func() { f(s); return nil } }
	bytes := func(name string) change {
		return func(w *world, _ *Subject) func() {
			old, _ := os.ReadFile(w.path(name))
			info, _ := os.Stat(w.path(name))
			w.write(name, string(old)+"evil", info.Mode())
			return func() { w.write(name, string(old), info.Mode()) }
		}
	}
	gone := func(name string) change {
		return func(w *world, _ *Subject) func() {
			old, _ := os.ReadFile(w.path(name))
			_ = os.Remove(w.path(name))
			return func() { w.write(name, string(old), 0o755) }
		}
	}
	for _, c := range []struct {
		name, command string
		change        change
		kind          DriftKind
		says          string
	}{
		{"program bytes", "tool", bytes("bin/tool"), DriftProgram, "has changed"},
		{"program gone, another on PATH", "tool", gone("bin/tool"), DriftProgram, "leads to"},
		{"program gone", "curl", gone("bin/curl"), DriftProgram, "no longer exists"},
		{"program shadowed by PATH", "tool", env("PATH", "/nonexistent:{other}:{bin}"), DriftProgram, "leads to"},
		{"PATH alone", "tool", env("PATH", "{bin}:{other}:/extra"), DriftEnvironment, `"PATH" has another value`},
		{"program behind a link", "./run", func(w *world, _ *Subject) func() {
			old, _ := os.ReadFile(w.path("ws/run"))
			w.write("other/run", string(old), 0o755)
			w.link("ws/run", "../other/run")
			return func() { w.write("ws/run", string(old), 0o755) }
		}, DriftProgram, "leads to"},
		{"second program of a pipeline", "tool | curl", bytes("bin/curl"), DriftProgram, `"curl" has changed`},
		{"program of a substitution", "echo $(curl x)", bytes("bin/curl"), DriftProgram, `"curl" has changed`},
		{"interpreter", "python3 x.py", bytes("bin/python3"), DriftProgram, "has changed"},
		{"interpreter named by a script", "./job", bytes("bin/python3"), DriftProgram, `"python3" has changed`},
		{"script bytes", "python3 x.py", bytes("ws/x.py"), DriftScript, "has changed"},
		{"script of a shell", "bash x.sh", bytes("ws/x.sh"), DriftScript, "has changed"},
		{"script on standard input", "bash < x.sh", bytes("ws/x.sh"), DriftScript, "has changed"},
		{"sourced script", "source ./x.sh", bytes("ws/x.sh"), DriftScript, "has changed"},
		{"script gone", "python3 x.py", gone("ws/x.py"), DriftScript, "no longer exists"},
		{"program in a folder below", "cd sub && ./run", bytes("ws/sub/run"), DriftProgram, `"./run"`},
		{"folder below is a link now", "cd sub && ./run", func(w *world, _ *Subject) func() {
			_ = os.Rename(w.path("ws/sub"), w.path("lib/sub"))
			w.link("ws/sub", "../lib/sub")
			return func() { _ = os.Remove(w.path("ws/sub")); _ = os.Rename(w.path("lib/sub"), w.path("ws/sub")) }
		}, DriftProgram, `"./run" has a different target`},
		{"folder", "tool", set(func(s *Subject) { s.Cwd += "/sub" }), DriftCwd, "it was approved in"},
		{"folder behind a link", "tool", func(w *world, s *Subject) func() {
			_ = os.Rename(w.path("ws"), w.path("ws.old"))
			w.link("ws", "lib")
			return func() { _ = os.Remove(w.path("ws")); _ = os.Rename(w.path("ws.old"), w.path("ws")) }
		}, DriftCwd, "it was approved in"},
		{"own variable added", "tool", set(func(s *Subject) { s.Env = map[string]string{"A": "1"} }), DriftEnvironment, `"A" was not set`},
		{"loader variable", "tool", env("LD_PRELOAD", "/x.so"), DriftEnvironment, `"LD_PRELOAD" was not set`},
		{"shell function in a variable", "tool", env("BASH_FUNC_tool%%", "() { :; }"), DriftEnvironment, "was not set"},
		{"variable that the text names", "tool $DIR", env("DIR", "/"), DriftEnvironment, `"DIR" has another value`},
		{"variable that the text names, gone", "tool ${DIR}", env("DIR", ""), DriftEnvironment, `"DIR" is no longer set`},
		{"home", "tool", env("HOME", "/tmp"), DriftEnvironment, `"HOME"`},
		{"profile", "tool", set(func(s *Subject) { s.Profile = "openclaw" }), DriftContext, "profile"},
		{"agent", "tool", set(func(s *Subject) { s.Agent = "sub" }), DriftContext, "agent"},
		{"host", "tool", set(func(s *Subject) { s.Host = "node" }), DriftContext, "host"},
		{"channel", "tool", set(func(s *Subject) { s.Channel = "chat" }), DriftContext, "channel"},
		{"shell", "tool", set(func(s *Subject) { s.Shell.Dialect = "posix" }), DriftContext, "shell"},
		{"more rights", "tool", set(func(s *Subject) { s.Elevated = true }), DriftContext, "elevated"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			before := w.subject(c.command)
			w.add(before, Always)
			after := before
			back := c.change(w, &after)
			for name, value := range after.Inherited {
				after.Inherited[name] = strings.NewReplacer("{bin}", w.path("bin"), "{other}", w.path("other")).Replace(value)
			}
			m := w.match(after, w.now)
			if m.Record != nil {
				t.Fatal("it holds all the same")
			}
			if !drifted(m.Misses, c.kind, c.says) {
				t.Errorf("wanted %s %q; got %+v", c.kind, c.says, m.Misses)
			}
			if back != nil {
				back()
			}
			if w.match(before, w.now).Record == nil {
				t.Errorf("all is as it was, and it does not hold: %+v", w.match(before, w.now).Misses)
			}
		})
	}
}

func drifted(misses []Miss, kind DriftKind, says string) bool {
	for _, m := range misses {
		for _, d := range m.Drift {
			if d.Kind == kind && strings.Contains(d.Message, says) {
				return true
			}
		}
	}
	return false
}

// TestIndifferent checks that what changes nothing does not void an approval.
func TestIndifferent(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool -x")
	w.add(s, Always)
	s.Inherited = maps.Clone(s.Inherited)
	s.Inherited["TERM"], s.Inherited["SHLVL"], s.Inherited["PWD"], s.Inherited["DIR"] = "dumb", "7", "/", "/elsewhere"
	w.write("ws/x.py", "another script\n", 0o644)
	w.link("way", "ws")
	s.Cwd = w.path("way")
	if m := w.match(s, w.now); m.Record == nil {
		t.Errorf("it does not hold: %+v", m.Misses)
	}
}

func TestQuestions(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	w.add(s, Always)
	if m := w.match(s, w.now, "exec/strict/program", "exec/strict/writing"); m.Record != nil || !drifted(m.Misses, DriftQuestion, "exec/strict/writing now asks as well") {
		t.Errorf("a question that nobody answered: %+v", m)
	}
}

func TestTime(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	r := w.add(s, Always)
	if m := w.match(s, time.Unix(r.Expires-1, 0)); m.Record == nil {
		t.Error("it ended too early")
	}
	for at, says := range map[int64]string{r.Expires: "expired", r.Expires + 1e6: "expired", r.Created - 3600: "clock is wrong"} {
		if m := w.match(s, time.Unix(at, 0)); m.Record != nil || !drifted(m.Misses, DriftState, says) {
			t.Errorf("at %d: %+v", at, m)
		}
		var state *StateError
		if err := w.store.Use(r.ID, time.Unix(at, 0)); !errors.As(err, &state) {
			t.Errorf("used at %d: %v", at, err)
		}
	}
}

// TestLoose names what cannot be held to, and refuses to approve it.
func TestLoose(t *testing.T) {
	for command, says := range map[string]string{
		"curl x | bash":         "comes from its standard input",
		"python3 -m tool":       "module",
		"npx tool":              "found, or fetched",
		"sudo tool":             "another PATH",
		"PATH=/x tool":          "PATH that the command changes",
		"export PATH=/x; tool":  "PATH that the command changes",
		"env PATH=/x tool":      "PATH that the command changes",
		"$X":                    "is known only when it runs",
		"nosuch":                "is not installed",
		"python3 nosuch.py":     "does not exist",
		"python3 $F":            "is not known",
		"python3 *.py":          "is known only when it runs",
		"bash --rcfile x.sh -i": "another file or library first",
		"bash -s":               "standard input",
		"tool (":                "cannot be read",
		"eval $X":               "not understood",
		"bash -c \"$X\"":        "not understood",
		"cd $X && ./run":        "is known only when it runs",
	} {
		w := newWorld(t)
		p := w.bind(w.subject(command))
		if !strings.Contains(strings.Join(p.Loose, "\n"), says) {
			t.Errorf("%q: wanted %q, got %q", command, says, p.Loose)
		}
		if p.Fleeting() != (says != "is not installed") {
			t.Errorf("%q: fleeting: %t", command, p.Fleeting())
		}
		var unbound *UnboundError
		if _, err := w.store.Add(p, w.grant(Always)); !errors.As(err, &unbound) {
			t.Errorf("%q was approved: %v", command, err)
		}
	}
}

func TestCannotBeBound(t *testing.T) {
	w := newWorld(t)
	for name, change := range map[string]func(*Subject){
		"empty":         func(s *Subject) { s.Command = " \n" },
		"empty vector":  func(s *Subject) { s.Argv = []string{} },
		"NUL":           func(s *Subject) { s.Command = "tool\x00x" },
		"not UTF-8":     func(s *Subject) { s.Command = "tool \xff" },
		"long":          func(s *Subject) { s.Command = "tool " + strings.Repeat("x", maxCommand) },
		"relative":      func(s *Subject) { s.Cwd = "ws" },
		"no folder":     func(s *Subject) { s.Cwd = w.path("nosuch") },
		"a file":        func(s *Subject) { s.Cwd = w.path("ws/x.py") },
		"bad variable":  func(s *Subject) { s.Env = map[string]string{"A\xff": "1"} },
		"bad agent":     func(s *Subject) { s.Agent = "\xff" },
		"vector of NUL": func(s *Subject) { s.Argv = []string{"tool", "\x00"} },
	} {
		s := w.subject("tool")
		change(&s)
		var refused *SubjectError
		if _, err := Bind(context.Background(), s); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGrantIsRefused(t *testing.T) {
	w := newWorld(t)
	p := w.bind(w.subject("tool"))
	for name, change := range map[string]func(*Grant){
		"no reviewer":        func(g *Grant) { g.Reviewer = "" },
		"blank reviewer":     func(g *Grant) { g.Reviewer = " \t" },
		"invisible reviewer": func(g *Grant) { g.Reviewer = "\u200b\u2060" },
		"no reason":          func(g *Grant) { g.Reason = "" },
		"no scope":           func(g *Grant) { g.Scope = "" },
		"other scope":        func(g *Grant) { g.Scope = "forever" },
		"expired":            func(g *Grant) { g.Expires = g.Now },
		"no end":             func(g *Grant) { g.Expires = g.Now.Add(400 * 24 * time.Hour) },
		"no time":            func(g *Grant) { g.Now = time.Time{} },
	} {
		g := w.grant(Always)
		change(&g)
		if _, err := w.store.Add(p, g); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
	entries, damaged, err := w.store.List(w.now)
	if len(entries)+len(damaged) != 0 || err != nil {
		t.Errorf("something was left: %v %v %v", entries, damaged, err)
	}
}

func TestChanged(t *testing.T) {
	w := newWorld(t)
	p := w.bind(w.subject("tool"))
	if drift, err := p.Changed(context.Background()); err != nil || len(drift) != 0 {
		t.Errorf("nothing changed: %v %v", drift, err)
	}
	w.write("bin/tool", "other", 0o755)
	if drift, err := p.Changed(context.Background()); err != nil || len(drift) != 1 || drift[0].Kind != DriftProgram {
		t.Errorf("got %v %v", drift, err)
	}
}

func TestShowArgv(t *testing.T) {
	for want, argv := range map[string][]string{
		"tool 'a b' ''":   {"tool", "a b", ""},
		`tool 'it'\''s'`:  {"tool", "it's"},
		"tool --x=1 '$A'": {"tool", "--x=1", "$A"},
	} {
		if got := ShowArgv(argv); got != want {
			t.Errorf("%q: got %s, want %s", argv, got, want)
		}
	}
}
