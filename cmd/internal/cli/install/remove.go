package install

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/lock"
)

type removeOptions struct {
	placeOptions
	names []string
}

// NewRemove is the command remove.
func NewRemove(f *kit.Factory) *cobra.Command {
	opts := &removeOptions{placeOptions: placeOptions{factory: f}}
	cmd := &cobra.Command{
		SuggestFor: []string{"uninstall", "delete", "rm", "del"},

		Use:   "remove NAME... [--agent AGENT | --in FOLDER]",
		Short: "Remove skills that skillctl installed",
		Long: `Removes each skill together with its entry in the lock file. A folder that is not in
the lock file is not removed, and one that was changed since it was installed only
with --force.

Exit codes
  0  removed
  1  a skill was changed, or a link or a file stands in its place
  2  a flag, a name or a setting is wrong
  3  skillctl failed`,
		Example: "  skillctl remove tides\n  skillctl remove tides sea --in ~/.openclaw/skills",
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.names = args
			if len(args) == 0 {
				return kit.Usagef("name the skills to remove")
			}
			if err := opts.chooseRoot(cmd); err != nil {
				return err
			}
			if err := opts.check(); err != nil {
				return err
			}
			return removeRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&opts.root, "in", defaultRoot, "the `folder` of skills")
	opts.agentFlags(cmd, "in")
	cmd.ValidArgsFunction = opts.completeInstalled
	flags.BoolVar(&opts.force, "force", false, "remove a skill that was changed since it was installed")
	flags.StringVar(&opts.reason, "reason", "", "`text` for the record: why it is removed")
	flags.BoolVar(&opts.json, "json", false, "write JSON")
	flags.StringVar(&opts.config, "config", "", "read the project's settings from this `file`")
	flags.BoolVar(&opts.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	return cmd
}

func removeRun(ctx context.Context, o *removeOptions) error {
	in, err := o.open(ctx, "remove", false)
	if err != nil {
		return o.whereInstead(ctx, "remove", o.names, err)
	}
	defer in.close()
	locked := in.locked
	var all []placedSkill
	for _, name := range slices.Compact(slices.Sorted(slices.Values(o.names))) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		all = append(all, in.remove(ctx, name, locked.Skills[name]))
	}
	return in.answer(all)
}

// remove removes one skill.
func (in *installer) remove(ctx context.Context, name string, entry *lock.Entry) placedSkill {
	placed := placedSkill{Name: name}
	if entry == nil {
		return in.notLocked(ctx, placed, "it is not in the lock file: skillctl did not install it", "remove the folder by hand")
	}
	there, err := in.root.There(name)
	if err != nil {
		return placed.uninspected(err)
	}
	if there && !in.force {
		found, err := lock.Read(ctx, in.root.Dir(), name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return placed.fail(err)
		}
		if err == nil && found.Digest != entry.Digest {
			return placed.refuse(placeRefused, "it was changed since it was installed", "check the changes; --force removes it")
		}
	}
	r := audit.Record{
		Run:      launch.NewID(in.factory.Now()),
		Request:  &audit.Request{Argv: []string{"skillctl", "remove", name, "--in", in.root.Path()}, Cwd: in.root.Path(), Host: "skillctl", Skill: name},
		Decision: &audit.Decision{Effect: "allow", Policy: entry.Policy, Reasons: []audit.Reason{{Rule: "remove/asked", Effect: "allow", Message: "asked for by " + in.by}}},
	}
	if in.reason != "" {
		r.Decision.Reasons[0].Message += ": " + in.reason
	}
	if err := in.recorded(ctx, r, func() error { return in.root.Remove(ctx, name) }); err != nil {
		return placed.fail(err)
	}
	placed.Result = placeRemoved
	return placed
}
