package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/skill"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// skill has lint judge the skill that would be used. Of several folders of one name the
// client's order is not known: the worst counts.
func (j *judge) skill(ctx context.Context, question *hook.Question) error {
	question.Skill = &hook.Skill{Findings: []string{}, Commands: []string{}}
	folders, err := j.skillFolders()
	if err != nil {
		return fmt.Errorf("find skill %q: %w", j.call.Skill, err)
	}
	if len(folders) == 0 {
		return nil
	}
	linter, err := j.factory.Linter(lint.WithControl(lint.Control{}))
	if err != nil {
		return fmt.Errorf("judge skill %q: %w", j.call.Skill, err)
	}
	var commands []string
	for _, folder := range folders {
		if j.client.Commands {
			found, err := commandsIn(filepath.Join(folder, "SKILL.md"))
			if err != nil {
				return fmt.Errorf("judge skill %q: %w", j.call.Skill, err)
			}
			commands = append(commands, found...)
		}
		report, err := linter.Lint(ctx, []string{folder})
		if err != nil {
			return fmt.Errorf("judge skill %q: %w", j.call.Skill, err)
		}
		found := judged(folder, &report)
		if !question.Skill.Found || found.Safety != question.Skill.Safety && found.Safety.Worse(question.Skill.Safety) == found.Safety {
			question.Skill = found
		}
	}
	question.Skill.Commands = append(question.Skill.Commands, commands...)
	return j.within(ctx, question)
}

// within judges the commands that the client runs when the skill is used: nobody asks
// about these.
func (j *judge) within(ctx context.Context, question *hook.Question) error {
	for _, command := range question.Skill.Commands {
		request, err := j.request(command, j.call.From)
		if err != nil {
			return err
		}
		decision, err := j.decider.Decide(ctx, request, j.merged)
		if err != nil {
			return err
		}
		for i := range decision.Reasons {
			decision.Reasons[i].Span = nil // places in a part of the text
		}
		question.Judged = append(question.Judged, hook.Judged{Subject: command, Effect: decision.Effect, Reasons: decision.Reasons})
	}
	return nil
}

// commandsIn are the commands that a client runs in the text of a skill when that is used.
func commandsIn(file string) ([]string, error) {
	text, err := os.OpenFile(file, os.O_RDONLY|folders.NoWait, 0) // a pipe would have all wait
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a folder of that name without a skill
	}
	if err != nil {
		return nil, err
	}
	defer text.Close()
	all, err := io.ReadAll(io.LimitReader(text, maxFront+1))
	switch {
	case err != nil:
		return nil, err
	case len(all) > maxFront:
		return nil, fmt.Errorf("%q is larger than %d KiB, so its commands were not read", file, maxFront>>10)
	}
	return hook.Commands(string(all)), nil
}

// judged is what a report says of the skills in a folder: the worst of them.
func judged(folder string, report *engine.Report) *hook.Skill {
	out := &hook.Skill{Folder: folder, Findings: []string{}, Commands: []string{}}
	for i := range report.Skills {
		s := &report.Skills[i]
		if !out.Found {
			out.Found, out.Safety = true, s.Safety
		}
		out.Safety = out.Safety.Worse(s.Safety)
		for k := range s.Findings {
			if f := &s.Findings[k]; f.Severity.Rank() <= engine.SeverityHigh.Rank() {
				out.Findings = append(out.Findings, fmt.Sprintf("%s:%d: %s", f.File, f.Span.Start.Line, f.Message))
			}
		}
	}
	return out
}

// Bounds of the search for skills: how deep below a root they are looked for, and how
// many entries are looked at.
const (
	maxSkillDepth   = 6
	maxSkillEntries = 20_000
)

// maxFront bounds what is read of a manifest to find its name and its commands, in bytes.
const maxFront = 1 << 20

// errManySkills says that not all of a root was looked at.
var errManySkills = fmt.Errorf("there are more than %d files where skills are loaded from", maxSkillEntries)

// skillFolders are the folders of skills of that name where the client loads skills from:
// those of the working folder and of the folders above it, and those of the home folder.
// Clients go by the name of the folder or by that in the manifest, and look at any depth.
func (j *judge) skillFolders() ([]string, error) {
	if !strings.ContainsFunc(j.call.Skill, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil, nil // "." and the like name no skill
	}
	var folders []string
	entries := 0
	look := func(root string) error {
		return walkSkills(root, maxSkillDepth, &entries, func(folder string) {
			if j.named(folder) && !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		})
	}
	for _, root := range j.client.Skills {
		if below, ok := strings.CutPrefix(root, "~/"); ok {
			if home := j.factory.IO.Getenv("HOME"); home != "" {
				if err := look(filepath.Join(home, below)); err != nil {
					return nil, err
				}
			}
			continue
		}
		for dir := filepath.Clean(j.call.From); ; dir = filepath.Dir(dir) {
			if err := look(filepath.Join(dir, root)); err != nil {
				return nil, err
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return folders, nil
}

// walkSkills visits the folders below a root, those behind links, too.
func walkSkills(root string, depth int, entries *int, visit func(folder string)) error {
	list, err := os.ReadDir(root)
	if err != nil || depth == 0 {
		return nil //nolint:nilerr // what a client cannot read it does not load
	}
	for _, entry := range list {
		if *entries++; *entries > maxSkillEntries {
			return errManySkills
		}
		folder := filepath.Join(root, entry.Name())
		if info, err := os.Stat(folder); err != nil || !info.IsDir() || entry.Name() == "node_modules" || entry.Name() == ".git" {
			continue
		}
		visit(folder)
		if err := walkSkills(folder, depth-1, entries, visit); err != nil {
			return err
		}
	}
	return nil
}

// named says whether a folder holds the skill that is called: by its name, or by any line
// of its manifest that may give it that name. Clients read front matter each in its way.
func (j *judge) named(folder string) bool {
	if plain(filepath.Base(folder)) == plain(j.call.Skill) {
		return true
	}
	file, err := os.OpenFile(filepath.Join(folder, "SKILL.md"), os.O_RDONLY|folders.NoWait, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFront))
	if err != nil {
		return false
	}
	manifest := skill.FromManifest(folder, text, nil)
	front := manifest.Front
	if front.Closed {
		text = text[:front.Span.End.Offset]
	}
	names := []string{front.Host["name"]}
	for _, match := range nameLines().FindAllSubmatch(text, -1) {
		names = append(names, string(match[1]))
	}
	return slices.ContainsFunc(names, func(name string) bool { return plain(name) == plain(j.call.Skill) })
}

// nameLines finds the lines that may give a name.
var nameLines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t{"']*name["']?[ \t]*:(.*)$`)
})

// plain is a name without what clients change in names: their case, signs, and quotes
// around them.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, strings.Trim(name, " \t\r\"'"))
}
