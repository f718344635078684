// Package vectors gives tests the rows of the conformance suites, the commands in
// them, and hostile texts made of them.
package vectors

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// Read reads a suite of conformance rows into T.
func Read[T any](t testing.TB, suite string) []T {
	t.Helper()
	name, err := fixture.Module("testdata/conformance/" + suite + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	s := bufio.NewScanner(z)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		var row T
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatalf("read %s: %v", suite, err)
		}
		out = append(out, row)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no rows", suite)
	}
	return out
}

// Commands are the inputs of every suite that has commands.
func Commands(t testing.TB) []string {
	t.Helper()
	var out []string
	type row struct {
		Command string
		Input   struct {
			Command string
			Argv    []string
		}
		Op struct{ Code string }
	}
	for _, suite := range []string{"openclaw-exec", "zeroclaw-shell", "idioms", "harmless-2", "bypass", "bypass-2", "agentzero", "codeexec"} {
		for _, r := range Read[row](t, suite) {
			for _, c := range []string{r.Command, r.Input.Command, r.Op.Code} {
				if c != "" {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// Few are some of the texts, or all of them where [fixture.Size] says so: every nth, the
// same in every run.
func Few(texts []string, n int) []string {
	if n = fixture.Size(n, 1); n == 1 {
		return texts
	}
	out := make([]string, 0, len(texts)/n+1)
	for i := 0; i < len(texts); i += n {
		out = append(out, texts[i])
	}
	return out
}

// Spliced are halves of two commands with a character between them: cheap, and
// the same in every run.
func Spliced(t testing.TB, n int) []string {
	t.Helper()
	seeds := Commands(t)
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // every run wants the same commands
	const special = "$`'\"\\(){}[]<>|&;\n !=~*?#@%\r\x00\xff"
	out := make([]string, n)
	for i := range out {
		a, b := seeds[random.IntN(len(seeds))], seeds[random.IntN(len(seeds))]
		c := random.IntN(len(special))
		out[i] = a[:random.IntN(len(a)+1)] + special[c:c+1] + b[random.IntN(len(b)+1):]
	}
	return out
}

// Hostile is a text that exceeds a bound, and the bound, "" for none.
type Hostile struct{ Name, Text, Limit string }

// Hostiles are texts of sizes that no honest command has.
func Hostiles() []Hostile {
	many := strings.Repeat
	return []Hostile{
		{"long", many("a", 1<<20+1), "too_large"},
		{"substitutions", many("$(", 10_000), "too_deep"},
		{"quoted", many(`"$(`, 10_000), "too_deep"},
		{"subshells", many("(", 10_000), "too_deep"},
		{"parameters", many("${a:-", 10_000), "too_deep"},
		{"arithmetic", "echo $((" + many("(", 10_000), "too_deep"},
		{"indexes", many("a[", 100_000), "too_deep"},
		{"unary", "echo $((" + many("~", 100_000) + "1))", "too_deep"},
		{"negation", many("! ", 100_000), "too_deep"},
		{"backticks", many("`", 100_000), "too_many_nodes"},
		{"pipes", many("a|", 100_000) + "a", "too_many_nodes"},
		{"keywords", many("if ", 100_000), "too_many_nodes"},
		{"commands", many("a;", 4_010), "too_many_commands"},
		{"returns", "ls " + many("\r", 900_000), ""},
		{"words", many("a ", 400_000), "too_many_nodes"},
		{"redirects", "a " + many("<<<a ", 100_000), "too_many_nodes"},
		{"one long line", many("é", 400_000) + "; " + many("a b c;", 3_000), ""},
		{"payloads", nest(40), "too_deep"},
		{"wrappers", many("nice ", 200) + "ls", "too_deep"},
		{"evals", many("eval ", 200) + "ls", "too_deep"},
		{"env -S", many("env -S env ", 200) + "ls", "too_deep"},
	}
}

// nest is a shell in a shell, depth times.
func nest(depth int) string {
	s := "ls"
	for range depth {
		s = "sh -c '" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		if len(s) > 1<<18 {
			break
		}
	}
	return strings.Repeat("busybox ", depth) + "sh -c ls; " + s
}
