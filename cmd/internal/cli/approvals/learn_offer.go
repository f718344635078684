package approvals

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/learn"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/engine/settings"
)

// with are the settings with an entry for each candidate.
func (l *lesson) with(ctx context.Context, all []learn.Candidate) (file string, text []byte, after *settings.Settings, err error) {
	l.forms, l.notes = nil, nil
	for i := range all {
		l.forms = append(l.forms, form{settings.AllowEntry{Pattern: all[i].Words[0], ArgPattern: all[i].ArgPattern()}, all[i].Words})
	}
	add, err := l.addition(ctx, l.merged)
	if err != nil {
		return "", nil, nil, err
	}
	if file, text, err = l.read(l.merged, l.outer); err != nil {
		return "", nil, nil, err
	}
	if text, after, err = l.outer.Add(ctx, l.shown(file), text, add); err == nil {
		err = holds(l.merged, after)
	}
	if err != nil {
		return "", nil, nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("nothing was written: %w", err)}
	}
	return file, text, after, nil
}

// noSecret refuses a change that would write a secret. What the file has already is left.
func noSecret(diff string) error {
	for line := range strings.Lines(diff) {
		if strings.HasPrefix(line, "+") && secret.Known().Hide(line) != line {
			return fmt.Errorf("nothing was written: what would be written looks like a secret: %s", format.Told(strings.TrimSpace(line)))
		}
	}
	return nil
}

// tell says what is proposed and what is not.
func (l *lesson) tell(proposed []learn.Candidate, left map[string][]string, already int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "allowed as it is: %s\n", layout.Count(already, "command"))
	if l.failed > 0 {
		fmt.Fprintf(&b, "not counted: %s that failed, or that somebody refused\n", layout.Count(l.failed, "call"))
	}
	if len(l.unread) > 0 {
		shown := strings.Join(l.unread[:min(shownUnread, len(l.unread))], ", ")
		if len(l.unread) > shownUnread {
			shown += ", …"
		}
		fmt.Fprintf(&b, "not understood: %s: %s\n", layout.Count(len(l.unread), "line"), shown)
	}
	if l.beyond > 0 {
		fmt.Fprintf(&b, "not looked at: %s more than is looked at\n", layout.Count(l.beyond, "command"))
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		lines := slices.Compact(slices.Sorted(slices.Values(left[why])))
		shown := strings.Join(lines[:min(shownLeft, len(lines))], "; ")
		if len(lines) > shownLeft {
			shown += "; …"
		}
		fmt.Fprintf(&b, "not proposed, %s: %s: %s\n", layout.Count(len(left[why]), "command"), why, shown)
	}
	for i := range proposed {
		fmt.Fprintf(&b, "proposed, seen %s: %s\n", layout.Count(proposed[i].Count, "time"), proposed[i].Line())
	}
	for line := range strings.Lines(b.String()) {
		if err := l.print(format.Told(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

// offer shows the settings that would be written, and writes them with consent.
func (l *lesson) offer(ctx context.Context, proposed []learn.Candidate, yes bool) error {
	if len(proposed) == 0 {
		return l.say("nothing is proposed, and nothing was written")
	}
	file, text, _, err := l.with(ctx, proposed)
	if err != nil {
		return err
	}
	_, was, err := l.read(l.merged, l.outer)
	if err != nil {
		return err
	}
	diff := string(fix.Diff(l.shown(file), was, l.shown(file), text))
	if err := noSecret(diff); err != nil {
		return err
	}
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		show := format.Told
		if strings.HasPrefix(line, "+") { // what a person agrees to
			show = format.WholeLine
		}
		if err := l.print(format.DiffLine(line, show)); err != nil {
			return err
		}
	}
	switch {
	case yes:
	case !l.factory.IO.CanAsk():
		return &kit.ExitError{Code: kit.ExitFindings, Err: errors.New("nothing was written: there is no terminal to ask on; --yes consents")}
	default:
		if yes, err = l.factory.IO.Confirm(ctx, "Write this? [y/N] "); err != nil {
			return err
		}
		if !yes {
			return &kit.ExitError{Code: kit.ExitFindings, Err: errors.New("nothing was written")}
		}
	}
	if err := l.factory.UsableProject(ctx, l.outer, file); err != nil {
		return err
	}
	if err := l.write(l.merged.Project() == "", file, text); err != nil {
		return err
	}
	return l.say("wrote %s", format.Escape(l.shown(file)))
}
