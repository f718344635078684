package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/internal/folder"
)

// NewLock is the command lock.
func NewLock(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lock",
		Short: "Check installed skills against skills.lock",
		Long: `The lock file of a folder of skills, skills.lock, says what is installed there: the
digest of each file, what each skill asks for (programs, domains, paths, tools,
variables), where it comes from, who signed it, by which policies it was judged,
and who accepted it and why. "skillctl install", "update" and "remove" maintain it;
"skillctl lock write" creates one for existing skills.

It contains no secrets: commit it with the skills, so that changes are reviewed.
"skillctl schema export lock" prints its JSON Schema.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newLockVerify(f), newLockDiff(f), newLockWrite(f))
	return cmd
}

// rootArg is the folder of skills that a command names, the usual one if none.
func rootArg(args []string) (string, error) {
	switch len(args) {
	case 0:
		return defaultRoot, nil
	case 1:
		return args[0], nil
	}
	return "", kit.Usagef("name one folder of skills; %d were given", len(args))
}

// sharedWait is how long to wait for who changes a folder of skills that is to be
// read.
const sharedWait = time.Minute

// sharedRoot is a folder of skills that is read, with its lock file. Nobody changes
// either until done is called.
type sharedRoot struct {
	dir    *os.Root
	locked *lock.Lock
	// interrupted is a skill that a process was changing when it ended, "" for none.
	interrupted string
	release     func()
}

func (s *sharedRoot) done() {
	s.release()
	_ = s.dir.Close()
}

// readRoot opens a folder of skills for reading.
func readRoot(ctx context.Context, streams *kit.IOStreams, path string) (*sharedRoot, error) {
	dir, err := folder.Open(streams.At(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("folder %q does not exist", path)}
	}
	if err != nil {
		return nil, fmt.Errorf("open folder %q: %w", path, source.Bare(err))
	}
	release, err := lock.Share(ctx, dir, path, sharedWait)
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	shared := &sharedRoot{dir: dir, release: release}
	if shared.locked, shared.interrupted, err = lock.Current(ctx, dir, path); err != nil {
		shared.done()
		return nil, lockError(err)
	}
	return shared, nil
}

// lockError is a lock file that is not one: for the user to correct.
func lockError(err error) error {
	var newer *lock.VersionError
	var broken *lock.DamagedError
	if errors.As(err, &newer) || errors.As(err, &broken) {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return err
}

func lockName(root string) string { return filepath.Join(root, lock.Name) }
