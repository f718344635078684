package tables

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// Main checks the entries of a folder of policies and prints a table. It returns 1
// when an entry reads an option with the wrong number of words, or when no program
// was there to ask.
func Main(ctx context.Context, args []string, entries fs.FS, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("tables", flag.ContinueOnError)
	flags.SetOutput(stderr)
	install := flags.Bool("install", false, "as root, install the programs that are missing: from Debian, npm and Go")
	list := flags.Bool("unclassed", false, "list the options that no entry classes, too")
	tools := flags.String("tools", filepath.Join("bin", "tables"), "folder for programs from npm and Go")
	first := flags.String("path", "", "folders to look for programs in first, as in PATH")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	results, err := run(ctx, entries, *first, *tools, *install, stderr)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	wrong, read := report(stdout, results, *list)
	switch {
	case read == 0:
		fmt.Fprintln(stderr, "no program of any entry could be asked: nothing was compared")
		return 1
	case wrong > 0:
		fmt.Fprintf(stderr, "%d options are read with the wrong number of words: correct the entries in policies/programs\n", wrong)
		return 1
	}
	return 0
}

func run(ctx context.Context, entries fs.FS, first, tools string, install bool, stderr io.Writer) ([]Result, error) {
	tools, err := filepath.Abs(tools)
	if err != nil {
		return nil, fmt.Errorf("find the folder of tools: %w", err)
	}
	home, err := os.MkdirTemp("", "skillctl-tables-")
	if err != nil {
		return nil, fmt.Errorf("make an empty folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }()
	path := strings.Join([]string{first, filepath.Join(tools, "bin"), filepath.Join(tools, "node_modules", ".bin"),
		"/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"}, string(os.PathListSeparator))
	c, err := New(path, home)
	if err != nil {
		return nil, err
	}
	if install {
		if err := c.Install(ctx, entries, tools, stderr); err != nil {
			return nil, err
		}
	}
	return c.Check(ctx, entries)
}

// report writes the table and says how many options are wrong, and how many help
// texts were read.
func report(w io.Writer, results []Result, list bool) (wrong, read int) {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "PROGRAM\tCLASSED\tUNCLASSED")
	classed, unclassed := 0, 0
	var missing, silent []string
	for _, r := range results {
		switch {
		case r.Note == "not installed":
			missing = append(missing, r.Name)
			continue
		case r.Note != "":
			silent = append(silent, r.Name+" ("+r.Note+")")
			continue
		}
		read++
		wrong += len(r.Wrong)
		classed += r.Classed
		unclassed += len(r.Unclassed)
		fmt.Fprintf(t, "%s\t%d\t%d", r.Name, r.Classed, len(r.Unclassed))
		if list && len(r.Unclassed) > 0 {
			fmt.Fprint(t, "\t", strings.Join(r.Unclassed, " "))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintf(t, "%d help texts\t%d\t%d\n", read, classed, unclassed)
	if err := t.Flush(); err != nil && !errors.Is(err, os.ErrClosed) {
		return wrong, read
	}
	if len(missing) > 0 {
		fmt.Fprintf(w, "not installed: %s\n", strings.Join(missing, " "))
	}
	if len(silent) > 0 {
		fmt.Fprintf(w, "not compared: %s\n", strings.Join(silent, ", "))
	}
	for _, r := range results {
		for _, line := range r.Wrong {
			fmt.Fprintf(w, "%s: %s\n", r.Name, line)
		}
	}
	return wrong, read
}
