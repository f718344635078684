package conformance

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
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
	return []Suite{Idioms(), Bypass(), OpenClawGaps(), ZeroClawHardened(), OpenClawConfig(), OpenClawExec(), OpenClawEnv(), ZeroClawAudit(), ZeroClawShell(), AgentZero(), CodeExec()}
}

// Main runs the suites that have rows, prints a line for each, and writes the
// rows that differ to a file. It returns 1 when the engine is looser than a
// row and no deviation says why. More suites are joined to those of this package
// by [Join].
func Main(ctx context.Context, args []string, stdout, stderr io.Writer, more ...Suite) int {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(stderr)
	vectors := flags.String("vectors", "testdata/conformance", "folder that holds the rows")
	declared := flags.String("deviations", "testdata/conformance", "folder that holds deviations.yaml")
	out := flags.String("out", "bin/conformance.txt", "file for the rows that differ")
	only := flags.String("suite", "", "run this suite only")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	code, err := run(ctx, options{
		vectors: os.DirFS(*vectors), declared: os.DirFS(*declared), out: *out, only: *only, stdout: stdout, suites: Join(Suites(), more...),
	})
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return exitFailure
	}
	return code
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
			return exitFailure, err
		}
		ran++
		fmt.Fprintln(o.stdout, tally.String())
		for _, d := range tally.Differences {
			reason := deviations[tally.Suite][d.ID]
			fmt.Fprintf(&report, "%s\t%s\t%s\t%s\t%s\n", tally.Suite, d.ID, d.Outcome, d.Detail, reason)
		}
		for _, d := range deviations.Undeclared(&tally) {
			fmt.Fprintf(o.stdout, "  looser without a reason: %s: %s\n", d.ID, d.Detail)
			code = exitLooser
		}
	}
	if ran == 0 {
		return exitFailure, errors.New("no suite has rows")
	}
	if err := writeReport(o.out, report.String()); err != nil {
		return exitFailure, err
	}
	if report.Len() > 0 {
		fmt.Fprintf(o.stdout, "rows that differ: %s\n", o.out)
	}
	return code, nil
}
