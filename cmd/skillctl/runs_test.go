package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

const (
	// wantDocker says that tests run commands in containers, where an engine answers.
	wantDocker = "SKILLCTL_BOUNDARY"
	// needDocker says that an engine must answer: then nothing is skipped for want of
	// one.
	needDocker = "SKILLCTL_NEED_DOCKER"
)

// testImage makes the image that tests run containers of, once; languageImage the
// one that has python3 and node as well.
var (
	testImage     = sync.OnceValues(func() (string, error) { return buildImage("base") })
	languageImage = sync.OnceValues(func() (string, error) { return buildImage("languages") })
)

func buildImage(kind string) (string, error) {
	if err := exec.Command("docker", "version").Run(); err != nil {
		return "", fmt.Errorf("no container engine answers: %w", err)
	}
	out, err := exec.Command("sh", filepath.Join("..", "..", "runner", "docker", "testdata", "image", "build.sh"), kind).Output()
	if err != nil {
		return "", fmt.Errorf("make the image of the tests: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// hasDocker reports whether containers are to be run, and can be.
func hasDocker() (bool, error) {
	if os.Getenv(wantDocker) == "" && os.Getenv(needDocker) == "" {
		return false, nil
	}
	_, err := testImage()
	if err != nil && os.Getenv(needDocker) == "" {
		return false, nil
	}
	return err == nil, err
}

// image NAME [languages] sets a variable to the name of the tests' image.
func image(ts *testscript.TestScript, _ bool, args []string) {
	find := testImage
	if len(args) > 1 && args[1] == "languages" {
		find = languageImage
	}
	name, err := find()
	ts.Check(err)
	ts.Setenv(args[0], name)
}

// hasVeth reports whether this user may make a network with another machine in
// it, and has the programs to.
func hasVeth() bool {
	for _, name := range []string{"unshare", "nsenter", "ip", "busybox"} {
		if _, err := exec.LookPath(name); err != nil {
			return false
		}
	}
	return exec.Command("unshare", "-n", "-m", "-p", "-f", "ip", "link", "add", "near", "type", "veth", "peer", "name", "far").Run() == nil
}

// keep NAME sets a variable to what the last command wrote.
func keep(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// patience is how long tests wait for something that is to come about.
const patience = 2 * time.Minute

// until PATTERN COMMAND... runs a command again and again, whatever its exit
// code, until its output matches.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: until PATTERN COMMAND [ARGUMENT...]")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	got := ""
	for began := time.Now(); time.Since(began) < patience; time.Sleep(50 * time.Millisecond) {
		_ = ts.Exec(args[1], args[2:]...)
		if got = ts.ReadFile("stdout") + ts.ReadFile("stderr"); pattern.MatchString(got) {
			return
		}
	}
	ts.Fatalf("%s never wrote %q; at last it was:\n%s", strings.Join(args[1:], " "), args[0], got)
}

// vanished PATTERN waits until no process of this machine has a command line that
// matches.
func vanished(ts *testscript.TestScript, _ bool, args []string) {
	left := processes(context.Background(), regexp.MustCompile(args[0]))
	if len(left) > 0 {
		ts.Fatalf("still there: %v", left)
	}
}

// processes waits until no process's command line matches and returns those that
// stay.
func processes(ctx context.Context, pattern *regexp.Regexp) []string {
	var left []string
	for began := time.Now(); time.Since(began) < patience && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		left = nil
		names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, name := range names {
			text, err := os.ReadFile(name)
			if line := strings.ReplaceAll(string(text), "\x00", " "); err == nil && pattern.MatchString(line) {
				left = append(left, filepath.Base(filepath.Dir(name))+" "+line)
			}
		}
		if len(left) == 0 {
			return nil
		}
	}
	return left
}
