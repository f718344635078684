package install

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// placeOptions are those of every command that changes what is installed.
type placeOptions struct {
	factory *kit.Factory
	root    string
	agent   string
	scope   string
	// folderFlag is the flag that names root.
	folderFlag string
	reason     string
	by         string
	yes        bool
	force      bool
	json       bool
	config     string
	noConfig   bool
	policies   []string
}

func (o *placeOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.yes, "yes", false, "install despite warnings; needs --reason")
	f.StringVar(&o.reason, "reason", "", "`text` for the lock file: why it is installed despite warnings")
	f.StringVar(&o.by, "by", "", "the `name` of who is responsible (default: the login name)")
	f.BoolVar(&o.json, "json", false, "write JSON")
	f.StringSliceVar(&o.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
}

func (o *placeOptions) check() error {
	switch {
	case o.yes && strings.TrimSpace(o.reason) == "":
		return kit.Usagef("--yes needs --reason: say why the warnings are acceptable")
	case len(o.reason) > maxReason:
		return kit.Usagef("--reason has more than %d characters", maxReason)
	case o.root == "":
		return kit.Usagef("name the folder of skills")
	}
	if o.by == "" {
		o.by = o.factory.User()
	}
	if strings.TrimSpace(o.by) == "" {
		return kit.Usagef("--by is needed: the system does not know who you are, and the record names who is responsible")
	}
	return nil
}

// maxReason bounds a reason, in bytes.
const maxReason = 2_000

// defaultRoot is where skills are installed unless a flag says otherwise.
const defaultRoot = "skills"

type installOptions struct {
	placeOptions
	source string
	name   string
	ref    string
	within string
	dryRun bool
}

// NewInstall is the command install.
func NewInstall(f *kit.Factory) *cobra.Command {
	opts := &installOptions{placeOptions: placeOptions{factory: f}}
	cmd := &cobra.Command{
		SuggestFor: []string{"add", "get", "fetch"},

		Use:   "install SOURCE [--agent AGENT | --to FOLDER] [--name NAME] [--yes --reason WHY]",
		Short: "Install a skill, if the gate allows it",
		Long: `Installs a skill into the folder that an agent loads skills from (--agent), or into
the one that --to names ("skills" if neither is said). SOURCE is a folder, an archive
(.zip, .skill, .tar, .tar.gz, .tgz) or a git repository: owner/repo on GitHub,
https://, ssh:// or file://, user@host:path, git:host/path or git:PATH, each with @
and a branch, tag or commit behind it. A tag is locked to its commit, and a warning
follows when it is moved; a branch, or nothing, is a warning at once.

--agent claude is .claude/skills here, with --scope user ~/.claude/skills; codex is
.agents/skills or ~/.agents/skills, openclaw the skills of its workspace or
~/.openclaw/skills, zeroclaw those of its workspace.

It is first copied into a private folder. An ambiguous archive or tree, or one that
leads out of the folder, is refused. The gate ("skillctl gate") judges the copy, and
exactly that copy is moved in, in one step: whatever happens, either the old skill or
the new one is there. Warnings must be acknowledged with --yes and --reason. Nothing
of the source is executed.

skills.lock in the folder records what is installed: the digest of each file, what the
skill asks for, where it comes from, who signed it, and who accepted it and why.
"skillctl lock verify" compares the folder with it.

An existing skill is not changed; "skillctl update" fetches a new version from its
origin, and --force replaces it.

Exit codes
  0  installed, or installed before
  1  blocked, refused, or a warning is not acknowledged
  2  a flag, a path or a setting is wrong
  3  skillctl failed`,
		Example: `  skillctl install ./tides
  skillctl install our-team/skills@v1.2 --path tides --agent claude
  skillctl install tides-1.2.tar.gz --to ~/.openclaw/skills
  skillctl install https://git.example.com/team/skills.git@4f0c9e7a51d2b8c3966e0f1a2b3c4d5e6f708192 --path tides
  skillctl install git:git.example.com/team/skills@main --path tides --yes --reason 'read it'`,
		Args: kit.OneArg("a source"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.source = args[0]
			if err := opts.chooseRoot(cmd); err != nil {
				return err
			}
			if err := opts.check(); err != nil {
				return err
			}
			return installRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	return cmd
}

func (o *installOptions) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.root, "to", defaultRoot, "the `folder` of skills to install into; it is created if missing")
	o.agentFlags(cmd, "to")
	flags.StringVar(&o.name, "name", "", "the `name` to install it under (default: that of its manifest, else of the source)")
	flags.StringVar(&o.within, "path", "", "the `folder` of the skill in the source")
	flags.StringVar(&o.ref, "ref", "", "the `reference` to install from a repository: a branch, tag or commit")
	flags.BoolVar(&o.force, "force", false, "replace an existing skill of that name")
	flags.BoolVar(&o.dryRun, "dry-run", false, "judge it and show what would be done; install nothing")
	o.placeOptions.flags(cmd)
}

func installRun(ctx context.Context, o *installOptions) error {
	in, err := o.open(ctx, "install", true)
	if err != nil {
		return err
	}
	defer in.close()
	placed := in.placeSkill(ctx, wantedSkill{
		name: o.name, spec: o.source, ref: o.ref, within: o.within, force: o.force, dryRun: o.dryRun,
	})
	return in.answer([]placedSkill{placed})
}
