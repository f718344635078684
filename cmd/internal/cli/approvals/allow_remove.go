package approvals

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/schema"
)

// removeRun takes entries out of the settings of the project.
func (o *allowOptions) removeRun(ctx context.Context) error {
	merged, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{})
	if err != nil {
		return err
	}
	outer, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{None: true})
	if err != nil {
		return err
	}
	if merged.Project() == "" {
		return kit.Usagef("nothing was removed: the project has no settings")
	}
	file, text, err := o.read(merged, outer)
	if err != nil {
		return err
	}
	names, found := map[string]bool{}, make([]bool, len(o.forms))
	text, gone, after, err := outer.Cut(ctx, o.shown(file), text, func(entry settings.AllowEntry) bool {
		names[entry.Pattern] = true
		drop := false
		for i, form := range o.forms {
			if o.means(form, entry) {
				found[i], drop = true, true
			}
		}
		return drop
	})
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("nothing was removed: %w", err)}
	}
	if i := slices.Index(found, false); i >= 0 {
		return o.notThere(merged, file, i, slices.Sorted(maps.Keys(names)))
	}
	if err := o.factory.UsableProject(ctx, outer, file); err != nil {
		return err
	}
	if err := o.write(false, file, text); err != nil {
		return err
	}
	return o.removed(ctx, file, gone, after)
}

// means reports whether an entry is one that is to be removed: of a name or path alone,
// each that it has.
func (o *allowOptions) means(f form, entry settings.AllowEntry) bool {
	if entry.Pattern != f.entry.Pattern {
		return false
	}
	switch {
	case f.entry.ArgPattern == "" && !o.anything:
		return true
	case o.anything:
		return entry == f.entry
	}
	return entry.ArgPattern == f.entry.ArgPattern
}

// notThere says that the file has no such entry, and where else one is.
func (o *allowOptions) notThere(merged *settings.Settings, file string, at int, names []string) error {
	given, want := o.programs[at], o.forms[at]
	for i, entry := range merged.Exec.Allowlist {
		if place, ok := merged.Origin("exec", "allowlist", i); ok && o.means(want, entry) {
			return kit.Usagef("nothing was removed: %s has no entry for %q, but %s has; remove it there", o.shown(file), given, place)
		}
	}
	text := fmt.Sprintf("nothing was removed: %s has no such entry for %q", o.shown(file), given)
	if near := schema.Nearest(want.entry.Pattern, names); near != "" && near != want.entry.Pattern {
		text += fmt.Sprintf("; did you mean %q?", near)
	} else if len(names) > 0 {
		text += "; it has entries for " + strings.Join(names, ", ")
	}
	return kit.Usagef("%s", text)
}

// removed says what is gone, and what may run nevertheless.
func (o *allowOptions) removed(ctx context.Context, file string, gone []settings.AllowEntry, after *settings.Settings) error {
	if err := o.say("wrote %s: removed", o.shown(file)); err != nil {
		return err
	}
	for _, entry := range gone {
		line := entry.Pattern
		if entry.ArgPattern != "" {
			line += fmt.Sprintf("  with arguments that match %q", entry.ArgPattern)
		}
		if entry.AnyArguments {
			line += "  with any arguments"
		}
		if err := o.say("  %s", line); err != nil {
			return err
		}
	}
	decider, err := o.factory.Decider(after.Policies.Dirs)
	if err != nil {
		return err
	}
	for _, form := range o.forms {
		if strings.ContainsAny(form.words[0], "*?") {
			continue
		}
		got, err := o.decide(ctx, decider, form.words, after)
		if err != nil {
			return err
		}
		if got.Effect.Rank() <= engine.Warn.Rank() {
			words := strings.Join(form.words, " ")
			if err := o.say("%q still runs unasked; `skillctl exec --explain -- %s` says why", words, filepath.ToSlash(words)); err != nil {
				return err
			}
		}
	}
	return nil
}
