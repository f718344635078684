package doctor

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// marked are the processes that have a variable in their environment.
func marked(mark string) []string {
	var out []string
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range all {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(mark)) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
			out = append(out, filepath.Base(filepath.Dir(name))+" "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return out
}

// TestNoProcessLeft has policies that hang, flood, fork and hide: no process of them is
// left. They would sleep for longer than a test may take: that they end is that they are
// ended.
func TestNoProcessLeft(t *testing.T) {
	const short, long = time.Second, 5 * time.Second
	const allow = `echo '{"protocolVersion":1,"decision":"allow"}'` + "\n"
	for name, c := range map[string]struct {
		policy string
		// silence is noOutputTimeoutMs, 0 for none.
		silence int
		says    string
	}{
		"hangs":                             {"sleep 98653\n", 0, "it took longer than 1s"},
		"hangs, and hears no signal":        {"trap '' TERM INT HUP\nwhile :; do sleep 98653; done\n", 0, "it took longer than 1s"},
		"prints nothing for long":           {"echo; sleep 98653\n", 300, "it printed nothing for 300ms"},
		"prints now and then":               {"while :; do echo; sleep 0.05; done\n", 300, "it took longer than 1s"},
		"floods":                            {"sleep 98653 &\nwhile :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done\n", 0, "its output exceeded 4096 bytes"},
		"floods the other stream":           {"while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done\n", 0, "its output exceeded 4096 bytes"},
		"keeps its output open":             {"sleep 98653 &\n" + allow, 0, "it took longer than 1s"},
		"fails, and keeps its output open":  {"sleep 98653 &\nexit 3\n", 0, "exited with code 3"},
		"lingers":                           {allow + "exec >/dev/null 2>&1\nsleep 98653 &\nsleep 0.05\n", 0, "of its processes running"},
		"lingers in a session of its own":   {allow + "setsid sleep 98653 >/dev/null 2>&1 </dev/null &\n", 0, "of its processes running"},
		"becomes a daemon":                  {"(setsid sh -c '(setsid sh -c \"sleep 98653\" &) &' >/dev/null 2>&1 </dev/null &)\nsleep 0.05\n" + allow, 0, "of its processes running"},
		"is ended by a signal":              {"sleep 98653 >/dev/null 2>&1 &\nkill -9 $$\n", 0, "ended by a signal: killed"},
		"forks and forks":                   {"bomb() { [ $1 -gt 5 ] && { sleep 98653; exit; }; bomb $(($1+1)) & bomb $(($1+1)) & wait; }\nbomb 0\n", 0, "it took longer than 1s"},
		"starts others as fast as they end": {"i=0; relay() { setsid \"$0\" again $1 >/dev/null 2>&1 </dev/null & }\nif [ \"$1\" = again ]; then sleep 0.01; [ $2 -lt 500 ] && relay $(($2+1)); exit; fi\nrelay 0; relay 0; relay 0\n" + allow, 0, "of its processes running"},
	} {
		t.Run(name, func(t *testing.T) {
			if slices.Contains([]string{"hangs", "prints now and then", "floods the other stream", "lingers", "fails, and keeps its output open"}, name) && fixture.Size(0, 1) == 0 {
				t.Skip("others are like it; SKILLCTL_SLOW=1 has all")
			}
			timeout := long
			if strings.Contains(c.says, "longer") || c.silence > 0 {
				timeout = short
			}
			home := installation(t)
			policy := filepath.Join(home, ".openclaw/bin/policy")
			mark := fmt.Sprintf("SKILLCTL_TEST_TREE=%d-%d", os.Getpid(), time.Now().UnixNano())
			key, value, _ := strings.Cut(mark, "=")
			silence := ""
			if c.silence > 0 {
				silence = fmt.Sprintf("noOutputTimeoutMs: %d,", c.silence)
			}
			config := fmt.Sprintf(`{security: {installPolicy: {enabled: true, exec: {source: "exec", command: %q, env: {%s: %q, PATH: "/usr/bin:/bin"}, timeoutMs: %d, %s maxOutputBytes: 4096}}}}`,
				policy, key, value, timeout.Milliseconds(), silence)
			if err := os.WriteFile(filepath.Join(home, ".openclaw/openclaw.json"), []byte(config), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(policy, []byte("#!/bin/sh\n"+c.policy), 0o700); err != nil {
				t.Fatal(err)
			}
			none := func(string) string { return "" }
			in, err := OpenOpenClaw(t.Context(), "", home, none)
			if err != nil {
				t.Fatal(err)
			}
			m := &Machine{OpenClaw: in, UID: os.Getuid(), Home: home, Getenv: none}
			var got []Result
			for _, ask := range []func(context.Context, *Machine, func(Result)) error{probePolicy, probeMalformed, proveInstall} {
				if err := ask(t.Context(), m, func(r Result) { got = append(got, r) }); err != nil {
					t.Fatal(err)
				}
			}
			if dead := unwaited(); len(dead) > 0 {
				t.Errorf("processes %v were not waited for", dead)
			}
			if left := marked(mark); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
			found := false
			var all []string
			for _, r := range got {
				all = append(all, r.Check+": "+r.Message)
				found = found || strings.Contains(r.Message, c.says)
			}
			if !found {
				t.Errorf("nothing says %q:\n%s", c.says, strings.Join(all, "\n"))
			}
		})
	}
}

// unwaited are the children that have ended and nobody waits for, although there was
// time to: between the two is a moment that a busy machine makes longer.
func unwaited() []int {
	var dead []int
	for range 200 {
		dead = nil
		for pid, p := range processes() {
			if p.parent == os.Getpid() && p.state == 'Z' {
				dead = append(dead, pid)
			}
		}
		if len(dead) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return dead
}
