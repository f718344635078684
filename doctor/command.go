package doctor

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/owner"
)

// Command is the command of an install policy, as openclaw.json has it.
type Command struct {
	Path        string
	Args        []string
	TrustedDirs []string
}

// commandOf is the command that is configured; ok is false when there is none or
// the policy is off.
func (m *Machine) commandOf() (c Command, ok bool) {
	in := m.OpenClaw
	if in.value("security", "installPolicy", "enabled") != true || in.text("security", "installPolicy", "exec", "command") == "" {
		return Command{}, false
	}
	at := []any{"security", "installPolicy", "exec"}
	return Command{
		Path: in.text(append(at, "command")...), Args: in.texts(append(at, "args")...), TrustedDirs: in.texts(append(at, "trustedDirs")...),
	}, true
}

// Refusals are what OpenClaw 2026.9.6 has against a command of an install
// policy, in its own words and in its order: its static check and the one before
// each call are the same. uid is who runs it, home what ~ in trusted folders
// stands for.
func (c Command) Refusals(uid int, home string) []string {
	if text := c.refusal("security.installPolicy.exec.command", c.Path, uid, home); text != "" {
		return []string{text}
	}
	base := strings.ToLower(strings.TrimSuffix(filepath.Base(c.Path), ".exe"))
	if base == "env" {
		return []string{"security.installPolicy.exec.command must not use env; configure the policy executable directly."}
	}
	if !slices.Contains(interpreters(), base) {
		return nil
	}
	for i, arg := range c.Args {
		name, ok := scriptOf(arg)
		if !ok {
			continue
		}
		if text := c.refusal(fmt.Sprintf("security.installPolicy.exec.args[%d]", i), name, uid, home); text != "" {
			return []string{text}
		}
	}
	return nil
}

// interpreters are the names whose arguments OpenClaw 2026.9.6 looks at.
func interpreters() []string {
	return []string{"bash", "bun", "deno", "fish", "node", "perl", "powershell", "pwsh", "python", "python3", "ruby", "sh", "zsh"}
}

// scriptOf is the file that an argument of an interpreter names.
func scriptOf(arg string) (string, bool) {
	if strings.HasPrefix(arg, "-") {
		_, value, ok := strings.Cut(arg, "=")
		if !ok || !looksLikeFile(value) {
			return "", false
		}
		return value, true
	}
	return arg, looksLikeFile(arg)
}

func looksLikeFile(arg string) bool {
	extension := strings.TrimPrefix(strings.ToLower(path.Ext(arg)), ".")
	return filepath.IsAbs(arg) || strings.HasPrefix(arg, ".") || strings.ContainsAny(arg, `/\`) ||
		slices.Contains([]string{"bash", "cjs", "cts", "js", "mjs", "mts", "pl", "ps1", "py", "rb", "sh", "ts", "zsh"}, extension)
}

// refusal is the first rule that a file breaks. Names are taken literally: a
// path through a folder that is not there leads nowhere.
func (c Command) refusal(label, name string, uid int, home string) string {
	if !filepath.IsAbs(name) {
		return label + " must be an absolute path."
	}
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return fmt.Sprintf("%s is not readable: %s", label, name)
	case info.IsDir():
		return fmt.Sprintf("%s must be a file: %s", label, name)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Sprintf("%s must not be a symlink: %s", label, name)
	case !c.trusted(name, home):
		return fmt.Sprintf("%s is outside trustedDirs: %s", label, name)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Sprintf("%s permissions are too open: %s", label, name)
	}
	for dir := filepath.Dir(filepath.Clean(name)); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return fmt.Sprintf("%s is not readable: %s", label, name)
		case tooOpen(info.Mode()):
			return fmt.Sprintf("%s parent directory permissions are too open: %s", label, dir)
		case !owner.Is(info, uid, 0):
			return fmt.Sprintf("%s parent directory owner is not trusted: %s", label, dir)
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if !owner.Is(info, uid, 0) {
		return fmt.Sprintf("%s must be owned by the current user (uid=%d) or root: %s", label, uid, name)
	}
	return ""
}

// trusted reports whether a file lies in one of the trusted folders, by its
// name alone.
func (c Command) trusted(name, home string) bool {
	if len(c.TrustedDirs) == 0 {
		return true
	}
	name = filepath.Clean(name)
	return slices.ContainsFunc(c.TrustedDirs, func(dir string) bool {
		dir = filepath.Clean(expand(dir, home))
		return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
	})
}

// tooOpen reports whether others can replace what is in a folder; a sticky one
// keeps them from what is not theirs.
func tooOpen(mode fs.FileMode) bool { return mode.Perm()&0o022 != 0 && mode&fs.ModeSticky == 0 }

// policyTargets are what the policy is asked about. None that is known is what a
// configuration that the agent refuses has.
func (m *Machine) policyTargets() []string {
	listed := m.OpenClaw.texts("security", "installPolicy", "targets")
	if len(listed) == 0 {
		return []string{"skill", "plugin"}
	}
	var out []string
	for _, target := range []string{"skill", "plugin"} {
		if slices.Contains(listed, target) {
			out = append(out, target)
		}
	}
	return out
}

func checkAbsent(_ context.Context, m *Machine, report func(Result)) error {
	if m.OpenClaw == nil || m.OpenClaw.Config != "" && m.OpenClaw.Document == nil {
		return nil // that it cannot be read is said elsewhere
	}
	if err := denied(m.OpenClaw.State); m.OpenClaw.Config == "" && err != nil {
		report(Result{File: m.OpenClaw.State, Found: Unseen, Message: fmt.Sprintf("whether there is an install policy is not known: %v", err), Hint: "run skillctl doctor as a user who can read it"})
		return nil
	}
	// Of a policy that is configured and off, without a command or not for all targets,
	// lint tells.
	configured, _ := m.OpenClaw.value("security", "installPolicy").(map[string]any)
	others := len(configured)
	if _, there := configured["enabled"]; there {
		others--
	}
	if configured["enabled"] == true || others > 0 {
		return nil
	}
	r := Result{
		File: cmp.Or(m.OpenClaw.Config, m.OpenClaw.State), Message: "there is no install policy: the agent installs every skill and every plugin unasked",
		Hint: `set security.installPolicy: {enabled: true, exec: {source: "exec", command: …, args: ["gate", "--protocol", "openclaw"]}} with the path of skillctl as command`,
	}
	if m.OpenClaw.Config != "" {
		r.Setting = []any{"security", "installPolicy"}
	}
	report(r)
	return nil
}

func commandChecks() []Check {
	return []Check{
		{
			ID: "install-policy/absent", Title: "Installs are not asked about",
			Why:    "Without an install policy the agent installs what it is told to, and so whatever talks it into that.",
			Remedy: "Set `security.installPolicy` in the configuration of OpenClaw, with `skillctl gate --protocol openclaw` as its command.",
			Run:    checkAbsent,
		},
		{
			ID: "install-policy/command-refused", Title: "OpenClaw refuses the command of the install policy",
			Why:    "OpenClaw refuses every install that needs the policy until only you and root can change the command.",
			Remedy: "Name a file of your own or of root, in folders that only you and root can write to.",
			Run:    checkRefused,
		},
		{
			ID: "install-policy/not-executable", Title: "Command of the install policy cannot be started",
			Why:    "OpenClaw does not check the execute bit before it starts the command; without it every install fails.",
			Remedy: "Run `chmod u+x` on the file that the message names; `skillctl doctor --fix` does so.",
			Run:    checkExecutable,
		},
		{
			ID: "install-policy/parent-symlink", Title: "Others can replace the command of the install policy",
			Why:    "OpenClaw checks the folders of the path as written, not those that a link leads to: who can write there can replace the command.",
			Remedy: "Name the file itself, in folders that only you and root can write to.",
			Run:    checkLinkedParents,
		},
		{
			ID: "install-policy/argument-insecure", Title: "Others can change a file of the install policy",
			Why:    "OpenClaw checks only scripts of a few interpreters, known by their plain names. Policies, data and scripts of other interpreters (python3.11) matter as much, but are not checked.",
			Remedy: "Move the file to a folder that only you and root can write to.",
			Run:    checkArguments,
		},
		{
			ID: "install-policy/interpreter", Title: "Others can change the interpreter of the install policy",
			Why:    "A script is what its interpreter makes of it: who can change that, or a folder that it is looked for in, is the install policy.",
			Remedy: "Name an interpreter in folders that only you and root can write to.",
			Run:    checkInterpreter,
		},
		{
			ID: "install-policy/environment", Title: "Variables decide what code the install policy runs",
			Why:    "A variable such as LD_PRELOAD or NODE_OPTIONS makes the policy's program load other code. With passEnv, whoever sets the agent's environment is the install policy.",
			Remedy: "Leave the variable out of `passEnv` and `env`; name what is to be run in `command` and `args`, which are checked.",
			Run:    checkEnvironment,
		},
	}
}

func setting(parts ...any) []any { return append([]any{"security", "installPolicy", "exec"}, parts...) }

func checkRefused(_ context.Context, m *Machine, report func(Result)) error {
	c, ok := m.commandOf()
	if !ok {
		return nil
	}
	for _, text := range c.Refusals(m.UID, m.Home) {
		report(Result{Setting: setting("command"), Message: text, Hint: "name a file of your own or of root's, in folders that only you and root can write to"})
	}
	return nil
}

func checkExecutable(_ context.Context, m *Machine, report func(Result)) error {
	c, ok := m.commandOf()
	if !ok {
		return nil
	}
	info, err := os.Stat(c.Path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 != 0 {
		return nil
	}
	report(Result{
		Setting: setting("command"), Message: fmt.Sprintf("%s has mode %#o, without an execute bit, and cannot be started", c.Path, info.Mode().Perm()),
		Hint: "run `chmod u+x " + c.Path + "`", Mode: &ModeFix{Path: c.Path, Set: 0o100},
	})
	return nil
}

func checkLinkedParents(_ context.Context, m *Machine, report func(Result)) error {
	c, ok := m.commandOf()
	if !ok || !filepath.IsAbs(c.Path) {
		return nil
	}
	real, err := filepath.EvalSymlinks(c.Path)
	if err != nil || real == filepath.Clean(c.Path) {
		return nil // the host refuses what is not there
	}
	if where := changeable(real, m.UID); where != "" {
		report(Result{
			Setting: setting("command"), Message: fmt.Sprintf("%s leads to %s, and %s", c.Path, real, where), Hint: "name the file itself, in folders that only you and root can write to",
		})
	}
	return nil
}

// plain reports that no link is on the way to a file.
func plain(name string) bool {
	real, err := filepath.EvalSymlinks(name)
	return err != nil || real == filepath.Clean(name)
}

func checkArguments(_ context.Context, m *Machine, report func(Result)) error {
	c, ok := m.commandOf()
	if !ok {
		return nil
	}
	looked := slices.Contains(interpreters(), strings.ToLower(strings.TrimSuffix(filepath.Base(c.Path), ".exe")))
	for i, arg := range c.Args {
		name := arg
		if value, ok := scriptOf(arg); ok {
			if looked && plain(value) {
				continue // the host looks at it itself, but not behind links
			}
			name = value
		}
		if !filepath.IsAbs(name) {
			continue
		}
		real, err := filepath.EvalSymlinks(name)
		if err != nil {
			report(Result{
				Setting: setting("args", i), Found: Missing, Message: fmt.Sprintf("%s does not exist, but is an argument of the policy's command", name),
				Hint: "fix the path: what the command does without this file is not known",
			})
			continue
		}
		where := changeable(real, m.UID)
		if where == "" {
			where, _ = changeableBelow(real, m.UID)
		}
		if where != "" {
			report(Result{
				Setting: setting("args", i), Message: fmt.Sprintf("the policy is started with %s, but %s", name, where),
				Hint: "move it to a folder that only you and root can write to",
			})
		}
	}
	return nil
}
