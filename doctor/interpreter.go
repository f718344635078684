package doctor

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// maxScripts bounds how many interpreters are followed that are scripts themselves,
// as the system does.
const maxScripts = 4

// defaultPath is where programs are looked for when nothing says where.
const defaultPath = "/bin:/usr/bin"

func checkInterpreter(_ context.Context, m *Machine, report func(Result)) error {
	c, ok := m.commandOf()
	if !ok || !filepath.IsAbs(c.Path) {
		return nil
	}
	name := c.Path
	for range maxScripts {
		program, where := m.interpreterOf(name)
		if where == "" && program != "" {
			where = m.changeableWay(program)
		}
		if where != "" {
			report(Result{
				Setting: setting("command"), Message: fmt.Sprintf("%s is run by %s, and %s", name, cmp.Or(program, "a program that cannot be found"), where),
				Hint: "name an interpreter in folders that only you and root can write to",
			})
		}
		if program == "" {
			return nil
		}
		name = program
	}
	return nil
}

// interpreterOf is the program that runs a script: the one behind "#!", with env the
// one that this looks up, and the shell where nothing is named. It is "" for what
// is no script; where says why it cannot be trusted, or known.
func (m *Machine) interpreterOf(name string) (program, where string) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return "", "" // it is refused, or cannot be started
	}
	f, err := os.OpenFile(name, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return "", ""
	}
	defer func() { _ = f.Close() }()
	head, _ := bufio.NewReaderSize(f, 4096).Peek(4096)
	first, _, _ := strings.Cut(string(head), "\n")
	rest, script := strings.CutPrefix(first, "#!")
	switch {
	case !script && isProgram(head):
		return "", ""
	case !script:
		return "/bin/sh", ""
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return "/bin/sh", ""
	}
	if !filepath.IsAbs(words[0]) {
		return filepath.Join(filepath.Dir(name), words[0]), ""
	}
	if filepath.Base(words[0]) != "env" {
		return words[0], ""
	}
	if where := m.changeableWay(words[0]); where != "" {
		return words[0], where
	}
	return m.lookUp(words[1:])
}

// isProgram reports whether a file begins as programs do that the system runs itself.
func isProgram(head []byte) bool {
	for _, magic := range []string{"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "MZ"} {
		if strings.HasPrefix(string(head), magic) {
			return true
		}
	}
	return false
}

// lookUp finds the program that env starts, by the PATH that the policy has, and says
// of a folder of that up to the program when others can change it.
func (m *Machine) lookUp(words []string) (program, where string) {
	name := ""
	for _, word := range words {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			name = word
			break
		}
	}
	if name == "" {
		return "", "it is not known which program env starts"
	}
	if strings.Contains(name, "/") {
		return name, ""
	}
	path := defaultPath
	for _, variable := range m.policyEnv() {
		if value, ok := strings.CutPrefix(variable, "PATH="); ok {
			path = value
		}
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			return name, fmt.Sprintf("it is looked for in %q, which is not an absolute path", dir)
		}
		if _, err := os.Lstat(dir); err == nil {
			if where := m.changeableWay(dir); where != "" {
				return filepath.Join(dir, name), where
			}
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return filepath.Join(dir, name), ""
		}
	}
	return "", fmt.Sprintf("there is no %s in %s", name, path)
}

// maxWay bounds how many links are followed on the way to a file.
const maxWay = 40

// changeableWay says who else can change a file, a link on the way to it, or a folder
// that one of them lies in: "" for nobody.
func (m *Machine) changeableWay(name string) string {
	name = filepath.Clean(name)
	for range maxWay {
		link, target := firstLink(name)
		if link == "" {
			return changeable(name, m.UID)
		}
		if where := changeable(filepath.Dir(link), m.UID); where != "" {
			return where
		}
		if info, err := os.Lstat(link); err == nil && !owner.Is(info, m.UID, 0) {
			return fmt.Sprintf("the link %s belongs to another user", link)
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(link), target)
		}
		name = filepath.Join(target, strings.TrimPrefix(name, link))
	}
	return fmt.Sprintf("more than %d links lead to it", maxWay)
}

// firstLink is the first link on the way to a file, and where it leads.
func firstLink(name string) (link, target string) {
	volume := filepath.VolumeName(name)
	at := volume + string(filepath.Separator)
	for _, part := range strings.Split(strings.TrimPrefix(name, at), string(filepath.Separator)) {
		at = filepath.Join(at, part)
		if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(at)
			if err != nil {
				return "", ""
			}
			return at, target
		}
	}
	return "", ""
}

func checkEnvironment(_ context.Context, m *Machine, report func(Result)) error {
	if _, ok := m.commandOf(); !ok {
		return nil
	}
	for i, name := range m.OpenClaw.texts(setting("passEnv")...) {
		report(Result{
			Setting: setting("passEnv", i), Name: name, Message: fmt.Sprintf("the install policy is given the agent's %s, by which others can have it run other code", name),
			Hint: "leave it out, or set what the policy needs below env",
		})
	}
	env, _ := m.OpenClaw.value(setting("env")...).(map[string]any)
	for name := range env {
		report(Result{
			Setting: setting("env", name), Name: name, Message: fmt.Sprintf("the install policy is started with %s, which has its program run other code", name),
			Hint: "name what is to be run in command and args, which are checked",
		})
	}
	return nil
}
