//go:build unix

package analysis

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// What a real shell runs of a drawn text has to be among the commands of its
// facts, or the facts say that the text is not understood. The texts are made of
// what ends words, lines, quotes and comments.
func TestShellsRunWhatTheFactsSay(t *testing.T) {
	t.Parallel()
	for _, shell := range []struct {
		name    string
		dialect command.Dialect
	}{{"bash", command.Bash}, {"dash", command.POSIX}} {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(shell.name)
			if err != nil {
				t.Skipf("%s is not installed", shell.name)
			}
			draw := rand.New(rand.NewPCG(uint64(fixture.Number("SKILLCTL_SEED", 1)), 2))
			understood, seen := 0, 0
			for range fixture.Size(4, fixture.Number("SKILLCTL_DRAWS", 10)) {
				texts := make([]string, 250)
				for i := range texts {
					texts[i] = drawText(draw)
				}
				for i, ran := range runTexts(t, path, texts) {
					facts := Text(texts[i], WithDialect(shell.dialect))
					if !facts.Parse.OK || len(facts.Opaque)+len(facts.Hidden)+len(facts.Differences) > 0 {
						continue
					}
					understood++
					for _, words := range ran {
						seen++
						if !slices.ContainsFunc(facts.Commands, func(c command.Command) bool { return couldBe(c.Args, words) }) {
							t.Errorf("%q ran %q, which is not among what was read", texts[i], words)
						}
					}
				}
			}
			if understood < 50 || seen < 50 {
				t.Errorf("%d texts were understood and %d commands ran: too few to tell anything", understood, seen)
			}
		})
	}
}

// drawText makes a text of lines that a shell can read, and puts a few pieces into
// it that move the ends of words, lines, quotes and comments.
func drawText(draw *rand.Rand) string {
	pick := func(list ...string) string { return list[draw.IntN(len(list))] }
	var b strings.Builder
	for range 1 + draw.IntN(4) {
		b.WriteString(pick("m a", "n b", "m \\\n c", "m 'q'", "n \"r\"", "m | n", "m $(n d)", "(m e\n)", "m `n f`", "m <<E\nn s\nE", "m <<'E'\nn t\nE", "if m\nthen n\nfi", "x=1", "{ m g\n}",
			"case m in\nm) n ;;\nesac", "m &&\nn", "m \"$(n h)\"", "m ${x-i}", "m ${x#j} ${#x}", "m j;n k", "! m", "m #b", "m 'a\nb'", "m \"a\nb\""))
		b.WriteString(pick("", "", "", " ", "#", " #", " # it's", " # x", " # \"", " #`", " # $(", "\\#", " \\ #"))
		b.WriteString(pick("\n", "\n", "\n", "\n", "\n", "\\\n", " \\\n", "\\\\\n", "\\\r\n", "\r\n"))
	}
	text := b.String()
	for range draw.IntN(3) {
		at := draw.IntN(len(text) + 1)
		text = text[:at] + pick("m", " n ", " ", "\n", "\n", "\\\n", "\\\n", "\\\n", "\\\r\n", "\r\n", "\r", "\\", "#", " #", "# ", "'", "\"", "`", "$(", ")", "(", "{ ", "; }", ";", "&&", "|", "<<E\n", "<<'E'\n", "<<-E\n", "<<\\E\n", "\nE\n",
			"\t", "${x-", "}", "$x", "$", "$'", "$\"", "=", "fi", ";;", "!", "[", "]", "x=(", "\v", "\f", "\\\\", "{a,b}") + text[at:]
	}
	if strings.Contains(text, `\&`) || strings.Contains(strings.ReplaceAll(text, "&&", ""), "&") {
		return drawText(draw) // what runs in the background would answer for a later text
	}
	return text
}

// runTexts gives the commands that each text ran. No command of a drawn text
// exists: what is not found is written down.
func runTexts(t *testing.T, shell string, texts []string) [][][]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	record := `printf '%s\0' "$@" "$mark"; } >&9; `
	if filepath.Base(shell) == "bash" {
		record = `set -- "${@//$'\n'/$'\3'}"; ` + record // it writes line by line
	}
	driver := `command_not_found_handle() { { ` + record + `}; m() { { set -- m "$@"; ` + record + `}; n() { { set -- n "$@"; ` + record + `}
mark=$(printf '\1')
exec 9>&1
for t do ( eval "$t" ) >/dev/null 2>&1 </dev/null; printf '\2\0' >&9; done`
	cmd := exec.CommandContext(ctx, shell, append([]string{"-c", driver, shell}, texts...)...)
	cmd.Dir, cmd.Env = t.TempDir(), []string{"PATH=/nonexistent"}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", shell, err, complaints.String())
	}
	var all [][][]string
	var text [][]string
	var words []string
	for word := range strings.SplitSeq(string(out), "\x00") {
		switch word {
		case "\x01":
			text, words = append(text, words), nil
		case "\x02":
			all, text = append(all, text), nil
		default:
			words = append(words, strings.ReplaceAll(word, "\x03", "\n"))
		}
	}
	if len(all) != len(texts) {
		t.Fatalf("%s answered %d of %d texts: %s", shell, len(all), len(texts), complaints.String())
	}
	return all
}

// couldBe reports whether a command could run with these words: a word whose
// value is not known may become any number of them.
func couldBe(args []argv.Word, words []string) bool {
	if len(args) == 0 {
		return len(words) == 0
	}
	if args[0].Value == nil {
		return couldBe(args[1:], words) || len(words) > 0 && couldBe(args, words[1:])
	}
	return len(words) > 0 && *args[0].Value == words[0] && couldBe(args[1:], words[1:])
}
