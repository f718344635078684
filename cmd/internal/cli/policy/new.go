package policy

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/report/source"
)

// templates are the policies that `policy new` writes, with the words NAME, RULE and
// PACKAGE in them.
//
//go:embed new/*.rego
var templates embed.FS

type newOptions struct {
	factory *kit.Factory
	name    string
	kind    string
	dir     string
}

func newPolicyNew(f *kit.Factory) *cobra.Command {
	opts := &newOptions{factory: f}
	cmd := &cobra.Command{
		SuggestFor: []string{"init", "create", "add"},

		Use:   "new NAME",
		Short: "Write a policy of your own and its test",
		Long: `Writes NAME.rego and NAME_test.rego into the folder --dir: a policy that works as
it is, with comments that say what it is asked and what it sees, and a test that
passes. Change the words in it to what you want.

--for says what it is asked about: exec what may run, install what may be
installed, lint what is found in skills.

Exit codes
  0  both files were written
  2  the name or a flag is wrong, or a file is there already
  3  skillctl failed`,
		Example: `  skillctl policy new no-push
  skillctl policy new owner --for lint && skillctl policy test policies
  skillctl lint --policy policies`,
		Args: kit.OneArg("the name of the policy"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.name = args[0]
			return newRun(opts)
		},
	}
	cmd.Flags().StringVar(&opts.kind, "for", string(policy.KindExec), "what it is asked about (`kind`): "+strings.Join(policyKinds(), ", "))
	cmd.Flags().StringVar(&opts.dir, "dir", "policies", "the `folder` to write into; it is created if missing")
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(policyKinds(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func policyKinds() []string {
	var out []string
	for _, kind := range policy.Kinds() {
		out = append(out, string(kind))
	}
	return out
}

func newRun(o *newOptions) error {
	if err := kit.OneOf("--for", o.kind, policyKinds()); err != nil {
		return err
	}
	// The files have the name as it is typed; a package has no dashes, so that both spellings
	// are of one.
	name, spoken := o.name, strings.ReplaceAll(o.name, "-", "_")
	if !regexp.MustCompile(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`).MatchString(name) {
		return kit.Usagef("%q is not a name for a policy; write lower-case letters, digits, dashes and underscores, such as no-push", o.name)
	}
	if reserved := append(policyKinds(), "lib"); o.kind == string(policy.KindExec) && slices.Contains(reserved, name) {
		return kit.Usagef("%q cannot be the name of a policy for exec: packages skillctl.user.%s are something else; write another one", o.name, name)
	}
	words := strings.NewReplacer("PACKAGE", spoken, "RULE", spoken, "NAME", name)
	if err := os.MkdirAll(o.factory.IO.At(o.dir), 0o755); err != nil {
		return fmt.Errorf("make folder %q: %w", o.dir, source.Bare(err))
	}
	files := []string{"", "_test"}
	for _, kind := range files {
		for _, stem := range []string{name, spoken, strings.ReplaceAll(spoken, "_", "-")} {
			file := filepath.Join(o.dir, stem+kind+".rego")
			if _, err := os.Lstat(o.factory.IO.At(file)); !errors.Is(err, fs.ErrNotExist) {
				return kit.Usagef("%q exists already; remove it, or give the policy another name", filepath.ToSlash(file))
			}
		}
	}
	for _, kind := range files {
		text, err := templates.ReadFile("new/" + o.kind + kind + ".rego")
		if err != nil {
			return fmt.Errorf("read template: %w", err)
		}
		file := filepath.Join(o.dir, name+kind+".rego")
		write := func(w io.Writer) error { _, err := io.WriteString(w, words.Replace(string(text))); return err }
		if err := o.factory.IO.CreateFile(file, write); err != nil {
			return fmt.Errorf("write %q: %w", file, source.Bare(err))
		}
		if _, err := fmt.Fprintf(o.factory.IO.Out, "wrote %s\n", filepath.ToSlash(file)); err != nil {
			return err
		}
	}
	command := map[string]string{"exec": "exec --explain --policy %s -- COMMAND", "install": "gate --policy %s SKILL", "lint": "lint --policy %s SKILL"}[o.kind]
	_, err := fmt.Fprintf(o.factory.IO.Err, "next: `skillctl policy test %s`, then `skillctl "+command+"`; policies: dirs: [%q] in skillctl.cue keeps it\n", o.dir, o.dir, filepath.ToSlash(o.dir))
	return err
}
