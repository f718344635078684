package approval

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// otherForm finds the approvals that hold for the same words in the other form: of
// a program with arguments those of a text for a shell, and of a text those of the
// program that it names. They are no answer, but who asks wants to know of them.
func (s *Store) otherForm(root *os.Root, subject Subject, now time.Time) ([]Miss, error) {
	var misses []Miss
	for _, other := range otherForms(subject) {
		entries, err := s.entries(root, other, now)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.State == Active {
				misses = append(misses, Miss{e.Record.ID, []Drift{{DriftForm, "form", differs(other, subject)}}})
			}
		}
	}
	return misses, nil
}

func differs(was, is Subject) string {
	if was.Argv == nil {
		return fmt.Sprintf("it is for -c %s, which a shell reads; this is -- %s, which no shell reads", argv.Quote(was.Command), line(is.Argv))
	}
	return fmt.Sprintf("it is for -- %s, which no shell reads; this is -c %s, which a shell reads", line(was.Argv), argv.Quote(is.Command))
}

// line is a program with its arguments as they are typed.
func line(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = argv.Quote(word)
	}
	return strings.Join(quoted, " ")
}

// otherForms are the requests with the same words in the other form.
func otherForms(subject Subject) []Subject {
	other := subject
	if subject.Argv == nil {
		if other.Argv = wordsOf(subject.Command); other.Argv == nil {
			return nil
		}
		other.Command = ""
		return []Subject{other}
	}
	var out []Subject
	other.Argv = nil
	for _, text := range slices.Compact([]string{strings.Join(subject.Argv, " "), line(subject.Argv)}) {
		other.Command = text
		if slices.Equal(wordsOf(text), subject.Argv) {
			out = append(out, other)
		}
	}
	return out
}

// wordsOf are the words of a text that is one command of known words and nothing
// else, nil for any other.
func wordsOf(text string) []string {
	facts := analysis.Text(text)
	if !facts.Parse.OK || len(facts.Commands) == 0 || len(facts.Opaque)+len(facts.Assignments)+len(facts.Redirects)+len(facts.Constructs) > 0 {
		return nil
	}
	var out []string
	for i, c := range facts.Commands {
		if i > 0 && c.Parent < 0 {
			return nil
		}
	}
	for _, word := range facts.Commands[0].Args {
		if word.Value == nil || word.Glob || word.Tilde || word.Brace {
			return nil
		}
		out = append(out, *word.Value)
	}
	return out
}
