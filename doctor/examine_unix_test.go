//go:build unix

package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// answerer is a policy command that answers every well-formed request the same.
const answerer = `#!/bin/sh
read -r line
case "$line" in
*'"type":"doctor"'*) echo '{"protocolVersion":1,"decision":"allow"}' ;;
*) echo '{"protocolVersion":1,"decision":"block","reason":"not known here"}' ;;
esac
`

// installation is a sound OpenClaw: a state folder of its owner's only, and an
// install policy that answers.
func installation(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	state := filepath.Join(home, ".openclaw")
	put := func(name, text string, mode os.FileMode) {
		p := filepath.Join(state, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	put("skills/weather/SKILL.md", "---\nname: weather\ndescription: d\n---\n", 0o600)
	put("bin/policy", answerer, 0o700)
	put("rules/a.rego", "package a\n", 0o600)
	put("openclaw.json", fmt.Sprintf(`{security: {installPolicy: {enabled: true, exec: {source: "exec", command: %q, args: [%q]}}}}`,
		filepath.Join(state, "bin/policy"), filepath.Join(state, "rules/a.rego")), 0o600)
	return home
}

func examine(t *testing.T, home string, change func(*Machine), deep bool) Report {
	t.Helper()
	none := func(string) string { return "" }
	in, err := OpenOpenClaw(t.Context(), "", home, none)
	if err != nil {
		t.Fatal(err)
	}
	m := &Machine{OpenClaw: in, UID: os.Getuid(), Home: home, Getenv: none}
	if change != nil {
		change(m)
	}
	report, err := Examine(t.Context(), m, Checks(), NewJudge(), deep)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestSound finds nothing wrong with a sound installation, but that its own
// answerer is too strict for a harmless skill.
func TestSound(t *testing.T) {
	home := installation(t)
	if got := examine(t, home, nil, false).Results; len(got) != 0 {
		t.Errorf("findings on a sound installation: %+v", got)
	}
	got := examine(t, home, nil, true).Results
	if len(got) != 1 || got[0].Check != "install-policy/proof" || got[0].Severity != "low" {
		t.Errorf("findings of the probes: %+v", got)
	}
}

// TestPlanted plants one fault at a time, and wants it found where it stands.
func TestPlanted(t *testing.T) {
	policy := func(text string) func(home string) error {
		return func(home string) error {
			return os.WriteFile(filepath.Join(home, ".openclaw/bin/policy"), []byte("#!/bin/sh\n"+text), 0o700)
		}
	}
	mode := func(name string, m os.FileMode) func(string) error {
		return func(home string) error { return os.Chmod(filepath.Join(home, name), m) }
	}
	configure := func(text string) func(string) error {
		return func(home string) error {
			return os.WriteFile(filepath.Join(home, ".openclaw/openclaw.json"), []byte(text), 0o600)
		}
	}
	exec := func(beside, within string) func(string) error {
		return func(home string) error {
			return configure(fmt.Sprintf(`{security: {installPolicy: {enabled: true, %s exec: {source: "exec", command: %q%s}}}}`, beside, filepath.Join(home, ".openclaw/bin/policy"), within))(home)
		}
	}
	const allow = `echo '{"protocolVersion":1,"decision":"allow"}'` + "\n"
	for name, c := range map[string]struct {
		plant func(home string) error
		deep  bool
		check string
		says  string
		// fixed: --fix fixes it.
		fixed bool
	}{
		"command that others can change":       {mode(".openclaw/bin/policy", 0o777), false, "install-policy/command-refused", "permissions are too open", false},
		"command that cannot be started":       {mode(".openclaw/bin/policy", 0o600), false, "install-policy/not-executable", "mode 0600", true},
		"policy that others can change":        {mode(".openclaw/rules/a.rego", 0o666), false, "install-policy/argument-insecure", "a.rego", false},
		"policy folder that others can change": {mode(".openclaw/rules", 0o777), false, "install-policy/argument-insecure", "rules", false},
		"policy that is not there": {func(home string) error { return os.Remove(filepath.Join(home, ".openclaw/rules/a.rego")) }, false,
			"install-policy/argument-insecure", "does not exist", false},
		"folder behind a link": {func(home string) error {
			evil := filepath.Join(home, "evil")
			real := filepath.Join(evil, "inner")
			if err := os.MkdirAll(evil, 0o700); err != nil {
				return err
			}
			if err := os.Rename(filepath.Join(home, ".openclaw/bin"), real); err != nil {
				return err
			}
			if err := os.Symlink(real, filepath.Join(home, ".openclaw/bin")); err != nil {
				return err
			}
			return os.Chmod(evil, 0o777)
		}, false, "install-policy/parent-symlink", "others can write to", false},
		"state folder that others can change":  {mode(".openclaw", 0o777), false, "files/state-writable", "others can write", true},
		"state folder that others can read":    {mode(".openclaw", 0o755), false, "files/readable", "others can read", true},
		"configuration that others can change": {mode(".openclaw/openclaw.json", 0o622), false, "files/config-writable", "others can write", true},
		"configuration that others can read":   {mode(".openclaw/openclaw.json", 0o644), false, "files/readable", "openclaw.json", true},
		"skills that others can change":        {mode(".openclaw/skills", 0o777), false, "skills/writable", "others can write", true},
		"a skill that others can change":       {mode(".openclaw/skills/weather/SKILL.md", 0o666), false, "skills/writable", "SKILL.md", true},
		"a skill of another agent that others can change": {func(home string) error {
			config := filepath.Join(home, ".openclaw/openclaw.json")
			text, err := os.ReadFile(config)
			text = append([]byte(`{"agents": {"list": [{"id": "main"}, {"id": "writer", "workspace": "~/w"}]},`), text[bytes.IndexByte(text, '{')+1:]...)
			return errors.Join(err, os.WriteFile(config, text, 0o600), os.MkdirAll(filepath.Join(home, "w/skills/notes"), 0o700),
				os.WriteFile(filepath.Join(home, "w/skills/notes/SKILL.md"), nil, 0o600), os.Chmod(filepath.Join(home, "w/skills/notes/SKILL.md"), 0o666))
		}, false, "skills/writable", "w/skills/notes/SKILL.md", true},
		"a skill behind a link": {func(home string) error {
			return os.Symlink(t.TempDir(), filepath.Join(home, ".openclaw/skills/linked"))
		}, false, "skills/link-escapes", "anyway", false},
		"policy that fails":             {policy("exit 3\n"), true, "install-policy/probe", "exited with code 3", false},
		"policy that prints noise":      {policy("echo hello\n"), true, "install-policy/probe", "not one JSON object", false},
		"policy that prints two":        {policy(allow + allow), true, "install-policy/probe", "not one JSON object", false},
		"policy that prints nothing":    {policy("exit 0\n"), true, "install-policy/probe", "printed nothing", false},
		"policy of another protocol":    {policy(`echo '{"protocolVersion":"1","decision":"allow"}'`), true, "install-policy/probe", `protocolVersion "1"`, false},
		"policy with another word":      {policy(`echo '{"protocolVersion":1,"decision":"deny"}'`), true, "install-policy/probe", `"deny"`, false},
		"policy without a reason":       {policy(`echo '{"protocolVersion":1,"decision":"block"}'`), true, "install-policy/probe", "without a reason", false},
		"policy that is never the same": {policy(`echo "{\"protocolVersion\":1,\"decision\":\"warn\",\"reason\":\"$$ $(date +%N)\"}"`), true, "install-policy/probe", "two answers", false},
		"policy that blocks the doctor": {policy(`echo '{"protocolVersion":1,"decision":"block","reason":"no"}'`), true, "install-policy/probe", "asked by the doctor", false},
		"policy that allows anything":   {policy(allow), true, "install-policy/proof", "allows a skill that pipes a download into a shell", false},
		"policy that allows plugins": {policy("read -r line\ncase $line in *'\"targetType\":\"plugin\"'*) " + strings.TrimSpace(allow) + " ;; *) echo '{\"protocolVersion\":1,\"decision\":\"block\",\"reason\":\"no\"}' ;; esac\n"),
			true, "install-policy/proof", "allows a plugin that runs a download in a shell", false},
		"policy that leaves a process":   {policy("sleep 98652 >/dev/null 2>&1 </dev/null &\n" + allow), true, "install-policy/probe", "left 1 of its processes running", false},
		"no policy":                      {configure(`{}`), false, "install-policy/absent", "installs every skill and every plugin", false},
		"policy that is nothing but off": {configure(`{security: {installPolicy: {enabled: false}}}`), false, "install-policy/absent", "there is no install policy", false},
		"no configuration":               {func(home string) error { return os.Remove(filepath.Join(home, ".openclaw/openclaw.json")) }, false, "install-policy/absent", "there is no install policy", false},
		"variable that loads code":       {exec(``, `, env: {LD_PRELOAD: "/x.so"}`), false, "install-policy/environment", "LD_PRELOAD", false},
		"variable that is passed on":     {exec(``, `, passEnv: ["TZ", "NODE_OPTIONS"]`), false, "install-policy/environment", "given the agent's NODE_OPTIONS", false},
		"variable of git":                {exec(``, `, passEnv: ["GIT_EXEC_PATH"]`), false, "install-policy/environment", "GIT_EXEC_PATH", false},
		"interpreter that others can change": {func(home string) error {
			shell := filepath.Join(home, "sh")
			return errors.Join(os.WriteFile(shell, []byte("#!/bin/sh\n"), 0o700), os.Chmod(shell, 0o777), policy("")(home),
				os.WriteFile(filepath.Join(home, ".openclaw/bin/policy"), []byte("#!"+shell+"\n"), 0o700))
		}, false, "install-policy/interpreter", "others can write to", false},
		"interpreter behind a link that others can change": {func(home string) error {
			open := filepath.Join(home, "open")
			return errors.Join(os.Mkdir(open, 0o700), os.Symlink("/bin/sh", filepath.Join(open, "sh")), os.Chmod(open, 0o777),
				os.WriteFile(filepath.Join(home, ".openclaw/bin/policy"), []byte("#! "+open+"/sh -e\n"), 0o700))
		}, false, "install-policy/interpreter", "others can write to", false},
		"interpreter that is looked up where others can write": {func(home string) error {
			open := filepath.Join(home, "open")
			return errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o777), exec(``, `, env: {PATH: "`+open+`:/usr/bin:/bin"}`)(home),
				os.WriteFile(filepath.Join(home, ".openclaw/bin/policy"), []byte("#!/usr/bin/env sh\n"), 0o700))
		}, false, "install-policy/interpreter", "others can write to", false},
		"policy that allows no request": {policy(allow), true, "install-policy/malformed", "no JSON", false},
	} {
		t.Run(name, func(t *testing.T) {
			home := installation(t)
			if err := c.plant(home); err != nil {
				t.Fatal(err)
			}
			report := examine(t, home, nil, c.deep)
			i := slices.IndexFunc(report.Results, func(r Result) bool { return r.Check == c.check && strings.Contains(r.Message, c.says) })
			if i < 0 {
				t.Fatalf("%s is not found: %+v", c.check, report.Results)
			}
			found := report.Results[i]
			if found.Hint == "" || found.File == "" {
				t.Errorf("no hint or no place: %+v", found)
			}
			if (found.Mode != nil) != c.fixed {
				t.Fatalf("the fix is %+v", found.Mode)
			}
			if !c.fixed {
				return
			}
			if err := found.Mode.Apply(); err != nil {
				t.Fatal(err)
			}
			after := examine(t, home, nil, c.deep)
			if slices.ContainsFunc(after.Results, func(r Result) bool { return r.Check == c.check }) {
				t.Errorf("still there after the fix: %+v", after.Results)
			}
		})
	}
}

// TestUnseen neither takes what cannot be checked for what others can change,
// nor lets it hide what they can.
func TestUnseen(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root looks at everything")
	}
	home := installation(t)
	closed, open := filepath.Join(home, ".openclaw/skills/aaa"), filepath.Join(home, ".openclaw/skills/weather/SKILL.md")
	if err := os.Mkdir(closed, 0o000); err != nil {
		t.Fatal(err)
	}
	found := func() (list []string) {
		for _, r := range examine(t, home, nil, false).Results {
			if r.Check == "skills/writable" {
				list = append(list, string(r.Severity)+" "+r.Message)
			}
		}
		return list
	}
	if got := found(); len(got) != 1 || !strings.HasPrefix(got[0], "medium ") || !strings.Contains(got[0], "is not known") {
		t.Errorf("%q", got)
	}
	if err := os.Chmod(open, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := found(); len(got) != 1 || !strings.HasPrefix(got[0], "critical ") || !strings.Contains(got[0], open) {
		t.Errorf("%q", got)
	}
}

// TestNothingLeft wants the probes to leave no file behind.
func TestNothingLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	examine(t, installation(t), nil, true)
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestProveExec reports what slips through, and what is refused though it is
// harmless.
func TestProveExec(t *testing.T) {
	answer := func(effect string) Decide {
		return func(context.Context, string, string) (string, string, error) { return effect, "so", nil }
	}
	for effect, want := range map[string]int{"allow": 9, "warn": 9, "ask": 0, "deny": 3} {
		report := examine(t, installation(t), func(m *Machine) { m.Exec = answer(effect) }, true)
		got := 0
		for _, r := range report.Results {
			if r.Check == "exec/proof" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d results, %d are wanted", effect, got, want)
		}
	}
}

// TestProveRun reports a boundary that is not one, and one that cannot be had.
func TestProveRun(t *testing.T) {
	for name, c := range map[string]struct {
		run  Attempt
		want string
	}{
		"holds": {func(_ context.Context, script string) (string, error) {
			return map[bool]string{true: "in"}[script == "echo in"], nil
		}, ""},
		"open": {func(_ context.Context, script string) (string, error) {
			return map[bool]string{true: "in", false: "out\n"}[script == "echo in"], nil
		}, "could write to /etc"},
		"not here": {func(context.Context, string) (string, error) { return "", fmt.Errorf("no landlock") }, "no landlock"},
	} {
		t.Run(name, func(t *testing.T) {
			report := examine(t, installation(t), func(m *Machine) { m.Run = c.run }, true)
			found := slices.ContainsFunc(report.Results, func(r Result) bool {
				return r.Check == "run/boundary" && strings.Contains(r.Message, c.want)
			})
			if found != (c.want != "") {
				t.Errorf("results: %+v", report.Results)
			}
		})
	}
}

// TestUnseenPolicy says of what cannot be read that it is not known, and of settings that
// cannot be used no more than that.
func TestUnseenPolicy(t *testing.T) {
	if got := lacks("skillctl/writable")(&Machine{Unusable: true}); got != "the settings of skillctl cannot be used" {
		t.Errorf("%q", got)
	}
	if os.Geteuid() == 0 {
		t.Skip("root looks at everything")
	}
	state, own := t.TempDir(), t.TempDir()
	for _, name := range []string{state, own} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	m := &Machine{OpenClaw: &Installation{State: state}, Own: []string{own}, UID: os.Getuid()}
	var got []Result
	report := func(r Result) { got = append(got, r) }
	if err := checkAbsent(t.Context(), m, report); err != nil || len(got) != 1 || got[0].Found != Unseen || got[0].Message != "whether there is an install policy is not known: permission denied" {
		t.Errorf("%v %+v", err, got)
	}
	got = nil
	if err := ownChecks()[0].Run(t.Context(), m, report); err != nil || !slices.ContainsFunc(got, func(r Result) bool { return r.Message == "skillctl cannot read "+own+": permission denied" }) {
		t.Errorf("%v %+v", err, got)
	}
}
