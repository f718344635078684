package approvals

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/learn"
	"github.com/skillctl/skillctl/engine/settings"
)

// The bounds of what is learned from: how many different texts are looked at, how long one
// is, in bytes, and how many entries are proposed. What is beyond them is told.
const (
	maxTexts     = 5000
	maxTextBytes = 64 << 10
	maxEntries   = 200
)

// shownLeft is how many commands are shown of those that are left out for one reason,
// shownUnread how many places of lines that were not understood.
const (
	shownLeft   = 3
	shownUnread = 10
)

// lesson is one call of init --learn.
type lesson struct {
	*allowOptions
	merged, outer *settings.Settings
	dir           string

	// texts are the commands as they were run, with how often; order is that in which they
	// were first seen.
	texts map[string]int
	order []string
	// places are where they stand first: FILE:LINE.
	places map[string]string
	// unread are the places of what could not be understood; failed counts calls of agents
	// that were refused or failed, beyond what was not looked at.
	unread         []string
	failed, beyond int

	candidates map[string]*learn.Candidate
	// in are the texts that a candidate was seen in.
	in map[string][]string
}

// Learn proposes an allow-list by what was run, shows the settings that it would write, and
// writes them with consent. It runs nothing.
func Learn(ctx context.Context, f *kit.Factory, files []string, yes bool) error {
	l := &lesson{allowOptions: &allowOptions{factory: f}, texts: map[string]int{}, places: map[string]string{}, candidates: map[string]*learn.Candidate{}, in: map[string][]string{}}
	var err error
	if l.dir, err = filepath.Abs(f.IO.At(".")); err != nil {
		return fmt.Errorf("find the working directory: %w", err)
	}
	if l.merged, err = f.ExecSettings(ctx, kit.SettingsQuery{}); err != nil {
		return err
	}
	if l.outer, err = f.ExecSettings(ctx, kit.SettingsQuery{None: true}); err != nil {
		return err
	}
	for _, file := range files {
		if err := l.take(file); err != nil {
			return &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
	}
	if len(files) == 0 {
		if err := l.observed(ctx); err != nil {
			return err
		}
	}
	already, err := l.gather(ctx)
	if err != nil {
		return err
	}
	proposed, left, err := l.judge(ctx)
	if err != nil {
		return err
	}
	if err := l.tell(proposed, left, already); err != nil {
		return err
	}
	return l.offer(ctx, proposed, yes)
}

// take takes in the commands of a file.
func (l *lesson) take(file string) error {
	text, err := l.factory.IO.ReadFile(file)
	if err != nil {
		return err
	}
	if len(text) > learn.MaxFile {
		return fmt.Errorf("%q is larger than %d MiB", file, learn.MaxFile>>20)
	}
	source, err := learn.Read(text)
	if err != nil {
		return fmt.Errorf("%q: %w", file, err)
	}
	at := func(line int) string { return fmt.Sprintf("%s:%d", filepath.ToSlash(file), line) }
	for _, line := range source.Unread {
		l.unread = append(l.unread, at(line))
	}
	l.failed += source.Failed
	for _, command := range source.Commands {
		l.add(command.Text, at(command.Line))
	}
	return l.say("%s: %s (%s)", filepath.ToSlash(file), layout.Count(len(source.Commands), "command"), source.Form)
}

// add takes a command in, and where it stands.
func (l *lesson) add(text, place string) {
	switch {
	case len(text) > maxTextBytes, l.texts[text] == 0 && len(l.order) >= maxTexts:
		l.beyond++
		return
	case l.texts[text] == 0:
		l.order = append(l.order, text)
		l.places[text] = place
	}
	l.texts[text]++
}

// request is a command as exec would be asked about it in this folder.
func (l *lesson) request(argv []string, text string) exec.Request {
	getenv := l.factory.IO.Getenv
	return exec.Request{Exec: exec.Invocation{Argv: argv, Command: text, Cwd: l.dir, Inherited: map[string]string{"PATH": getenv("PATH"), "HOME": getenv("HOME")}}}
}

// gather finds the candidates in the texts, and says how many of these are allowed as it
// is.
func (l *lesson) gather(ctx context.Context) (already int, err error) {
	decider, err := l.factory.Decider(l.merged.Policies.Dirs)
	if err != nil {
		return 0, err
	}
	for _, text := range l.order {
		got, err := decider.Explain(ctx, l.request(nil, text), l.merged)
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case err != nil:
			return 0, fmt.Errorf("look at %s: %w", l.places[text], err)
		case !got.Facts.Parse.OK:
			l.unread = append(l.unread, l.places[text])
			continue
		case got.Effect.Rank() <= engine.Warn.Rank():
			already += l.texts[text]
			continue
		}
		for i := range got.Facts.Commands {
			c := &got.Facts.Commands[i]
			if c.Of != nil {
				continue // another reading of a command that was counted
			}
			one := learn.CandidateOf(c, c.Name != nil && got.Facts.Programs[*c.Name].Found)
			if len(one.Words) == 0 || one.Role == "builtin" {
				continue
			}
			line := one.Line()
			if l.candidates[line] == nil {
				l.candidates[line] = &one
			}
			if !slices.Contains(l.in[line], text) {
				l.in[line] = append(l.in[line], text)
			}
		}
	}
	return already, nil
}

// judge says which candidates are proposed, the most frequent first, and why others are
// not. Each is judged with the entry for it there: what is denied then is denied for
// another reason.
func (l *lesson) judge(ctx context.Context) (proposed []learn.Candidate, left map[string][]string, err error) {
	var all []learn.Candidate
	for _, line := range slices.Sorted(maps.Keys(l.candidates)) {
		c := *l.candidates[line]
		for _, text := range l.in[line] {
			c.Count += l.texts[text]
		}
		c.Effect = string(engine.Allow) // whether it is fit at all; what is decided is asked below
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b learn.Candidate) int { return cmp.Compare(b.Count, a.Count) })
	left = map[string][]string{}
	fit, err := l.fit(ctx, all, left)
	if err != nil || len(fit) == 0 {
		return nil, left, err
	}
	if len(fit) > maxEntries {
		l.beyond += len(fit) - maxEntries
		fit = fit[:maxEntries]
	}
	_, _, after, err := l.with(ctx, fit)
	if err != nil {
		return nil, nil, err
	}
	if err := l.decide(ctx, fit, after); err != nil {
		return nil, nil, err
	}
	proposed, err = l.fit(ctx, fit, left)
	return proposed, left, err
}

// fit are the candidates that the policies propose; why the others are not goes to left.
func (l *lesson) fit(ctx context.Context, all []learn.Candidate, left map[string][]string) ([]learn.Candidate, error) {
	if len(all) == 0 {
		return nil, nil
	}
	answers, err := learn.Judge(ctx, all)
	if err != nil {
		return nil, err
	}
	var fit []learn.Candidate
	for i, answer := range answers {
		if answer.Propose {
			fit = append(fit, all[i])
		} else {
			left[answer.Why] = append(left[answer.Why], all[i].Shown())
		}
	}
	return fit, nil
}

// decide fills in what is decided of each candidate with all entries there, and of the
// commands that it was seen in.
func (l *lesson) decide(ctx context.Context, all []learn.Candidate, after *settings.Settings) error {
	decider, err := l.factory.Decider(after.Policies.Dirs)
	if err != nil {
		return err
	}
	held := map[string]bool{} // what is not allowed with the entries, either, supports none of them
	for i := range all {
		c := &all[i]
		got, err := decider.Decide(ctx, l.request(c.Words, ""), after)
		if err != nil {
			return fmt.Errorf("look at %q: %w", c.Shown(), err)
		}
		if c.Effect = string(got.Effect); len(got.Reasons) > 0 {
			c.Reason = got.Reasons[0].Message
		}
		c.Count = 0
		for _, text := range l.in[c.Line()] {
			no, known := held[text]
			if !known {
				got, err := decider.Decide(ctx, l.request(nil, text), after)
				if err != nil {
					return fmt.Errorf("look at %s: %w", l.places[text], err)
				}
				no = got.Effect.Rank() > engine.Warn.Rank()
				held[text] = no
			}
			if no {
				c.Held += l.texts[text]
			} else {
				c.Count += l.texts[text]
			}
		}
	}
	return nil
}
