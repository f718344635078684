package mcp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// makeToken makes a file with a new token, where there is none.
func makeToken(name string) (string, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	token := rand.Text() + rand.Text()
	if _, err := fmt.Fprintln(file, token); err != nil {
		return "", errors.Join(err, file.Close(), os.Remove(name))
	}
	return token, file.Close()
}

// openToken opens a file that nobody else can read or write.
func openToken(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, folder.Bare(err)
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		err = folder.Bare(err)
	case !info.Mode().IsRegular():
		err = errors.New("it is not a regular file")
	case !owner.Is(info, os.Getuid()):
		err = errors.New("it belongs to somebody else")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		err = fmt.Errorf("others can read it (its mode is %04o): chmod 600", info.Mode().Perm())
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
