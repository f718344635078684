package format_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
)

func explained(t *testing.T, command string) string {
	t.Helper()
	request := exec.Request{Exec: exec.Invocation{Command: command, Cwd: "/nowhere", Inherited: map[string]string{"PATH": "/nowhere"}}}
	settings := engine.PlainSettings{"exec": map[string]any{"ask": "off", "allowlist": []any{"echo"}}}
	got, err := exec.New().Explain(context.Background(), request, settings)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format.Explanation(&out, got); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestExplanationColumns wants the carets under the program that is not listed,
// whatever stands before it.
func TestExplanationColumns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ command, line, carets string }{
		"plain":      {"echo a; xprog b", "echo a; xprog b", "        ^^^^^"},
		"wide":       {"echo 日本; xprog b", "echo 日本; xprog b", "           ^^^^^"},
		"tab":        {"echo\ta;\txprog", "echo    a;    xprog", "              ^^^^^"},
		"combining":  {"echo e\u0301; xprog", "echo e\u0301; xprog", "        ^^^^^"},
		"escape":     {"echo '\x1b[2J'; xprog", `echo '\x1b[2J'; xprog`, "                ^^^^^"},
		"bidi":       {"echo '\u202e'; xprog", `echo '\u{202e}'; xprog`, "                 ^^^^^"},
		"not UTF-8":  {"echo '\xff'; xprog", `echo '\xff'; xprog`, "     ^^"},
		"later line": {"echo a\nxprog b", "xprog b", "^^^^^"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := explained(t, c.command)
			if !strings.Contains(out, "| "+c.line+"\n") {
				t.Errorf("the line %q is not shown:\n%s", c.line, out)
			}
			if name != "not UTF-8" && !strings.Contains(out, "   | "+c.carets+"\n") {
				t.Errorf("the carets are not %q:\n%s", c.carets, out)
			}
			for _, r := range out {
				if r < 0x20 && r != '\n' || r == '\u202e' || r == '\ufffd' {
					t.Errorf("%U is written raw:\n%q", r, out)
				}
			}
		})
	}
}

// TestExplanationBounds wants a text with very many commands to be shown in part.
func TestExplanationBounds(t *testing.T) {
	t.Parallel()
	out := explained(t, strings.Repeat("echo a; ", 1000))
	if n := strings.Count(out, "\n  echo a"); n != 200 || !strings.Contains(out, "\n  and 800 more\n") {
		t.Errorf("%d commands are shown:\n%.300s", n, out)
	}
}

func TestComparison(t *testing.T) {
	t.Parallel()
	row := func(profile string, effect engine.Effect, message string) exec.Explanation {
		return exec.Explanation{Profile: profile, Decision: engine.Decision{Effect: effect, Reasons: []engine.Reason{{Rule: "exec/x", Message: message}}}}
	}
	var out bytes.Buffer
	all := []exec.Explanation{row("open", engine.Allow, "fine"), row("strict", engine.Deny, "no \x1b[31m"), row("long-name", engine.Ask, strings.Repeat("x", 120))}
	if err := format.Comparison(&out, all, "strict"); err != nil {
		t.Fatal(err)
	}
	want := "  PROFILE    EFFECT  RULE    WHY\n" +
		"  open       allow   exec/x  fine\n" +
		"* strict     deny    exec/x  no \\x1b[31m\n" +
		"  long-name  ask     exec/x  " + strings.Repeat("x", 120) + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
