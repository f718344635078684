package tables

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/policies"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	help := Read("  -a, --all  all\n  -m, --most=NUM  most\n  -c[=WHEN]  color\n  -o FILE  out\n  -x  new\n  -9  best\n  -D<name>  defines\n  -z  zip\n", false)
	got := Compare("tool", help,
		map[string]string{"-a --all": "flag", "-m --most": "flag", "-c": "text", "-o": "write if -a; read", "-NUM": "flag", "-D*": "text"},
		map[string]string{"-z": "flag:writes", "-a": "text"}, map[string]string{"-c": "said wrongly"})
	if got.Classed != 9 || !cmp.Equal(got.Unclassed, []string{"-x"}) {
		t.Errorf("%d classed and %q not", got.Classed, got.Unclassed)
	}
	if text := strings.Join(got.Wrong, "\n"); len(got.Wrong) != 2 || !strings.Contains(text, "-m takes a value, the entry reads it with no value") {
		t.Errorf("wrong: %q", text)
	}
}

// TestOwnOptionsCountBeforeThoseOfGroups: -n of one sub-command is not that of all.
func TestOwnOptionsCountBeforeThoseOfGroups(t *testing.T) {
	t.Parallel()
	groups := map[string]map[string]string{"log": {"-n --max-count": "number", "-p": "flag"}, "more": {"-p": "text"}}
	got := merged(&grammar.Entry{Options: map[string]string{"-n --numbered": "flag"}, Use: []string{"log", "more"}}, groups)
	if want := map[string]string{"-n": "flag", "--numbered": "flag", "--max-count": "number", "-p": "flag"}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

// TestListIsOfTheEntries wants each program of the list to have an entry, and each
// excuse to be for an option that the entry has.
func TestListIsOfTheEntries(t *testing.T) {
	t.Parallel()
	c, err := New("", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// With no folder to look in no program is started.
	results, err := c.Check(t.Context(), policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Note == "" {
			t.Errorf("%s: it was asked, and there is no program", r.Name)
		}
	}
	if len(results) < len(c.asked) {
		t.Errorf("%d results for %d programs", len(results), len(c.asked))
	}
}

// tree is a folder of policies with one entry.
func tree(entry string) fstest.MapFS {
	return fstest.MapFS{"programs/curl.json": &fstest.MapFile{Data: []byte(entry)}}
}

func TestCheckStartsPrograms(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script for sh")
	}
	bin := t.TempDir()
	script := "#!/bin/sh\n[ \"$1 $2\" = '--help all' ] || exit 9\nprintf '%s\\n' '  -a, --all  all' '  -m, --most=NUM  most' '  -u  unknown'\nls -A\nexit 3\n"
	if err := os.WriteFile(filepath.Join(bin, "curl"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	path := strings.Join([]string{bin, "/usr/bin", "/bin"}, string(os.PathListSeparator))
	for _, one := range []struct {
		entry          string
		classed, wrong int
	}{
		{`{"names":["curl"],"source":"x","style":"gnu","options":{"-a --all":"flag","-m --most":"text"}}`, 4, 0},
		{`{"names":["other","curl"],"source":"x","style":"gnu","options":{"-a --all":"flag","-m":"flag","--most":"text"}}`, 4, 1},
	} {
		list, err := New(path, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		list.asked = map[string]Asked{"curl": list.asked["curl"]}
		results, err := list.Check(t.Context(), tree(one.entry))
		if err != nil {
			t.Fatal(err)
		}
		r := results[0]
		if r.Classed != one.classed || len(r.Wrong) != one.wrong || !cmp.Equal(r.Unclassed, []string{"-u"}) || r.Note != "" {
			t.Errorf("%s: %+v", one.entry, r)
		}
		var out bytes.Buffer
		if wrong, read := report(&out, results, true); wrong != one.wrong || read != 1 || !strings.Contains(out.String(), "-u") {
			t.Errorf("%d wrong of %d:\n%s", wrong, read, out.String())
		}
	}
}

func TestMainEnds(t *testing.T) {
	t.Parallel()
	entry := `{"names":["no-such-program"],"source":"x","style":"gnu"}`
	for _, c := range []struct {
		args []string
		fs   fstest.MapFS
		code int
		want string
	}{
		{[]string{"-evil"}, tree(entry), 2, "evil"},
		{nil, tree(`{`), 1, "read the entry"},
		{nil, tree(entry), 1, "has no such entry|the list of programs"},
	} {
		var out, say bytes.Buffer
		code := Main(t.Context(), c.args, c.fs, &out, &say)
		found := false
		for want := range strings.SplitSeq(c.want, "|") {
			found = found || strings.Contains(say.String(), want)
		}
		if code != c.code || !found {
			t.Errorf("%q: %d, %s", c.args, code, say.String())
		}
	}
}

func TestLimitedKeepsWhatThereIsRoomFor(t *testing.T) {
	t.Parallel()
	l := &limited{most: 3}
	for _, part := range []string{"ab", "cd", "ef"} {
		if n, err := l.Write([]byte(part)); n != 2 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if l.String() != "abc" {
		t.Errorf("%q is kept", l.String())
	}
}
