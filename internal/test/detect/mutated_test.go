package detect

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestMutated: files of the cases that are cut off, torn apart, put together and called as
// files of another language do not end lint. Readers get what nobody meant to write.
func TestMutated(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/detect/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	var texts [][]byte
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if len(f.Data) > 0 {
				texts = append(texts, f.Data)
			}
		}
	}
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	packages := 40
	if os.Getenv("SKILLCTL_SLOW") != "" {
		packages = 400
	}
	endings := []string{".py", ".js", ".ts", ".sh", ".rb", ".go", ".ps1", ".php", ".pl", ".md", ".json", ".yaml", ".toml", ".csv", ".html", ".tf", ".conf", "", ".txt", ".lua", ".java"}
	for seed := range packages {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(uint64(seed), 1)) // the same cases each time
			archive := &txtar.Archive{Files: []txtar.File{{Name: "s/SKILL.md", Data: []byte("---\nname: s\ndescription: Counts words.\n---\n# S\n\nSee the files in `f/`.\n")}}}
			for i := range 6 {
				name := fmt.Sprintf("s/f/a%d%s", i, endings[draw.IntN(len(endings))])
				archive.Files = append(archive.Files, txtar.File{Name: name, Data: mutated(draw, texts)})
			}
			folder := t.TempDir()
			fixture.Unpack(t, folder, archive)
			report, err := linter.Lint(t.Context(), []string{folder})
			if err != nil || len(report.Skills) != 1 {
				t.Errorf("%d skills, %v", len(report.Skills), err)
			}
		})
	}
}

// mutated is one of some texts, changed: its begin, its begin with the end of another one,
// itself several times, or itself with marks put in and characters left out.
func mutated(draw *rand.Rand, texts [][]byte) []byte {
	one, other := texts[draw.IntN(len(texts))], texts[draw.IntN(len(texts))]
	at := draw.IntN(len(one) + 1)
	switch draw.IntN(4) {
	case 0:
		return one[:at]
	case 1:
		return append(append([]byte{}, one[:at]...), other[draw.IntN(len(other)+1):]...)
	case 2:
		var out []byte
		for range 1 + draw.IntN(12) {
			out = append(out, one...)
		}
		return out
	}
	marks := []string{"{", "}", "[", "]", "(", ")", ";", ",", "\"", "'", "`", "\n", "$", ":", "=", "${", "<<E\n", "```", "\\", "#"}
	out := append([]byte{}, one...)
	for range 1 + draw.IntN(30) {
		at := draw.IntN(len(out) + 1)
		rest := append([]byte{}, out[min(len(out), at+draw.IntN(2)):]...)
		out = append(append(out[:at], marks[draw.IntN(len(marks))]...), rest...)
	}
	return out
}
