package places

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

var update = flag.Bool("update", false, "write the table of verdicts anew")

// table is where the verdict on every payload in every place stands.
const table = "testdata/verdicts.txt"

func all() []place {
	return slices.Concat(fences(), bodies(), broken(), fronts(), commands(), starters(), liers(), containers())
}

// TestVerdicts holds every place with every payload against what its kind wants, and
// all verdicts against the table. By default each place has one of the payloads, in
// turn; with SKILLCTL_SLOW=1, or to write the table, each has all.
func TestVerdicts(t *testing.T) {
	places, payloads := all(), payloads()
	if len(places) < 200 {
		t.Fatalf("%d places", len(places))
	}
	whole := *update || fixture.Size(0, 1) == 1
	dir := t.TempDir()
	for i, p := range places {
		for k, load := range payloads {
			if whole || (i+k)%len(payloads) == 0 {
				write(t, dir, p.with(folder(i, k), load.text))
			}
		}
	}
	verdicts := judge(t, dir)
	known := readTable(t)
	var b strings.Builder
	for i, p := range places {
		var row []string
		for k, load := range payloads {
			got, judged := verdicts[folder(i, k)]
			if !judged && !whole {
				continue
			}
			row = append(row, string(got))
			if !*update && known[p.name+"\x00"+load.name] != got {
				t.Errorf("%s with %s: %q, the table has %q", p.name, load.name, got, known[p.name+"\x00"+load.name])
			}
			if !slices.Contains(wanted(p.kind), got) && got != excused(p, load).verdict {
				t.Errorf("%s with %s, which is %s: %q", p.name, load.name, p.kind, got)
			}
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", p.kind, strings.Join(row, "\t"), p.name)
	}
	if *update {
		writeTable(t, payloads, b.String())
	}
}

// wanted are the verdicts that a kind of place may have.
func wanted(k kind) []engine.Verdict {
	if k == lies {
		return []engine.Verdict{"block", "review"}
	}
	return []engine.Verdict{"block"}
}

func folder(place, payload int) string { return fmt.Sprintf("p%03d-%d", place, payload) }

// judge lints all skills of a folder in one go.
func judge(t *testing.T, dir string) map[string]engine.Verdict {
	t.Helper()
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	report, err := linter.Lint(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]engine.Verdict{}
	for _, s := range report.Skills {
		verdicts[filepath.Base(s.Path)] = s.Verdict
	}
	return verdicts
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// readTable are the verdicts of the table by place and payload.
func readTable(t *testing.T) map[string]engine.Verdict {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := map[string]engine.Verdict{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 2+len(payloads()) || cells[0] == "kind" {
			continue
		}
		for k, load := range payloads() {
			known[cells[len(cells)-1]+"\x00"+load.name] = engine.Verdict(cells[k+1])
		}
	}
	return known
}

func writeTable(t *testing.T, loads []payload, rows string) {
	t.Helper()
	names := make([]string, len(loads))
	for i, one := range loads {
		names[i] = one.name
	}
	if err := os.MkdirAll(filepath.Dir(table), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(table, []byte("kind\t"+strings.Join(names, "\t")+"\tplace\n"+rows), 0o600); err != nil {
		t.Fatal(err)
	}
}
