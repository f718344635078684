package conformance

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// TestProfiles holds the profiles that speak for other systems to all recorded
// rows that they can answer.
func TestProfiles(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		suite             Suite
		answers, stricter int
	}{
		// One row is a heredoc that never ends: it is refused unread.
		{ZeroClawShell(), 1284, 1}, {AgentZero(), 215, 0}, {CodeExec(), 40, 0},
	} {
		t.Run(test.suite.Name, func(t *testing.T) {
			t.Parallel()
			tally, err := RunSuite(context.Background(), os.DirFS("../../../testdata/conformance"), test.suite)
			if err != nil {
				t.Fatal(err)
			}
			if tally.Agree < test.answers || tally.Looser > 0 || tally.Stricter > test.stricter {
				t.Errorf("%s; wanted at least %d to agree and none to be looser: %v", tally.String(), test.answers, tally.Differences)
			}
		})
	}
}

func decideZeroClaw(t *testing.T, command string, settings map[string]any, invocation exec.Invocation) engine.Decision {
	t.Helper()
	invocation.Command, invocation.Cwd = command, "/workspace"
	invocation.Inherited = map[string]string{"HOME": "/home/user"}
	decision, err := exec.New().Decide(context.Background(), exec.Request{Profile: "zeroclaw", Exec: invocation}, engine.PlainSettings(settings))
	if err != nil {
		t.Fatal(err)
	}
	return decision
}

// TestZeroClawReasons: a refusal says in ZeroClaw's words what it is, and in ours
// which gate, which token, where, and which setting.
func TestZeroClawReasons(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command, rule, message, hint, setting string
		col                                   int
	}{
		{"ls `id`", "backtick", "Command not allowed by security policy: ls `id`", "gate backtick, column 4", "zeroclaw.block_high_risk_commands", 4},
		{"ls; curl x", "not-in-allowlist", "Command not allowed by security policy: ls; curl x", `gate not_in_allowlist:curl, column 5: "curl"`, "zeroclaw.allowed_commands", 5},
		{"ls && python3 a -c b", "unsafe-args", "Command not allowed by security policy: ls && python3 a -c b", `gate unsafe_args:python3, column 17: "-c"`, "", 17},
		{"git push", "approval-required-medium", "Command requires explicit approval (approved=true): medium-risk operation", "", "zeroclaw.require_approval_for_medium_risk", 1},
		{"cat a /etc/passwd", "forbidden-path", "Path blocked by security policy: /etc/passwd", `"/etc/passwd", column 7`, "zeroclaw.workspace_only", 7},
	} {
		reason := decideZeroClaw(t, test.command, nil, exec.Invocation{}).Reasons[0]
		if reason.Rule != "exec/zeroclaw/"+test.rule || reason.Message != test.message || !strings.Contains(reason.Hint, test.hint) || reason.Setting != test.setting {
			t.Errorf("%q: %+v", test.command, reason)
		}
		if reason.Span == nil || reason.Span.Start.Column != test.col {
			t.Errorf("%q: place %v; wanted column %d", test.command, reason.Span, test.col)
		}
	}
}

// TestZeroClawApproval: who can approve is asked, where there is nobody it is
// refused, and what is approved runs.
func TestZeroClawApproval(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		exec     exec.Invocation
		settings map[string]any
		command  string
		want     engine.Effect
	}{
		{exec.Invocation{}, nil, "git push", engine.Ask},
		{exec.Invocation{Unattended: true}, nil, "git push", engine.Deny},
		{exec.Invocation{Approved: true}, nil, "git push", engine.Allow},
		{exec.Invocation{}, map[string]any{"zeroclaw": map[string]any{"level": "full"}}, "git push", engine.Allow},
		{exec.Invocation{Approved: true}, map[string]any{"zeroclaw": map[string]any{"level": "readonly"}}, "ls", engine.Deny},
		{exec.Invocation{Approved: true}, map[string]any{"zeroclaw": map[string]any{"level": "read_only"}}, "ls", engine.Deny},
		{exec.Invocation{}, map[string]any{"zeroclaw": map[string]any{"level": 5}}, "ls", engine.Deny},
		{exec.Invocation{Approved: true}, map[string]any{"exec": map[string]any{"security": "deny"}}, "ls", engine.Deny},
		{exec.Invocation{}, map[string]any{"exec": map[string]any{"allowlist": []any{"rg", map[string]any{"pattern": "fd"}}}}, "rg x", engine.Allow},
		{exec.Invocation{}, map[string]any{"exec": map[string]any{"allowlist": []any{"rg", map[string]any{"pattern": "fd"}}}}, "fd x", engine.Allow},
		{exec.Invocation{}, map[string]any{"exec": map[string]any{"allowlist": []any{map[string]any{"pattern": "fd", "argPattern": "^x"}}}}, "fd x", engine.Deny},
		{exec.Invocation{}, map[string]any{"zeroclaw": map[string]any{"max_actions_per_hour": 0}}, "ls", engine.Deny},
		{exec.Invocation{Extra: map[string]any{"actions_last_hour": 19}}, map[string]any{"zeroclaw": map[string]any{"max_actions_per_hour": 20}}, "ls", engine.Allow},
		{exec.Invocation{}, nil, "ls \xff", engine.Deny},
		{exec.Invocation{}, nil, "ls \x00", engine.Deny},
		{exec.Invocation{}, nil, "ls 'x", engine.Deny},
		{exec.Invocation{}, nil, "", engine.Deny},
	} {
		if got := decideZeroClaw(t, test.command, test.settings, test.exec); got.Effect != test.want {
			t.Errorf("%q under %v: %s (%s); wanted %s", test.command, test.settings, got.Effect, got.Reasons[0].Message, test.want)
		}
	}
}

// TestZeroClawForbidden: the more specific of a forbidden path and a root holds,
// a tie forbids, and "roots" brings back what the recorded version does.
func TestZeroClawForbidden(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path      string
		forbidden []any
		head      bool
		want      engine.Effect
	}{
		{"/projects/a", []any{"/projects/secret"}, false, engine.Allow},
		{"/projects/secret/key", []any{"/projects/secret"}, false, engine.Deny},
		{"/projects/secret/key", []any{"/projects/secret"}, true, engine.Allow},
		{"/projects/a", []any{"/projects"}, false, engine.Deny},
		{"/projects/a", []any{"/"}, false, engine.Allow},
		{"/projects2/a", []any{}, false, engine.Deny},
		{"secret/key", []any{"/workspace/secret"}, false, engine.Deny},
		{"/dev/null", []any{"/dev"}, false, engine.Allow},
	} {
		section := map[string]any{"allowed_roots": []any{"/projects"}, "forbidden_paths": test.forbidden}
		if test.head {
			section["forbidden_precedence"] = "roots"
		}
		got := decideZeroClaw(t, "cat "+test.path, map[string]any{"zeroclaw": section}, exec.Invocation{})
		if got.Effect != test.want {
			t.Errorf("%s under %v: %s (%s); wanted %s", test.path, section, got.Effect, got.Reasons[0].Message, test.want)
		}
	}
}

// TestZeroClawState: its own state files are refused where a path would reach
// them.
func TestZeroClawState(t *testing.T) {
	t.Parallel()
	settings := map[string]any{"zeroclaw": map[string]any{"level": "full", "forbidden_paths": []any{}, "data_dir": "/srv/zc"}}
	for path, want := range map[string]engine.Effect{
		"/config.toml": engine.Deny, "/srv/zc/otp-secret": engine.Deny, "/srv/zc/.config.toml.tmp-1": engine.Deny,
		"/srv/zc/notes": engine.Allow, "/srv/other/config.toml": engine.Allow, "./config.toml": engine.Allow,
	} {
		got := decideZeroClaw(t, "cat "+path, settings, exec.Invocation{})
		if got.Effect != want {
			t.Errorf("%s: %s (%s); wanted %s", path, got.Effect, got.Reasons[0].Message, want)
		}
	}
}

// TestMoreEntriesNeverForbid: an entry more in an allow-list turns no yes into a
// no, in any of the profiles.
func TestMoreEntriesNeverForbid(t *testing.T) {
	t.Parallel()
	decider := exec.New()
	commands := []string{"ls", "ls | cat", "git push", "rm x", "cat a > b", "find . -name x", "echo $HOME", "/bin/ls", "python3 a.py", "sed s/a/b/ f"}
	sections := map[string]func(list []any) map[string]any{
		"zeroclaw": func(list []any) map[string]any {
			return map[string]any{"zeroclaw": map[string]any{"allowed_commands": list, "level": "full"}}
		},
		"codeexec": func(list []any) map[string]any {
			return map[string]any{"codeExec": map[string]any{"bash": map[string]any{"allowedCommands": list}}}
		},
	}
	entries := []any{"ls", "cat", "git", "find", "python3", "echo", "sed", "/bin/ls", "rm", "*"}
	for profile, settings := range sections {
		for _, command := range commands {
			allowed := false
			for n := range entries {
				request := exec.Request{Profile: profile, Exec: exec.Invocation{Command: command, Cwd: "/workspace"}}
				decision, err := decider.Decide(context.Background(), request, engine.PlainSettings(settings(entries[:n+1])))
				if err != nil {
					t.Fatal(err)
				}
				if allowed && decision.Effect != engine.Allow {
					t.Errorf("%s %q: %v makes it %s", profile, command, entries[n], decision.Effect)
				}
				allowed = decision.Effect == engine.Allow
			}
		}
	}
}
