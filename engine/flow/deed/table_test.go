package deed

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/way"
)

// forms are how a program may write the call or name of a table: by the module, by another name of
// it, and taken in by itself.
func forms(name string) []string {
	module, part, inside := strings.Cut(strings.TrimSuffix(name, "()"), ".")
	if !inside || module == "date" { // a class of datetime
		return []string{name}
	}
	return []string{"import " + module + "\n" + name, "import " + module + " as m\nm." + part, "from " + module + " import " + part + "\n" + part}
}

// TestWords: a program with an entry of the tables is looked through.
func TestWords(t *testing.T) {
	t.Parallel()
	tab := tables()
	names := slices.Clone(tab.Environment)
	for _, list := range tab.Ambient {
		names = append(names, list...)
	}
	for _, name := range append(names, tab.BlindCalls...) {
		sources, language := forms(name), way.Python
		switch first, _, _ := strings.Cut(name, "."); {
		case slices.Contains([]string{"Date()", "Date", "Math", "crypto", "dayjs()", "moment()", "Temporal", "process", "Deno", "Bun"}, first), name == "os.hostname()", name == "os.userInfo()":
			sources, language = []string{name}, way.JavaScript
		}
		for _, source := range sources {
			if !worth(&way.Text{Language: language, Source: []byte(source)}) {
				t.Errorf("%s: no word of %q", language, source)
			}
		}
	}
}

// TestWordsOfShell: so is a script with a condition on each thing that "around" has.
func TestWordsOfShell(t *testing.T) {
	t.Parallel()
	kinds := map[string]bool{}
	for _, c := range []struct{ kind, said string }{
		{"clock", "$(date +%u)"},
		{"host", "$(hostname)"},
		{"host", "$(hostname -s)"},
		{"host", "$(uname -n)"},
		{"host", "$HOSTNAME"},
		{"host", "${HOSTNAME}"},
		{"account", "$(whoami)"},
		{"account", "$(id -un)"},
		{"account", "$USER"},
		{"account", "${USER}"},
		{"account", "$LOGNAME"},
		{"account", "${LOGNAME}"},
		{"chance", "$RANDOM"},
		{"chance", "$((RANDOM % 2))"},
		{"builder", "$CI"},
		{"builder", "${CI:-}"},
		{"builder", "$GITHUB_ACTIONS"},
		{"builder", "${GITLAB_CI}"},
		{"builder", "$JENKINS_URL"},
	} {
		at := slices.IndexFunc(tables().around, func(a condition) bool { return a.match.MatchString(c.said) })
		if at < 0 || tables().around[at].kind != c.kind {
			t.Errorf("%s is not of kind %s", c.said, c.kind)
		}
		if !worth(&way.Text{Language: Shell, Source: []byte(c.said)}) {
			t.Errorf("no word of %s", c.said)
		}
		kinds[c.kind] = true
	}
	for _, a := range tables().around {
		if !kinds[a.kind] {
			t.Errorf("no case of %s", a.kind)
		}
	}
}
