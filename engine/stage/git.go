package stage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The bounds of fetching a repository: time, and bytes of what is fetched, as a
// multiple of those of all files.
const (
	maxFetch      = 5 * time.Minute
	fetchedFactor = 4
	watchFetched  = 100 * time.Millisecond
)

// repository is a bare repository of our own that one commit is fetched into.
// Nothing is checked out: files are read out of its objects, so that no filter,
// attribute or hook has a say.
type repository struct {
	program string
	dir     string
}

// fetchTree copies the files of a commit. src gets the commit.
func fetchTree(ctx context.Context, program string, src *Source, dir string, to *sink) error {
	found, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("stage %q: git is needed to fetch a repository, but is not installed: %w", src.Spec, err)
	}
	if found, err = filepath.Abs(found); err != nil {
		return fmt.Errorf("stage %q: %w", src.Spec, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxFetch, fmt.Errorf("git took longer than %s", maxFetch))
	defer cancel()
	r := &repository{found, dir}
	if _, err := r.run(ctx, filepath.Dir(dir), "init", "--quiet", "--bare", "--template=", dir); err != nil {
		return fmt.Errorf("stage %q: %w", src.Spec, err)
	}
	src.Commit, err = r.fetch(ctx, src, to.limits.Bytes*fetchedFactor)
	if unknown := (*missingError)(nil); errors.As(err, &unknown) {
		return unknown
	}
	if err != nil {
		return fmt.Errorf("fetch %q: %w", src.Spec, err)
	}
	if isCommit(src.Ref) && src.Commit != src.Ref {
		return fmt.Errorf("fetch %q: requested %s but received %s", src.Spec, src.Ref, src.Commit)
	}
	blobs, err := r.list(ctx, src, to)
	if err != nil {
		return err
	}
	return r.copy(ctx, blobs, to)
}

// fetched is the name that what was fetched gets.
const fetched = "refs/skillctl/source"

// fetch gets one commit without its history. Some servers do not hand out a
// commit by its digits; then the branches and tags are fetched that may have it.
func (r *repository) fetch(ctx context.Context, src *Source, limit int64) (string, error) {
	ref := cmp.Or(src.Ref, "HEAD")
	watched, stop := r.watch(ctx, limit)
	defer stop()
	base := []string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"}
	// git looks for a tag first, too, but does not say what it found.
	src.Tag = mayBeTag(ref)
	err := error(nil)
	if src.Tag {
		_, err = r.run(watched, r.dir, append(base, "--depth=1", "--", src.fetch, "+refs/tags/"+ref+":"+fetched)...)
		src.Tag = err == nil || !strings.Contains(err.Error(), noRemoteRef)
	}
	if !src.Tag {
		_, err = r.run(watched, r.dir, append(base, "--depth=1", "--", src.fetch, "+"+ref+":"+fetched)...)
	}
	want := fetched
	if err != nil && isCommit(ref) && watched.Err() == nil {
		_, err = r.run(watched, r.dir, append(base, "--", src.fetch, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")...)
		want = ref
	}
	if watched.Err() != nil {
		return "", context.Cause(watched)
	}
	if err != nil && isAbbreviated(ref) && strings.Contains(err.Error(), noRemoteRef) {
		return "", missing("no branch or tag %q; a commit needs all 40 digits", ref)
	}
	if err != nil {
		return "", err
	}
	commit, err := r.run(ctx, r.dir, "rev-parse", "--verify", "--quiet", "--end-of-options", want+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("it has no commit %q", ref)
	}
	return strings.TrimSpace(string(commit)), nil
}

// mayBeTag is false for what names a commit, the newest one, or a branch in so many
// words.
func mayBeTag(ref string) bool {
	first, _, within := strings.Cut(ref, "/")
	return ref != "HEAD" && !isCommit(ref) && !(within && (first == "refs" || first == "heads" || first == "remotes"))
}

// noRemoteRef is how git says that a repository has no such branch or tag.
const noRemoteRef = "couldn't find remote ref"

// watch ends a fetch that brings more than the bound.
func (r *repository) watch(ctx context.Context, limit int64) (context.Context, func()) {
	watched, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(watchFetched)
		defer tick.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-tick.C:
				if sizeOf(r.dir) > limit {
					cancel(refuse(TooLarge, "", "more than %d bytes would be fetched", limit))
					return
				}
			}
		}
	}()
	return watched, func() { cancel(nil); <-done }
}

func sizeOf(dir string) int64 {
	var total int64
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // what has gone meanwhile takes no space
		}
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}

// run runs git and gives what it writes.
func (r *repository) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	var out, problem bytes.Buffer
	cmd := r.command(ctx, dir, args...)
	cmd.Stdout, cmd.Stderr = &out, &limited{buffer: &problem, left: maxProblem}
	if err := cmd.Run(); err != nil {
		return nil, gitError(err, problem.String())
	}
	return out.Bytes(), nil
}

// gitError is what git says of what went wrong.
func gitError(err error, said string) error {
	said = strings.TrimSpace(said)
	if said == "" {
		return fmt.Errorf("git: %w", err)
	}
	var lines []string
	for line := range strings.SplitSeq(said, "\n") {
		line = strings.TrimSpace(line)
		for _, prefix := range []string{"fatal: ", "error: ", "remote: "} {
			line = strings.TrimPrefix(line, prefix)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return errors.New("git: " + strings.Join(lines, "; "))
}

// maxProblem is how much of what git complains about is kept, in bytes.
const maxProblem = 4 << 10

// limited keeps the beginning of what is written.
type limited struct {
	buffer *bytes.Buffer
	left   int
}

// Write takes everything and keeps what fits.
func (l *limited) Write(p []byte) (int, error) {
	keep := p[:min(len(p), l.left)]
	l.left -= len(keep)
	l.buffer.Write(keep)
	return len(p), nil
}

// command is git without anybody's configuration: no hooks, no helpers, no
// rewriting of addresses, no redirects, and only the ways of fetching that are
// known.
func (r *repository) command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	fixed := []string{
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.askPass=", "-c", "credential.helper=",
		"-c", "fetch.fsckObjects=true", "-c", "transfer.fsckObjects=true", "-c", "fetch.recurseSubmodules=false", "-c", "submodule.recurse=false",
		"-c", "http.followRedirects=false", "-c", "protocol.version=2", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.symlinks=false",
	}
	cmd := exec.CommandContext(ctx, r.program, append(fixed, args...)...)
	cmd.Dir, cmd.Env = dir, gitEnviron(os.Environ(), filepath.Dir(r.dir))
	cmd.WaitDelay = 5 * time.Second
	ownGroup(cmd)
	return cmd
}

// passed are the variables of the caller that git gets.
func passed() []string {
	return []string{
		"PATH", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
		"SYSTEMROOT", "TMPDIR", "TEMP", "TMP",
	}
}

func gitEnviron(environ []string, home string) []string {
	out := []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + home, "LANG=C", "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + os.DevNull, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_LFS_SKIP_SMUDGE=1",
		"GIT_ALLOW_PROTOCOL=" + strings.Join(schemes(), ":"),
		"GIT_SSH_COMMAND=ssh -o BatchMode=yes -o StrictHostKeyChecking=yes -o ForwardAgent=no",
	}
	for _, name := range passed() {
		for _, known := range environ {
			if strings.HasPrefix(known, name+"=") {
				out = append(out, known)
			}
		}
	}
	return out
}
