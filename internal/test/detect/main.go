package detect

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const usage = `usage: detect -corpus DIR [-labels FILE] [-out FILE] [-misses]
       detect -compare OLD.json NEW.json

The first form measures what lint says of the labelled skills of a corpus; -out keeps it.
The second form prints what is different between two measurements, and ends with 1
when a skill is no longer judged as its label says.

`

// Exit codes.
const (
	done    = 0
	worse   = 1
	misused = 2
	failed  = 3
)

// Main is the command, without its process.
func Main(ctx context.Context, args []string, out, complaints io.Writer) int {
	flags := flag.NewFlagSet("detect", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.Usage = func() { _, _ = io.WriteString(complaints, usage); flags.PrintDefaults() }
	corpus := flags.String("corpus", "", "the folder that the paths of labels are below")
	file := flags.String("labels", "", "the labels (default: labels.json in the corpus)")
	keep := flags.String("out", "", "where to write the measurement as JSON")
	misses := flags.Bool("misses", false, "list each skill that is not judged as its label says")
	compare := flags.Bool("compare", false, "print what is different between two measurements")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return done
		}
		return misused
	}
	if *compare && flags.NArg() == 2 {
		code, err := compareFiles(flags.Arg(0), flags.Arg(1), out)
		return complain(complaints, code, err)
	}
	if *compare || *corpus == "" || flags.NArg() > 0 {
		flags.Usage()
		return misused
	}
	if *file == "" {
		*file = filepath.Join(*corpus, "labels.json")
	}
	result, err := run(ctx, *corpus, *file, complaints)
	if err == nil && *keep != "" {
		err = write(*keep, result)
	}
	if err == nil {
		err = print(out, &result, *misses)
	}
	return complain(complaints, done, err)
}

func complain(to io.Writer, code int, err error) int {
	if err != nil {
		_, _ = fmt.Fprintln(to, "detect:", err)
		return failed
	}
	return code
}

func run(ctx context.Context, corpus, file string, progress io.Writer) (Result, error) {
	labels, err := readLabels(file)
	if err != nil {
		return Result{}, err
	}
	items, policy, err := judge(ctx, corpus, labels, func(n int) {
		if n%100 == 0 {
			_, _ = fmt.Fprintf(progress, "%d of %d skills\n", n, len(labels))
		}
	})
	if err != nil {
		return Result{}, err
	}
	sketches := make([][]uint64, len(items))
	for i := range items {
		if sketches[i], err = sketch(filepath.Join(corpus, filepath.FromSlash(items[i].Path))); err != nil {
			return Result{}, err
		}
	}
	families(items, sketches)
	return measure(items, policy), nil
}

func write(file string, result Result) error {
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the measurement: %w", err)
	}
	return nil
}
