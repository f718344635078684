package policy

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/policies"
)

func newPolicyCheck(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		SuggestFor: []string{"validate", "lint", "verify"},

		Use:   "check DIR",
		Short: "Say what is wrong with policies, and what each is asked about",
		Long: `Compiles the policies of a folder as they are when they are asked, and lists what
each of its packages is asked about. Fields of input that there are not, packages
that nothing asks and the like are errors with file, line and column.

Exit codes
  0  all of them can be used
  2  the folder or a policy in it cannot be used
  3  skillctl failed
  4  no policy was found`,
		Example: "  skillctl policy check policies",
		Args:    kit.OneArg("the folder of policies"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return policyCheckRun(cmd.Context(), f, args[0])
		},
	}
}

func policyCheckRun(ctx context.Context, f *kit.Factory, dir string) error {
	defer f.IO.Tune(kit.LintGarbagePercent, kit.LintMemoryLimit)()
	files, err := openPolicies(f.IO, dir)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(dir)
	all, err := policy.Packages(name, files)
	if err == nil {
		var set *policy.Set
		if set, err = policy.Load(policies.FS(), policy.WithFilter(usedByOwn), policy.WithOperator(name, files)); err == nil {
			err = set.Check(ctx)
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		if problems := (*policy.ProblemError)(nil); errors.As(err, &problems) {
			err = problems
		}
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PACKAGE\tFOR\tASKED\tFILE")
	for i := range all {
		one := &all[i]
		kind, asked := string(one.Kind), one.Kind.Entry()
		switch {
		case one.Kind == "":
			kind, asked = "library", "-"
		case one.Kind == policy.KindLint:
			asked += " (" + one.RuleID() + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s:%d\n", format.Escape(one.Name), kind, format.Escape(asked), format.Escape(one.File), one.Line)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.WriteOutput("", []byte(out.String()))
}

// usedByOwn is true for the built-in policies that an operator's own may use: those
// that decide, and the libraries, but not the rules of lint.
func usedByOwn(file string) bool {
	return !strings.HasPrefix(file, "rules/")
}
