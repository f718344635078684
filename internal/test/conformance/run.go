package conformance

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/policy"
)

// Exit codes of [Main].
const (
	exitClean   = 0
	exitLooser  = 1
	exitUsage   = 2
	exitFailure = 3
)

// Suites returns every suite, in the order that they are run.
func Suites() []Suite {
	return []Suite{Idioms(), Harmless2(), Bypass(), Bypass2(), OpenClawGaps(), ZeroClawHardened(), OpenClawConfig(), OpenClawExec(), OpenClawEnv(), ZeroClawAudit(), ZeroClawShell(), AgentZero(), CodeExec()}
}

// Main runs the suites that have rows, prints a line for each, and writes the
// rows that differ to a file. It returns 1 when the engine is looser than a
// row and no deviation says why, or when a row failed: it is named, and the others
// are run all the same. More suites are joined to those of this package
// by [Join].
func Main(ctx context.Context, args []string, stdout, stderr io.Writer, more ...Suite) int {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(stderr)
	vectors := flags.String("vectors", "testdata/conformance", "folder that holds the rows")
	declared := flags.String("deviations", "testdata/conformance", "folder that holds deviations.yaml")
	out := flags.String("out", "bin/conformance.txt", "file for the rows that differ")
	only := flags.String("suite", "", "run this suite only")
	evaluator := flags.String("evaluator", "plan", "who answers: plan, topdown (OPA), or both, which are compared then")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	ctx, told, err := evaluatedBy(ctx, *evaluator)
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return exitUsage
	}
	code, err := run(ctx, options{
		vectors: os.DirFS(*vectors), declared: os.DirFS(*declared), out: *out, only: *only, stdout: stdout, suites: Join(Suites(), more...),
	})
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return exitFailure
	}
	return max(code, told(stdout))
}

// evaluatedBy says who answers under a context. told writes how often the evaluators
// were compared, and where they differ, and gives the exit code for that.
func evaluatedBy(ctx context.Context, name string) (_ context.Context, told func(io.Writer) int, err error) {
	told = func(io.Writer) int { return exitClean }
	switch name {
	case "plan":
		return ctx, told, nil
	case "topdown":
		return policy.WithTopdown(ctx), told, nil
	case "both":
		comparison := &policy.Comparison{}
		return policy.WithComparison(ctx, comparison), func(out io.Writer) int {
			asked := comparison.Asked()
			for _, entry := range slices.Sorted(maps.Keys(asked)) {
				fmt.Fprintf(out, "both answered %s: %d times\n", entry, asked[entry])
			}
			for _, one := range comparison.Differ() {
				fmt.Fprintf(out, "they differ: %s\n", one)
			}
			if len(comparison.Differ()) > 0 {
				return exitFailure
			}
			return exitClean
		}, nil
	}
	return ctx, nil, fmt.Errorf("evaluator %q does not exist; it must be plan, topdown or both", name)
}

type options struct {
	vectors, declared fs.FS
	out, only         string
	stdout            io.Writer
	suites            []Suite
}

func run(ctx context.Context, o options) (int, error) {
	deviations, err := ReadDeviations(ctx, o.declared)
	if err != nil {
		return exitFailure, err
	}
	var report strings.Builder
	var failures []error
	code, ran := exitClean, 0
	for _, suite := range o.suites {
		if o.only != "" && suite.Name != o.only {
			continue
		}
		tally, err := RunSuite(ctx, o.vectors, suite)
		if errors.Is(err, ErrNoRows) {
			fmt.Fprintf(o.stdout, "suite %s: no rows\n", suite.Name)
			continue
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("suite %s: %w", suite.Name, err))
		}
		if tally.Rows == 0 {
			continue
		}
		ran++
		code = max(code, tally.print(o.stdout, &report, deviations))
	}
	if ran == 0 && len(failures) == 0 {
		return exitFailure, errors.New("no suite has rows")
	}
	if err := writeReport(o.out, report.String()); err != nil {
		return exitFailure, errors.Join(append(failures, err)...)
	}
	if report.Len() > 0 {
		fmt.Fprintf(o.stdout, "rows that differ: %s\n", o.out)
	}
	return code, errors.Join(failures...)
}

// print prints the line of a suite with the rows that nothing explains, and adds
// those that differ to the report. It returns the exit code for the suite.
func (t *Tally) print(out, report io.Writer, deviations Deviations) int {
	code := exitClean
	fmt.Fprintln(out, t.String())
	for _, d := range t.Differences {
		fmt.Fprintf(report, "%s\t%s\t%s\t%s\t%s\n", t.Suite, d.ID, d.Outcome, d.Detail, deviations.Reason(t.Suite, d))
	}
	for _, d := range deviations.Undeclared(t) {
		fmt.Fprintf(out, "  looser without a reason: %s: %s\n", d.ID, d.Detail)
		code = exitLooser
	}
	if t.Failed > 0 {
		code = exitLooser
		t.printFailed(out)
	}
	return code
}

// printFailed names the rows that failed; of many the first ones.
func (t *Tally) printFailed(out io.Writer) {
	const most = 50
	said := 0
	for _, d := range t.Differences {
		if d.Outcome != Failed {
			continue
		}
		if said++; said > most {
			fmt.Fprintf(out, "  failed: %d more\n", t.Failed-most)
			return
		}
		fmt.Fprintf(out, "  failed: %s: %s\n", d.ID, oneLine(d.Detail))
	}
}

// oneLine is a text that does not break the report.
func oneLine(text string) string {
	return strings.NewReplacer("\n", "\\n", "\r", "\\r", "\t", "\\t").Replace(strings.ToValidUTF8(text, "\uFFFD"))
}
