package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// Machine is where agents are set up.
type Machine struct {
	// Home is the user's home folder, Dir that of the project; both absolute.
	Home, Dir string
	// Getenv looks up the environment.
	Getenv func(string) string
	// LookPath finds a program; an error is that there is none.
	LookPath func(name string) (string, error)
	// System is runtime.GOOS.
	System string
	// Root is put before the managed folders, "" but for tests.
	Root string
}

// Installed says by what an agent is known to be installed, "" when it is not: its
// program, or the folder of its configuration.
func (m *Machine) Installed(a *Agent) string {
	for _, name := range a.Programs {
		if path, err := m.LookPath(name); err == nil {
			return path
		}
	}
	if dir, err := m.folder(a, User); err == nil && folder.Is(dir) {
		return dir
	}
	return ""
}

// folder is that of an agent's configuration in a scope.
func (m *Machine) folder(a *Agent, scope string) (string, error) {
	at, ok := a.At[scope]
	if !ok {
		return "", fmt.Errorf("%s has no configuration of scope %s that skillctl can write to: use --scope %s", a.Name, scope, User)
	}
	dir := at.Folder
	if at.Variable != "" && m.Getenv(at.Variable) != "" {
		dir = filepath.Join(m.Getenv(at.Variable), at.Below)
	}
	switch {
	case scope == Managed && m.System == "darwin" && at.Darwin != "":
		dir = at.Darwin
	case scope == Managed && m.System != "linux":
		return "", fmt.Errorf("it is not known where %s has its managed configuration on this system", a.Name)
	}
	switch rest, below := strings.CutPrefix(dir, "~/"); {
	case below && m.Home == "":
		return "", errors.New("no home folder is known; set HOME")
	case below:
		return filepath.Join(m.Home, rest), nil
	case scope == Managed:
		return filepath.Join(m.Root, dir), nil
	}
	return folder.From(m.Dir, dir), nil
}

// files are the paths of an agent's configurations in a scope, beside what is said of
// them.
func (m *Machine) files(a *Agent, scope string) (dir string, paths []string, files []File, err error) {
	if dir, err = m.folder(a, scope); err != nil {
		return "", nil, nil, err
	}
	for _, f := range a.Files {
		if !slices.Contains(f.Scopes, scope) {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if set := m.Getenv(f.Variable); f.Variable != "" && set != "" {
			path = folder.From(m.Dir, set)
		}
		paths, files = append(paths, path), append(files, f)
	}
	return dir, paths, files, nil
}

// real is where a path leads once links are followed: those of a user and of the system
// on purpose, because people keep configurations in folders of their own and link them;
// those of a project only within it, because somebody else wrote them.
func (m *Machine) real(path, scope string) (string, error) {
	rest := ""
	for at := path; ; {
		found, err := filepath.EvalSymlinks(at)
		switch {
		case err == nil:
			found = filepath.Join(found, rest)
			if scope == Project && !m.within(found) {
				return "", refuse(path, "it is, or is reached by, a link that leads out of the project: to "+found)
			}
			return found, nil
		case !folder.Missing(err):
			return "", fmt.Errorf("find %q: %w", path, folder.Cause(err))
		}
		if _, err := os.Lstat(at); err == nil {
			return "", refuse(path, fmt.Sprintf("%q is a link to a file that is not there", at))
		}
		if at == filepath.Dir(at) {
			return "", refuse(path, "its folder is not there")
		}
		at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest)
	}
}

func (m *Machine) within(path string) bool {
	dir, err := filepath.EvalSymlinks(m.Dir)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func refuse(file, message string) error {
	return &document.Error{Kind: document.Unreadable, File: file, Message: message, Hint: "nothing was changed in it"}
}
