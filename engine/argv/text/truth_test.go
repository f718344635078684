package text_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/argv/text"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// real is a program that runs texts of a language.
type real struct {
	language string
	// program and its arguments, in which TEXT stands for the text.
	argv []string
	// pieces are what texts are drawn from: whole constructs, parts of them, and
	// letters at which readers disagree. What runs something, or writes, leaves a
	// file in the working folder.
	pieces []string
}

func awkPieces() []string {
	return []string{
		"BEGIN{", "}", "{", ";", "\n", "(", ")", "[", "]", "/", "\"", "\\", "#", "$1", "x", "y", "=", "1", " ", " ", ",", "a[1]", "in ", "++", "!", "~", "?", ":", "|", ">", ">>", "if(1)", "else ", "while(i++<1)", "for(;i++<1;)", "return ", "function f(a)", "f(1)", "length", "length ", "getline", "getline x", "<",
		`system("touch ran")`, `"touch ran"`, `"out"`, `print "x"`, `printf "%s", x`, `print "x">"out"`, `print|"touch ran"`, `"touch ran"|getline`, `/"/`, `/#/`, `/[/]/`, `"\""`, `"\\"`, "/a/", `/\//`, `x=/b/`, `#"`, `print x,y`, `gsub(/"/,"")`, `split("a b",a)`, `printf("%s\n",x)`, "\\\n", "getline<\"out\"", "close(\"out\")", "BEGIN", "END",
	}
}

func sedPieces() []string {
	return []string{
		"s/", "/", "s|", "|", "a", "b", "x", "e", "w out", "w", "r out", "e touch ran", "e touch ran\n", "s/x/touch ran/e", "p", "d", "n", "N", ";", "\n", "{", "}", "1", "$", "!", ",", "/x/", "\\", "\\\n", "[", "]", "[/]", "[^/]", "[[:alpha:]]", "#", " ", "y/", ":a", "ba", "t", "a\\", "a text", "i\\\n", "c", "&", "g", "I", "0~2", "+1", "\\n", "s,", ",", "l", "q", "=", "W out", "v", "T",
	}
}

func sqlitePieces() []string {
	return []string{
		".shell touch ran", ".system touch ran", ".s", "touch ran", ".output out", ".tables", ".mode csv", "\n", "\n", ";", " ", "select ", "1", "'", "\"", "'x'", "(", ")", ",", "--", "/*", "*/", "[", "]", "`", "go", "/", "#", ".print ", "attach 'out' as o", "vacuum into 'out'",
		"writefile('out','x')", "edit('x','touch ran')", "writefile", "create table t(a)", "insert into t(a) values(1)", "pragma ", "table_info(t)", "begin", "end", ";\n", ".once out\n", "\\", "|", "'||", "x", "as ", "from ", ".dump", ".sh", ".o", "readfile('in')", "where ",
	}
}

func jqPieces() []string {
	return []string{".", "a", "|", "env", "$ENV", ".x", "[", "]", "(", ")", "\"", "\\(", "def f: ", ";", "f", "import \"m\" as m;", "include \"m\";", "1", ",", " ", "input", "$__loc__", "{", "}", ":", "@sh", "if ", "then ", "end", "#", "\n", "?", "//"}
}

func programs() []real {
	out := []real{}
	for _, awk := range []string{"mawk", "gawk", "original-awk", "goawk"} {
		out = append(out, real{"awk", []string{awk, "TEXT", "in"}, awkPieces()})
	}
	return append(out,
		real{"awk", []string{"busybox", "awk", "TEXT", "in"}, awkPieces()},
		real{"sed", []string{"sed", "TEXT", "in"}, sedPieces()},
		real{"sed", []string{"busybox", "sed", "TEXT", "in"}, sedPieces()},
		real{"sqlite", []string{"sqlite3", ":memory:", "TEXT"}, sqlitePieces()},
		real{"sqlite", []string{"sqlite3", ":memory:", "STDIN"}, sqlitePieces()},
		real{"jq", []string{"jq", "-R", "TEXT", "in"}, jqPieces()},
	)
}

// TestAgainstPrograms runs what the readers call harmless, and looks whether
// anything was run or written.
func TestAgainstPrograms(t *testing.T) {
	t.Parallel()
	for n, p := range programs() {
		t.Run(fmt.Sprint(n, " ", p.argv[0]), func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(p.argv[0])
			if err != nil {
				t.Skip("the program is not here")
			}
			read, ok := text.Reader(p.language)
			if !ok {
				t.Fatalf("no reader for %s", p.language)
			}
			random := rand.New(rand.NewPCG(uint64(n), 21))
			tried := 0
			for tried < fixture.Size(15, 600) {
				source := draw(random, p.pieces)
				if r := read(source); !r.Harmless() || source == "" {
					continue
				}
				tried++
				if found := try(t, path, p.argv, source); len(found) > 0 {
					t.Errorf("%q is read as harmless, and leaves %v", source, found)
				}
			}
		})
	}
}

func draw(random *rand.Rand, pieces []string) string {
	var b strings.Builder
	for range 2 + random.IntN(12) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// try runs a text in a folder of its own, and returns the files that it leaves,
// and what it printed of the environment.
func try(t *testing.T, path string, argv []string, source string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in"), []byte("x y\nz\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := make([]string, 0, len(argv))
	for _, a := range argv[1:] {
		args = append(args, strings.ReplaceAll(a, "TEXT", source))
	}
	// A text that does not end is stopped; what it did until then counts.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	if argv[len(argv)-1] == "STDIN" {
		cmd.Args = cmd.Args[:len(cmd.Args)-1]
		cmd.Stdin = strings.NewReader(source)
	}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TOKEN=kept-secret"}
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output()
	if strings.Contains(string(out), "kept-secret") {
		return []string{"a secret of the environment"}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		if e.Name() != "in" {
			left = append(left, e.Name())
		}
	}
	return left
}
