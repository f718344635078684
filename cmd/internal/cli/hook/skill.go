package hook

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/lint"
)

// skill has lint judge the skill that would be used. Of several folders of one name the
// client's order is not known: the worst counts.
func (j *judge) skill(ctx context.Context, question *hook.Question) error {
	question.Skill = &hook.Skill{Findings: []string{}}
	folders := j.skillFolders()
	if len(folders) == 0 {
		return nil
	}
	linter, err := j.factory.Linter(lint.WithControl(lint.Control{}))
	if err != nil {
		return fmt.Errorf("judge skill %q: %w", j.call.Skill, err)
	}
	for _, folder := range folders {
		report, err := linter.Lint(ctx, []string{folder})
		if err != nil {
			return fmt.Errorf("judge skill %q: %w", j.call.Skill, err)
		}
		found := judged(folder, &report)
		if !question.Skill.Found || worse(found.Safety, question.Skill.Safety) {
			question.Skill = found
		}
	}
	return nil
}

// judged is what a report says of the skills in a folder: the worst of them.
func judged(folder string, report *engine.Report) *hook.Skill {
	out := &hook.Skill{Folder: folder, Findings: []string{}}
	for i := range report.Skills {
		s := &report.Skills[i]
		out.Found = true
		if worse(string(s.Safety), out.Safety) {
			out.Safety = string(s.Safety)
		}
		for k := range s.Findings {
			if f := &s.Findings[k]; f.Severity.Rank() >= engine.SeverityHigh.Rank() {
				out.Findings = append(out.Findings, fmt.Sprintf("%s:%d: %s", f.File, f.Span.Start.Line, f.Message))
			}
		}
	}
	return out
}

// worse compares two values of safety; nothing is better than any.
func worse(a, b string) bool {
	order := []string{"", "pass", "review", "block"}
	rank := func(s string) int {
		for i, known := range order {
			if s == known {
				return i
			}
		}
		return len(order)
	}
	return rank(a) > rank(b)
}

// skillFolders are the folders of the skill's name where the client loads skills from:
// those of the working folder and of the folders above it, and those of the home folder.
// A name that is no name of a folder has none.
func (j *judge) skillFolders() []string {
	name := j.call.Skill
	if !fs.ValidPath(name) || strings.ContainsAny(name, `/\`) || name == "." {
		return nil
	}
	var folders []string
	look := func(root string) {
		folder := filepath.Join(root, name)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			folders = append(folders, folder)
		}
	}
	for _, root := range j.client.Skills {
		if below, ok := strings.CutPrefix(root, "~/"); ok {
			if home := j.factory.IO.Getenv("HOME"); home != "" {
				look(filepath.Join(home, below))
			}
			continue
		}
		for dir := filepath.Clean(j.call.Dir); ; dir = filepath.Dir(dir) {
			look(filepath.Join(dir, root))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return folders
}
