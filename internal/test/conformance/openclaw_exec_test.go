package conformance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Rows with the effect turned round must not agree: an adapter that compares
// nothing would pass them.
func TestOpenClawExecTellsLooserFromStricter(t *testing.T) {
	t.Parallel()
	suite := OpenClawExec()
	t.Cleanup(func() {
		if err := suite.Close(); err != nil {
			t.Error(err)
		}
	})
	const allowed = `"input":{"ask":"off","allowlist":["${FX}/bin/mytool"],"env":{"PATH":"${FX}/bin"},"cwd":"${FX}/work","command":"mytool"}`
	for row, want := range map[string]Outcome{
		`{` + allowed + `,"expected":{"decision":"allow","noUi":"allow"}}`:                                       Agree,
		`{` + allowed + `,"expected":{"decision":"ask","noUi":"deny"}}`:                                          Looser,
		`{"input":{"ask":"off","command":"nosuch"},"expected":{"decision":"allow","noUi":"allow"}}`:              Stricter,
		`{"input":{"command":"nosuch"},"needs":["exe:/nosuch/x (x)"],"expected":{"decision":"deny"}}`:            Skipped,
		`{"input":{"command":"x","env":{"PATH":"${FX}/bin"}},"needs":["absent:mytool"],"expected":{}}`:           Skipped,
		`{"input":{"command":"x"},"needs":["something"],"expected":{}}`:                                          Skipped,
		`{"input":{"kind":"nothing"},"expected":{}}`:                                                             Skipped,
		`{"input":{"kind":"inlineEval","argv":["python3","-c","1"]},"expected":{"hit":"python3 -c"}}`:            Agree,
		`{"input":{"kind":"inlineEval","argv":["python3","-c","1"]},"expected":{"hit":null}}`:                    Looser,
		`{"input":{"kind":"target","host":"x"},"expected":{"selected":null,"effective":null,"reason":"host:x"}}`: Looser,
	} {
		result, err := suite.Run(context.Background(), json.RawMessage(row))
		if err != nil {
			t.Errorf("%s: %v", row, err)
			continue
		}
		if result.Outcome != want {
			t.Errorf("%s: %s (%s), want %s", row, result.Outcome, result.Detail, want)
		}
	}
}

func TestOpenClawEnvComparesDecisions(t *testing.T) {
	t.Parallel()
	suite := OpenClawEnv()
	for row, want := range map[string]Outcome{
		`{"input":{"kind":"envOverride","overrides":{"CC":"x"}},"expected":{"blocked":["CC"],"invalid":[],"accepted":{},"decision":"deny"}}`:  Agree,
		`{"input":{"kind":"envOverride","overrides":{"CC":"x"}},"expected":{"blocked":["CC"],"invalid":[],"accepted":{},"decision":"allow"}}`: Stricter,
		`{"input":{"kind":"envInherited","base":{"CC":"x","A":"1"}},"expected":{"env":{"A":"1"}}}`:                                            Agree,
		`{"input":{"kind":"envInherited","base":{"CC":"x"}},"expected":{"env":{"CC":"x"}}}`:                                                   Looser,
	} {
		result, err := suite.Run(context.Background(), json.RawMessage(row))
		if err != nil || result.Outcome != want {
			t.Errorf("%s: %s (%s) %v, want %s", row, result.Outcome, result.Detail, err, want)
		}
	}
}

func TestFixtureTree(t *testing.T) {
	t.Parallel()
	root, err := layOutFixtures()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	for name, want := range map[string]string{
		"links/aliasedtool":     "bin/mytool",
		"trustedlinks/head":     "cellar/bin/head",
		"cwdlink/safe.py":       "work/safe.py",
		"work/ünïtool":          "work/ünïtool",
		"sp ace/mytool":         "sp ace/mytool",
		"deep/a/b/c/mytool":     "deep/a/b/c/mytool",
		"work/scripts/other.sh": "work/scripts/other.sh",
	} {
		real, err := filepath.EvalSymlinks(filepath.Join(root, name))
		if err != nil || strings.TrimPrefix(real, root+"/") != want {
			t.Errorf("%s is %s (%v), want %s", name, real, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "links/dangling")); err == nil {
		t.Error("links/dangling leads somewhere")
	}
	if info, err := os.Stat(filepath.Join(root, "work/scripts/data.sh")); err != nil || info.Mode()&0o111 != 0 {
		t.Errorf("work/scripts/data.sh: %v, %v", info, err)
	}
}
