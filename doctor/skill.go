package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// skillRoot is a folder that OpenClaw loads skills from.
type skillRoot struct {
	path    string
	setting []any
	// contained: a skill that a link leads out of the root is not loaded.
	contained bool
}

// skillRoots are the folders that OpenClaw 2026.9.6 loads skills from, apart
// from the bundled ones.
func (m *Machine) skillRoots() []skillRoot {
	in := m.OpenClaw
	if in == nil || in.State == "" {
		return nil
	}
	roots := []skillRoot{{path: filepath.Join(in.State, "skills")}}
	if in.State == filepath.Join(m.Home, ".openclaw") {
		roots = append(roots, skillRoot{path: filepath.Join(m.Home, ".agents", "skills")})
	}
	workspaces := []string{filepath.Join(in.State, "workspace")}
	if w := in.text("agents", "defaults", "workspace"); w != "" {
		workspaces = append(workspaces, expand(w, m.Home))
	}
	if entries, ok := in.value("agents", "entries").(map[string]any); ok {
		for name := range entries {
			if w := in.text("agents", "entries", name, "workspace"); w != "" {
				workspaces = append(workspaces, expand(w, m.Home))
			}
		}
	}
	for _, w := range workspaces {
		roots = append(roots,
			skillRoot{path: filepath.Join(w, "skills"), contained: true}, skillRoot{path: filepath.Join(w, ".agents", "skills"), contained: true})
	}
	for i, dir := range in.texts("skills", "load", "extraDirs") {
		dir = strings.TrimSpace(dir)
		roots = append(roots, skillRoot{path: expand(dir, m.Home), setting: []any{"skills", "load", "extraDirs", i}, contained: true})
	}
	return roots
}

func skillChecks() []Check {
	return []Check{
		{
			ID: "skills/writable", Title: "Skills that others can change", Severity: engine.SeverityCritical,
			Why: "A skill tells the agent what to do. Who can write to it, or to the folder that it is loaded from, commands the agent; the host does not look.",
			Run: checkSkillsWritable,
		},
		{
			ID: "skills/link-escapes", Title: "Link that leads out of a folder of skills", Severity: engine.SeverityMedium,
			Why: "The host loads no skill that a link leads out of its folder, unless skills.load.allowSymlinkTargets names where it leads; in the managed and the personal folder it loads it all the same.",
			Run: checkLinks,
		},
	}
}

func checkSkillsWritable(ctx context.Context, m *Machine, report func(Result)) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, root := range m.skillRoots() {
		real, err := filepath.EvalSymlinks(root.path)
		if err != nil {
			continue // not there
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if where := changeable(real, m.UID); where != "" {
			r := Result{File: root.path, Setting: root.setting, Message: "skills are loaded from " + root.path + ", and " + where, Hint: "make it writable for its owner only"}
			if info, err := os.Lstat(real); err == nil && writers(info) != 0 && ownedBy(info, m.UID) {
				r.Mode = &ModeFix{Path: real, Clear: 0o022}
				r.Hint = "run `chmod go-w " + real + "`"
			}
			report(r)
			continue
		}
		if where := changeableBelow(real, m.UID); where != "" {
			report(Result{File: root.path, Setting: root.setting, Message: "skills are loaded from " + root.path + ", and " + where, Hint: "run `chmod -R go-w " + real + "`"})
		}
	}
	return nil
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
	for _, root := range m.skillRoots() {
		if err := linksOf(ctx, root, targets, report); err != nil {
			return err
		}
	}
	return nil
}

func linksOf(ctx context.Context, root skillRoot, targets []string, report func(Result)) error {
	real, err := filepath.EvalSymlinks(root.path)
	if err != nil {
		return nil //nolint:nilerr // a root that is not there holds no links
	}
	n := 0
	return filepath.WalkDir(real, func(name string, entry fs.DirEntry, err error) error {
		if n++; n > maxLinks || errors.Is(err, fs.ErrPermission) {
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
		if err != nil || inside(target, real) {
			return nil // lint speaks of dangling links
		}
		for _, t := range targets {
			if inside(target, t) {
				return nil
			}
		}
		r := Result{File: name, Message: fmt.Sprintf("the link leads to %s, out of %s; the skill there is not loaded", target, real),
			Hint: "name its folder in skills.load.allowSymlinkTargets, or copy the skill"}
		if !root.contained {
			r.Message = fmt.Sprintf("the link leads to %s, out of %s, and the host loads the skill there all the same", target, real)
			r.Hint = "copy the skill, or make sure that only you can change where the link leads"
		}
		report(r)
		return nil
	})
}

func inside(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}
