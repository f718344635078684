package hook

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/settings"
)

// places are the folders that decide what is allowed: that of the user's settings, and
// that of the state, with the approvals.
type places struct{ settings, state string }

// ownPlaces are those of whoever runs this, by the system's user database; none where it
// does not know. A project may set variables for its agent: HOME and those of XDG are
// nobody's word.
func ownPlaces() places {
	who, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil || !filepath.IsAbs(who.HomeDir) {
		return places{}
	}
	return placesBy(&kit.IOStreams{Dir: string(filepath.Separator), Getenv: func(name string) string { return map[string]string{"HOME": who.HomeDir}[name] }})
}

// placesBy are those of an environment; "" for one that it does not tell.
func placesBy(streams *kit.IOStreams) (found places) {
	if folders := streams.SettingFolders(); len(folders) > 1 { // behind that of the system
		found.settings = folders[1]
	}
	if state, err := kit.NewFactory(streams).StatePath("approvals"); err == nil {
		found.state = filepath.Dir(state)
	}
	return found
}

// led says how the environment leads to other settings or approvals than the owner's, nil
// where it does not: into the project, whose files could then decide about themselves, or
// away from settings that the owner has. trees are the folders of the project.
func led(now, own places, trees []string) error {
	for _, one := range []struct{ what, now, own string }{{"settings of the user", now.settings, own.settings}, {"approvals and the record", now.state, own.state}} {
		if one.now == "" || one.now == one.own {
			continue
		}
		for _, tree := range trees {
			if within(tree, one.now) {
				return fmt.Errorf("HOME or a variable of XDG leads to %s in %q, which is in the project: start the agent without that variable, and see whether a setting of the project sets it", one.what, one.now)
			}
		}
	}
	if now.settings == own.settings || own.settings == "" {
		return nil
	}
	for _, file := range settings.FilesIn(own.settings) {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("HOME or a variable of XDG leads to settings of the user in %q, and %q is there as well: start the agent without that variable, or keep one", now.settings, file)
		}
	}
	return nil
}

// within reports whether a path is in a folder, or is it, behind links as well.
func within(tree, path string) bool {
	for _, at := range []string{path, resolved(path)} {
		for _, root := range []string{tree, resolved(tree)} {
			if rel, err := filepath.Rel(root, at); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// resolved is a path without links, as far as it is there.
func resolved(path string) string {
	rest := ""
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if found, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(found, rest)
		}
		if at == filepath.Dir(at) {
			return path
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// trees are the folders that somebody else may have filled: the roots of the repositories
// around the project and the working folder, else these.
func (j *judge) trees() []string {
	var all []string
	for _, dir := range []string{j.project(), j.call.From, j.call.Dir} {
		root := dir
		for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
			if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
				root = at
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
		all = append(all, root)
	}
	return all
}
