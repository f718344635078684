package peers

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// The programs to compare with that are built from source, pinned so that figures of
// two runs can be compared.
func sources() []string {
	return []string{"github.com/open-policy-agent/opa@v1.22.0", "github.com/open-policy-agent/conftest@v0.71.1"}
}

// Main measures and prints the table. It returns 1 when something could not be
// measured that is there; a target that is not met is a figure, no failure, since no
// test may depend on how fast a machine is.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	program := flags.String("skillctl", filepath.Join("bin", "skillctl"), "the program that is measured")
	tools := flags.String("tools", filepath.Join("bin", "peers"), "folder for programs that are built to compare with")
	image := flags.String("image", "", "an image for containers that has true and sleep; none: no containers")
	turns := flags.Int("turns", 15, "how often each program is started")
	only := flags.String("run", "", "measure only rows that match this regular expression")
	fetch := flags.Bool("install", false, "build the programs to compare with that are missing")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	if *fetch {
		build(ctx, *tools, stderr)
	}
	if err := compare(ctx, *program, *tools, *image, *turns, wanted, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// build builds what is missing; what cannot be built is said, and left out of the table.
func build(ctx context.Context, tools string, say io.Writer) {
	for _, source := range sources() {
		name, _, _ := strings.Cut(source[strings.LastIndexByte(source, '/')+1:], "@")
		if _, err := os.Stat(filepath.Join(tools, name)); err == nil {
			continue
		}
		command := exec.CommandContext(ctx, "go", "install", "-ldflags", "-s -w", source)
		command.Env = append(os.Environ(), "GOBIN="+tools, "GOFLAGS=-trimpath", "CGO_ENABLED=0")
		if out, err := command.CombinedOutput(); err != nil {
			fmt.Fprintf(say, "left out, since it cannot be built: %s: %v: %s\n", source, err, lastLine(string(out)))
		}
	}
}

func compare(ctx context.Context, program, tools, image string, turns int, wanted *regexp.Regexp, stdout, stderr io.Writer) error {
	folder, err := os.MkdirTemp("", "skillctl-bench-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := lay(folder, files()); err != nil {
		return err
	}
	for _, name := range []*string{&program, &tools} {
		if *name, err = filepath.Abs(*name); err != nil {
			return fmt.Errorf("find %s: %w", *name, err)
		}
	}
	path := tools + string(os.PathListSeparator) + os.Getenv("PATH")
	home := filepath.Join(folder, "home")
	b := &bench{skillctl: program, path: path, image: image, folder: folder, env: []string{
		"PATH=" + path, "HOME=" + home, "XDG_CACHE_HOME=" + filepath.Join(home, ".cache"), "XDG_STATE_HOME=" + filepath.Join(home, "state"), "TMPDIR=" + folder,
		"DOCKER_HOST=" + os.Getenv("DOCKER_HOST"),
	}}
	defer func() {
		for _, end := range b.kept {
			end()
		}
	}()
	rows, err := b.rows(ctx)
	if err != nil {
		return err
	}
	results, err := b.measure(ctx, rows, turns, wanted, stderr)
	if err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return fmt.Errorf("find skillctl: %w", err)
	}
	table(stdout, results)
	fmt.Fprintf(stdout, "\nThe program has %.1f MB (wanted: 40).\n", float64(info.Size())/1e6)
	return nil
}

func (b *bench) measure(ctx context.Context, rows []row, turns int, wanted *regexp.Regexp, stderr io.Writer) ([]result, error) {
	var all []result
	for _, r := range rows {
		if !wanted.MatchString(r.what) {
			continue
		}
		there := r.peers[:0:0]
		for _, p := range r.peers {
			if p.side != nil {
				there = append(there, p)
			}
		}
		if len(there) == 0 && len(r.peers) > 0 {
			all = append(all, result{row: r, left: "there is nothing to compare with"})
			continue
		}
		r.peers = there
		fmt.Fprintln(stderr, "measuring", r.what)
		one, err := r.run(ctx, turns)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}
