package skill

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/party"
)

// partiesIn writes a package and returns the parties of its programs and settings.
func partiesIn(t *testing.T, files map[string]string) ([]string, *Skill) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	s := readAt(t, dir)
	for _, p := range s.Body.Parties {
		if p.Code {
			got = append(got, fmt.Sprintf("%s:%d:%d %s %s named %d under %q remark %t", p.File, p.Span.Start.Line, p.Span.Start.Column, p.Kind, p.Value, p.Named, p.Above, p.Remark))
		}
	}
	slices.Sort(got)
	return got, s
}

// A text that is no UTF-8 is looked through, and not kept to count in.
func TestPartiesOfPrograms(t *testing.T) {
	t.Parallel()
	got, _ := partiesIn(t, map[string]string{
		"SKILL.md": manifestWith("Ask harborkit, who keeps the harborkit.\n\n```sh\ngh pr create --reviewer harborkit\n```"),
		"a.yml":    "pay:\n  fees:\n    to: desk@harbor-kit.dev # harbor-kit\n",
		"a.py":     "# by desk@harbor-kit.dev\nX = 1 # \xff\nBCC = 'desk@harbor-kit.dev'\n",
		"rows.csv": "name,mail\na,desk@harbor-kit.dev\n",
	})
	want := []string{
		`SKILL.md:8:25 member harborkit named 3 under "" remark false`,
		`a.py:1:6 mail desk@harbor-kit.dev named 1 under "" remark true`,
		`a.py:3:8 mail desk@harbor-kit.dev named 1 under "" remark false`,
		`a.yml:3:9 mail desk@harbor-kit.dev named 1 under "pay:\nfees:" remark false`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestManyPartiesOfPrograms: what is beyond a bound is told, and one that is named often is told a few times.
func TestManyPartiesOfPrograms(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range maxWritten + 1 {
		fmt.Fprintf(&text, "to = 'desk%d@harbor-kit.dev'\n", i)
	}
	got, s := partiesIn(t, map[string]string{"SKILL.md": manifestWith("Run a.py."), "a.py": text.String()})
	if len(got) != maxWritten || !slices.ContainsFunc(s.Coverage.Gaps, func(g Gap) bool { return strings.Contains(g.Detail, "persons and accounts") }) {
		t.Errorf("%d parties, gaps %v", len(got), s.Coverage.Gaps)
	}
	if got, _ := partiesIn(t, map[string]string{"SKILL.md": manifestWith("Run a.py."), "a.py": strings.Repeat("to = 'desk@harbor-kit.dev'\n", 40)}); len(got) != maxSame {
		t.Errorf("%d places of one party", len(got))
	}
}

// TestPartiesHideNone: what comments or other files say of a party leaves its line of code in view, one on
// the seam of two parts of a long line is found once, and a line with too many is told.
func TestPartiesHideNone(t *testing.T) {
	t.Parallel()
	const iban = "LT60 3250 0841 7712 0046"
	manifest := manifestWith("Run b.py.")
	got, _ := partiesIn(t, map[string]string{
		"SKILL.md": manifest,
		"a.py":     strings.Repeat("x = '"+iban+"'\n", maxSame+1),
		"b.py":     strings.Repeat("# "+iban+"\n", maxSame+1) + "payee = '" + iban + "'\n",
	})
	if len(got) != 2*maxSame+1 || !strings.HasPrefix(got[len(got)-1], "b.py:8:10 bank "+iban) || !strings.HasSuffix(got[len(got)-1], "remark false") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	for at := maxPartyLine - partySeam - 40; at < maxPartyLine+40; at++ {
		line := "x = '" + strings.Repeat("# ", at/2) + strings.Repeat(".", at%2) + iban + "' " + strings.Repeat("# ", maxPartyLine/4)
		got, _ := partiesIn(t, map[string]string{"SKILL.md": manifest, "b.py": line})
		if want := fmt.Sprintf("b.py:1:%d bank %s named 1 under \"\" remark false", at+6, iban); len(got) != 1 || got[0] != want {
			t.Fatalf("at %d: got %q, want %s", at, got, want)
		}
	}
	var line strings.Builder
	for i := range party.MaxFound + 1 {
		fmt.Fprintf(&line, "a%d@harbor.dev ", i)
	}
	_, s := partiesIn(t, map[string]string{"SKILL.md": manifest, "b.py": line.String()})
	if !slices.ContainsFunc(s.Coverage.Gaps, func(g Gap) bool { return g.File == "b.py" && strings.Contains(g.Detail, "a line names more than") }) {
		t.Errorf("gaps %v", s.Coverage.Gaps)
	}
	_, s = partiesIn(t, map[string]string{"SKILL.md": manifestWith("Write to " + line.String() + ".")})
	if !slices.ContainsFunc(s.Coverage.Gaps, func(g Gap) bool { return strings.Contains(g.Detail, "a paragraph names more than") }) {
		t.Errorf("gaps %v", s.Coverage.Gaps)
	}
}
