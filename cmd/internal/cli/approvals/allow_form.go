package approvals

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/folder"
)

// form is what one argument of allow stands for.
type form struct {
	entry settings.AllowEntry
	// words are the program and the arguments that were given with it.
	words []string
}

// form reads a program, or a command in quotes. A path may have spaces in it.
func (o *allowOptions) form(text string) (form, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return form{}, kit.Usagef("the name of a program is empty")
	case strings.TrimSpace(text) != text:
		return form{}, kit.Usagef("%q begins or ends with a space", text)
	}
	if strings.ContainsAny(text, `/\`) && !o.remove && folder.Is(o.factory.IO.At(text)) {
		return form{}, kit.Usagef("%q is a folder, and no program: name the program in it", text)
	}
	whole := settings.AllowEntry{Pattern: text, ArgPattern: o.arguments, AnyArguments: o.anything}
	words := strings.Fields(text)
	if len(words) == 1 || strings.ContainsAny(words[0], `/\`) {
		return form{whole, []string{text}}, nil
	}
	if name, value, set := strings.Cut(words[0], "="); set && regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) && !o.remove {
		return form{}, kit.Usagef("%q sets the variable %s to %q, and is no program: leave it out, since an entry is for a program whatever variables it is given, and these are judged by themselves", words[0], name, value)
	}
	for _, word := range words {
		if !regexp.MustCompile(`^[A-Za-z0-9_@%+:,./=-]+$`).MatchString(word) {
			return form{}, kit.Usagef("%q in %q is no plain word; allow %q, and say which arguments it may have with --arguments", word, text, words[0])
		}
	}
	if o.arguments != "" {
		return form{}, kit.Usagef("%q says which arguments %q may have; leave out --arguments, or the arguments", text, words[0])
	}
	rest := regexp.QuoteMeta(strings.Join(words[1:], " "))
	return form{settings.AllowEntry{Pattern: words[0], ArgPattern: "^" + rest + "( |$)", AnyArguments: o.anything}, words}, nil
}

// command is what an entry stands for as words, none where its arguments are a pattern.
func (o *allowOptions) command(entry settings.AllowEntry) []string {
	for _, form := range o.forms {
		if form.entry == entry && (entry.ArgPattern == "" || len(form.words) > 1) {
			return form.words
		}
	}
	return nil
}

// absent notes the programs that are not there, as far as they are named: an entry is
// written all the same, since settings of a project are read on other machines, too.
func (o *allowOptions) absent() error {
	search, err := o.search()
	if err != nil {
		return err
	}
	for _, form := range o.forms {
		if name := form.words[0]; !strings.ContainsAny(name, "*?") && !search.Resolve(name).Found {
			o.notes = append(o.notes, fmt.Sprintf("warning: no program %q is found here: the entry is of use only where there is one; see that the name is spelled right", name))
		}
	}
	return nil
}

// search is how programs are found here.
func (o *allowOptions) search() (lookup.Search, error) {
	streams := o.factory.IO
	dir, err := filepath.Abs(streams.At("."))
	if err != nil {
		return lookup.Search{}, fmt.Errorf("find the working directory: %w", err)
	}
	return lookup.Search{Path: streams.Getenv("PATH"), Dir: dir, Home: streams.Getenv("HOME")}, nil
}

// ambiguous looks for words that are a sub-command of the program before them, so that
// quotes may be missing: it fails where no program of that name is there, and notes it
// where one is.
func (o *allowOptions) ambiguous() error {
	search, err := o.search()
	if err != nil {
		return err
	}
	for i := 1; i < len(o.forms); i++ {
		before, word := o.forms[i-1].words, o.forms[i].words
		if len(before) > 1 || len(word) > 1 {
			continue
		}
		entry, err := grammar.Find(filepath.Base(before[0]))
		if err != nil {
			return err
		}
		if entry == nil || !entry.Takes(word[0]) {
			continue
		}
		quoted := fmt.Sprintf("`skillctl allow '%s %s'`", before[0], word[0])
		if !search.Resolve(word[0]).Found {
			return kit.Usagef("%q is a sub-command of %s, and no program here; each word is a program of its own: %s allows that alone, `skillctl allow %s` all of %s",
				word[0], before[0], quoted, before[0], before[0])
		}
		o.notes = append(o.notes, fmt.Sprintf("%s here is the program of that name, not the sub-command of %s, which is %s.", word[0], before[0], quoted))
	}
	return nil
}
