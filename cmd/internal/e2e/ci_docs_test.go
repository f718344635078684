package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// documented are the files of CI that a document shows, by their names.
func documented(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "lint.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, found := range regexp.MustCompile("(?s)\n```yaml\n# (\\S+)\n(.*?)\n```\n").FindAllStringSubmatch(string(text), -1) {
		files[found[1]] = found[2]
	}
	return files
}

// isCommit is what a document pins, or COMMIT, which the reader replaces: a tag or a
// branch would be somebody else's choice.
func isCommit(ref string) bool { return regexp.MustCompile(`^([0-9a-f]{40}|COMMIT)$`).MatchString(ref) }

// TestDocumentedWorkflow runs our step of the workflow that a document shows, in a
// clean folder, on skills that are sound and on one that steals.
func TestDocumentedWorkflow(t *testing.T) {
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct{ Steps []step }
	}
	if err := yaml.Unmarshal([]byte(documented(t)[".github/workflows/skills.yml"]), &workflow); err != nil {
		t.Fatal(err)
	}
	var ours []step
	for _, job := range workflow.Jobs {
		for _, s := range job.Steps {
			if action, ref, _ := strings.Cut(s.Uses, "@"); action == "skillctl/skillctl" && isCommit(ref) {
				ours = append(ours, s)
			}
		}
	}
	if len(ours) != 1 || workflow.Permissions["security-events"] != "write" {
		t.Fatalf("the workflow is %+v", workflow)
	}
	temp := t.TempDir()
	defined, project := builtAction(t, temp)
	for examples, want := range map[string]int{"ok/release-notes": 0, "bad/team-notes": 1} {
		dir := t.TempDir()
		if err := os.CopyFS(filepath.Join(dir, "skills", filepath.Base(examples)), os.DirFS(filepath.Join(root, "examples", examples))); err != nil {
			t.Fatal(err)
		}
		said, code := defined.runFor(t, temp, project, dir, ours[0].With)
		if code != want || !strings.Contains(said, "SARIF") || want == 1 && !strings.Contains(said, "exf/secret-upload") {
			t.Errorf("%s ended with %d, want %d:\n%s", examples, code, want, said)
		}
	}
}

// TestDocumentedHook wants the hooks that a document shows among those that there are;
// TestKit runs them.
func TestDocumentedHook(t *testing.T) {
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	if err := yaml.Unmarshal([]byte(documented(t)[".pre-commit-config.yaml"]), &config); err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	known := map[string]bool{}
	for _, hook := range hooks {
		known[hook.ID] = true
	}
	if len(config.Repos) != 1 || !isCommit(config.Repos[0].Rev) || len(config.Repos[0].Hooks) == 0 {
		t.Fatalf("the configuration is %+v", config)
	}
	for _, hook := range config.Repos[0].Hooks {
		if !known[hook.ID] {
			t.Errorf("there is no hook %q", hook.ID)
		}
	}
}
