package template_test

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/template"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// hostile are arguments that would do something if a shell read them.
func hostile() []string {
	return []string{
		"plain", "", " ", "a b  c", "x; echo INJECTED", "$(echo INJECTED)", "`echo INJECTED`", "' ; echo INJECTED; '", `" ; echo INJECTED; "`, `'"'"`,
		"\\", "\\'", "a\\", "$HOME", "${HOME}", "*", "~", "{a,b}", "!x", "#x", "-n", "$'\\x41'", "\t", "&", "|cat", "<(x)", ">(x)", "EOF", "a'b\"c`d$e\\f",
	}
}

// TestFill runs templates in real shells: what a program gets is the argument.
func TestFill(t *testing.T) {
	t.Parallel()
	slow := fixture.Size(0, 1) == 1
	for n, c := range []struct{ text, want string }{
		{"printf '[%s]' {{x}}", "[X]"},
		{`printf "[%s]" "{{x}}"`, "[X]"},
		{`printf '[%s]' '{{x}}'`, "[X]"},
		{`printf '[%s]' a{{x}}b`, "[aXb]"},
		{`printf '[%s]' "a {{x}} b"`, "[a X b]"},
		{`printf '[%s]' 'a {{x}} b'`, "[a X b]"},
		{`printf '[%s]' "{{x}}{{x}}" {{ y }}`, "[XX][Y]"},
		{`V={{x}}; printf '[%s]' "$V"`, "[X]"},
		{`V="a {{x}}" && printf '[%s]' "$V"`, "[a X]"},
		{`printf '[%s]' "$(printf '%s.' {{x}})"`, "[X.]"},
		{`for i in a {{x}}; do printf '[%s]' "$i"; done`, "[a][X]"},
		{`if [ {{x}} = no-such-thing ]; then echo yes; else printf '[%s]' "{{x}}"; fi`, "[X]"},
		{`case {{x}} in nothing) echo bad;; *) printf '[%s]' {{x}};; esac`, "[X]"},
		{"cat <<EOF\na {{x}} b\nEOF\n", "a X b\n"},
		{"printf '[%s]' {{x}} | cat", "[X]"},
		{`printf '[%s]' "\\{{x}}"`, `[\X]`},
		{`printf '[%s]' {{x}} # a comment`, "[X]"},
	} {
		for _, program := range []string{"bash", "sh"} {
			dialect := command.Bash
			if program == "sh" {
				dialect = command.POSIX
			}
			path, err := exec.LookPath(program)
			if err != nil {
				t.Skip("there is no", program)
			}
			for i, value := range hostile() {
				if !slow && i%5 != n%5 {
					continue // every value meets some of the templates
				}
				filled, err := template.Fill(c.text, dialect, map[string]string{"x": value, " y ": "Y"})
				if err != nil {
					t.Errorf("%s with %q: %v", c.text, value, err)
					continue
				}
				want := strings.NewReplacer("X", value, "Y", "Y").Replace(c.want)
				got, err := exec.CommandContext(t.Context(), path, append([]string{"-c", filled.Positional, "tool"}, filled.Values...)...).Output()
				if err != nil || string(got) != want {
					t.Errorf("%s: %s with %q gives %q (%v), want %q: %s", program, c.text, value, got, err, want, filled.Positional)
				}
				literal, err := exec.CommandContext(t.Context(), path, "-c", filled.Literal).Output()
				if err != nil || string(literal) != want {
					t.Errorf("%s: %s with %q gives %q (%v) as it is judged, want %q: %s", program, c.text, value, literal, err, want, filled.Literal)
				}
			}
		}
	}
}

func TestFillDollar(t *testing.T) {
	t.Parallel()
	filled, err := template.Fill(`printf '%s' $'a\x41{{x}}\n'`, command.Bash, map[string]string{"x": "'"})
	if err != nil || filled.Positional != `printf '%s' $'a\x41'"${1}"$'\n'` || !slices.Equal(filled.Values, []string{"'"}) {
		t.Errorf("%+v, %v", filled, err)
	}
	if filled.Literal != `printf '%s' $'a\x41'''\'''$'\n'` {
		t.Errorf("%s", filled.Literal)
	}
}

// TestFillRefuses has templates in which an argument would be code.
func TestFillRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"echo {{missing}}":              `"missing" is missing`,
		"echo {{zero}}":                 "zero byte",
		"echo `cat {{x}}`":              "more than data",
		"echo $(( {{x}} + 1 ))":         "more than data",
		"echo ${a:-{{x}}}":              "more than data",
		"echo ${{x}}":                   "more than data",
		`echo "${{x}}"`:                 "more than data",
		`echo \{{x}}`:                   "more than data",
		`echo "\{{x}}"`:                 "more than data",
		"[[ 1 -eq {{x}} ]]":             "more than data",
		"a[{{x}}]=1":                    "more than data",
		"{{x}}=1":                       "more than data",
		"{{x}}() { echo; }":             "more than data",
		"let a={{x}}":                   "more than data",
		"cat <<'EOF'\n{{x}}\nEOF\n":     "more than data",
		"cat <<EOF\n{{lines}}\nEOF\n":   "more than data",
		"cat <<{{x}}\na\n{{x}}\n":       "",
		"echo a # {{x}}":                "more than data",
		"echo 'a":                       "cannot be read",
		"sh -c 'grep {{x}} file'":       "as code",
		`bash -c "echo {{x}}"`:          "as code",
		"eval {{x}}":                    "as code",
		"for ((i={{x}};;)); do :; done": "more than data",
		"echo $[ {{x}} ]":               "",
	} {
		filled, err := template.Fill(text, command.Bash, map[string]string{"x": "v", "zero": "a\x00", "lines": "a\nEOF\nid"})
		var refused *template.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", text, filled, err, want)
		}
	}
}

func FuzzFill(f *testing.F) {
	for _, text := range []string{`echo {{x}} "{{x}}" '{{x}}'`, "cat <<EOF\n{{x}}\nEOF\n", "$(a {{x}})", "{{x}}{{x}}", "a={{x}} b"} {
		for _, value := range hostile() {
			f.Add(text, value)
		}
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		filled, err := template.Fill(text, command.Bash, map[string]string{"x": value})
		if err != nil {
			return
		}
		// However hostile the value is, the text that a shell reads does not depend on
		// it.
		other, err := template.Fill(text, command.Bash, map[string]string{"x": "v"})
		if err != nil || other.Positional != filled.Positional {
			t.Errorf("%q with %q is %q, and else %q, %v", text, value, filled.Positional, other.Positional, err)
		}
	})
}
