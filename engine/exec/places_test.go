package exec_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/command"
)

// placeForms are ways in which a text gives a word its value: %v is the value, and what stands
// behind the colon the word.
func placeForms() []struct{ text, word string } {
	return []struct{ text, word string }{
		{`X=%v; %c`, `"$X"`},
		{`%c`, `${X:-%v}`},
		{`%c`, `"${X:=%v}"`},
		{`%c`, `"${HOME:+%v}"`},
		{`%c`, `"${A:-${B:-%v}}"`},
		{`set -- %v; %c`, `"$1"`},
		{`set -- %v; %c`, `"$@"`},
		{`set -- %v; for f; do %c; done`, `"$f"`},
		{`f() { %c; }; f %v`, `"$1"`},
		{`f() { local p="$1"; %c; }; f %v`, `"$p"`},
		{`for f in %v; do %c; done`, `$f`},
		{`A=(%v); %c`, `"${A[0]}"`},
		{`A=(%v); %c`, `"${A[@]}"`},
		{`read -r X <<< %v; %c`, `"$X"`},
		{`echo %v | while read -r X; do %c; done`, `"$X"`},
		{`mapfile -t A < <(echo %v); %c`, `"${A[0]}"`},
		{`printf -v X %%s %v; %c`, `"$X"`},
		{`%c`, `"$(echo %v)"`},
		{`%c`, `"$(cat <<< %v)"`},
		{`X=Q%v; %c`, `"${X/Q/}"`},
		{`X=Q%v; %c`, `"${X#Q}"`},
		{`X=Q%v; %c`, `"${X:1}"`},
		{`X=%v; %c`, `"${X,,}"`},
		{`Y=%v; X=Y; %c`, `"${!X}"`},
		{`: %v; %c`, `"$_"`},
		{`case $1 in a) X=%v;; *) X=sub;; esac; %c`, `"$X"`},
	}
}

// placeKinds are commands with a word that is a place, a value of it that is asked about, and
// one that is not.
func placeKinds() []struct{ command, bad, good string } {
	return []struct{ command, bad, good string }{
		{"git -C %w status", "/var/evil", "sub"},
		{"git fetch %w", "ext::sh", "origin"},
		{"npm --prefix %w test", "/var/evil", "sub"},
		{"docker run -v %w:/w alpine ls", "/", "./sub"},
		{"cat %w", "/etc/shadow", "notes.txt"},
		{"cp notes.txt %w", "/etc/cron.d/x", "out.txt"},
		{"ssh %w ls", "-oProxyCommand=x", "build"},
	}
}

// TestPlacesThatTheTextGives: a word that is a place is judged by each value that the text
// gives it, as it is where the value is written in its place.
func TestPlacesThatTheTextGives(t *testing.T) {
	t.Parallel()
	settings := engine.PlainSettings{"exec": map[string]any{
		"security": "allowlist", "ask": "on-miss",
		"allowlist": []any{"git", "npm", "docker", "cat", "cp", "ssh", "set", "read", "mapfile", "local"},
	}}
	judge := func(text string) engine.Effect { return decide(t, sharedDecider(), request(text), settings).Effect }
	for _, kind := range placeKinds() {
		for _, form := range placeForms() {
			text := strings.Replace(form.text, "%c", strings.Replace(kind.command, "%w", form.word, 1), 1)
			fill := func(value string) string {
				return strings.NewReplacer("%v", value, "%%", "%").Replace(text)
			}
			if got := judge(fill(kind.bad)); got == engine.Allow {
				t.Errorf("%s: %s", fill(kind.bad), got)
			}
			if strings.Contains(form.word, "HOME:+") {
				continue // without HOME it is another word
			}
			if got := judge(fill(kind.good)); got != engine.Allow {
				t.Errorf("%s: %s", fill(kind.good), got)
			}
		}
	}
}

// TestValuesOfOrdinaryCommands: what the text does not give stays as it was, and of too many
// values a person is asked, not denied.
func TestValuesOfOrdinaryCommands(t *testing.T) {
	t.Parallel()
	settings := engine.PlainSettings{"exec": map[string]any{
		"security": "allowlist", "ask": "on-miss", "allowlist": []any{"git", "cat", "cp", "docker", "make", "ls", "cargo", "curl", "env"},
	}}
	many := strings.Repeat(" a", 3)
	for i := range 200 {
		many += " f" + strings.Repeat("x", i)
	}
	for text, want := range map[string]engine.Effect{
		`D=build; ls "$D"`:                                 engine.Allow,
		`git -C "$REPO" status`:                            engine.Allow,
		`git -C "$(git rev-parse --show-toplevel)" status`: engine.Allow,
		`git commit -m "$(cat <<'E'` + "\nfix: close it\n\nReads /etc/passwd\nE\n" + `)"`: engine.Allow,
		`for f in src/*.go; do cat "$f"; done`:                                            engine.Allow,
		`for f in a b c; do cp "$f" "$f.bak"; done`:                                       engine.Allow,
		`for i in {1..100}; do curl -s "https://example.com/$i"; done`:                    engine.Allow,
		`docker run -v "$PWD":/w alpine ls`:                                               engine.Allow,
		`for d in ./a ./b; do docker run -v "$d":/w alpine ls; done`:                      engine.Allow,
		`T=release; cargo build --profile "$T"`:                                           engine.Allow,
		`V=$(git describe --tags); docker build -t "app:$V" .`:                            engine.Allow,
		`for f in` + many + `; do cat "$f"; done`:                                         engine.Ask,
		`X=build; make -C "$X"`:                                                           engine.Allow,
	} {
		if got := decide(t, sharedDecider(), request(text), settings); got.Effect != want {
			t.Errorf("%.100s: %s, want %s; %+v", text, got.Effect, want, got.Reasons)
		}
	}
}

// TestReadingsAreFacts: policies see each reading as a command that says what it is one of.
func TestReadingsAreFacts(t *testing.T) {
	t.Parallel()
	got, err := sharedDecider().Explain(t.Context(), request(`git -C ${X:-/var/evil} status`), execSettings(named("git")))
	if err != nil {
		t.Fatal(err)
	}
	var readings []command.Command
	for _, c := range got.Facts.Commands {
		if c.Of != nil {
			readings = append(readings, c)
		}
	}
	if len(readings) != 1 || strings.Join(readings[0].Argv, " ") != "git -C /var/evil status" || !readings[0].Exact {
		t.Errorf("readings %+v", readings)
	}
}
