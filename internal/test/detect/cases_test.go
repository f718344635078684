package detect

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestCases: testdata/detect has skills that look bad and are not, and skills that are;
// each says its label and what lint has to say of its safety. The malicious ones count as
// cases of the rules that find them.
func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/detect/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	known := &fired{times: map[string]int{}}
	t.Run("cases", func(t *testing.T) {
		for _, file := range files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				t.Parallel()
				testCase(t, linter, file, known)
			})
		}
	})
	t.Run("rules", func(t *testing.T) { testRules(t, linter, known.times) })
}

func testCase(t *testing.T, linter *lint.Linter, file string, known *fired) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	label, want := header(t, string(archive.Comment))
	if !strings.HasPrefix(filepath.Base(file), label+"-") {
		t.Errorf("its label is %q", label)
	}
	folder := t.TempDir()
	fixture.Unpack(t, folder, archive)
	report, err := linter.Lint(t.Context(), []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	got := itemOf(Label{Kind: label}, &report)
	if got.Skills != 1 || got.Safety != want {
		t.Errorf("%d skills, safety %q, want %q: %v", got.Skills, got.Safety, want, got.Rules)
	}
	if label == benign && want == engine.VerdictBlock || label == malicious && want == engine.VerdictPass {
		t.Errorf("a %s skill is not wanted as %s", label, want)
	}
	if label == malicious {
		known.add(got.Rules)
	}
}

// header reads what a case says of itself: "label: benign", "safety: pass".
func header(t *testing.T, comment string) (label string, safety engine.Verdict) {
	t.Helper()
	for line := range strings.Lines(comment) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "label":
			label = value
		case "safety":
			safety = engine.Verdict(value)
		}
	}
	if label != malicious && label != benign || safety == "" {
		t.Fatalf("label %q, safety %q", label, safety)
	}
	return label, safety
}
