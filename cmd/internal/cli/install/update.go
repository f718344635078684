package install

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/lock"
)

type updateOptions struct {
	placeOptions
	names  []string
	all    bool
	ref    string
	dryRun bool
}

// NewUpdate is the command update.
func NewUpdate(f *kit.Factory) *cobra.Command {
	opts := &updateOptions{placeOptions: placeOptions{factory: f}}
	cmd := &cobra.Command{
		SuggestFor: []string{"upgrade"},

		Use:   "update NAME... | --all [--agent AGENT | --in FOLDER] [--yes --reason WHY]",
		Short: "Update installed skills, if the gate allows it",
		Long: `Fetches a skill again from its origin in the lock file, judges the new version against
what was locked, and replaces the skill in one step. It warns when the skill asks for
more than before, and refuses a different signer.

With --all every skill of the lock file is updated; one that is blocked stays as it is
and does not stop the others. A skill that was changed since it was installed is not
updated without --force. One that was installed from a commit stays at that commit
until --ref names another.

Exit codes
  0  everything is up to date
  1  a skill was blocked or refused, or a warning is not acknowledged
  2  a flag, a name or a setting is wrong
  3  skillctl failed
  4  nothing is installed`,
		Example: `  skillctl update tides
  skillctl update --all --in ~/.openclaw/skills
  skillctl update tides --ref v1.3 --yes --reason 'read the changes'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.names = args
			if err := opts.chooseRoot(cmd); err != nil {
				return err
			}
			if err := opts.check(); err != nil {
				return err
			}
			return updateRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&opts.all, "all", false, "update every skill of the lock file")
	flags.StringVar(&opts.root, "in", defaultRoot, "the `folder` of skills")
	opts.agentFlags(cmd, "in")
	cmd.ValidArgsFunction = opts.completeInstalled
	flags.StringVar(&opts.ref, "ref", "", "another `reference` of its repository: a branch, tag or commit")
	flags.BoolVar(&opts.force, "force", false, "replace a skill that was changed since it was installed")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "judge it and show what would be done; change nothing")
	opts.placeOptions.flags(cmd)
	return cmd
}

func (o *updateOptions) check() error {
	switch {
	case o.all == (len(o.names) > 0):
		return kit.Usagef("name the skills to update, or say --all")
	case o.ref != "" && (o.all || len(o.names) != 1):
		return kit.Usagef("--ref is for one skill")
	}
	return o.placeOptions.check()
}

func updateRun(ctx context.Context, o *updateOptions) error {
	in, err := o.open(ctx, "update", false)
	if err != nil {
		return o.whereInstead(ctx, "update", o.names, err)
	}
	defer in.close()
	locked := in.locked
	names := slices.Compact(slices.Sorted(slices.Values(o.names)))
	if o.all {
		names = slices.Sorted(maps.Keys(locked.Skills))
	}
	if len(names) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("nothing is installed in %q by skillctl", o.root)}
	}
	var all []placedSkill
	for _, name := range names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		all = append(all, in.update(ctx, o, name, locked.Skills[name]))
	}
	return in.answer(all)
}

// update brings one skill up to date.
func (in *installer) update(ctx context.Context, o *updateOptions, name string, entry *lock.Entry) placedSkill {
	placed := placedSkill{Name: name}
	switch {
	case entry == nil:
		return in.notLocked(ctx, placed, "it is not in the lock file, so nothing says where it comes from", "`skillctl install` installs it from its source; "+lock.Name+" in the folder of skills names those that are installed")
	case entry.Origin.Kind == "present" && o.all:
		placed.Result, placed.Origin = placeUnchanged, &entry.Origin
		return placed
	case entry.Origin.Kind == "present":
		return placed.refuse(placeUsage, "its origin is not known: it existed before it was locked", "install it from its origin with --force")
	}
	if o.ref == "" && entry.Origin.Kind == "git" && entry.Origin.Ref == entry.Origin.Commit {
		// A commit is the same whenever it is fetched.
		found, err := lock.Read(ctx, in.root.Dir(), name)
		if err == nil && found.Digest == entry.Digest {
			placed.Result, placed.Origin = placeUnchanged, &entry.Origin
			return placed
		}
	}
	want := wantedSkill{
		name: name, spec: in.sourceOf(entry.Origin), ref: entry.Origin.Ref, within: entry.Origin.Path, asked: entry.Origin.Spec, location: entry.Origin.Location,
		update: true, force: o.force, dryRun: o.dryRun,
	}
	if o.ref != "" {
		if entry.Origin.Kind != "git" {
			return placed.refuse(placeUsage, "it was not installed from a repository, so --ref does not apply", "leave out --ref")
		}
		want.ref, want.asked = o.ref, entry.Origin.Location+"@"+o.ref
		if !isAddress(entry.Origin.Location) {
			want.asked = "git:" + want.asked
		}
	}
	return in.placeSkill(ctx, want)
}

// sourceOf is what an origin is fetched again from. A path of this machine that is
// not absolute begins at the root.
func (in *installer) sourceOf(o lock.Origin) string {
	path := o.Location
	switch {
	case o.Kind != "git":
	case isAddress(path):
		return path
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(in.root.Path(), filepath.FromSlash(path))
	}
	if o.Kind == "git" {
		return "git:" + path
	}
	return path
}

// isAddress is true for where a repository is on another machine: scheme://… or
// user@host:path.
func isAddress(location string) bool {
	before, _, found := strings.Cut(location, ":")
	return found && (strings.HasPrefix(location, before+"://") || strings.Contains(before, "@") && !strings.Contains(before, "/"))
}
