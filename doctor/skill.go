package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// skillRoot is a folder that OpenClaw loads skills from.
type skillRoot struct {
	path    string
	setting []any
	// contained: a skill that a link leads out of the root is not loaded.
	contained bool
}

// skillRoots are the folders that OpenClaw 2026.9.6 loads skills of any agent
// from, apart from the bundled ones and those of plugins, which it makes itself.
func (m *Machine) skillRoots() ([]skillRoot, error) {
	in := m.OpenClaw
	if in == nil || in.State == "" {
		return nil, nil
	}
	host := loading.Host{Machine: &machine.Machine{Home: m.Home, ConfigPath: in.Config, Env: map[string]string{"HOME": m.Home}}}
	if in.State != filepath.Join(m.Home, ".openclaw") {
		host.StateDir = in.State
	}
	for _, name := range []string{"OPENCLAW_WORKSPACE_DIR", "OPENCLAW_PROFILE"} {
		host.Env[name] = m.Getenv(name)
	}
	config := &document.Node{Kind: document.Object}
	if in.Document != nil && in.Document.Root != nil {
		config = in.Document.Root
	}
	list, _ := agents.List(config)
	if len(list) == 0 {
		list = []agents.Agent{{ID: agents.Main}}
	}
	known := map[string]bool{}
	var roots []skillRoot
	for _, agent := range list {
		found, err := host.Roots(config, agent)
		if err != nil {
			return nil, fmt.Errorf("find the folders of skills: %w", err)
		}
		for i := range found {
			root := &found[i]
			if slices.Contains([]string{"bundled", "custodian", "plugin"}, root.Tier) || known[root.Path] {
				continue
			}
			known[root.Path] = true
			roots = append(roots, skillRoot{path: root.Path, setting: root.Setting, contained: !root.Canonical})
		}
	}
	return roots, nil
}

func skillChecks() []Check {
	return []Check{
		{
			ID: "skills/writable", Title: "Others can change skills",
			Why:    "A skill tells the agent what to do. Who can write to it, or to its folder, controls the agent, and the agent does not check.",
			Remedy: "Run `chmod -R go-w` on the folder; `skillctl doctor --fix` does so.",
			Run:    checkSkillsWritable,
		},
		{
			ID: "skills/link-escapes", Title: "Link leads out of a skill folder",
			Why:    "Where a link leads out of a skill folder, OpenClaw loads the skill only if skills.load.allowSymlinkTargets names the target; in the managed and the personal folder it always loads it.",
			Remedy: "Name the target in `skills.load.allowSymlinkTargets`, or copy the skill into the folder.",
			Run:    checkLinks,
		},
	}
}

func checkSkillsWritable(ctx context.Context, m *Machine, report func(Result)) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	roots, err := m.skillRoots()
	if err != nil {
		return err
	}
	for _, root := range slices.Concat(roots, m.Claude.roots(), m.Codex.roots()) {
		real, err := filepath.EvalSymlinks(root.path)
		if err != nil {
			continue // not there
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if where, cause := changeableAt(real, m.UID); where != "" {
			r := Result{File: root.path, Cause: cause, Setting: root.setting, Message: "skills are loaded from " + root.path + ", and " + where, Hint: "make it writable for its owner only"}
			if info, err := os.Lstat(real); err == nil && owner.Writers(info) != 0 && owner.Is(info, m.UID, 0) {
				r.Mode = m.below(real)
				r.Hint = "run `" + r.Mode.Command() + "`"
			}
			report(r)
			continue
		}
		where, seen := changeableBelow(real, m.UID)
		switch {
		case !seen:
			report(Result{
				File: root.path, Setting: root.setting, Found: Unseen,
				Message: "skills are loaded from " + root.path + ", and " + where,
				Hint:    "run skillctl doctor as a user who can read it",
			})
		case where != "":
			report(Result{File: root.path, Setting: root.setting, Message: "skills are loaded from " + root.path + ", and " + where, Hint: "run `chmod -R go-w " + real + "`", Mode: m.below(real)})
		}
	}
	return nil
}

// below takes from others what they could write below a folder of the user's.
func (m *Machine) below(dir string) *ModeFix {
	if info, err := os.Lstat(dir); err != nil || !owner.Is(info, m.UID, 0) {
		return nil
	}
	return &ModeFix{Path: dir, Clear: 0o022, Below: true}
}

// maxLinks bounds how many entries of a root are looked at for links.
const maxLinks = 20_000

func checkLinks(ctx context.Context, m *Machine, report func(Result)) error {
	var targets []string
	for _, t := range m.OpenClaw.texts("skills", "load", "allowSymlinkTargets") {
		if real, err := filepath.EvalSymlinks(expand(strings.TrimSpace(t), m.Home)); err == nil {
			targets = append(targets, real)
		}
	}
	roots, err := m.skillRoots()
	if err != nil {
		return err
	}
	for _, root := range roots {
		if err := linksOf(ctx, root, targets, maxLinks, report); err != nil {
			return err
		}
	}
	return nil
}

// linksOf reports the links of a root that leave it, among the first entries of it.
func linksOf(ctx context.Context, root skillRoot, targets []string, most int, report func(Result)) error {
	real, err := filepath.EvalSymlinks(root.path)
	if err != nil {
		return nil //nolint:nilerr // a root that is not there holds no links
	}
	n := 0
	return filepath.WalkDir(real, func(name string, entry fs.DirEntry, err error) error {
		if n++; n > most {
			report(Result{
				File: root.path, Setting: root.setting, Found: Unseen, Message: fmt.Sprintf("more than %d files and folders are in %s; links among the others were not looked for", most, root.path),
				Hint: "move what is no skill out of the folder",
			})
			return fs.SkipAll
		}
		if errors.Is(err, fs.ErrPermission) {
			report(Result{File: name, Setting: root.setting, Found: Unseen, Message: fmt.Sprintf("links in %s were not looked for: it cannot be listed", name), Hint: "run skillctl doctor as a user who can read it"})
			return fs.SkipDir
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if entry.Type()&fs.ModeSymlink == 0 {
			return nil
		}
		target, err := filepath.EvalSymlinks(name)
		if err != nil || folder.Within(target, real) {
			return nil // lint speaks of dangling links
		}
		for _, t := range targets {
			if folder.Within(target, t) {
				return nil
			}
		}
		r := Result{File: name, Message: fmt.Sprintf("the link leads to %s, out of %s; the skill there is not loaded", target, real),
			Hint: "name its folder in skills.load.allowSymlinkTargets, or copy the skill"}
		if !root.contained {
			r.Message = fmt.Sprintf("the link leads to %s, out of %s, and the agent loads the skill there anyway", target, real)
			r.Hint = "copy the skill, or make sure that only you can change where the link leads"
		}
		report(r)
		return nil
	})
}
