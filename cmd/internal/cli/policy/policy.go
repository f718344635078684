package policy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/jsonline"
	"github.com/skillctl/skillctl/policies"
)

type policyOptions struct {
	factory *kit.Factory

	dir      string
	verbose  bool
	question string
	policies []string
	input    string
}

// NewPolicy is the command policy.
func NewPolicy(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Write, test and ask policies of your own",
		Long: `Policies of your own are Rego files in a folder, in packages skillctl.user.<name>
with a set "reasons". They see what skillctl's own policies see and can only
tighten: forbid or ask about what would be allowed. They reach neither the
network, nor the clock, nor the environment.

  package skillctl.user.no_push

  reasons contains {"effect": "deny", "message": "pushing is for people"} if {
    some command in input.facts.commands
    command.base == "git"
    "push" in command.argv
  }

  reasons contains {"effect": "deny", "message": "what git would do is not known"} if {
    some command in input.facts.commands
    command.base == "git"
    not command.exact
  }

A command is not exact where the shell completes a word only when it runs: "$X", p*.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newPolicyNew(f), newPolicyTest(f), newPolicyCheck(f), newPolicyInputs(f), newPolicyEval(f))
	return cmd
}

func newPolicyTest(f *kit.Factory) *cobra.Command {
	opts := &policyOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "test DIR",
		Short: "Run the tests of policies",
		Long: `Runs the rules test_… in the files *_test.rego of a folder, together with its
policies and those of skillctl, and names those that fail.

Exit codes
  0  every test passed
  1  a test failed
  2  the folder or a policy in it cannot be used
  3  skillctl failed
  4  no policy or no test was found`,
		Example: "  skillctl policy test policies",
		Args:    kit.OneArg("the folder of policies"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dir = args[0]
			return policyTestRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVarP(&opts.verbose, "verbose", "v", false, "also name the tests that passed")
	return cmd
}

func policyTestRun(ctx context.Context, o *policyOptions) error {
	defer o.factory.IO.Tune(kit.LintGarbagePercent, kit.LintMemoryLimit)()
	files, err := openPolicies(o.factory.IO, o.dir)
	if err != nil {
		return err
	}
	results, err := policy.Test(ctx, policies.FS(), filepath.ToSlash(o.dir), files, policy.WithFilter(usedByOwn))
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	var out bytes.Buffer
	passed, failed, skipped := 0, 0, 0
	for _, r := range results {
		state := "pass"
		switch {
		case r.Skipped:
			state, skipped = "skip", skipped+1
		case r.Passed:
			passed++
		default:
			state, failed = "FAIL", failed+1
		}
		if r.Passed && !o.verbose {
			continue
		}
		fmt.Fprintf(&out, "%s  %s:%d  %s\n", state, format.Escape(r.File), r.Line, format.Escape(r.Name))
		for _, text := range append(strings.Split(r.Why, "\n"), r.Output...) {
			if text != "" {
				fmt.Fprintf(&out, "      %s\n", format.Escape(text))
			}
		}
	}
	if len(results) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("%q has no tests: write rules test_… in files *_test.rego", o.dir)}
	}
	fmt.Fprintf(&out, "%s passed, %d failed", layout.Count(passed, "test"), failed)
	if skipped > 0 {
		fmt.Fprintf(&out, ", %d skipped", skipped)
	}
	out.WriteByte('\n')
	if err := o.factory.WriteOutput("", out.Bytes()); err != nil {
		return err
	}
	if failed > 0 {
		return &kit.ExitError{Code: kit.ExitFindings}
	}
	return nil
}

// openPolicies opens a folder of policies that a person named.
func openPolicies(streams *kit.IOStreams, dir string) (fs.FS, error) {
	files, err := streams.PolicyDir(dir)
	switch {
	case errors.Is(err, settings.ErrNoPolicy):
		return nil, &kit.ExitError{Code: kit.ExitNothing, Err: err}
	case err != nil:
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return files, nil
}

func newPolicyEval(f *kit.Factory) *cobra.Command {
	opts := &policyOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "eval QUERY",
		Short: "Ask the policies a question",
		Long: `Asks a question in Rego of skillctl's policies for exec and of those in --policy,
and writes the answer as JSON: the value of an expression, or for a question with
variables a list of what they can be. A question may call what policies may call.

The input is what a policy is given, {"kind", "profile", "request", "settings",
"facts"}: "skillctl schema export exec-input" is its schema, and "skillctl exec
--explain --json" writes the facts of a command. Without --input it is empty.

Exit codes
  0  there is an answer
  1  the answer is undefined
  2  the question, a policy or the input is wrong
  3  skillctl failed`,
		Example: `  skillctl policy eval --policy policies --input input.json data.skillctl.user.no_push.reasons
  skillctl policy eval --input input.json 'some c in input.facts.commands; c.base'`,
		Args: kit.OneArg("one question, in quotes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.question = args[0]
			if strings.TrimSpace(opts.question) == "" {
				return kit.Usagef("the question is empty")
			}
			return policyEvalRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringSliceVar(&opts.policies, "policy", nil, "a `folder` with policies of your own")
	cmd.Flags().StringVar(&opts.input, "input", "", "the JSON `file` with the input; - is standard input")
	return cmd
}

func policyEvalRun(ctx context.Context, o *policyOptions) error {
	opts := []policy.Option{policy.WithFilter(exec.IsPolicy)}
	for _, dir := range o.policies {
		files, err := openPolicies(o.factory.IO, dir)
		if err != nil {
			return err
		}
		opts = append(opts, policy.WithOperator(filepath.ToSlash(dir), files))
	}
	input, err := o.readInput()
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	set, err := policy.Load(policies.FS(), opts...)
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	limited, cancel := context.WithTimeout(ctx, maxQuestion)
	defer cancel()
	results, err := set.Ask(limited, o.question, input)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	if o.input == "" && asksInput(o.question) {
		if err := o.sayNoInput(); err != nil {
			return err
		}
	}
	if len(results) == 0 {
		return &kit.ExitError{Code: kit.ExitFindings, Err: errors.New("the answer is undefined")}
	}
	text, err := format.JSONValue(answerOf(results))
	if err != nil {
		return err
	}
	return o.factory.WriteOutput("", text)
}

// asksInput reports whether the answer to a question may depend on the input:
// it names the input itself, or policies, which do.
func asksInput(question string) bool {
	for _, word := range strings.FieldsFunc(question, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if word == "input" || word == "data" {
			return true
		}
	}
	return false
}

// sayNoInput says that the answer is one about no request at all.
func (o *policyOptions) sayNoInput() error {
	_, err := fmt.Fprint(o.factory.IO.Err, `skillctl: no input was given, so this answer is about an empty request
hint: give --input FILE (- is standard input), an object with "kind", "profile", "request", "settings" and "facts";
      `+"`skillctl schema export exec-input`"+` says what is in them, `+"`skillctl exec --explain --json`"+` writes the facts of a command
`)
	return err
}

// answerOf is the value of a question that has just one, or a list of what its
// variables can be.
func answerOf(results []policy.Result) any {
	if len(results) == 1 && len(results[0].Variables) == 0 && len(results[0].Values) == 1 {
		return results[0].Values[0]
	}
	return results
}

// readInput reads the input of a question, nil for none.
func (o *policyOptions) readInput() (any, error) {
	if o.input == "" {
		return map[string]any{}, nil
	}
	var text []byte
	var err error
	if o.input == "-" {
		text, err = io.ReadAll(io.LimitReader(o.factory.IO.In, kit.MaxInput+1))
		if err == nil && len(text) > kit.MaxInput {
			err = fmt.Errorf("it is larger than %d MiB", kit.MaxInput>>20)
		}
		if err != nil {
			err = fmt.Errorf("read standard input: %w", err)
		}
	} else {
		text, err = o.factory.IO.ReadFile(o.input)
	}
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err = decoder.Decode(&value)
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			return value, nil
		}
		err = &json.SyntaxError{Offset: decoder.InputOffset()}
	}
	name := o.input
	if name == "-" {
		name = "stdin"
	}
	return nil, fmt.Errorf("read input: it is not JSON: %s", jsonline.Explain(text, err).Told(name))
}

// maxQuestion bounds how long the answer to a question may take.
const maxQuestion = 30 * time.Second
